/** Clear: releases what is frozen for orders that are final, closes discrepancies, lifts the stop on payouts. */
import { formatAmount } from "../../../contract/money.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { changedRow, lockLiveWallet, walletName } from "./locked.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

/** The most that orders which are not final can have frozen on a wallet; what lies above it is stale. */
async function frozenForOpen(tx: Tx, id: bigint): Promise<bigint> {
  const row = await tx.one<{ amount: bigint }>(
    `select (coalesce((select sum(a.frozen) from disburse_attempts a join disburses d on d.id = a.disburse_id and d.attempt_count = a.no where a.wallet_id = $1 and d.status in ('processing', 'unknown')), 0)
           + coalesce((select sum(frozen) from transfers where from_wallet_id = $1 and status = 'processing'), 0))::bigint as amount`,
    [id],
  );
  return row?.amount ?? 0n;
}

/** Resets a wallet's failure state. Money of orders that are still open stays frozen. */
export async function clearWallet(ctx: UserCtx, id: bigint, version: number): Promise<Answer<WalletRow>> {
  return ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, version);
    if (wallet instanceof Refused) return wallet;
    const open = await frozenForOpen(tx, id);
    const frozen = wallet.frozen_balance < open ? wallet.frozen_balance : open;
    await tx.run("update wallets set frozen_balance = $3, version = version + 1 where id = $1 and version = $2", [id, version, frozen]);
    const continuity = await tx.one<{ payouts_frozen: boolean; payouts_frozen_reason: string | null }>(
      "select payouts_frozen, payouts_frozen_reason from wallet_continuity where wallet_id = $1 for no key update",
      [id],
    );
    await tx.run("update wallet_continuity set payouts_frozen = false, payouts_frozen_reason = null where wallet_id = $1 and payouts_frozen", [id]);
    // What the continuity has gone over stands as a difference between books and operator: looking at it does not end it.
    const closed = await tx.run(
      "update wallet_discrepancies set closed_at = to_timestamp($2 / 1000.0), closed_by = $3 where wallet_id = $1 and closed_at is null and not skipped",
      [id, ctx.app.now(), ctx.actor.account],
    );
    // The person has looked at the break: the next message starts the continuity anew. What waits for a person goes on waiting.
    if (closed > 0) await tx.run("update wallet_continuity set balance = null, continuity = 'cleared' where wallet_id = $1", [id]);
    await resolveAlerts(ctx.app, tx, { object: { type: "wallet", id }, exceptMuted: true }, ctx.actor.id);
    await audit(ctx, tx, {
      action: "wallets.clear",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      before: {
        frozen_balance: formatAmount(wallet.frozen_balance),
        payouts_frozen: continuity?.payouts_frozen ?? false,
        reason: continuity?.payouts_frozen_reason ?? null,
        open_gaps: closed,
      },
      after: { frozen_balance: formatAmount(frozen), payouts_frozen: false, open_gaps: 0 },
    });
    return changedRow(ctx, tx, id);
  });
}
