/** Numbers of our own wallets: as a counterparty they never pay an order (decision 5). */
import type { App } from "../context.ts";
import { ShortCache } from "../http/auth.ts";

const cache = new WeakMap<App["db"], ShortCache<ReadonlySet<string>>>();

/** Account numbers of all wallets that are not deleted, at most a second old. */
export function ownAccounts(app: App): Promise<ReadonlySet<string>> {
  let known = cache.get(app.db);
  if (!known) {
    known = new ShortCache<ReadonlySet<string>>();
    cache.set(app.db, known);
  }
  return known.get(
    "all",
    async () => new Set((await app.db.side.rows<{ account: string }>("select account from wallets where deleted_at is null")).map((row) => row.account)),
  );
}
