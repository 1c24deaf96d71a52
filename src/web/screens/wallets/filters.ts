/** Filters of the wallets list. */
import { API_TYPES, WALLET_TYPES } from "../../../contract/operators.ts";
import { BIND_STATUSES, WALLET_HEALTH } from "../../../contract/wallets.ts";
import { choiceOf, operatorFilter, type FilterSpec } from "../../list/spec/index.ts";

export const walletFilters: readonly FilterSpec[] = [
  operatorFilter("wallets.column.operator", false),
  choiceOf("health", "wallets.column.health", WALLET_HEALTH, (value) => `wallets.health.${value}`, { multiple: true }),
  choiceOf("bind_status", "wallets.column.bind_status", BIND_STATUSES, (value) => `wallets.bound.${value}`),
  choiceOf("enabled", "wallets.column.enabled", ["true", "false"] as const, (value) => `wallets.enabledOf.${value}`),
  choiceOf("gap", "wallets.column.gap", ["true", "false"] as const, (value) => `wallets.discrepancyOf.${value}`, { more: true }),
  choiceOf("near_limit", "wallets.filter.near_limit", ["true"] as const, (value) => `wallets.nearLimit.${value}`, { more: true }),
  choiceOf("limited", "wallets.filter.limited", ["true"] as const, (value) => `wallets.limited.${value}`, { more: true }),
  choiceOf("wallet_type", "wallets.column.wallet_type", WALLET_TYPES, (value) => `common.walletType.${value}`, { more: true }),
  choiceOf("api_type", "wallets.column.api_type", API_TYPES, (value) => `common.apiType.${value}`, { more: true }),
  { kind: "lookup", key: "template", label: "templates.one", source: "templates", more: true },
  choiceOf("differs", "templates.filter", ["true", "false"] as const, (value) => `templates.differsOf.${value}`, { more: true }),
  choiceOf("deleted", "wallets.column.deleted", ["only", "with"] as const, (value) => `wallets.deleted.${value}`, { more: true }),
];
