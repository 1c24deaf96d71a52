/**
 * Payouts and their attempts under lock. Order of locks, as everywhere: routing lock of the operator, continuity rows of
 * wallets, orders, accounts; the wallet's own row (its frozen balance) comes last.
 */
import type { ApiType, Operator } from "../../../contract/operators.ts";
import { merchantStatus, type AttemptStatus, type DisburseStatus } from "../../../contract/disburses.ts";
import { doneOf } from "../../platform/answer.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { PayoutAttempt } from "../operators/port.ts";

/** A payout as its verbs work with it. Amounts are minor units. */
export interface Disburse {
  readonly id: bigint;
  readonly merchantId: bigint;
  readonly merchantOrderId: string;
  readonly operator: Operator;
  readonly walletId: bigint | null;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly costMinor: bigint | null;
  readonly trxId: string | null;
  readonly customer: string;
  readonly userRef: string | null;
  readonly status: DisburseStatus;
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly paidAt: Date | null;
  readonly returnedAt: Date | null;
  readonly notifyUrl: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly version: number;
}

const COLUMNS = `id, merchant_id as "merchantId", merchant_order_id as "merchantOrderId", operator, wallet_id as "walletId", amount as "amountMinor", fee as "feeMinor",
  cost as "costMinor", trx_id as "trxId", customer, user_ref as "userRef", status, reason, attempt_count as "attemptCount", paid_at as "paidAt", returned_at as "returnedAt",
  notify_url as "notifyUrl", metadata, version`;

/** Reads a payout without locking it. */
export function readDisburse(q: Queryable, id: bigint): Promise<Disburse | null> {
  return q.one<Disburse>(`select ${COLUMNS} from disburses where id = $1`, [id], "disburse_read");
}

/** The status as it may be told: a merchant and its people see less of it than staff (`merchantStatus`). */
export function statusTold(order: Pick<Disburse, "status" | "attemptCount">, merchantId: bigint | null | undefined): DisburseStatus {
  return merchantId === null || merchantId === undefined ? order.status : merchantStatus(order.status, order.attemptCount);
}

/**
 * Locks a payout.
 * @param want.merchantId limits it to one merchant: another's order is as good as none
 * @param want.version the version that was decided on; another one is a conflict
 * @returns the payout, or not_found, conflict
 */
export async function lockDisburse(
  tx: Tx,
  id: bigint | null,
  want: { merchantId?: bigint | null; version?: number | undefined } = {},
): Promise<Disburse | Refused> {
  const row =
    id === null
      ? null
      : await tx.one<Disburse>(
          `select ${COLUMNS} from disburses where id = $1 and ($2::bigint is null or merchant_id = $2) for no key update`,
          [id, want.merchantId ?? null],
          "disburse_lock",
        );
  if (!row) return new Refused("not_found");
  if (want.version !== undefined && row.version !== want.version)
    return new Refused("conflict", { details: { version: row.version, status: statusTold(row, want.merchantId) } });
  return row;
}

/** The payout, if it has one of these statuses, else wrong_state; what refused it before stands. */
export function inStatus(order: Disburse | Refused, allowed: readonly DisburseStatus[]): Disburse | Refused {
  if (order instanceof Refused || allowed.includes(order.status)) return order;
  return new Refused("wrong_state", { details: { status: order.status } });
}

/** One try to pay. */
export interface Attempt {
  readonly disburseId: bigint;
  readonly no: number;
  readonly walletId: bigint;
  readonly rail: ApiType;
  readonly status: AttemptStatus;
  readonly reference: string;
  readonly operatorReference: string | null;
  readonly amountMinor: bigint;
  /** Frozen on its wallet while it is under way: the amount and the cost that is expected. */
  readonly frozenMinor: bigint;
  readonly trxId: string | null;
  /** What its phone says it was paid with: a claim, until the message comes. */
  readonly claimedTrxId: string | null;
  readonly claimedAt: Date | null;
  readonly costMinor: bigint | null;
  readonly startedAt: Date;
  readonly acknowledgedAt: Date | null;
  readonly endedAt: Date | null;
  readonly leaseUntil: Date | null;
  readonly queryCount: number;
}

const ATTEMPT_COLUMNS = `disburse_id as "disburseId", no, wallet_id as "walletId", rail, status, reference, operator_reference as "operatorReference", amount as "amountMinor", frozen as "frozenMinor",
  trx_id as "trxId", claimed_trx_id as "claimedTrxId", claimed_at as "claimedAt", cost as "costMinor", started_at as "startedAt", acknowledged_at as "acknowledgedAt", ended_at as "endedAt", lease_until as "leaseUntil", query_count as "queryCount"`;

/** Names one attempt. */
export interface AttemptKey {
  readonly disburseId: bigint;
  readonly no: number;
}

/** Reads an attempt without locking it; null when there is none. */
export function readAttempt(q: Queryable, key: AttemptKey): Promise<Attempt | null> {
  return q.one<Attempt>(`select ${ATTEMPT_COLUMNS} from disburse_attempts where disburse_id = $1 and no = $2`, [key.disburseId, key.no], "attempt_read");
}

/** The newest attempt of an order, null before the first. */
export function lastAttempt(q: Queryable, disburseId: bigint): Promise<Attempt | null> {
  return q.one<Attempt>(`select ${ATTEMPT_COLUMNS} from disburse_attempts where disburse_id = $1 order by no desc limit 1`, [disburseId], "attempt_last");
}

/** The newest attempt of an order that a person ends; else wrong_state: it has none yet, or not_found. */
export async function attemptToEnd(q: Queryable, disburseId: bigint | null): Promise<Attempt | Refused> {
  const last = disburseId === null ? null : await lastAttempt(q, disburseId);
  if (last !== null) return last;
  return new Refused(disburseId !== null && (await readDisburse(q, disburseId)) ? "wrong_state" : "not_found");
}

/**
 * Locks an attempt with everything that its outcome touches: the continuity row of its wallet, then its order. The wallet of an
 * attempt never changes, so it may be read before.
 * @throws Error when there is none: whoever names an attempt has read of it, and none is ever deleted
 */
export async function lockAttempt(tx: Tx, key: AttemptKey): Promise<{ order: Disburse; attempt: Attempt }> {
  await tx.run(
    "select 1 from wallet_continuity where wallet_id = (select wallet_id from disburse_attempts where disburse_id = $1 and no = $2) for no key update",
    [key.disburseId, key.no],
  );
  const order = doneOf(await lockDisburse(tx, key.disburseId));
  // The order's lock covers its attempts: nobody writes one without it.
  const attempt = await readAttempt(tx, key);
  if (attempt === null) throw new Error(`disburse ${key.disburseId} has no attempt ${key.no}`);
  return { order, attempt };
}

/** An attempt as the payout rails see it. */
export function payoutAttempt(order: Pick<Disburse, "id" | "operator" | "customer">, attempt: Attempt): PayoutAttempt {
  return {
    disburseId: order.id,
    no: attempt.no,
    reference: attempt.reference,
    walletId: attempt.walletId,
    operator: order.operator,
    customer: order.customer,
    amountMinor: attempt.amountMinor,
    startedAtMs: attempt.startedAt.getTime(),
    acknowledged: attempt.acknowledgedAt !== null,
  };
}
