/** Delete and recover. A wallet with money or open orders on it is never deleted. */
import { formatAmount } from "../../../contract/money.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { accountTaken, changedRow, lockLiveWallet, lockWallet, walletName } from "./locked.ts";

const OPEN_SQL = `select (
    (select count(*) from open_payments where wallet_id = $1 and expired_at is null)
  + (select count(*) from payments where aside = 'review' and wallet_id = $1)
  + (select count(*) from disburses where status in ('approved', 'processing', 'attempt_failed', 'unknown') and wallet_id = $1)
  + (select count(*) from transfers where status in ('pending', 'processing') and $1 in (from_wallet_id, to_wallet_id))
  + (select count(*) from unreported_movements where ended_at is null and wallet_id = $1)
  + (select count(*) from withdrawals where status = 'approved' and wallet_id = $1))::int as open`;

/** How many orders of any kind still hang on a wallet. */
export async function openOrders(q: Queryable, id: bigint): Promise<number> {
  return (await q.one<{ open: number }>(OPEN_SQL, [id]))?.open ?? 0;
}

/** Deletes a wallet. Refuses still_in_use with the figures that stand against it */
export async function deleteWallet(ctx: UserCtx, id: bigint, version: number): Promise<Answer<WalletRow>> {
  return ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, version);
    if (wallet instanceof Refused) return wallet;
    // Posting locks the continuity row first: nothing is booked between the look and the deletion.
    await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [id]);
    const account = await tx.one<{ balance: bigint }>("select balance from accounts where kind = 'wallet' and owner_id = $1 and operator = $2", [
      id,
      wallet.operator,
    ]);
    const balance = account?.balance ?? 0n;
    const open = await openOrders(tx, id);
    if (balance !== 0n || wallet.frozen_balance !== 0n || open > 0) {
      return new Refused("still_in_use", {
        details: { balance: formatAmount(balance), frozen_balance: formatAmount(wallet.frozen_balance), open_orders: open },
      });
    }
    await tx.run("update wallets set deleted_at = to_timestamp($3 / 1000.0), version = version + 1 where id = $1 and version = $2", [
      id,
      version,
      ctx.app.now(),
    ]);
    await tx.run("delete from bind_codes where wallet_id = $1", [id]);
    await audit(ctx, tx, {
      action: "wallets.delete",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      before: { name: wallet.name, account: wallet.account },
    });
    return changedRow(ctx, tx, id);
  });
}

/** Brings a deleted wallet back as it was. Refuses already_exists when its account belongs to another wallet now */
export async function recoverWallet(ctx: UserCtx, id: bigint, version: number): Promise<Answer<WalletRow>> {
  return ctx.tx(async (tx) => {
    const wallet = await lockWallet(tx, id, version);
    if (wallet instanceof Refused) return wallet;
    if (wallet.deleted_at === null) return new Refused("wrong_state");
    const done = await tx.run("update wallets set deleted_at = null, version = version + 1 where id = $1 and version = $2", [id, version]).catch(accountTaken);
    if (done instanceof Refused) return done;
    await audit(ctx, tx, {
      action: "wallets.recover",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      after: { name: wallet.name, account: wallet.account },
    });
    return changedRow(ctx, tx, id);
  });
}
