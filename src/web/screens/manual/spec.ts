/** The manual operations as a list. */
import { MANUAL_KINDS, MANUAL_STATUSES } from "../../../contract/manual.ts";
import type { ManualDetail, ManualRow } from "../../../contract/manual.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { choiceOf, type ListSpec } from "../../list/spec/index.ts";
import { manualActions } from "./actions.ts";
import { manualColumns, manualStatus } from "./columns.tsx";

export const manualList: ListSpec<ManualRow, ManualDetail> = {
  name: "manual",
  title: "frame.screen.manual",
  endpoint: "GET /api/manual",
  columns: manualColumns,
  filters: [
    {
      kind: "tabs",
      key: "status",
      label: "words.field.status",
      options: MANUAL_STATUSES.map((value) => ({ value, label: `manual.status.${value}` as const })),
    },
    choiceOf("kind", "manual.column.kind", MANUAL_KINDS, (value) => `manual.kind.${value}`, { multiple: true }),
    choiceOf("mine", "words.field.maker", ["true", "false"] as const, (value) => `manual.whose.${value}`),
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see", more: true },
    { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see", more: true },
    { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
  ],
  searchHint: "manual.searchHint",
  empty: "manual.empty",
  card: { status: "status", amount: "amount", lines: ["kind", "target", "preview", "maker", "note", "created_at"] },
  actions: manualActions,
  drawer: {
    endpoint: "GET /api/manual/:id",
    amount: (row) => row.amount,
    status: manualStatus,
    waiting: (row, _detail, { t }) =>
      row.status === "requested" ? t(row.mine ? "manual.waiting.own" : "manual.waiting.requested", { time: formatDateTime(row.expires_at) }) : null,
    body: () => import("./drawer.tsx"),
  },
  live: "manual",
  exportable: true,
};
