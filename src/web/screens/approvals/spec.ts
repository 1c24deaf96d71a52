/** The inbox of what waits for a second approval, as a list in a tab of /manual. */
import { APPROVAL_KINDS, APPROVAL_STATUSES } from "../../../contract/approvals.ts";
import type { ApprovalDetail, ApprovalRow } from "../../../contract/approvals.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { choiceOf, type ListSpec } from "../../list/spec/index.ts";
import { approvalActions, approvalBulk } from "./actions.ts";
import { approvalColumns, approvalStatus } from "./columns.tsx";

export const approvalsList: ListSpec<ApprovalRow, ApprovalDetail> = {
  name: "approvals",
  screen: "manual",
  title: "approvals.title",
  endpoint: "GET /api/approvals",
  columns: approvalColumns,
  filters: [
    {
      kind: "tabs",
      key: "status",
      label: "words.field.status",
      options: APPROVAL_STATUSES.map((value) => ({ value, label: `approvals.status.${value}` as const })),
    },
    choiceOf("mine", "words.field.maker", ["true", "false"] as const, (value) => `approvals.whose.${value}`),
    choiceOf("kind", "words.field.act", APPROVAL_KINDS, (value) => `approvals.kind.${value}`, { multiple: true }),
    { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
    { kind: "text", key: "object_id", label: "words.field.object_id", maxLength: 40, more: true },
  ],
  searchHint: "approvals.searchHint",
  empty: "approvals.empty",
  card: { status: "status", amount: "amount", lines: ["kind", "object", "maker", "expires_at", "created_at"] },
  actions: approvalActions,
  bulk: approvalBulk,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/approvals/:id",
    amount: (row) => row.amount,
    status: approvalStatus,
    waiting(row, _detail, { t }) {
      if (row.actions.includes("collect") && row.collect_until !== null) return t("approvals.waiting.collect", { time: formatDateTime(row.collect_until) });
      if (row.status !== "waiting") return null;
      return t(row.mine ? "approvals.waiting.own" : "approvals.waiting.waiting", { time: formatDateTime(row.expires_at) });
    },
    body: () => import("./drawer.tsx"),
  },
  live: "approvals",
};
