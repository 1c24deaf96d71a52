/** Own message rules as rows of the contract. */
import type { Operator } from "../../../../contract/operators.ts";
import type { RuleClass } from "../../../../contract/sms-rules.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { Refused } from "../../../platform/refusal.ts";
import { lifeOf, type Taught } from "../taught.ts";

export interface RuleRaw extends Taught {
  readonly class: RuleClass;
  readonly template: string;
  readonly note: string;
  readonly edition: number;
  readonly replaces: bigint | null;
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
    ...lifeOf(raw, viewer),
    class: raw.class,
    template: raw.template,
    note: raw.note,
    edition: raw.edition,
    replaces: app.publicIds.encodeOrNull("rule", raw.replaces),
  };
}

/** The rules of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<RuleRaw[]> {
  return q.rows<RuleRaw>(`${SELECT} where $1::text is null or r.operator = $1 order by r.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One rule, or `not_found`. */
export async function ruleById(q: Queryable, id: bigint | null): Promise<RuleRaw | Refused> {
  return (id === null ? null : await q.one<RuleRaw>(`${SELECT} where r.id = $1`, [id])) ?? new Refused("not_found");
}
