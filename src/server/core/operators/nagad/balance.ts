/** Nagad has no call for the balance; its answers about payouts name it. */
import type { App } from "../../../platform/context.ts";
import { noteRealBalance } from "../real-balance.ts";
import { readAmount } from "./words.ts";

/** Keeps the balance that an answer names. */
export async function noteNagadBalance(app: App, walletId: bigint, unchecked: unknown): Promise<void> {
  const amountMinor = readAmount(unchecked);
  if (amountMinor !== null) await noteRealBalance(app, walletId, amountMinor);
}
