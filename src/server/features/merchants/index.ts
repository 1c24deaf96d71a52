/** Merchants, their fees, secrets and addresses. */
import { merchantPatch } from "../../../contract/merchants.schema.ts";
import { versionOnly } from "../../../contract/wallets.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { MERCHANT_DETECTORS } from "./detectors.ts";
import { merchantsExport } from "./export.ts";
import { patchMerchant } from "./patch.ts";
import { rotateSecret, rotateWebhookSecret } from "./rotate.ts";
import { merchantsRoutes } from "./routes.ts";

export const merchants: Feature = {
  name: "merchants",
  routes: [...merchantsRoutes, merchantsExport],
  detectors: MERCHANT_DETECTORS,
  approvalActs: [
    { kind: "merchants.fees", run: (ctx, { id, payload }) => patchMerchant(ctx, id, merchantPatch.parse(payload)), after: dropMerchants },
    { kind: "merchants.secret", run: (ctx, { id, payload }) => rotateSecret(ctx, id, versionOnly.parse(payload).version), after: dropMerchants },
    { kind: "merchants.webhook-secret", run: (ctx, { id, payload }) => rotateWebhookSecret(ctx, id, versionOnly.parse(payload).version), after: dropMerchants },
  ],
};

export { merchantById, merchantRaw, type MerchantRaw } from "./queries.ts";
export { writeMerchant, type MerchantChange } from "./write.ts";
