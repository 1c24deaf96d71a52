/** Own message rules as rows of the contract, and as the parser takes them. */
import type { Operator } from "../../../../contract/operators.ts";
import { can } from "../../../../contract/permissions.ts";
import { RULE_ACTION_PERMISSIONS, RULE_ACTION_STATES, RULE_ACTIONS, type RuleClass, type RuleStatus } from "../../../../contract/sms-rules.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { ownRules, templateProblem, type OwnRule, type OwnRules } from "../../../../domain/messages/index.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { refuse } from "../../../platform/refusal.ts";

export interface RuleRaw {
  readonly id: bigint;
  readonly operator: Operator;
  readonly class: RuleClass;
  readonly template: string;
  readonly note: string;
  readonly status: RuleStatus;
  readonly edition: number;
  readonly replaces: bigint | null;
  readonly created_account: string;
  readonly created_at: Date;
  readonly switched_account: string | null;
  readonly switched_at: Date | null;
  readonly version: number;
}

const SELECT = `select r.id, r.operator, r.class, r.template, r.note, r.status, r.edition, r.replaces, c.account as created_account, r.created_at,
    s.account as switched_account, r.switched_at, r.version
  from sms_rules r join users c on c.id = r.created_by left join users s on s.id = r.switched_by`;
/** Rules that a list shows. */
const LISTED_MAX = 500;

/** A row as the contract has it, with what this viewer may do. */
export function ruleRow(app: Pick<App, "publicIds">, raw: RuleRaw, viewer: UserActor): SmsRuleRow {
  return {
    id: app.publicIds.encode("rule", raw.id),
    operator: raw.operator,
    class: raw.class,
    template: raw.template,
    note: raw.note,
    status: raw.status,
    edition: raw.edition,
    replaces: raw.replaces === null ? null : app.publicIds.encode("rule", raw.replaces),
    created_by: raw.created_account,
    created_at: raw.created_at.toISOString(),
    switched_by: raw.switched_account,
    switched_at: raw.switched_at?.toISOString() ?? null,
    version: raw.version,
    actions: RULE_ACTIONS.filter(
      (action) => (RULE_ACTION_STATES[action] as readonly RuleStatus[]).includes(raw.status) && can(viewer.userType, RULE_ACTION_PERMISSIONS[action]),
    ),
  };
}

/** A rule as the parser takes it. */
export function ownRuleOf(app: Pick<App, "publicIds">, raw: Pick<RuleRaw, "id" | "edition" | "operator" | "class" | "template">): OwnRule {
  return { id: app.publicIds.encode("rule", raw.id), edition: raw.edition, operator: raw.operator, class: raw.class, template: raw.template };
}

/** The rules of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<RuleRaw[]> {
  return q.rows<RuleRaw>(`${SELECT} where $1::text is null or r.operator = $1 order by r.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One rule. @throws Refusal `not_found` */
export async function ruleById(q: Queryable, id: bigint | null): Promise<RuleRaw> {
  return (id === null ? null : await q.one<RuleRaw>(`${SELECT} where r.id = $1`, [id])) ?? refuse("not_found");
}

/** Those that are on, newest first; only what the parser takes of them. */
export function rulesOn(q: Queryable): Promise<RuleRaw[]> {
  return q.rows<RuleRaw>("select id, edition, operator, class, template from sms_rules where status = 'on' order by id desc", [], "own_rules");
}

/** Rules as the parser takes them. One that an older build allowed and this one does not must not keep any message from being read. */
export function rulesCompiled(app: App, raws: readonly RuleRaw[]): OwnRules {
  const sound = raws.filter((raw) => templateProblem(raw.class, raw.template) === null);
  if (sound.length < raws.length) app.log.error({ on: raws.length, used: sound.length }, "message rules that cannot be used");
  return ownRules(sound.map((raw) => ownRuleOf(app, raw)));
}
