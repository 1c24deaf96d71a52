/** The way into the ledger: transactions of legs to the rows that the only writer takes. Nothing else writes entries. */
import { imbalance, type Leg } from "../../../domain/ledger/postings.ts";
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

/** A leg as `ledger_post` takes it. */
export interface PostedLeg {
  readonly t: bigint;
  readonly i: bigint;
  readonly a: bigint;
  readonly d: bigint;
  readonly k: string;
  readonly rt: string;
  readonly rid: bigint;
  readonly m: bigint | null;
  readonly n: string | null;
}

/**
 * Turns transactions into rows for the writer.
 * @throws Error when a transaction does not sum to zero: that is a bug, and the database would refuse it too
 */
export function postedLegs(accounts: Accounts, ids: IdMinter, transactions: readonly LedgerTransaction[]): PostedLeg[] {
  return transactions.flatMap((transaction) => {
    if (imbalance(transaction.legs) !== 0n) throw new Error(`ledger transaction ${transaction.id} does not balance`);
    return transaction.legs.map((leg) => ({
      t: transaction.id,
      i: ids.next(),
      a: accounts.id(leg.account),
      d: leg.changeMinor,
      k: leg.kind,
      rt: transaction.reference.type,
      rid: transaction.reference.id,
      m: leg.account.of === "merchant" ? leg.account.id : null,
      n: transaction.note ?? null,
    }));
  });
}

/** Posts transactions within a database transaction. */
export async function post(tx: Queryable, accounts: Accounts, ids: IdMinter, transactions: readonly LedgerTransaction[]): Promise<void> {
  await accounts.ensure(transactions.flatMap((transaction) => transaction.legs.map((leg) => leg.account)));
  await tx.run("select ledger_post($1)", [toJson(postedLegs(accounts, ids, transactions))], "ledger_post");
}
