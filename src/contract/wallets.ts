/** Wallets: mobile-money accounts that the platform owns. */
import type { Permission } from "./permissions.ts";

export const BIND_STATUSES = ["bound", "unbound"] as const;
export const WALLET_HEALTH = ["online", "late", "offline", "manual"] as const;
export type WalletHealth = (typeof WALLET_HEALTH)[number];
export const WALLET_ACTIONS = ["bind", "unbind", "enable", "disable", "delete", "recover", "clear"] as const;
export type WalletAction = (typeof WALLET_ACTIONS)[number];
export const WALLET_ACTION_PERMISSIONS = {
  bind: "wallets.bind",
  unbind: "wallets.bind",
  enable: "wallets.switch",
  disable: "wallets.switch",
  delete: "wallets.delete",
  recover: "wallets.delete",
  clear: "wallets.edit",
} as const satisfies Record<WalletAction, Permission>;
/** Why the books of a wallet and its operator can differ. */
export const DIFFERENCE_KINDS = ["opening", "skipped", "restart", "manual", "unknown"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];
/** Limit fields: the only ones that finance may edit. */
export const WALLET_LIMIT_FIELDS = ["min_amount", "max_amount", "daily_max", "month_max", "daily_count_max", "month_count_max", "cool_interval"] as const;
/** Phone apps that can be bound (rule 55). */
export const DEVICE_APPS = ["native", "smsforwarder", "android_sms_gateway", "android_income_sms", "httpsms"] as const;
export type DeviceApp = (typeof DEVICE_APPS)[number];
/** Apps that people can install: they forward messages. `native` is the product's own interface for phones, which no such app speaks yet. */
export type ForwardingApp = Exclude<DeviceApp, "native">;
export const FORWARDING_APPS = DEVICE_APPS.filter((app): app is ForwardingApp => app !== "native");
/** Flags of a wallet that a template says. */
export const WALLET_SETTING_FLAGS = ["collect", "payout", "payments_open", "disburses_open"] as const;
/** Amounts that a template says, decimal text or null for none. */
export const WALLET_SETTING_AMOUNTS = ["min_amount", "max_amount", "daily_max", "month_max", "phone_trust_limit"] as const;
/** Whole numbers that a template says; null: none. */
export const WALLET_SETTING_COUNTS = ["daily_count_max", "month_count_max", "cool_interval"] as const;
/** All that a template says of a wallet: what it may do and how much. Who and where it is stays the wallet's own (docs/decisions/0072). */
export const WALLET_SETTINGS = [...WALLET_SETTING_FLAGS, ...WALLET_SETTING_AMOUNTS, ...WALLET_SETTING_COUNTS] as const;
export type WalletSetting = (typeof WALLET_SETTINGS)[number];
