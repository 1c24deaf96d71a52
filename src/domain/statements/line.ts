/** One movement of the statement; amounts in minor units. */
export interface StatementLine {
  /** Line of the file, from 1. */
  readonly row: number;
  readonly trxId: string;
  readonly trxKey: string;
  readonly atMs: number;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  /** What the operator charged, less what it paid as commission in a row of its own: then it may be below zero. */
  readonly feeMinor: bigint | null;
  readonly balanceMinor: bigint | null;
  readonly counterparty: string | null;
  readonly kind: string | null;
}
