/** People and wallets. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/people.ts";

/** User types. */
export const userType = {
  admin: "Admin",
  finance: "Finance",
  operator: "Operator",
  auditor: "Auditor",
  merchant_admin: "Merchant admin",
  merchant_viewer: "Merchant viewer",
} satisfies Shape<typeof zh.userType>;

/** Kinds of wallets. */
export const walletType = { personal: "Personal", agent: "Agent", merchant: "Merchant" } satisfies Shape<typeof zh.walletType>;

/** How a wallet is reached. */
export const apiType = { app: "Phone app", official: "Official API", manual: "Manual" } satisfies Shape<typeof zh.apiType>;
