/** Batches as a list. */
import type { BatchDetail, BatchRow } from "../../../contract/disburse-batches.schema.ts";
import { BATCH_STATUSES, type BatchAction, type BatchStatus } from "../../../contract/disburse-batches.ts";
import { call } from "../../api.ts";
import { countText } from "../../i18n/format.ts";
import { amountCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { ActionSpec, ColumnSpec, ListSpec } from "../../list/spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Tone } from "../../theme.ts";
import { ProgressBar } from "./batch-progress.tsx";

const TONES = { running: "busy", done: "done", stopped: "ask" } as const satisfies Record<BatchStatus, Tone>;

/** Status; a batch that ended with rows left over asks. */
function batchStatus(row: BatchRow, { t }: CellTools): React.ReactNode {
  return statusCell(row.status === "done" && row.failed > 0 ? "ask" : TONES[row.status], t(`batches.status.${row.status}`));
}
const left = (row: BatchRow): number => row.failed + row.stopped;

const columns: readonly ColumnSpec<BatchRow>[] = [
  idColumn("batches.column.id", 132),
  { id: "file", header: "words.field.file_name", width: 180, render: (row) => textCell(row.file_name) },
  { id: "merchant", header: "words.field.merchant_id", width: 116, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "status", header: "words.field.status", width: 100, render: batchStatus },
  { id: "progress", header: "words.field.progress", width: 190, render: (row, tools) => <ProgressBar batch={row} tools={tools} /> },
  { id: "created_count", header: "batches.column.created_count", width: 96, align: "right", render: (row) => countText(row.created + row.existing) },
  { id: "failed", header: "batches.column.failed", width: 96, align: "right", render: (row) => countText(left(row)) },
  { id: "amount", header: "words.field.amount", width: 140, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount) },
  { id: "fee", header: "words.field.fee", width: 120, align: "right", money: true, sum: "fee", render: (row) => amountCell(row.fee) },
  { id: "account", header: "batches.column.account", width: 130, render: (row) => textCell(row.account) },
  { id: "created_at", header: "batches.column.created", width: 140, render: (row) => timeCell(row.created_at) },
  { id: "finished_at", header: "batches.column.finished", width: 140, render: (row) => timeCell(row.finished_at) },
];

const ACTIONS = {
  stop: {
    id: "stop",
    label: "batches.action.stop",
    danger: true,
    inline: () => true,
    confirm: (row, { t }) => ({
      title: t("batches.ask.stopTitle", { id: row.id }),
      body: t("batches.ask.stopBody", { n: countText(row.waiting) }),
      label: t("batches.action.stop"),
    }),
    run: (row, idempotencyKey) => call("POST /api/disburses/batches/:id/stop", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "batches.done.stop",
  },
  retry: {
    id: "retry",
    label: "batches.action.retry",
    confirm: (row, { t }) => ({
      title: t("batches.ask.retryTitle", { id: row.id }),
      body: t("batches.ask.retryBody", { n: countText(left(row)) }),
      label: t("batches.action.retry"),
    }),
    run: (row, idempotencyKey) => call("POST /api/disburses/batches/:id/retry", { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
    done: "batches.done.retry",
  },
} as const satisfies Record<BatchAction, ActionSpec<BatchRow>>;

export const batchesList: ListSpec<BatchRow, BatchDetail> = {
  name: "batches",
  screen: "disburses",
  title: "batches.title",
  endpoint: "GET /api/disburses/batches",
  columns,
  filters: [
    {
      kind: "tabs",
      key: "status",
      label: "words.field.status",
      options: BATCH_STATUSES.map((value) => ({ value, label: `batches.status.${value}` as const })),
    },
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  ],
  searchHint: "batches.searchHint",
  empty: "batches.empty",
  card: { status: "status", amount: "amount", lines: ["file", "merchant", "progress", "account", "created_at"] },
  actions: Object.values(ACTIONS),
  drawer: {
    endpoint: "GET /api/disburses/batches/:id",
    status: batchStatus,
    amount: (row) => row.amount,
    waiting: (row, _detail, { t }) => {
      if (row.status === "running" || left(row) === 0) return null;
      return t(row.actions.includes("retry") ? "batches.waiting.failed" : "batches.waiting.failedPlain", { n: countText(left(row)) });
    },
    body: () => import("./batches-drawer.tsx"),
  },
  live: "batches",
};
