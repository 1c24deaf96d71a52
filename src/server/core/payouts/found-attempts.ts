/** Attempts of a wallet that a message can be about, by amount and time. */
import type { SmsKind } from "../../../contract/sms.ts";
import type { ReportedMoney } from "../../../domain/ledger/postings.ts";
import { doneOf } from "../../platform/answer.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { lockDisburse, readAttempt, type Attempt, type AttemptKey, type Disburse } from "./store.ts";

/** What a message says. Amounts are minor units; a subset of the facts of posting. */
export interface DebitFacts {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly operator: string;
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  /** Fee as printed; null: none printed. */
  readonly fee: bigint | null;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  /** Number as printed, perhaps masked. */
  readonly counterparty: string | null;
  /** When it came, ms. */
  readonly atMs: number;
  /** When the money moved, as the operator printed it, ms; null: no time is printed. */
  readonly operatorTimeMs: number | null;
  /** What it does to the books. */
  readonly money: ReportedMoney;
  /** How many movements that were said before could be this one by amount and payee. */
  readonly alsoNamed: number;
}

/** Operators print minutes, and clocks differ: so much before its attempt a message may claim to be, ms. */
export const SKEW_MS = 120_000;
/** How long after an attempt a message or a return may come, ms. */
const LATEST_MS = 7 * 24 * 3_600_000;

/** Nothing of ours explains the message. */
export const NONE = { kind: "none", several: false } as const;
/** More than one payout could be meant. */
export const SEVERAL = { kind: "none", several: true } as const;

/** An attempt that a message can be about. */
export interface Found extends AttemptKey {
  readonly customer: string;
  readonly trx_id: string | null;
}

/** Attempts of a wallet with this amount that began before the money moved, however late its message comes; `states` bounds them. */
export async function attemptsOf(tx: Tx, facts: DebitFacts, states: string): Promise<Found[]> {
  const movedMs = Math.min(facts.operatorTimeMs ?? facts.atMs, facts.atMs);
  return tx.rows<Found>(
    `select a.disburse_id as "disburseId", a.no, d.customer, d.trx_key as trx_id from disburse_attempts a join disburses d on d.id = a.disburse_id
     where a.wallet_id = $1 and a.amount = $2 and a.disburse_id >= $3 and a.started_at between $4 and $5 and a.no = d.attempt_count and ${states} order by a.disburse_id limit 50`,
    [facts.walletId, facts.amount, idAt(facts.atMs - 2 * LATEST_MS), new Date(facts.atMs - LATEST_MS), new Date(movedMs + SKEW_MS)],
  );
}

/** Locks what was found; null when it has changed meanwhile into what cannot be meant. */
export async function take(tx: Tx, found: Found): Promise<{ order: Disburse; attempt: Attempt } | null> {
  const order = doneOf(await lockDisburse(tx, found.disburseId));
  const attempt = await readAttempt(tx, found);
  return attempt === null ? null : { order, attempt };
}
