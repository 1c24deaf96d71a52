/** Other rules that read what a rule fits, too. */
import type { RuleClass, RuleStatus } from "../../../../contract/sms-rules.ts";
import type { SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { fitsOwn, ownRules, templateProblem, type OwnRule, type OwnRules } from "../../../../domain/messages/index.ts";
import { ownRuleOf } from "../../../core/posting/in-force.ts";
import type { App } from "../../../platform/context.ts";
import type { Beside } from "./reading.ts";

type Collision = SmsRuleTrial["collisions"][number];

/** Another own rule of the operator: in force or in the shadow it may collide; a draft or one that is off reads nothing. */
export interface Rival {
  readonly id: string;
  readonly status: RuleStatus;
  /** null: it reads nothing now. */
  readonly own: OwnRules | null;
}
interface RivalRaw {
  readonly id: bigint;
  readonly edition: number;
  readonly operator: Operator;
  readonly class: RuleClass;
  readonly template: string;
  readonly status: RuleStatus;
}

/** Own rules of the operator that are no edition of this one. @param line its editions; null: it has no other */
export async function rivalsOf(app: App, rule: OwnRule, line: bigint | null): Promise<readonly Rival[]> {
  const raws = await app.db.rows<RivalRaw>(
    "select id, edition, operator, class, template, status from sms_rules where operator = $1 and status <> 'draft' and line is distinct from $2 order by id desc limit 500",
    [rule.operator, line],
  );
  return raws.map((raw) => ({
    id: app.publicIds.encode("rule", raw.id),
    status: raw.status,
    own: raw.status !== "off" && templateProblem(raw.class, raw.template) === null ? ownRules([ownRuleOf(app, raw)]) : null,
  }));
}

/** A message that fits a rule, and the own rules that fit it, too. */
export interface Overlapping {
  readonly beside: Beside;
  readonly rivals: readonly Rival[];
}

/** Those of the rivals that read something now and fit the text. */
export function fitting(rivals: readonly Rival[], text: string): readonly Rival[] {
  return rivals.filter(({ own }) => own !== null && fitsOwn(own, text));
}

/** Which rules read the messages that fit, and in how many they read other values; the most frequent first. @param known all other own rules */
export function collisionsOf(found: readonly Overlapping[], known: readonly Rival[]): SmsRuleTrial["collisions"] {
  const byRule = new Map<string, Collision>();
  const add = (rule: string, status: RuleStatus | null, differs: boolean): void => {
    const before = byRule.get(rule) ?? { rule, status, count: 0, differs: 0 };
    byRule.set(rule, { ...before, count: before.count + 1, differs: before.differs + (differs ? 1 : 0) });
  };
  const statuses = new Map(known.map(({ id, status }) => [id, status]));
  for (const { beside, rivals } of found) {
    const { stored, was, differs } = beside;
    const reader = was === "unread" || was === "noise" ? null : stored.rule_id;
    if (reader !== null) add(reader, statuses.get(reader) ?? null, differs.length > 0);
    for (const { id, status } of rivals) if (id !== reader) add(id, status, false);
  }
  return [...byRule.values()].toSorted((one, other) => other.count - one.count);
}
