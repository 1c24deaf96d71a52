/** Enable and disable. */
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { changedRow, lockLiveWallet, walletName } from "./locked.ts";

export type Switch = "enable" | "disable";

/** Enables or disables a wallet: routing leaves a disabled one out at once. Refuses wrong_state when it is so already */
export async function switchWallet(ctx: UserCtx, id: bigint, version: number, action: Switch): Promise<Answer<WalletRow>> {
  return ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, version);
    if (wallet instanceof Refused) return wallet;
    const enabled = action === "enable";
    if (wallet.enabled === enabled) return new Refused("wrong_state");
    await tx.run("update wallets set enabled = $3, version = version + 1 where id = $1 and version = $2", [id, version, enabled]);
    await audit(ctx, tx, {
      action: `wallets.${action}`,
      objectType: "wallet",
      objectId: walletName(ctx, id),
      before: { enabled: !enabled },
      after: { enabled },
    });
    return changedRow(ctx, tx, id);
  });
}
