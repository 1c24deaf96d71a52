/** Taught endings as rows of the contract. */
import type { Operator } from "../../../../contract/operators.ts";
import type { EndingStatus } from "../../../../contract/sms-endings.ts";
import type { SmsEndingRow } from "../../../../contract/sms-endings.schema.ts";
import type { App, UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { phoneFor } from "../../../platform/lists/mask.ts";
import { Refused } from "../../../platform/refusal.ts";
import { endingActions, lifeOf, type Taught } from "../taught.ts";

export interface EndingRaw extends Taught {
  readonly text: string;
  readonly sms_id: bigint | null;
}

const SELECT = `select e.id, e.operator, e.text, e.note, e.status, e.sms_id, c.account as created_account, e.created_at, s.account as switched_account, e.switched_at, e.version
  from sms_endings e join users c on c.id = e.created_by left join users s on s.id = e.switched_by`;
/** Endings that a list shows. */
const LISTED_MAX = 500;

/** A row as the contract has it, with what this viewer may do. */
export function endingRow(app: Pick<App, "publicIds">, raw: EndingRaw, viewer: UserActor): SmsEndingRow {
  return {
    id: app.publicIds.encode("ending", raw.id),
    ...lifeOf(raw),
    status: raw.status as EndingStatus, // the database knows no other of an ending
    actions: endingActions(raw, viewer),
    text: raw.text,
    note: phoneFor(viewer, raw.note) ?? "",
    sms_id: app.publicIds.encodeOrNull("sms", raw.sms_id),
  };
}

/** The endings of an operator, or of all; newest first. */
export function listRaws(q: Queryable, operator: Operator | null): Promise<EndingRaw[]> {
  return q.rows<EndingRaw>(`${SELECT} where $1::text is null or e.operator = $1 order by e.id desc limit ${LISTED_MAX}`, [operator]);
}

/** One ending, or `not_found`. */
export async function endingById(q: Queryable, id: bigint | null): Promise<EndingRaw | Refused> {
  return (id === null ? null : await q.one<EndingRaw>(`${SELECT} where e.id = $1`, [id])) ?? new Refused("not_found");
}
