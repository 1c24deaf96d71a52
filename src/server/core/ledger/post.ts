/** The way into the ledger: transactions of legs to the rows that the only writer takes. Nothing else writes entries. */
import { imbalance, type Leg } from "../../../domain/ledger/postings.ts";
import { columnSet, plain, words, type BatchFunction, type RowOf } from "../../platform/db/columns.ts";
import type { IdMinter } from "../../platform/db/ids.ts";
import { toJson, type Queryable } from "../../platform/db/pool.ts";
import type { Accounts } from "./accounts.ts";

/** What an entry refers to. */
export interface Reference {
  readonly type: "payment" | "disburse" | "transfer" | "withdrawal" | "manual" | "sms" | "wallet" | "merchant";
  readonly id: bigint;
}

/** One event of the books. */
export interface LedgerTransaction {
  readonly id: bigint;
  readonly reference: Reference;
  readonly legs: readonly Leg[];
  readonly note?: string | null;
}

/** Legs of ledger transactions as the writer of entries takes them. */
export const LEGS = columnSet({
  txn_id: plain("leg_txns", "bigint"),
  entry_id: plain("leg_entries", "bigint"),
  account_id: plain("leg_accounts", "bigint"),
  change: plain("leg_changes", "bigint"),
  kind: plain("leg_kinds", "text"),
  ref_type: plain("leg_ref_types", "text"),
  ref_id: plain("leg_refs", "bigint"),
  merchant_id: plain("leg_merchants", "bigint"),
  note: words("leg_notes"),
});

/** A leg of a ledger transaction; `change` in minor units, signed as the account counts. */
export type PostedLeg = RowOf<typeof LEGS>;

/** The only writer of entries. */
export const LEDGER_WRITE: BatchFunction = { name: "ledger_write", sets: [LEGS], besides: {} };

/**
 * Turns transactions into rows for the writer.
 * @throws Error when a transaction does not sum to zero: that is a bug, and the database would refuse it too
 */
export function postedLegs(accounts: Accounts, ids: IdMinter, transactions: readonly LedgerTransaction[]): PostedLeg[] {
  return transactions.flatMap((transaction) => {
    if (imbalance(transaction.legs) !== 0n) throw new Error(`ledger transaction ${transaction.id} does not balance`);
    return transaction.legs.map((leg) => ({
      txn_id: transaction.id,
      entry_id: ids.next(),
      account_id: accounts.id(leg.account),
      change: leg.changeMinor,
      kind: leg.kind,
      ref_type: transaction.reference.type,
      ref_id: transaction.reference.id,
      merchant_id: leg.account.of === "merchant" ? leg.account.id : null,
      note: transaction.note ?? null,
    }));
  });
}

/** Posts transactions within a database transaction. */
export async function post(tx: Queryable, accounts: Accounts, ids: IdMinter, transactions: readonly LedgerTransaction[]): Promise<void> {
  await accounts.ensure(transactions.flatMap((transaction) => transaction.legs.map((leg) => leg.account)));
  await tx.run("select ledger_post($1)", [toJson(postedLegs(accounts, ids, transactions))], "ledger_post");
}
