/** Merchants: who collects and pays out through the platform. */
import type { Permission } from "./permissions.ts";

export const MERCHANT_ACTIONS = ["enable", "disable", "delete", "recover", "secret", "webhook-secret", "webhook-test", "open"] as const;
export type MerchantAction = (typeof MERCHANT_ACTIONS)[number];
export const MERCHANT_ACTION_PERMISSIONS = {
  enable: "merchants.edit",
  disable: "merchants.edit",
  delete: "merchants.delete",
  recover: "merchants.delete",
  secret: "merchants.secret",
  "webhook-secret": "merchants.integration",
  "webhook-test": "merchants.integration",
  open: "merchants.close",
} as const satisfies Record<MerchantAction, Permission>;
