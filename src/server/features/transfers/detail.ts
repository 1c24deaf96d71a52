/** One transfer with everything around it: what happened, entries, the messages that moved it and those that could. */
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { z } from "zod";
import type { movementMessage, TransferDetail } from "../../../contract/transfers.schema.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { besideFor, messageFor, phoneFor } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { entriesOf, eventsOf, inOrder } from "../../platform/lists/timeline.ts";
import { Refused } from "../../platform/refusal.ts";
import { CANDIDATE_SQL, candidatesFrom, movingKinds } from "../../core/float/messages.ts";
import { TRANSFER_LIST, transferRowOf, type TransferRaw } from "./queries.ts";

export type MovementMessage = z.infer<typeof movementMessage>;
interface MessageRaw {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly wallet_name: string | null;
  readonly sender: string | null;
  readonly text: string;
  readonly direction: "credit" | "debit";
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly trx_id: string | null;
  readonly match_status: string;
  readonly received_at: Date;
}
const COLUMNS =
  "id, wallet_id, (select name from wallets where wallets.id = sms.wallet_id) as wallet_name, sender, text, direction, amount, fee, trx_id, match_status, received_at";
const SHOWN = 10;

function messageOf(app: App, row: MessageRaw, viewer: Viewer): MovementMessage {
  return {
    id: app.publicIds.encode("sms", row.id),
    wallet_id: app.publicIds.encode("wallet", row.wallet_id),
    wallet_name: row.wallet_name ?? "",
    sender: phoneFor(viewer, row.sender),
    text: messageFor(viewer, row.text) ?? "",
    direction: row.direction,
    amount: formatAmountOrNull(row.amount),
    fee: formatAmountOrNull(row.fee),
    trx_id: row.trx_id,
    match_status: row.match_status,
    received_at: row.received_at.toISOString(),
  };
}

/** Messages by their ids, oldest first. */
export async function movementMessages(app: App, q: Queryable, ids: readonly (bigint | null)[], viewer: Viewer): Promise<MovementMessage[]> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return [];
  const rows = await q.rows<MessageRaw>(`select ${COLUMNS} from sms where id = any ($1::bigint[]) order by id`, [known]);
  return rows.map((row) => messageOf(app, row, viewer));
}

async function candidates(app: App, q: Queryable, row: TransferRaw, viewer: Viewer): Promise<MovementMessage[]> {
  if (row.status !== "processing" && row.status !== "pending") return [];
  const sides = [
    { walletId: row.out_at === null ? row.from_wallet_id : null, direction: "debit" as const },
    { walletId: row.in_at === null ? row.to_wallet_id : null, direction: "credit" as const },
  ];
  const found: MovementMessage[] = [];
  for (const { walletId, direction } of sides) {
    if (walletId === null) continue;
    const rows = await q.rows<MessageRaw>(`select ${COLUMNS} from sms where ${CANDIDATE_SQL} order by id desc limit ${SHOWN}`, [
      walletId,
      direction,
      row.amount,
      candidatesFrom(idTime(row.id)),
      movingKinds(direction),
    ]);
    found.push(...rows.map((message) => messageOf(app, message, viewer)));
  }
  return found;
}

/** Refuses not_found. @param beside who reads the messages that could be its own */
export async function transferDetail(app: App, q: Queryable, id: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<TransferDetail | Refused> {
  const row = await findRaw(q, TRANSFER_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const [events, entries, messages, possible] = await Promise.all([
    eventsOf(app, q, "transfer", id, viewer),
    entriesOf(app, q, "transfer", id, viewer, beside),
    movementMessages(app, q, [row.out_sms_id, row.in_sms_id], viewer),
    candidates(app, q, row, beside),
  ]);
  return { ...transferRowOf(app, row, viewer), timeline: inOrder(events), entries, messages, candidates: besideFor(beside, possible) };
}
