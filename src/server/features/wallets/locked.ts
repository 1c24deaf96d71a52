/** The start of every change to a wallet: routing of its operator stands still, the row is locked, the version is right. */
import type { Ctx, UserCtx } from "../../platform/context.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import { holdWallet } from "../../core/parties/hold-wallet.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { loadWalletRow } from "./queries.ts";

export interface LockedWallet {
  readonly id: bigint;
  readonly name: string;
  readonly operator: Operator;
  readonly wallet_type: string;
  readonly api_type: string;
  readonly account: string;
  readonly proxy_shown: string | null;
  readonly min_amount: bigint | null;
  readonly max_amount: bigint | null;
  readonly frozen_balance: bigint;
  readonly enabled: boolean;
  readonly deleted_at: Date | null;
  readonly version: number;
}

/**
 * Locks a wallet for a change.
 * Refuses not_found, or conflict when it has changed since `version`
 */
export async function lockWallet(tx: Tx, id: bigint, version: number): Promise<LockedWallet | Refused> {
  // Messages and people's acts hold the continuity row when they move what is frozen on the row: the continuity row comes first everywhere.
  if ((await holdWallet(tx, id)) === null) return new Refused("not_found");
  const wallet = await tx.one<LockedWallet>(
    "select id, name, operator, wallet_type, api_type, account, proxy_shown, min_amount, max_amount, frozen_balance, enabled, deleted_at, version from wallets where id = $1 for no key update",
    [id],
  );
  if (!wallet) return new Refused("not_found");
  if (wallet.version !== version) return new Refused("conflict");
  return wallet;
}

/** As {@link lockWallet}, for one that is not deleted; else wrong_state. */
export async function lockLiveWallet(tx: Tx, id: bigint, version: number): Promise<LockedWallet | Refused> {
  const wallet = await lockWallet(tx, id, version);
  return wallet instanceof Refused || wallet.deleted_at === null ? wallet : new Refused("wrong_state");
}

/** The phone that a body names; null: it names none. Refuses validation_failed */
export function deviceNamed(ctx: Ctx, publicId: string | null | undefined): bigint | Refused | null {
  return publicId === undefined || publicId === null ? null : (ctx.app.publicIds.decode("device", publicId) ?? refusedField("device_id"));
}

/** Moves the version on after a change that touches no column of the wallet itself. */
export async function bumpVersion(tx: Tx, wallet: LockedWallet): Promise<number> {
  const changed = await tx.run("update wallets set version = version + 1 where id = $1 and version = $2", [wallet.id, wallet.version]);
  if (changed !== 1) throw new Error(`wallet ${wallet.id} changed under its lock`);
  return wallet.version + 1;
}

/** Tells the screens that a wallet has changed. */
export function emitWallet(ctx: Ctx, id: bigint, version: number, change: "created" | "changed" = "changed"): void {
  ctx.emit({ kind: "wallets", objectId: id, version, change, merchantId: null });
}

/** Public id of a wallet, as audit rows name it. */
export function walletName(ctx: Ctx, id: bigint): string {
  return ctx.app.publicIds.encode("wallet", id);
}

/** The answer of a change: the row as it is now, inside the transaction; its event goes out with the commit. */
export async function changedRow(ctx: UserCtx, tx: Tx, id: bigint, change: "created" | "changed" = "changed"): Promise<WalletRow | Refused> {
  const row = await loadWalletRow(ctx.app, tx, id, ctx.actor);
  if (row instanceof Refused) return row;
  emitWallet(ctx, id, row.version, change);
  return row;
}

/** `already_exists` where a statement met another wallet's account; what else it met is thrown on. */
export function accountTaken(error: unknown): Refused {
  if (violated(error) === "wallets_account") return new Refused("already_exists", { fields: { account: "taken" } });
  throw error;
}
