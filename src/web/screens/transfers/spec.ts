/** The transfers list as data. */
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { TRANSFER_KINDS, TRANSFER_STATUSES } from "../../../contract/transfers.ts";
import { choiceOf, type FilterSpec, type ListSpec } from "../../list/spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { mayNow } from "../../session.tsx";
import { transferActions } from "./actions.ts";
import { transferColumns, transferStatus } from "./columns.tsx";

const filters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: TRANSFER_STATUSES.map((value) => ({ value, label: `transfers.status.${value}` as const })),
  },
  choiceOf("kind", "transfers.column.kind", TRANSFER_KINDS, (value) => `transfers.kind.${value}`, { multiple: true }),
  { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see" },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
];

/** What a transfer waits for, in one sentence. */
export function waitingFor(row: TransferRow, { t }: Pick<CellTools, "t">): string | null {
  if (row.status === "pending") return t("transfers.waiting.pending");
  if (row.status !== "processing") return null;
  const decides = mayNow("transfers.decide");
  if (row.kind !== "wallet") return t(decides ? "transfers.waiting.one" : "transfers.waiting.others.one");
  if (row.sent_at !== null) return t("transfers.waiting.sent");
  if (row.received_at !== null) return t("transfers.waiting.received");
  return t(decides ? "transfers.waiting.both" : "transfers.waiting.others.both");
}

export const transfersList: ListSpec<TransferRow, TransferDetail> = {
  name: "transfers",
  title: "frame.screen.transfers",
  endpoint: "GET /api/transfers",
  columns: transferColumns,
  filters,
  searchHint: "transfers.searchHint",
  empty: "transfers.empty",
  card: { status: "status", amount: "amount", lines: ["kind", "from", "to", "maker", "checker", "created_at"] },
  actions: transferActions,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/transfers/:id",
    status: transferStatus,
    amount: (row) => row.amount,
    waiting: (row, _detail, tools) => waitingFor(row, tools),
    body: () => import("./drawer.tsx"),
  },
  live: "transfers",
  exportable: true,
};
