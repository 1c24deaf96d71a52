/**
 * The port of official collecting: a payment is opened at the operator, the payer finishes it there, and we ask. What the
 * payer's browser says afterwards is a hint to ask now; money is believed only when the operator says so to us.
 */

/** What is asked for. Amounts in minor units. */
export interface PaymentToOpen {
  /** Our own reference of this session; the operator's idempotency key. ASCII letters and digits, at most 32. */
  readonly reference: string;
  readonly amountMinor: bigint;
  /** What the payer is known by: his number, else the order. */
  readonly payerReference: string;
  /** Where the payer's browser goes afterwards. */
  readonly callbackUrl: string;
  /** Address of whoever asked for the payment; null: not known. */
  readonly clientIp: string | null;
}

export type Opened =
  | { readonly kind: "opened"; readonly operatorRef: string; readonly url: string }
  /** It will not be opened: wrong credentials, an amount that the operator refuses. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** No clear answer; no money can move in what nobody has the address of. It may be asked for again under another reference. */
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string };

/** What the operator says about a payment. */
export type PaymentState =
  | { readonly kind: "completed"; readonly trxId: string; readonly amountMinor: bigint; readonly payer: string | null; readonly atMs: number | null }
  | { readonly kind: "pending" }
  /** The payer has finished, and the operator waits for us to take the money: {@link CollectPort.execute}. */
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string };

/** How a wallet collects by itself. */
export interface CollectPort {
  open(payment: PaymentToOpen): Promise<Opened>;
  /** Asks, and changes nothing. */
  query(session: { readonly operatorRef: string; readonly reference: string }): Promise<PaymentState>;
  /** Takes the money that the payer has released; null where the operator needs no such call. Repeating it is harmless. */
  readonly execute: ((session: { readonly operatorRef: string; readonly reference: string }) => Promise<PaymentState>) | null;
}

export type Balance =
  | { readonly kind: "balance"; readonly amountMinor: bigint }
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string }
  | { readonly kind: "not_supported" };

export type Refunded =
  | { readonly kind: "refunded"; readonly trxId: string }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | { readonly kind: "unknown"; readonly code: string; readonly message: string }
  | { readonly kind: "not_supported" };

export interface RefundRequest {
  readonly operatorRef: string;
  readonly trxId: string;
  readonly amountMinor: bigint;
  readonly reason: string;
}
