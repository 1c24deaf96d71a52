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

/** Who may change which field (rule 74): finance the fees, a merchant its own integration. */
export const MERCHANT_FIELD_PERMISSIONS = {
  name: "merchants.edit",
  owner: "merchants.edit",
  payment_fee: "merchants.fees",
  disburse_fee: "merchants.fees",
  withdrawal_reserve: "merchants.fees",
  ip_whitelist: "merchants.integration",
  notify_url: "merchants.integration",
  require_ack: "merchants.integration",
} as const satisfies Record<string, Permission>;
