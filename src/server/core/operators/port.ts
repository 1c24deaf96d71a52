/**
 * The one port through which money leaves a wallet by itself (rule 67). Each payout rail (`official`, `app`,
 * `manual`) is an adapter behind it; one shared suite holds all of them (`test/operators/port-suite.ts`).
 *
 * The rules that no adapter may soften: the attempt's reference is written before {@link PayoutPort.submit} is called and
 * is what the operator knows the attempt by; whatever is not a clear answer is `unknown`; nothing is ever sent twice.
 */

/** One attempt as an adapter sees it. Amounts in minor units. */
export interface PayoutAttempt {
  readonly disburseId: bigint;
  readonly no: number;
  /** Our own reference of exactly this attempt; the operator's idempotency key. ASCII letters and digits, at most 32. */
  readonly reference: string;
  readonly walletId: bigint;
  readonly operator: string;
  /** MSISDN that is paid, in the operator's national form. */
  readonly customer: string;
  readonly amountMinor: bigint;
  readonly startedAtMs: number;
  /** True once the operator (or the phone) said that it has the attempt. */
  readonly acknowledged: boolean;
}

/** What became of handing an attempt over. */
export type Submitted =
  /** The money left. */
  | { readonly kind: "completed"; readonly trxId: string; readonly costMinor: bigint | null; readonly atMs: number | null }
  /** It was taken and will be worked on; ask {@link PayoutPort.query}, or wait for the phone. */
  | { readonly kind: "accepted"; readonly operatorReference: string | null }
  /** Certainly not paid and never will be under this reference. */
  | { readonly kind: "rejected"; readonly code: string; readonly message: string }
  /** Nobody knows: time-out, dropped connection, 408, 409, 5xx, "duplicate". */
  | { readonly kind: "unknown"; readonly code: string; readonly message: string };

/** What the operator says about an attempt afterwards. */
export type Queried =
  | { readonly kind: "pending" }
  | { readonly kind: "completed"; readonly trxId: string; readonly costMinor: bigint | null; readonly atMs: number | null; readonly amountMinor: bigint | null }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  /** The operator does not know the reference: proof of failure only after the grace time and when never acknowledged. */
  | { readonly kind: "not_found" }
  /** The operator could not be asked. */
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string }
  /** This payout rail has nobody to ask (a phone, a person). */
  | { readonly kind: "not_supported" };

/** A payout rail. */
export interface PayoutPort {
  /** Hands one attempt over, once. Never throws for what the other side does; a thrown error counts as `unknown`. */
  submit(attempt: PayoutAttempt): Promise<Submitted>;
  /** Asks about exactly this attempt. */
  query(attempt: PayoutAttempt): Promise<Queried>;
  /** How long after the start a `not_found` proves nothing, ms. */
  readonly notFoundGraceMs: number;
}

/** Longest text of an answer that is kept. */
const TEXT_MAX = 500;

/**
 * An answer as it can be kept: an operator's words may hold what the database refuses (NUL, half a character), and what
 * cannot be written down would be lost, however clear it was. A TrxID with such a sign in it stays no TrxID.
 */
export function readable<T extends Submitted | Queried>(answer: T): T {
  const clean = (value: unknown): unknown => (typeof value === "string" ? value.slice(0, TEXT_MAX).replaceAll("\u0000", "\uFFFD").toWellFormed() : value);
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, clean(value)])) as unknown as T;
}
