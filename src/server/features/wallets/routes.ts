/** Wallets in the dashboard. */
import { idParams } from "../../../contract/schema.ts";
import {
  versionOnly,
  walletBind,
  walletBound,
  walletCreate,
  walletDetail,
  walletPatch,
  walletPayoutDevice,
  walletQuery,
  walletRow,
  walletUnbind,
} from "../../../contract/wallets.schema.ts";
import { WALLET_ACTION_PERMISSIONS, type WalletAction } from "../../../contract/wallets.ts";
import type { UserCtx } from "../../platform/context.ts";
import { atOnceRoute } from "../../core/bulk/at-once.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { listPage, withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { auditOf } from "../../platform/lists/timeline.ts";
import { page } from "../../../contract/schema.ts";
import { bindWallet } from "./bind.ts";
import { booksOf } from "./books.ts";
import { WALLET_BULK } from "./bulk.ts";
import { clearWallet } from "./clear.ts";
import { createWallet } from "./create.ts";
import { deleteWallet, recoverWallet } from "./delete.ts";
import { patchWallet } from "./patch.ts";
import { setPayoutDevice } from "./payout-device.ts";
import { loadWalletRow, walletList } from "./queries.ts";
import { switchWallet } from "./switch.ts";
import { templateRoutes } from "./templates/routes.ts";
import { unbindWallet } from "./unbind.ts";

const staff = (action: WalletAction) => ({ kind: "session", permission: WALLET_ACTION_PERMISSIONS[action] }) as const;

/** What the acts on one of them share. */
const act = { method: "POST", access: staff("bind"), params: idParams, data: walletRow } as const;

const listWallets = read("wallets.see", {
  url: "/api/wallets",
  summary: "Wallets, newest first, with what is used of their limits",
  query: walletQuery,
  data: page(walletRow),
  handler: async (ctx, { query }) => {
    const found = await listPage(ctx.app, walletList(ctx.app), query, ctx.actor);
    if (found instanceof Refused) return found;
    return { ...found, items: [...found.items], ...(found.sums === undefined ? {} : { sums: found.sums && { ...found.sums } }) };
  },
});

const getWallet = read("wallets.see", {
  url: "/api/wallets/:id",
  summary: "One wallet with its timeline, what is not reported yet, and its open differences",
  params: idParams,
  data: walletDetail,
  handler: (ctx, { params }) =>
    withId(ctx.app, "wallet", params.id, async (id) => {
      const row = await loadWalletRow(ctx.app, ctx.app.db, id, ctx.actor);
      if (row instanceof Refused) return row;
      return { ...row, ...(await booksOf(ctx.app, ctx.app.db, id)), timeline: await auditOf(ctx.app, ctx.app.db, "wallet", row.id, ctx.actor) };
    }),
});

const postWallet = route({
  method: "POST",
  url: "/api/wallets",
  access: { kind: "session", permission: "wallets.create" },
  summary: "Create a wallet; needs a recent re-authentication",
  body: walletCreate,
  data: walletRow,
  status: 201,
  audit: "wallets.create",
  handler: (ctx, { body }) => createWallet(ctx, body),
});

const patch = route({
  method: "PATCH",
  url: "/api/wallets/:id",
  access: { kind: "session", permission: ["wallets.edit", "wallets.limits"] },
  summary: "Change a wallet; finance changes its limits only. Account, types, proxy and connection need a recent re-authentication",
  params: idParams,
  body: walletPatch,
  data: walletRow,
  audit: "wallets.patch",
  handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => patchWallet(ctx, id, body)),
});

const bind = route({
  ...act,
  url: "/api/wallets/:id/bind",
  summary: "Bind a phone: a code for the native app, a hook address for the others; needs a recent re-authentication",
  body: walletBind,
  data: walletBound,
  audit: "wallets.bind",
  secret: true,
  handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => bindWallet(ctx, id, body)),
});

const unbind = route({
  ...act,
  url: "/api/wallets/:id/unbind",
  access: staff("unbind"),
  summary: "Unbind one phone or all; their credentials are void at once",
  body: walletUnbind,
  audit: "wallets.unbind",
  handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => unbindWallet(ctx, id, body)),
});

const payoutDevice = route({
  ...act,
  url: "/api/wallets/:id/payout-device",
  summary: "Choose the phone that makes the wallet's payouts, or none; needs a recent re-authentication",
  body: walletPayoutDevice,
  audit: "wallets.payout_device",
  handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => setPayoutDevice(ctx, id, body)),
});

type Plain = "enable" | "disable" | "delete" | "recover" | "clear";
const PLAIN = {
  enable: { summary: "Enable a wallet", run: (ctx, id, version) => switchWallet(ctx, id, version, "enable") },
  disable: { summary: "Disable a wallet: no new orders", run: (ctx, id, version) => switchWallet(ctx, id, version, "disable") },
  delete: { summary: "Delete a wallet that holds nothing", run: deleteWallet },
  recover: { summary: "Bring a deleted wallet back", run: recoverWallet },
  clear: { summary: "Release stale holds and reset a wallet's failure state", run: clearWallet },
} as const satisfies Record<Plain, { summary: string; run: (ctx: UserCtx, id: bigint, version: number) => ReturnType<typeof deleteWallet> }>;

const plainRoutes = (Object.keys(PLAIN) as Plain[]).map((action) =>
  route({
    ...act,
    url: `/api/wallets/:id/${action}`,
    access: staff(action),
    summary: PLAIN[action].summary,
    body: versionOnly,
    audit: `wallets.${action}`,
    handler: (ctx, { params, body }) => withId(ctx.app, "wallet", params.id, (id) => PLAIN[action].run(ctx, id, body.version)),
  }),
);

const atOnce = atOnceRoute({
  url: "/api/wallets/bulk",
  permission: "wallets.switch",
  summary: "Enable or disable many wallets",
  acts: WALLET_BULK.filter(({ name }) => name !== "wallets.template"),
});

/** Everything under `/api/wallets`. */
export const walletsRoutes: AnyRoute[] = [listWallets, getWallet, postWallet, patch, bind, unbind, payoutDevice, ...plainRoutes, atOnce, ...templateRoutes];
