/** What the adapters note of payouts under way, so that a question can be asked and a payout of several steps resumed. */
import type { App } from "../../platform/context.ts";
import type { PayoutAttempt } from "./port.ts";

/** `sent`: the call that moves money may have been made; it is never made again under this reference. */
export type PayoutStep = "begun" | "batch" | "item" | "sent";

/** How far a payout came. `operatorRef` is the operator's batch or TrxID. */
export interface PayoutNote {
  readonly operatorRef: string | null;
  readonly step: PayoutStep;
}

/** Longer than a payout's calls take together. */
const LEASE_MS = 240_000;

/** Takes the payout for this process; null: another one has it in hand. */
export async function claimPayout(app: App, reference: string, walletId: bigint): Promise<PayoutNote | null> {
  const now = app.now();
  return app.db.one<PayoutNote>(
    `insert into operator_payouts as p (reference, wallet_id, lease_until) values ($1, $2, $3)
     on conflict (reference) do update set lease_until = excluded.lease_until where p.lease_until is null or p.lease_until < $4
     returning operator_ref as "operatorRef", step`,
    [reference, walletId, new Date(now + LEASE_MS), new Date(now)],
  );
}

/** Writes down how far it came. */
export async function notePayout(app: App, reference: string, step: PayoutStep, operatorRef: string | null = null): Promise<void> {
  await app.db.run("update operator_payouts set step = $2, operator_ref = coalesce($3, operator_ref), at = now() where reference = $1", [
    reference,
    step,
    operatorRef,
  ]);
}

/** Gives the payout back. */
export async function releasePayout(app: App, reference: string): Promise<void> {
  await app.db.run("update operator_payouts set lease_until = null where reference = $1", [reference]);
}

/** The wallet's messages may lag behind its operator's clock this far, ms. */
const EARLY_MS = 5 * 60_000;
const MANY = 20;

/**
 * TrxIDs that may be this attempt's: the one that the operator named, then those of the wallet's own debits of this
 * amount to this payee since the attempt began.
 */
export async function payoutCandidates(app: App, attempt: PayoutAttempt): Promise<string[]> {
  const noted = await app.db.one<PayoutNote>(`select operator_ref as "operatorRef", step from operator_payouts where reference = $1`, [attempt.reference]);
  const rows = await app.db.rows<{ trx_id: string }>(
    `select trx_id from sms where wallet_id = $1 and direction = 'debit' and amount = $2 and (counterparty = $3 or counterparty is null) and trx_id is not null and received_at >= $4
     order by id limit ${MANY}`,
    [attempt.walletId, attempt.amountMinor, attempt.customer, new Date(attempt.startedAtMs - EARLY_MS)],
  );
  const own = noted?.step === "sent" && noted.operatorRef !== null ? [noted.operatorRef] : [];
  return [...new Set([...own, ...rows.map((row) => row.trx_id)])];
}
