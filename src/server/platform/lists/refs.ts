/** Public ids of what entries, notifications and search results refer to. */
import type { IdKind } from "../../../contract/ids.ts";
import type { App } from "../context.ts";

const KINDS = {
  payment: "payment",
  disburse: "disburse",
  transfer: "transfer",
  withdrawal: "withdrawal",
  manual: "manual",
  sms: "sms",
  wallet: "wallet",
  merchant: "merchant",
  user: "user",
} as const satisfies Record<string, IdKind>;

/** Kind of id of a stored reference type; null: unknown. */
export function refKind(type: string): IdKind | null {
  return type in KINDS ? KINDS[type as keyof typeof KINDS] : null;
}

/** Public id of a reference; an unknown type is shown under the letter of ledger transactions. */
export function refId(app: Pick<App, "publicIds">, type: string, id: bigint): string {
  return app.publicIds.encode(refKind(type) ?? "transaction", id);
}

/** The letter that a stored reference type has in SQL, for exports. */
export const REF_LETTER_SQL = (column: string): string =>
  `case ${column} when 'payment' then 'P' when 'disburse' then 'D' when 'transfer' then 'T' when 'withdrawal' then 'X' when 'manual' then 'N' when 'sms' then 'S' when 'wallet' then 'W' when 'merchant' then 'M' when 'user' then 'U' else 'B' end`;
