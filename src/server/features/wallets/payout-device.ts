/** The one phone that makes a wallet's payouts (rule 35). Forwarders only report; it is always a native app. */
import type { WalletPayoutDevice, WalletRow } from "../../../contract/wallets.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changedIn } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { loadWalletRow } from "./queries.ts";
import { bumpVersion, changedRow, deviceNamed, lockLiveWallet, walletName } from "./locked.ts";

/**
 * True for a wallet `w` whose payout phone is there and may take tasks; for routing and for handing out. An expression
 * without parameters.
 */
export const HAS_PAYOUT_DEVICE = `exists (select 1 from device_links pl join devices pd on pd.id = pl.device_id
  where pl.wallet_id = w.id and pl.payout and pl.ended_at is null and pl.bound_at is not null and pd.revoked_at is null)`;

/** The phone that pays out for a wallet; null: none. */
export async function payoutDeviceOf(q: Queryable, walletId: bigint): Promise<bigint | null> {
  const row = await q.one<{ device_id: bigint }>("select device_id from device_links where wallet_id = $1 and payout and ended_at is null", [walletId]);
  return row?.device_id ?? null;
}

/** Gives the wallet's payouts to a phone that reports for it, or to none. The caller holds the wallet's lock. */
export async function choosePayoutDevice(tx: Tx, walletId: bigint, deviceId: bigint | null): Promise<void> {
  await tx.run("update device_links set payout = false where wallet_id = $1 and payout and ended_at is null and device_id is distinct from $2", [
    walletId,
    deviceId,
  ]);
  if (deviceId === null) return;
  await tx.run(
    `update device_links set payout = true where not payout and id = (
       select min(id) from device_links where wallet_id = $1 and device_id = $2 and ended_at is null)
       and not exists (select 1 from device_links o where o.wallet_id = $1 and o.payout and o.ended_at is null)`,
    [walletId, deviceId],
  );
}

/**
 * Chooses the phone that makes the wallet's payouts. Tasks that wait go to the new one; what the old one has taken stays
 * its own to answer.
 * Refuses recheck_required; validation_failed for a phone that is not this wallet's, and for a forwarder, which takes no tasks
 */
export async function setPayoutDevice(ctx: UserCtx, id: bigint, input: WalletPayoutDevice): Promise<Answer<WalletRow>> {
  const deviceId = deviceNamed(ctx, input.device_id);
  if (deviceId instanceof Refused) return deviceId;
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, input.version);
    if (wallet instanceof Refused) return wallet;
    const before = await payoutDeviceOf(tx, id);
    if (deviceId !== null) {
      const device = await tx.one<{ app: string }>(
        "select d.app from device_links l join devices d on d.id = l.device_id where l.wallet_id = $1 and l.device_id = $2 and l.ended_at is null and d.revoked_at is null order by l.id limit 1",
        [id, deviceId],
      );
      if (!device) return refusedField("device_id");
      if (device.app !== "native") return refusedField("device_id", "not_allowed");
    }
    const shown = (device: bigint | null): string | null => (device === null ? null : ctx.app.publicIds.encode("device", device));
    const difference = changedIn(tx, { device: shown(before) }, { device: shown(deviceId) });
    if (difference === null) return loadWalletRow(ctx.app, tx, id, ctx.actor);
    await choosePayoutDevice(tx, id, deviceId);
    await bumpVersion(tx, wallet);
    await audit(ctx, tx, {
      action: "wallets.payout_device",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      ...difference,
    });
    return changedRow(ctx, tx, id);
  });
}
