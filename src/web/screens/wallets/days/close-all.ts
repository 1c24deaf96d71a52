/** Closing every day of the range in which nothing differs, one after the other, oldest first. */
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { call } from "../../../api.ts";
import { isDiffering } from "./grid.tsx";

/** Days that have ended, are open, agree on every side, and whose real balance is known. */
export function agreeing(rows: readonly ReconciliationRow[], today: string): ReconciliationRow[] {
  return rows
    .filter((row) => !row.closed && row.date < today && row.real_balance !== null && !isDiffering(row))
    .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** Closes them; a wallet whose day could not be closed is left alone from there on. */
export async function closeAll(rows: readonly ReconciliationRow[]): Promise<{ closed: number; failed: number }> {
  const stopped = new Set<string>();
  let closed = 0;
  for (const row of rows) {
    if (stopped.has(row.wallet_id)) continue;
    const answer = await call("POST /api/reconciliation/:id/:date/close", {
      params: { id: row.wallet_id, date: row.date },
      body: { version: row.version, estimated_balance: row.estimated_balance, real_balance: row.estimated_balance },
    });
    if (answer.success) closed += 1;
    else stopped.add(row.wallet_id);
  }
  return { closed, failed: rows.length - closed };
}
