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
import { switchTaught, unfitWords, type Kind, type Switch } from "../taught.ts";
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

/** The message that a rule is written from; null: none is named. `validation_failed`: there is none */
async function writtenFrom({ app }: UserCtx, publicId: string | undefined): Promise<bigint | Refused | null> {
  if (publicId === undefined) return null;
  const id = app.publicIds.decode("sms", publicId);
  const found = id === null ? null : await app.db.one<{ id: bigint }>("select id from sms where id = $1", [id]);
  return found?.id ?? refusedField("sms_id");
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
  const about = await writtenFrom(ctx, input.sms_id);
  if (about instanceof Refused) return about;
  const trial = await tryRule(ctx, ownRuleOf(app, { id, edition: 1, operator: input.operator, class: input.class, template }), {
    line: await lineOf(ctx, input.replaces),
    about,
  });
  if (input.dry_run === true) return { rule: null, trial };
  try {
    return await ctx.tx(async (tx) => {
      const old = await replacedBy(ctx, tx, input);
      if (old instanceof Refused) return old;
      await tx.run(
        "insert into sms_rules (id, operator, class, template, note, edition, replaces, line, created_by, created_at) values ($id, $operator, $class, $template, $note, $edition, $replaces, $line, $created_by, $created_at)",
        {
          id,
          operator: input.operator,
          class: input.class,
          template,
          note: input.note,
          edition: (old?.edition ?? 0) + 1,
          replaces: old?.id ?? null,
          line: old?.line ?? id,
          created_by: actor.id,
          created_at: new Date(app.now()),
        },
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

/** The line of the rule that a new one replaces; null: it begins one. */
async function lineOf({ app }: UserCtx, publicId: string | undefined): Promise<bigint | null> {
  const id = publicId === undefined ? null : app.publicIds.decode("rule", publicId);
  const found = id === null ? null : await app.db.one<{ line: bigint }>("select line from sms_rules where id = $1", [id]);
  return found?.line ?? null;
}

/** What a kept rule would make of the stored messages. Refuses `not_found`; `validation_failed` for one of an older build that this one does not allow */
export async function tryKeptRule(ctx: UserCtx, publicId: string): Promise<SmsRuleTrial | Refused> {
  const { app } = ctx;
  const raw = await ruleById(app.db, app.publicIds.decode("rule", publicId));
  if (raw instanceof Refused) return raw;
  return unfit(raw.class, raw.template) ?? tryRule(ctx, ownRuleOf(app, raw), { line: raw.line, about: null });
}

/**
 * The edition of the line that is at work, locked with the line. `conflict`: whoever rolls back or asked saw another one there,
 * or none, or it was switched meanwhile.
 */
async function atWork(ctx: UserCtx, tx: Tx, raw: RuleRaw, { instead_of: seen }: Switch): Promise<readonly RuleRaw[] | Refused> {
  const found = await tx.one<{ id: bigint }>("select id from sms_rules where line = $1 and status = 'on'", [raw.line]);
  const on = found === null ? [] : [doneOf(await ruleById(tx, found.id))];
  // Who decides alone says what he takes out of work; who asks another has it remembered for him.
  if (seen === undefined) return on.length > 0 && ctx.app.config.current.one_person ? refusedField("instead_of", "required") : on;
  const [one] = on;
  if (one === undefined && seen === null) return on;
  if (one !== undefined && seen !== null && one.id === ctx.app.publicIds.decode("rule", seen.id) && one.version === seen.version) return on;
  return new Refused("conflict", { details: { version: raw.version } });
}

/** The shadow begins, or ends with whatever else becomes of the rule. */
async function shadowed(tx: Tx, raw: RuleRaw, to: RuleAction, { id, now }: { readonly id: bigint; readonly now: Date }): Promise<void> {
  if (raw.status === "shadow") await tx.run("update sms_rule_shadows set ended_at = $2 where rule_id = $1 and ended_at is null", [raw.id, now]);
  if (to === "shadow") await tx.run("insert into sms_rule_shadows (id, rule_id, seen_id) values ($1, $2, $1)", [id, raw.id]);
}

const kindOf = (ctx: UserCtx): Kind<RuleRaw, SmsRuleRow> => ({
  name: "rule",
  table: "sms_rules",
  read: ruleById,
  // Of one line one edition is on, so a switch locks all of it; in the order of ids, so that two switches wait for each other.
  lock: (tx, id) =>
    tx.run("select 1 from sms_rules where line = (select line from sms_rules where id = $1) order by id for update", [id]).then(() => undefined),
  row: ruleRow,
  unfit: (raw) => unfit(raw.class, raw.template),
  words: ({ class: name, template, edition }) => ({ class: name, template, edition }),
  besides: (tx, raw, input) => atWork(ctx, tx, raw, input),
  wrote: shadowed,
});

/**
 * Puts a rule to work, and the edition that was at work off in the same moment; into the shadow; or off: what it has read stays
 * read. Refuses as {@link switchTaught}; `conflict` also where `instead_of` is not what is at work
 */
export function switchRule(ctx: UserCtx, publicId: string, input: Switch, to: RuleAction): Promise<Answer<SmsRuleRow>> {
  return switchTaught(ctx, kindOf(ctx), publicId, input, to);
}
