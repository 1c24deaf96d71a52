/** What the hot path asks of a wallet, remembered for a short while. */
import type { Operator, WalletType } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { BulkCache } from "../../platform/bulk-cache.ts";
import { referenceDataVersion } from "../../platform/reference-version.ts";

/** Operator and type are bounded by checks of the database. */
export interface WalletForSms {
  readonly operator: Operator;
  readonly walletType: WalletType;
  readonly apiType: string;
  readonly account: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
}

const caches = new WeakMap<object, BulkCache<WalletForSms>>();

/** The wallet that a message was reported for, at most a second old; null when there is none. */
export async function loadWalletForSms(app: App, walletId: bigint): Promise<WalletForSms | null> {
  let cache = caches.get(app.db);
  if (!cache) {
    cache = new BulkCache<WalletForSms>(
      async (ids) => {
        const rows = await app.db.side.rows<WalletForSms & { id: bigint }>(
          `select id, operator, wallet_type as "walletType", api_type as "apiType", account, name, enabled, deleted_at is not null as deleted from wallets where id = any ($1)`,
          [ids],
          "wallets_for_sms",
        );
        return new Map(rows.map((row) => [String(row.id), row]));
      },
      { version: referenceDataVersion(app) },
    );
    caches.set(app.db, cache);
  }
  return cache.get(String(walletId));
}
