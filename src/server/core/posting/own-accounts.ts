/** Numbers of our own wallets: as a counterparty they never pay an order (rule 5). */
import { nationalPhone } from "../../../contract/phones.ts";
import { BulkCache } from "../../platform/bulk-cache.ts";
import type { App } from "../../platform/context.ts";
import { referenceDataVersion } from "../../platform/reference-version.ts";

const ALL = "all";
const NONE: ReadonlySet<string> = new Set();
const caches = new WeakMap<App["db"], BulkCache<ReadonlySet<string>>>();

/** Account numbers of all wallets that are not deleted, at most a second old. */
export async function ownAccounts(app: App): Promise<ReadonlySet<string>> {
  let cache = caches.get(app.db);
  if (!cache) {
    cache = new BulkCache<ReadonlySet<string>>(
      async () =>
        new Map([
          [ALL, new Set((await app.db.side.rows<{ account: string }>("select account from wallets where deleted_at is null")).map((row) => row.account))],
        ]),
      { version: referenceDataVersion(app) },
    );
    caches.set(app.db, cache);
  }
  return (await cache.get(ALL)) ?? NONE;
}

/** Tells of a counterparty, as printed, whether it is one of our own wallets (rule 5). */
export async function ownNumbers(app: App): Promise<(printed: string | null) => boolean> {
  const own = await ownAccounts(app);
  return (printed) => printed !== null && own.has(nationalPhone(printed.replace(/\D/g, "").slice(0, 15)));
}
