/** Filters of the disburses list. */
import { DISBURSE_STATUSES, MERCHANT_DISBURSE_STATUSES } from "../../../contract/disburses.ts";
import { NOTIFY_STATUSES } from "../../../contract/payments.ts";
import { choiceOf, operatorFilter, paidAtFilter, type FilterSpec, type TabsFilter } from "../../list/spec/index.ts";

const tabs = (statuses: readonly (typeof DISBURSE_STATUSES)[number][]): TabsFilter => ({
  kind: "tabs",
  key: "status",
  label: "words.field.status",
  options: statuses.map((value) => ({ value, label: `disburses.status.${value}` as const })),
});
const others: readonly FilterSpec[] = [
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  operatorFilter("words.field.operator", false),
  choiceOf("notify", "disburses.column.notify", NOTIFY_STATUSES, (value) => `disburses.notify.${value}`, { multiple: true }),
  { kind: "lookup", key: "wallet_id", label: "disburses.column.wallet", source: "wallets", permission: "wallets.see", more: true },
  paidAtFilter,
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];

export const disburseFilters: readonly FilterSpec[] = [tabs(DISBURSE_STATUSES), ...others];
/** A merchant is not told of single attempts: its tabs are the states that it sees. */
export const merchantDisburseFilters: readonly FilterSpec[] = [tabs(MERCHANT_DISBURSE_STATUSES), ...others];
