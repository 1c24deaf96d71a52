/** The withdrawals list as data. */
import type { WithdrawalDetail, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { WITHDRAWAL_STATUSES } from "../../../contract/withdrawal.ts";
import type { FilterSpec, ListSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { withdrawalActions, withdrawalBulk } from "./actions.ts";
import { withdrawalColumns, withdrawalStatus } from "./columns.tsx";

const filters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: WITHDRAWAL_STATUSES.map((value) => ({ value, label: `withdrawal.status.${value}` as const })),
  },
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  { kind: "lookup", key: "wallet_id", label: "withdrawal.column.wallet", source: "wallets", permission: "wallets.see", more: true },
  {
    kind: "choice",
    key: "bank_file",
    label: "words.field.bank_file",
    permission: "merchants.see",
    options: (["in", "none"] as const).map((value) => ({ value, label: `withdrawal.bankFile.filter.${value}` as const })),
    more: true,
  },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];

export const withdrawalList: ListSpec<WithdrawalRow, WithdrawalDetail> = {
  name: "withdrawal",
  title: "frame.screen.withdrawal",
  endpoint: "GET /api/withdrawal",
  columns: withdrawalColumns,
  filters,
  searchHint: "withdrawal.searchHint",
  empty: "withdrawal.empty",
  card: { status: "status", amount: "amount", lines: ["merchant", "receiving", "submitter", "reference", "reason", "created_at"] },
  actions: withdrawalActions,
  bulk: withdrawalBulk,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/withdrawal/:id",
    status: withdrawalStatus,
    amount: (row) => row.amount,
    waiting: (row, _detail, { t }) => {
      if (row.status !== "pending" && row.status !== "approved") return null;
      return t(mayNow("withdrawal.decide") ? `withdrawal.waiting.${row.status}` : "withdrawal.waiting.others");
    },
    evidence: async (row, tools) => (await import("./evidence-file.ts")).saveWithdrawalEvidence(row, tools),
    body: () => import("./drawer.tsx"),
  },
  live: "withdrawal",
  exportable: true,
};
