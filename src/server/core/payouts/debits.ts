/** Debits of wallets that stand in the books as unexplained, until a payout explains them. */
import { kindsWith } from "../../../domain/ledger/message-kinds.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { payerAmong } from "../../../domain/payments/matching.ts";
import { Refused } from "../../platform/refusal.ts";
import { resolveAlerts } from "../alerts/raise.ts";
import type { AttemptKey, Disburse } from "./store.ts";
import { SKEW_MS } from "./found-attempts.ts";
import type { Emit } from "./writing.ts";
import type { EventActor } from "../timeline.ts";

/** A debit message that was booked as unexplained. */
export interface BookedDebit {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly amountMinor: bigint | null;
  readonly feeMinor: bigint | null;
  readonly counterparty: string | null;
  readonly trxId: string | null;
  /** Two people have booked it away as a loss: it stands in adjustments. */
  readonly writtenOff: boolean;
  readonly version: number;
}

const COLUMNS = `id, wallet_id as "walletId", amount as "amountMinor", fee as "feeMinor", counterparty, trx_id as "trxId", 'written_off' = any (reasons) as "writtenOff", version`;
/** Booked, and explained by nothing. */
const BOOKED = "direction = 'debit' and booked_txn is not null and disburse_id is null and transfer_id is null and 'debit_unexplained' = any (reasons)";
const UNEXPLAINED = `${BOOKED} and match_status = 'unmatched'`;

/**
 * The unexplained debit with this TrxID, locked; null when there is none. One that a person has put aside or written off
 * is found, too: its money has left the wallet in the books all the same. The caller holds the wallet's continuity row.
 */
export async function debitBooked(tx: Tx, operator: string, key: string): Promise<BookedDebit | null> {
  const rows = await tx.rows<BookedDebit>(
    `select ${COLUMNS} from sms where trx_key = $1 and operator = $2 and ${BOOKED} and match_status in ('unmatched', 'ignored') order by id limit 1 for no key update`,
    [trxKey(key), operator],
    "disburse_debit",
  );
  return rows[0] ?? null;
}

/** A debit with this TrxID that waits for an earlier message of its wallet and is not booked yet: it is linked later, but what it says counts now. */
export function debitWaiting(tx: Tx, operator: string, key: string): Promise<BookedDebit | null> {
  return tx.one<BookedDebit>(
    `select ${COLUMNS} from sms where trx_key = $1 and operator = $2 and direction = 'debit' and match_status in ('held', 'review') and booked_txn is null order by id limit 1`,
    [trxKey(key), operator],
    "disburse_waiting",
  );
}

/** Money that moved since an instant: whose message came since then, and that was not printed with an earlier time. An expression. */
const SINCE = "id >= $3 and (operator_time is null or operator_time >= $4)";
const since = (ms: number): readonly [bigint, Date] => [idAt(ms), new Date(ms)];

/** Unexplained debits of one wallet that paid somebody this amount since an instant (ms), locked, oldest first. */
export function paymentsOf(tx: Tx, walletId: bigint, amountMinor: bigint, sinceMs: number): Promise<BookedDebit[]> {
  return tx.rows<BookedDebit>(
    `select ${COLUMNS} from sms where wallet_id = $1 and amount = $2 and ${SINCE} and kind = any ($5) and ${UNEXPLAINED} order by id limit 20 for no key update`,
    [walletId, amountMinor, ...since(sinceMs), kindsWith("pays")],
    "disburse_debits",
  );
}

/** Debits of one wallet with one amount since an instant (ms) that the books hold against nothing, locked, oldest first; also those that a person has put aside. */
export function debitsOf(tx: Tx, walletId: bigint, amountMinor: bigint, sinceMs: number): Promise<BookedDebit[]> {
  return tx.rows<BookedDebit>(
    `select ${COLUMNS} from sms where wallet_id = $1 and amount = $2 and ${SINCE} and ${BOOKED} and match_status in ('unmatched', 'ignored') order by id limit 20 for no key update`,
    [walletId, amountMinor, ...since(sinceMs)],
    "disburse_booked",
  );
}

const PAYING = kindsWith("pays")
  .map((kind) => `'${kind}'`)
  .join(", ");

/**
 * True for a message that nothing explains yet, booked or not, and that could be the payment of an attempt that is said to have failed: it
 * paid somebody the same amount from the same wallet since then. Whom, is for a person to read, who may put it aside. An expression.
 * @param sms the message's alias. @param attempt the attempt's
 */
export const couldHavePaid = (sms: string, attempt: string): string =>
  `${sms}.wallet_id = ${attempt}.wallet_id and ${sms}.amount = ${attempt}.amount and ${sms}.direction = 'debit' and ${sms}.kind in (${PAYING})
   and ${sms}.match_status in ('unmatched', 'review', 'held') and ${sms}.id >= id_at(${attempt}.started_at - interval '${SKEW_MS} milliseconds')
   and (${sms}.operator_time is null or ${sms}.operator_time >= ${attempt}.started_at - interval '${SKEW_MS} milliseconds')`;

/**
 * What stands against paying somebody again, or giving the money back: one of these debits that nothing explains yet names him. It has to be
 * decided on first: what it paid is completed with it, or it is put aside.
 * @param payees numbers of which any may have been paid
 * @returns may_be_paid, naming the message; null: nothing
 */
export function whenOneNames(
  payees: readonly string[],
  debits: readonly { readonly id: bigint; readonly counterparty: string | null }[],
  publicIds: App["publicIds"],
): Refused | null {
  const named = debits.find(({ counterparty }) => payerAmong(counterparty, payees) === true);
  return named ? new Refused("may_be_paid", { details: { sms_id: publicIds.encode("sms", named.id) } }) : null;
}

/**
 * What stands against paying a payout again after its last attempt is said to have failed: a debit that nothing explains yet names its
 * payee and its amount. As {@link whenOneNames}.
 */
export async function whenItMayHavePaid(tx: Tx, order: Pick<Disburse, "customer">, last: AttemptKey, publicIds: App["publicIds"]): Promise<Refused | null> {
  const rows = await tx.rows<{ id: bigint; counterparty: string | null }>(
    `select s.id, s.counterparty from disburse_attempts a join sms s on ${couldHavePaid("s", "a")} where a.disburse_id = $1 and a.no = $2 order by s.id limit 100`,
    [last.disburseId, last.no],
    "disburse_may_have_paid",
  );
  return whenOneNames([order.customer], rows, publicIds);
}

/**
 * A payout explains a debit: the message is matched, its alert is resolved, and payouts of the wallet go on when nothing
 * else of it is unexplained and its books do not differ from the operator.
 */
export async function explainedSms(
  app: App,
  tx: Tx,
  debit: BookedDebit,
  as: { disburseId: bigint; by: EventActor; reason?: string },
  emit: Emit,
): Promise<void> {
  await tx.run(
    "update sms set match_status = 'matched', disburse_id = $2, reasons = array_remove(array_remove(reasons, 'debit_unexplained'), 'ignored') || $3::text, version = version + 1 where id = $1 and version = $4",
    [debit.id, as.disburseId, as.reason ?? "by_disburse", debit.version],
  );
  const by = as.by.type === "user" ? as.by.id : null;
  await resolveAlerts(app, tx, { kinds: ["debit_unexplained"], object: { type: "sms", id: debit.id } }, by);
  await tx.run(
    `update wallet_continuity c set payouts_frozen = x.differ, payouts_frozen_reason = case when x.differ then 'books_differ' end
       from (select exists (select from wallet_differences where wallet_id = $1 and closed_at is null and not (kind = 'opening' and amount > 0)) as differ) x
       where wallet_id = $1 and payouts_frozen and payouts_frozen_reason = 'unexplained_debit' and not exists (select from sms where wallet_id = $1 and ${UNEXPLAINED})`,
    [debit.walletId],
  );
  emit({ kind: "sms", objectId: debit.id, version: debit.version + 1, change: "changed", merchantId: null });
}
