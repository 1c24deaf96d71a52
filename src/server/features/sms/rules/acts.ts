/** Writing a message rule down, trying it, and switching it on (two people) and off (one). */
import type * as z from "zod";
import { RULE_CLASSES, TEMPLATE_MAX, TEMPLATE_MIN } from "../../../../contract/sms-rules.ts";
import type { smsRuleCreate, SmsRuleCreated, SmsRuleList, SmsRuleRow, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { kindFor, normaliseText, RULES, templateProblem } from "../../../../domain/messages/index.ts";
import { requireApproval } from "../../../core/approvals/need.ts";
import type { Answer } from "../../../platform/answer.ts";
import { audit } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated, type Tx } from "../../../platform/db/pool.ts";
import { refuse, refuseField } from "../../../platform/refusal.ts";
import { ownRuleOf } from "../../../core/posting/in-force.ts";
import { dropWords } from "../../../core/posting/in-force.ts";
import { checkSwitch, lockTaught, writeSwitch } from "../taught.ts";
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

/** The rule that a new edition replaces. @throws Refusal `validation_failed`: it has a successor, or is of another operator */
async function replacedBy(ctx: UserCtx, tx: Tx, input: z.output<typeof smsRuleCreate>): Promise<RuleRaw | null> {
  if (input.replaces === undefined) return null;
  const id = ctx.app.publicIds.decode("rule", input.replaces);
  const found = id === null ? null : await tx.one<{ id: bigint }>("select id from sms_rules where id = $1 and operator = $2 for update", [id, input.operator]);
  if (!found) refuse("validation_failed", { fields: { replaces: "invalid" } });
  return ruleById(tx, found.id);
}

/** As it is kept: one space where texts may have several or a line break, and no signs that nobody sees. */
function templateOf(typed: string): string {
  return normaliseText(typed).normalize("NFC").replace(/\s+/g, " ").trim();
}

/**
 * Writes a rule down as a draft, or only tries it. What it says never changes afterwards.
 * Refuses `validation_failed` (with `details.problem` where the template is wrong), `already_exists`
 */
export async function createRule(ctx: UserCtx, input: z.output<typeof smsRuleCreate>): Promise<Answer<SmsRuleCreated>> {
  const { app, actor } = ctx;
  const template = templateOf(input.template);
  const { length } = [...template];
  if (length < TEMPLATE_MIN || length > TEMPLATE_MAX) refuseField("template", length < TEMPLATE_MIN ? "too_short" : "too_long");
  const problem = templateProblem(input.class, template);
  if (problem !== null) refuse("validation_failed", { fields: { template: "invalid" }, details: { problem } });
  if (input.dry_run !== true && input.note === undefined) refuseField("note", "required");
  const id = app.ids.next();
  const trial = await tryRule(app, ownRuleOf(app, { id, edition: 1, operator: input.operator, class: input.class, template }));
  if (input.dry_run === true) return { rule: null, trial };
  try {
    return await ctx.tx(async (tx) => {
      const old = await replacedBy(ctx, tx, input);
      await tx.run(
        "insert into sms_rules (id, operator, class, template, note, edition, replaces, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [id, input.operator, input.class, template, input.note, (old?.edition ?? 0) + 1, old?.id ?? null, actor.id, new Date(app.now())],
      );
      const row = ruleRow(app, await ruleById(tx, id), actor);
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
    return refuse("already_exists", { fields: { [taken]: "taken" } });
  }
}

/** What a kept rule would make of the stored messages. @throws Refusal `not_found` */
export async function tryKeptRule(ctx: UserCtx, publicId: string): Promise<SmsRuleTrial> {
  const { app } = ctx;
  return tryRule(app, ownRuleOf(app, await ruleById(app.db, app.publicIds.decode("rule", publicId))));
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
  for (const row of rows) found.push(await ruleById(tx, row.id));
  return found;
}

/**
 * Switches a rule on, with a second approval; every other edition of it goes off in the same moment. Messages that came
 * before stay as they are until somebody has them parsed again.
 * Refuses `not_found`, `conflict`, `wrong_state`, `recheck_required`; waits where a checker is needed
 */
export async function switchRuleOn(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsRuleRow>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("rule", publicId);
  const row = await ctx.tx(async (tx) => {
    const raw = await lockTaught(tx, "rule", id, input.version, ruleById);
    checkSwitch("rule", raw, "on");
    // Rules of an older build may be refused by this one.
    const problem = templateProblem(raw.class, raw.template);
    if (problem !== null) refuse("validation_failed", { fields: { template: "invalid" }, details: { problem } });
    const waiting = await requireApproval(ctx, tx, {
      kind: "sms.rule",
      objectType: "rule",
      objectId: raw.id,
      action: "on",
      objectVersion: raw.version,
      payload: { ...input },
      before: { status: raw.status },
      after: { status: "on", operator: raw.operator, class: raw.class, template: raw.template, note: raw.note },
    });
    if (waiting) return waiting;
    for (const other of await otherEditions(tx, raw.id)) if (other.status === "on") await writeSwitch(ctx, tx, "rule", other, "off");
    await writeSwitch(ctx, tx, "rule", raw, "on");
    return ruleRow(app, await ruleById(tx, raw.id), actor);
  });
  dropWords(app);
  return row;
}

/** Switches a rule off at once. What it has read stays read. Refuses `not_found`, `conflict`, `wrong_state` */
export async function switchRuleOff(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsRuleRow>> {
  const { app, actor } = ctx;
  const row = await ctx.tx(async (tx) => {
    const raw = await lockTaught(tx, "rule", app.publicIds.decode("rule", publicId), input.version, ruleById);
    checkSwitch("rule", raw, "off");
    await writeSwitch(ctx, tx, "rule", raw, "off");
    return ruleRow(app, await ruleById(tx, raw.id), actor);
  });
  dropWords(app);
  return row;
}
