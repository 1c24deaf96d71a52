/** Own message rules as rows of the contract. */
import type { Operator } from "../../../../contract/operators.ts";
import { can } from "../../../../contract/permissions.ts";
import { RULE_ACTION_PERMISSIONS, RULE_ACTION_STATES, RULE_ACTIONS, type RuleClass, type RuleStatus } from "../../../../contract/sms-rules.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
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

/** The rules of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<RuleRaw[]> {
  return q.rows<RuleRaw>(`${SELECT} where $1::text is null or r.operator = $1 order by r.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One rule. @throws Refusal `not_found` */
export async function ruleById(q: Queryable, id: bigint | null): Promise<RuleRaw> {
  return (id === null ? null : await q.one<RuleRaw>(`${SELECT} where r.id = $1`, [id])) ?? refuse("not_found");
}
