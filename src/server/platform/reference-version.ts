/** The version of the reference data: it moves with every change of merchants, wallets and phones (`reference_data_version_move`). */
import type { App } from "./context.ts";

/** Reads the number; for caches of such rows, see `BulkCache`. */
export function referenceDataVersion(app: Pick<App, "db">): () => Promise<bigint> {
  return async () => (await app.db.side.one<{ n: bigint }>("select n from reference_data_version", [], "reference_data_version"))?.n ?? 0n;
}
