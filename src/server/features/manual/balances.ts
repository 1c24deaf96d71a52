/** The accounts that an operation moves: their balances before and after, and what each may not do. */
import { formatAmount } from "../../../contract/money.ts";
import type { Account, Leg } from "../../../domain/ledger/postings.ts";
import { Refused } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { ManualPlan } from "./target.ts";

/** One account with what it holds and what it would hold; minor units. */
export interface AccountChange {
  readonly accountId: bigint;
  readonly account: Account;
  /** As entries name it: `merchant:Padma`, `suspense:bkash`, `adjustments`. */
  readonly name: string;
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
  /** Entries so far. */
  readonly seq: bigint;
}
export interface PreviewLine {
  readonly account: string;
  readonly before: string;
  readonly after: string;
}

interface Row {
  readonly id: bigint;
  readonly kind: string;
  readonly operator: string;
  readonly balance: bigint;
  readonly seq: bigint;
  readonly owner_name: string | null;
}

function nameOf(row: Row): string {
  if (row.owner_name !== null) return `${row.kind}:${row.owner_name}`;
  return row.operator === "" || row.kind === "fees" ? row.kind : `${row.kind}:${row.operator}`;
}

/**
 * Balances around some legs, in the legs' order.
 * @param lock takes the accounts as the ledger's writer does, by id: nothing moves them until the end of the transaction
 */
export async function balancesOf(app: App, tx: Tx, legs: readonly Leg[], lock: boolean): Promise<AccountChange[]> {
  await app.accounts.ensure(legs.map((leg) => leg.account));
  const changes = new Map<bigint, { account: Account; changeMinor: bigint }>();
  for (const leg of legs) {
    const id = app.accounts.id(leg.account);
    changes.set(id, { account: leg.account, changeMinor: (changes.get(id)?.changeMinor ?? 0n) + leg.changeMinor });
  }
  const ids = [...changes.keys()];
  if (lock) await tx.run("select accounts_hold($1)", [ids]);
  const rows = await tx.rows<Row>(
    `select a.id, a.kind, a.operator, a.balance, a.seq, coalesce(w.name, m.name) as owner_name from accounts a
     left join wallets w on a.kind in ('wallet', 'unreported') and w.id = a.owner_id left join merchants m on a.kind in ('merchant', 'hold') and m.id = a.owner_id where a.id = any ($1)`,
    [ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const [row, change] = [byId.get(id), changes.get(id)];
    if (!row || !change) throw new Error(`account ${id} is missing`);
    return { accountId: id, account: change.account, name: nameOf(row), beforeMinor: row.balance, afterMinor: row.balance + change.changeMinor, seq: row.seq };
  });
}

/** The preview as the contract has it. */
export function previewOf(changes: readonly AccountChange[]): PreviewLine[] {
  return changes.map((change) => ({ account: change.name, before: formatAmount(change.beforeMinor), after: formatAmount(change.afterMinor) }));
}

/**
 * What stands against the balances: a merchant's debit may not go below zero (a reversal may, rule 8), suspense is not
 * written off twice, an account with entries is not opened. How much of what is unexplained belongs to a message is known of it
 * alone (plan.ts): a payment that was reversed before the operator's word came stands against the sum, and against no other debit.
 * @returns `insufficient_balance`, `wrong_state`; null: nothing
 */
export function checkBalances(plan: ManualPlan, changes: readonly AccountChange[]): Refused | null {
  for (const change of changes) {
    const { of } = change.account;
    const lower = change.afterMinor < change.beforeMinor;
    if (of === "merchant" && lower && change.afterMinor < 0n && plan.target.kind !== "payment_reversal")
      return new Refused("insufficient_balance", { fields: { amount: "too_large" } });
    if (of === "suspense" && plan.target.kind === "write_off" && change.afterMinor < 0n)
      return new Refused("insufficient_balance", { fields: { sms_id: "not_allowed" } });
    if (plan.target.kind === "opening" && of !== "adjustments" && change.seq > 0n)
      return new Refused("wrong_state", {
        fields: { [of === "merchant" ? "merchant_id" : "wallet_id"]: "not_allowed" },
        details: { entries: Number(change.seq) },
      });
  }
  return null;
}
