/** What is known about a payout that hangs, laid out for the person who decides: answers, messages of the wallet, its balance. */
import type { DisburseDetail } from "../../../contract/disburses.schema.ts";
import type { EvidenceSource } from "../../../contract/disburses.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { GIVING_BACK } from "../../../domain/ledger/message-kinds.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { MESSAGE_COLUMNS, messageLink, type MessageLink, type MessageRaw } from "../../core/orders/list-parts.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import type { Attempt, Disburse } from "../../core/payouts/store.ts";
import { BREAK_SUMS } from "../../core/parties/measures.ts";

interface StoredEvidence {
  readonly at: string;
  readonly source: EvidenceSource;
  readonly code: string;
  readonly message: string | null;
  readonly account: string | null;
  readonly data: Record<string, unknown>;
}

/** Everything that was answered about the attempts of an order, oldest first. */
export async function evidenceOf(q: Queryable, id: bigint): Promise<DisburseDetail["evidence"]> {
  const rows = await q.rows<{ no: number; evidence: StoredEvidence[] }>("select no, evidence from disburse_attempts where disburse_id = $1 order by no", [id]);
  return rows.flatMap((row) =>
    row.evidence.map((item) => ({
      attempt: row.no,
      at: item.at,
      source: item.source,
      code: item.code,
      message: item.message,
      account: item.account,
      data: item.data,
    })),
  );
}

/** The balance continuity of a wallet at this moment; null when the wallet has none. */
export async function continuityOf(q: Queryable, walletId: bigint): Promise<DisburseDetail["continuity"]> {
  const row = await q.one<{
    balance: bigint | null;
    continuity_balance: bigint | null;
    real_balance: bigint | null;
    real_balance_at: Date | null;
    discrepancy: bigint | null;
    payouts_frozen: boolean;
    payouts_frozen_reason: string | null;
  }>(
    `select a.balance, c.balance as continuity_balance, c.real_balance, c.real_balance_at, c.payouts_frozen, c.payouts_frozen_reason,
       b.amount as discrepancy
     from wallet_continuity c left join ${BREAK_SUMS} b on b.wallet_id = c.wallet_id left join accounts a on a.kind = 'wallet' and a.owner_id = c.wallet_id where c.wallet_id = $1`,
    [walletId],
  );
  if (!row) return null;
  return {
    state: row.discrepancy !== null ? "break" : row.continuity_balance === null ? "unknown" : "fits",
    balance: formatAmountOrNull(row.balance),
    real_balance: formatAmountOrNull(row.real_balance),
    real_balance_at: row.real_balance_at?.toISOString() ?? null,
    discrepancy: formatAmountOrNull(row.discrepancy),
    payouts_frozen: row.payouts_frozen,
    payouts_frozen_reason: row.payouts_frozen_reason,
  };
}

/** A message with what tells money that left from money that came. */
interface NearMessage extends MessageRaw {
  readonly direction: string;
}

const COLUMNS = `${MESSAGE_COLUMNS}, direction`;
const SHOWN = 20;
const READ = 200;
/** Around an attempt: from a little before it to a day after it. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 24 * 3_600_000;
const WORTH_SHOWING = 30;
/** Kinds that may tell of a payout though they are no debit: it came back, or did not go out. */
const TELLING: readonly string[] = [...GIVING_BACK, "failed"];

/** How well a message of the wallet fits the payout, 0 to 100, with the reasons. */
function rankDebit(
  message: Pick<NearMessage, "direction" | "amount" | "counterparty" | "received_at">,
  order: Disburse,
  attempt: Attempt,
): { score: number; reasons: string[] } {
  const reasons: string[] = [];
  let score = message.direction === "debit" ? 10 : 0;
  if (message.amount === order.amountMinor) {
    score += 40;
    reasons.push("same_amount");
  } else reasons.push("amount_differs");
  const payee = samePayer(message.counterparty, order.customer);
  if (payee === true) {
    score += 40;
    reasons.push("same_customer");
  }
  if (payee === false) {
    score -= 20;
    reasons.push("customer_differs");
  }
  if (Math.abs(message.received_at.getTime() - attempt.startedAt.getTime()) <= 30 * 60_000) {
    score += 10;
    reasons.push("close_in_time");
  }
  return { score: Math.max(0, Math.min(100, score)), reasons };
}

/** Messages that belong to the order. */
export async function ownMessages(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<MessageLink[]> {
  const rows = await q.rows<NearMessage>(`select ${COLUMNS} from sms where disburse_id = $1 order by id limit ${READ}`, [id]);
  return rows.map((row) => messageLink(app, row, viewer, null));
}

/** Messages of the paying wallet around the attempt that may be about it, best first; money that came back among them. */
export async function nearMessages(app: App, q: Queryable, order: Disburse, attempt: Attempt, viewer: Viewer): Promise<MessageLink[]> {
  const at = attempt.startedAt.getTime();
  const rows = await q.rows<NearMessage>(
    `select ${COLUMNS} from sms where wallet_id = $1 and id >= $2 and id < $3 and disburse_id is null and (direction = 'debit' or kind = any ($4))
       and match_status in ('unmatched', 'review', 'held', 'other') order by id limit ${READ}`,
    [attempt.walletId, idAt(at - BEFORE_MS), idAt((attempt.endedAt?.getTime() ?? at) + AFTER_MS), TELLING],
  );
  return rows
    .map((row) => ({ row, rank: rankDebit(row, order, attempt) }))
    .filter(({ rank }) => rank.score >= WORTH_SHOWING)
    .sort((left, right) => right.rank.score - left.rank.score || Number(left.row.id - right.row.id))
    .slice(0, SHOWN)
    .map(({ row, rank }) => messageLink(app, row, viewer, rank));
}
