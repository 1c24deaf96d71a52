/** Changes to a wallet's fields: all of them for an admin, limits only for finance. */
import type { AuditFields } from "../../../contract/audit.ts";
import { formatAmount } from "../../../contract/money.ts";
import { can } from "../../../contract/permissions.ts";
import { WALLET_LIMIT_FIELDS } from "../../../contract/wallets.ts";
import type { WalletPatch, WalletRow } from "../../../contract/wallets.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changed, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { updateRow } from "../../platform/db/rows.ts";
import { directoryOf } from "../../core/devices/directory.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { Refused } from "../../platform/refusal.ts";
import { openOrders } from "./delete.ts";
import { checkBounds, columnsOf, type Columns } from "./input.ts";
import { officialChange } from "./official.ts";
import { accountTaken, changedRow, lockLiveWallet, walletName, type LockedWallet } from "./locked.ts";
import { loadWalletRow } from "./queries.ts";

/** Fields that say where payers' money goes and whose word is believed about it. */
const WANT_PROOF = [
  "account",
  "wallet_type",
  "api_type",
  "proxy",
  "official",
  "ip_whitelist",
  "phone_trust_limit",
] as const satisfies readonly (keyof WalletPatch)[];

/** Refuses fields that the caller's permission does not reach. */
function checkReach(ctx: UserCtx, patch: Omit<WalletPatch, "version">): Refused | null {
  if (can(ctx.actor, "wallets.edit")) return null;
  const beyond = Object.keys(patch).filter((name) => !(WALLET_LIMIT_FIELDS as readonly string[]).includes(name));
  if (beyond.length === 0) return null;
  return new Refused("forbidden", { fields: Object.fromEntries(beyond.map((name) => [name, "not_allowed" as const])) });
}

/** Payers hold the number and the way to pay of an open order; both stay until it is done. */
async function checkOpenOrders(tx: Tx, wallet: LockedWallet, columns: Columns): Promise<Refused | null> {
  const moved = (["account", "wallet_type"] as const).filter((name) => columns[name] !== undefined && columns[name] !== wallet[name]);
  if (moved.length === 0) return null;
  const open = await openOrders(tx, wallet.id);
  if (open === 0) return null;
  return new Refused("still_in_use", { details: { open_orders: open }, fields: Object.fromEntries(moved.map((name) => [name, "not_allowed" as const])) });
}

/** A template is for wallets of one type: one that becomes of another follows it no more. */
const leftTemplate = (wallet: LockedWallet, columns: Columns): Columns =>
  columns["wallet_type"] === undefined || columns["wallet_type"] === wallet.wallet_type ? {} : { template_id: null, template_edition: null };

/** Columns of what a wallet follows: the trail names a template by its name. */
const UNTOLD: readonly string[] = ["template_id", "template_edition"];

/** The template that a wallet follows until now, as the trail names it; empty: it follows none, or goes on with it. */
async function followed(tx: Tx, wallet: LockedWallet, columns: Columns): Promise<AuditFields> {
  if (!("template_id" in columns)) return {};
  const found = await tx.one<{ name: string; edition: number }>(
    "select p.name, w.template_edition as edition from wallets w join wallet_templates p on p.id = w.template_id where w.id = $1",
    [wallet.id],
  );
  return found === null ? {} : { template: found.name, edition: found.edition };
}

/** Writes columns of a locked wallet with its row in the trail; what stands already is not written. Refuses conflict, already_exists (the account) */
export async function writeWallet(
  ctx: UserCtx,
  tx: Tx,
  wallet: LockedWallet,
  columns: Columns,
  how: { readonly action: "wallets.patch" | "wallets.template"; readonly trail: AuditFields },
): Promise<WalletRow | Refused> {
  const names = Object.keys(columns);
  const before =
    names.length === 0 ? {} : ((await tx.one<Record<string, unknown>>(`select ${names.join(", ")} from wallets where id = $1`, [wallet.id])) ?? {});
  if (Object.keys(how.trail).length === 0 && Object.keys(changed(before, columns).after).length === 0) {
    nothingChanged(tx);
    return loadWalletRow(ctx.app, tx, wallet.id, ctx.actor);
  }
  const former = await followed(tx, wallet, columns);
  const refused = await updateRow(tx, "wallets", wallet, columns).catch(accountTaken);
  if (refused) return refused;
  const told = (row: Columns): Columns =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => (UNTOLD.includes(name) ? [] : [[name, typeof value === "bigint" ? formatAmount(value) : value]])),
    );
  const { before: was, after } = changed(told(before), told(columns));
  const left = "template" in former && columns["template_id"] === null ? { template: null } : {};
  await audit(ctx, tx, {
    action: how.action,
    objectType: "wallet",
    objectId: walletName(ctx, wallet.id),
    before: { ...was, ...former },
    after: { ...after, ...left, ...how.trail },
  });
  return changedRow(ctx, tx, wallet.id);
}

/** Changes a wallet. Refuses recheck_required (see {@link WANT_PROOF}), not_found, conflict, forbidden, validation_failed, already_exists, still_in_use */
export async function patchWallet(ctx: UserCtx, id: bigint, input: WalletPatch): Promise<Answer<WalletRow>> {
  const { version, ...patch } = input;
  const beyond = checkReach(ctx, patch);
  if (beyond) return beyond;
  if (WANT_PROOF.some((name) => patch[name] !== undefined)) await requireRecheck(ctx);
  const row = await ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, version);
    if (wallet instanceof Refused) return wallet;
    const official = await officialChange(ctx, tx, { ...wallet, api_type: patch.api_type ?? wallet.api_type }, patch.official);
    if (official instanceof Refused) return official;
    const given = columnsOf(ctx.app.secrets, id, wallet.operator, patch, wallet.proxy_shown);
    if (given instanceof Refused) return given;
    const columns = { ...given, ...official.columns };
    const against = checkBounds({ ...wallet, ...columns }) ?? (await checkOpenOrders(tx, wallet, columns));
    if (against) return against;
    return writeWallet(ctx, tx, wallet, { ...columns, ...leftTemplate(wallet, columns) }, { action: "wallets.patch", trail: official.trail });
  });
  // The address list of its phones may have changed.
  directoryOf(ctx.app).forget();
  return row;
}
