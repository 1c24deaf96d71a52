/** Filters of the wallets list. */
import { API_TYPES, OPERATOR_INFO, OPERATORS, WALLET_TYPES } from "../../../contract/operators.ts";
import { BIND_STATUSES, WALLET_HEALTH } from "../../../contract/wallets.ts";
import type { FilterSpec } from "../../list/spec/index.ts";

export const walletFilters: readonly FilterSpec[] = [
  {
    kind: "choice",
    key: "operator",
    label: "wallets.column.operator",
    options: OPERATORS.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
  },
  {
    kind: "choice",
    key: "health",
    label: "wallets.column.health",
    multiple: true,
    options: WALLET_HEALTH.map((value) => ({ value, label: `wallets.health.${value}` as const })),
  },
  {
    kind: "choice",
    key: "bind_status",
    label: "wallets.column.bind_status",
    options: BIND_STATUSES.map((value) => ({ value, label: `wallets.bound.${value}` as const })),
  },
  {
    kind: "choice",
    key: "enabled",
    label: "wallets.column.enabled",
    options: (["true", "false"] as const).map((value) => ({ value, label: `wallets.enabledOf.${value}` as const })),
  },
  {
    kind: "choice",
    key: "gap",
    label: "wallets.column.gap",
    more: true,
    options: (["true", "false"] as const).map((value) => ({ value, label: `wallets.discrepancyOf.${value}` as const })),
  },
  {
    kind: "choice",
    key: "wallet_type",
    label: "wallets.column.wallet_type",
    more: true,
    options: WALLET_TYPES.map((value) => ({ value, label: `common.walletType.${value}` as const })),
  },
  {
    kind: "choice",
    key: "api_type",
    label: "wallets.column.api_type",
    more: true,
    options: API_TYPES.map((value) => ({ value, label: `common.apiType.${value}` as const })),
  },
  {
    kind: "choice",
    key: "deleted",
    label: "wallets.column.deleted",
    more: true,
    options: (["only", "with"] as const).map((value) => ({ value, label: `wallets.deleted.${value}` as const })),
  },
];
