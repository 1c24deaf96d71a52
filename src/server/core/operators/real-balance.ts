/** What an operator says that a wallet holds: shown beside the books, it changes none of them. */
import type { App } from "../../platform/context.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";

/** Keeps the reported balance, minor units, with its time. */
export async function noteRealBalance(app: App, walletId: bigint, amountMinor: bigint): Promise<void> {
  await app.db.run("update wallet_continuity set real_balance = $2, real_balance_at = $3 where wallet_id = $1", [walletId, amountMinor, new Date(app.now())]);
  app.events.publish([{ kind: "wallets", objectId: walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null }]);
}
