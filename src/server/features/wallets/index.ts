/** Wallets, their limits and the phones that report for them. */
import { walletUnbind } from "../../../contract/wallets.schema.ts";
import { directoryOf } from "../../core/devices/directory.ts";
import type { Feature } from "../../core/feature.ts";
import { sealedById } from "../../platform/secrets.ts";
import { signingBinding } from "./bind.ts";
import { WALLET_BULK } from "./bulk.ts";
import { WALLET_DETECTORS } from "./detectors.ts";
import { walletsExport } from "./export.ts";
import { proxyBinding } from "./input.ts";
import { walletsRoutes } from "./routes.ts";
import { unbindWallet } from "./unbind.ts";

export const wallets: Feature = {
  name: "wallets",
  routes: [...walletsRoutes, walletsExport],
  bulkActs: WALLET_BULK,
  detectors: WALLET_DETECTORS,
  sealed: [sealedById("wallets", "proxy", proxyBinding), sealedById("devices", "signing_secret", signingBinding)],
  approvalActs: [
    {
      kind: "wallets.unbind",
      run: (ctx, { objectId, payload }) => unbindWallet(ctx, objectId, walletUnbind.parse(payload)),
      after: (app) => directoryOf(app).forget(),
    },
  ],
};

export { nearLimit } from "./detectors.ts";
export { choosePayoutDevice, HAS_PAYOUT_DEVICE, payoutDeviceOf } from "./payout-device.ts";
