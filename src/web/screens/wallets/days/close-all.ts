/** Closing every day of the range in which nothing differs, one after the other, oldest first. */
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { differencesOf, isClean } from "../../../../contract/wallet-days.ts";
import { call, type CallError, randomId } from "../../../api.ts";

/** Days that have ended, are open, agree on every side, and whose real balance is known. */
export function agreeing(rows: readonly ReconciliationRow[], today: string): ReconciliationRow[] {
  return rows.filter((row) => isClean(row, today)).sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** What came of one day; `error` null: an earlier day of its wallet could not be closed. */
export type Closing = { readonly result: "closed" } | { readonly result: "refused"; readonly error: CallError | null };

/** Closes them, and tells of each; a wallet whose day could not be closed is left alone from there on. */
export async function closeAll(rows: readonly ReconciliationRow[], tell: (row: ReconciliationRow, closing: Closing) => void): Promise<void> {
  const stopped = new Set<string>();
  for (const row of rows) {
    if (stopped.has(row.wallet_id)) {
      tell(row, { result: "refused", error: null });
      continue;
    }
    const answer = await call("POST /api/reconciliation/:id/:date/close", {
      params: { id: row.wallet_id, date: row.date },
      // Another version or other figures than those that were shown are refused, and what has come to differ since: none of them did.
      body: { version: row.version, estimated_balance: row.estimated_balance, differences: differencesOf(row), real_balance: row.estimated_balance },
      idempotencyKey: randomId(),
    });
    // Nobody is signed in any more: what is left would be closed by whoever is next.
    if (!answer.success && answer.error.status === 401) return;
    if (!answer.success) stopped.add(row.wallet_id);
    tell(row, answer.success ? { result: "closed" } : { result: "refused", error: answer.error });
  }
}
