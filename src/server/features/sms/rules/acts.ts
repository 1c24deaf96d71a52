/** Writing a message rule down, trying it, and switching it on (two people) and off (one). */
import type * as z from "zod";
import { RULE_CLASSES, TEMPLATE_MAX, TEMPLATE_MIN, type RuleAction, type RuleClass } from "../../../../contract/sms-rules.ts";
import type { smsRuleCreate, SmsRuleCreated, SmsRuleList, SmsRuleRow, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { kindFor, normaliseText, RULES, templateProblem } from "../../../../domain/messages/index.ts";
import { doneOf, type Answer } from "../../../platform/answer.ts";
import { audit } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated, type Tx } from "../../../platform/db/pool.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { ownRuleOf } from "../../../core/posting/in-force.ts";
import { switchTaught, unfitWords, type Kind } from "../taught.ts";
import { listRaws, ruleById, ruleRow, type RuleRaw } from "./store.ts";
import { tryRule } from "./trial.ts";

/** Own rules, shipped rules, and what the classes mean. */
export async function listRules(ctx: UserCtx, operator: Operator | null): Promise<SmsRuleList> {
  const { app, actor } = ctx;
  const raws = await listRaws(app.db, operator);
  const meaning = (type: "personal" | "agent" | "merchant", name: string) => kindFor(operator, type, name).kind;
  return {
    items: raws.map((raw) => ruleRow(app, raw, actor)),
    shipped: RULES.filter((rule) => operator === null || rule.operator === operator).map(({ id, version, operator: of, class: name, heads, tails }) => ({
      id,
      version,
      operator: of,
      class: name,
      heads: [...heads],
      tails: [...tails],
    })),
    classes: RULE_CLASSES.map((name) => ({
      class: name,
      personal: meaning("personal", name),
      agent: meaning("agent", name),
      merchant: meaning("merchant", name),
    })),
  };
}

/** The rule that a new edition replaces. `validation_failed`: it has a successor, or is of another operator */
async function replacedBy(ctx: UserCtx, tx: Tx, input: z.output<typeof smsRuleCreate>): Promise<RuleRaw | Refused | null> {
  if (input.replaces === undefined) return null;
  const id = ctx.app.publicIds.decode("rule", input.replaces);
  const found = id === null ? null : await tx.one<{ id: bigint }>("select id from sms_rules where id = $1 and operator = $2 for update", [id, input.operator]);
  return found ? ruleById(tx, found.id) : refusedField("replaces");
}

/** As it is kept: one space where texts may have several or a line break, and no signs that nobody sees. */
function templateOf(typed: string): string {
  return normaliseText(typed).normalize("NFC").replace(/\s+/g, " ").trim();
}

/** Why it cannot be taught; null: it can. */
const unfit = (name: RuleClass, template: string): Refused | null =>
  unfitWords("template", template, [TEMPLATE_MIN, TEMPLATE_MAX], () => templateProblem(name, template));

/**
 * Writes a rule down as a draft, or only tries it. What it says never changes afterwards.
 * Refuses `validation_failed` (with `details.problem` where the template is wrong), `already_exists`
 */
export async function createRule(ctx: UserCtx, input: z.output<typeof smsRuleCreate>): Promise<Answer<SmsRuleCreated>> {
  const { app, actor } = ctx;
  const template = templateOf(input.template);
  const wrong = unfit(input.class, template);
  if (wrong) return wrong;
  if (input.dry_run !== true && input.note === undefined) return refusedField("note", "required");
  const id = app.ids.next();
  const trial = await tryRule(app, ownRuleOf(app, { id, edition: 1, operator: input.operator, class: input.class, template }));
  if (input.dry_run === true) return { rule: null, trial };
  try {
    return await ctx.tx(async (tx) => {
      const old = await replacedBy(ctx, tx, input);
      if (old instanceof Refused) return old;
      await tx.run(
        "insert into sms_rules (id, operator, class, template, note, edition, replaces, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [id, input.operator, input.class, template, input.note, (old?.edition ?? 0) + 1, old?.id ?? null, actor.id, new Date(app.now())],
      );
      const row = ruleRow(app, doneOf(await ruleById(tx, id)), actor);
      const { operator, edition, replaces, note } = row;
      await audit(ctx, tx, {
        action: "sms.rule_create",
        objectType: "rule",
        objectId: row.id,
        after: { operator, class: row.class, template, edition, replaces, note },
      });
      return { rule: row, trial };
    });
  } catch (error) {
    const taken = { sms_rules_same: "template", sms_rules_replaced: "replaces" }[violated(error) ?? ""];
    if (taken === undefined) throw error;
    return new Refused("already_exists", { fields: { [taken]: "taken" } });
  }
}

/** What a kept rule would make of the stored messages. Refuses `not_found` */
export async function tryKeptRule(ctx: UserCtx, publicId: string): Promise<SmsRuleTrial | Refused> {
  const { app } = ctx;
  const raw = await ruleById(app.db, app.publicIds.decode("rule", publicId));
  return raw instanceof Refused ? raw : tryRule(app, ownRuleOf(app, raw));
}

/** All other editions of a rule, locked: of one rule one edition is on. */
async function otherEditions(tx: Tx, id: bigint): Promise<RuleRaw[]> {
  const rows = await tx.rows<{ id: bigint }>(
    `with recursive line as (
       select id, replaces from sms_rules where id = $1
       union select r.id, r.replaces from sms_rules r join line l on r.id = l.replaces or r.replaces = l.id)
     select r.id from sms_rules r where r.id in (select id from line) and r.id <> $1 order by r.id for update`,
    [id],
  );
  const found: RuleRaw[] = [];
  for (const row of rows) found.push(doneOf(await ruleById(tx, row.id)));
  return found;
}

const RULE: Kind<RuleRaw, SmsRuleRow> = {
  name: "rule",
  table: "sms_rules",
  read: ruleById,
  row: ruleRow,
  unfit: (raw) => unfit(raw.class, raw.template),
  words: ({ class: name, template }) => ({ class: name, template }),
  besides: async (tx, { id }) => (await otherEditions(tx, id)).filter((other) => other.status === "on"),
};

/** Switches a rule on, and every other edition of it off in the same moment; or off: what it has read stays read. Refuses as {@link switchTaught} */
export function switchRule(ctx: UserCtx, publicId: string, input: { version: number }, to: RuleAction): Promise<Answer<SmsRuleRow>> {
  return switchTaught(ctx, RULE, publicId, input, to);
}
