/** Filters of the disburses list. */
import { DISBURSE_STATUSES, MERCHANT_DISBURSE_STATUSES } from "../../../contract/disburses.ts";
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { NOTIFY_STATUSES } from "../../../contract/payments.ts";
import type { FilterSpec, TabsFilter } from "../../list/spec/index.ts";

const tabs = (statuses: readonly (typeof DISBURSE_STATUSES)[number][]): TabsFilter => ({
  kind: "tabs",
  key: "status",
  label: "words.field.status",
  options: statuses.map((value) => ({ value, label: `disburses.status.${value}` as const })),
});
const others: readonly FilterSpec[] = [
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  {
    kind: "choice",
    key: "operator",
    label: "words.field.operator",
    options: OPERATORS.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })),
  },
  {
    kind: "choice",
    key: "notify",
    label: "disburses.column.notify",
    multiple: true,
    options: NOTIFY_STATUSES.map((value) => ({ value, label: `disburses.notify.${value}` as const })),
  },
  { kind: "lookup", key: "wallet_id", label: "disburses.column.wallet", source: "wallets", permission: "wallets.see", more: true },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];

export const disburseFilters: readonly FilterSpec[] = [tabs(DISBURSE_STATUSES), ...others];
/** A merchant is not told of single attempts: its tabs are the states that it sees. */
export const merchantDisburseFilters: readonly FilterSpec[] = [tabs(MERCHANT_DISBURSE_STATUSES), ...others];
