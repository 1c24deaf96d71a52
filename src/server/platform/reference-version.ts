/** The number that moves with every change of merchants, wallets and phones (`party_epoch_move`). */
import type { App } from "./context.ts";

/** Reads the number; for caches of such rows, see `BulkCache`. */
export function partyEpoch(app: Pick<App, "db">): () => Promise<bigint> {
  return async () => (await app.db.side.one<{ n: bigint }>("select n from party_epoch", [], "party_epoch"))?.n ?? 0n;
}
