/** Unbind: the phone's credential is void, its record is reset; the wallet is no longer routed to. */
import type { WalletRow, WalletUnbind } from "../../../contract/wallets.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { directoryOf } from "../../core/devices/directory.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { bumpVersion, changedRow, deviceNamed, lockWallet, walletName, type LockedWallet } from "./locked.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

/**
 * Takes one phone or all phones from a wallet. A phone that still reports for another wallet keeps its credential for
 * that one; any other is revoked, here at once and in other processes within half a second. Its past messages stay tied to it.
 * Refuses wrong_state when nothing is bound, validation_failed for a phone that is not this wallet's
 */
export async function unbindWallet(ctx: UserCtx, id: bigint, input: WalletUnbind): Promise<Answer<WalletRow>> {
  const deviceId = deviceNamed(ctx, input.device_id);
  if (deviceId instanceof Refused) return deviceId;
  const row = await ctx.tx(async (tx) => {
    const wallet = await lockWallet(tx, id, input.version);
    if (wallet instanceof Refused) return wallet;
    const nowMs = ctx.app.now();
    const ended = await tx.rows<{ device_id: bigint }>(
      "update device_links set ended_at = to_timestamp($3 / 1000.0) where wallet_id = $1 and ended_at is null and ($2::bigint is null or device_id = $2) returning device_id",
      [id, deviceId, nowMs],
    );
    const codes = deviceId === null ? await tx.run("delete from bind_codes where wallet_id = $1 and used_at is null", [id]) : 0;
    if (ended.length === 0 && codes === 0) return deviceId === null ? new Refused("wrong_state") : refusedField("device_id");
    const waiting = await needForMoney(ctx, tx, wallet, input);
    if (waiting) return waiting;
    const devices = [...new Set(ended.map((row) => row.device_id))];
    await revokeIdle(ctx, tx, devices, nowMs);
    await bumpVersion(tx, wallet);
    await audit(ctx, tx, {
      action: "wallets.unbind",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      before: { devices: devices.map((device) => ctx.app.publicIds.encode("device", device)) },
    });
    return changedRow(ctx, tx, id);
  });
  directoryOf(ctx.app).forget();
  return row;
}

/** A wallet with money on it is unbound by two people (rule 13). */
async function needForMoney(ctx: UserCtx, tx: Tx, wallet: LockedWallet, input: WalletUnbind): Promise<Waiting | null> {
  const account = await tx.one<{ balance: bigint }>("select balance from accounts where kind = 'wallet' and owner_id = $1", [wallet.id]);
  const balanceMinor = account?.balance ?? 0n;
  if (balanceMinor === 0n && wallet.frozen_balance === 0n) return null;
  return requireApproval(ctx, tx, {
    kind: "wallets.unbind",
    objectType: "wallet",
    objectId: wallet.id,
    action: "unbind",
    objectVersion: wallet.version,
    payload: input,
    amountMinor: balanceMinor < 0n ? -balanceMinor : balanceMinor,
    before: { bind_status: "bound", balance: formatAmount(balanceMinor) },
    after: { bind_status: "unbound", device_id: input.device_id ?? null },
  });
}

/**
 * Revokes those devices that report for no wallet any more. The hashes of their credentials stay, so that a phone which
 * goes on posting can be told from a stranger.
 */
async function revokeIdle(ctx: UserCtx, tx: Tx, devices: readonly bigint[], nowMs: number): Promise<void> {
  const revoked = await tx.rows<{ id: bigint }>(
    `update devices d set revoked_at = to_timestamp($2 / 1000.0), signing_secret = null, counter = 0, ping_seconds = null, pinged_at = null, last_ping_seconds = null, battery = null, location = null, queue_length = null,
       clock_skew_ms = null, last_network = null
     where d.id = any($1) and d.revoked_at is null and not exists (select 1 from device_links l where l.device_id = d.id and l.ended_at is null) returning d.id`,
    [devices, nowMs],
  );
  await resolveAlerts(ctx.app, tx, { object: { type: "device", id: revoked.map((row) => row.id) } }, ctx.actor.id);
}
