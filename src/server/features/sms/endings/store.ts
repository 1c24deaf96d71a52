/** Taught endings as rows of the contract. */
import type { Operator } from "../../../../contract/operators.ts";
import { can } from "../../../../contract/permissions.ts";
import { ENDING_ACTION_PERMISSIONS, ENDING_ACTION_STATES, ENDING_ACTIONS, type EndingStatus } from "../../../../contract/sms-endings.ts";
import type { SmsEndingRow } from "../../../../contract/sms-endings.schema.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { refuse } from "../../../platform/refusal.ts";

export interface EndingRaw {
  readonly id: bigint;
  readonly operator: Operator;
  readonly text: string;
  readonly note: string | null;
  readonly status: EndingStatus;
  readonly sms_id: bigint | null;
  readonly created_account: string;
  readonly created_at: Date;
  readonly switched_account: string | null;
  readonly switched_at: Date | null;
  readonly version: number;
}

const SELECT = `select e.id, e.operator, e.text, e.note, e.status, e.sms_id, c.account as created_account, e.created_at, s.account as switched_account, e.switched_at, e.version
  from sms_endings e join users c on c.id = e.created_by left join users s on s.id = e.switched_by`;
/** Endings that a list shows. */
const LISTED_MAX = 500;

/** A row as the contract has it, with what this viewer may do. */
export function endingRow(app: Pick<App, "publicIds">, raw: EndingRaw, viewer: UserActor): SmsEndingRow {
  return {
    id: app.publicIds.encode("ending", raw.id),
    operator: raw.operator,
    text: raw.text,
    note: raw.note,
    status: raw.status,
    sms_id: raw.sms_id === null ? null : app.publicIds.encode("sms", raw.sms_id),
    created_by: raw.created_account,
    created_at: raw.created_at.toISOString(),
    switched_by: raw.switched_account,
    switched_at: raw.switched_at?.toISOString() ?? null,
    version: raw.version,
    actions: ENDING_ACTIONS.filter(
      (action) => (ENDING_ACTION_STATES[action] as readonly EndingStatus[]).includes(raw.status) && can(viewer.userType, ENDING_ACTION_PERMISSIONS[action]),
    ),
  };
}

/** The endings of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<EndingRaw[]> {
  return q.rows<EndingRaw>(`${SELECT} where $1::text is null or e.operator = $1 order by e.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One ending. @throws Refusal `not_found` */
export async function endingById(q: Queryable, id: bigint | null): Promise<EndingRaw> {
  return (id === null ? null : await q.one<EndingRaw>(`${SELECT} where e.id = $1`, [id])) ?? refuse("not_found");
}
