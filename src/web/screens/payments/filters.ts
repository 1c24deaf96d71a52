/** Filters of the payments list. */
import { NOTIFY_STATUSES, PAYMENT_STATUSES } from "../../../contract/payments.ts";
import { choiceOf, operatorFilter, paidAtFilter, type FilterSpec } from "../../list/spec/index.ts";

export const paymentFilters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: PAYMENT_STATUSES.map((value) => ({ value, label: `payments.status.${value}` as const })),
  },
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  operatorFilter("words.field.operator", false),
  choiceOf("notify", "payments.column.notify", NOTIFY_STATUSES, (value) => `payments.notify.${value}`, { multiple: true }),
  { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see", more: true },
  paidAtFilter,
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];
