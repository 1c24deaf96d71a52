/** Filters of the payments list. */
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { NOTIFY_STATUSES, PAYMENT_STATUSES } from "../../../contract/payments.ts";
import type { FilterSpec } from "../../list/spec/index.ts";

export const paymentFilters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: PAYMENT_STATUSES.map((value) => ({ value, label: `payments.status.${value}` as const })),
  },
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
    label: "payments.column.notify",
    multiple: true,
    options: NOTIFY_STATUSES.map((value) => ({ value, label: `payments.notify.${value}` as const })),
  },
  { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see", more: true },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];
