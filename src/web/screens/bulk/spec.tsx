/** Acts on many rows as a list. */
import { BULK_ACT_NAMES, BULK_STATUSES, type BulkAction } from "../../../contract/bulk.ts";
import type { BulkJobDetail, BulkJobRow } from "../../../contract/bulk.schema.ts";
import { call } from "../../api.ts";
import { countText } from "../../i18n/format.ts";
import { actWord, jobQuestion, jobStatus, ProgressBar } from "../../list/bulk/index.ts";
import { amountCell, idColumn, textCell, timeCell } from "../../list/columns/index.ts";
import type { ActionSpec, ColumnSpec, ListSpec } from "../../list/spec/index.ts";
import { go } from "../../nav.ts";
import { objectPath } from "../../paths.ts";
import { currentLocale } from "../../i18n/locale.ts";

const columns: readonly ColumnSpec<BulkJobRow>[] = [
  idColumn("bulk.column.id", 132),
  { id: "act", header: "words.field.act", width: 190, grow: true, render: (row) => textCell(actWord(row.act)) },
  { id: "status", header: "words.field.status", width: 108, render: jobStatus },
  { id: "progress", header: "words.field.progress", width: 190, render: (row, tools) => <ProgressBar job={row} tools={tools} /> },
  { id: "amount", header: "bulk.column.amount", width: 140, align: "right", money: true, render: (row) => amountCell(row.amount) },
  {
    id: "result",
    header: "bulk.column.result",
    width: 120,
    align: "right",
    render: (row) => `${countText(row.done)} / ${countText(row.failed)}`,
  },
  { id: "account", header: "bulk.column.account", width: 130, render: (row) => textCell(row.account) },
  { id: "created_at", header: "words.field.created_at", width: 140, render: (row) => timeCell(row.created_at) },
  { id: "started_at", header: "bulk.column.started", width: 140, defaultHidden: true, render: (row) => timeCell(row.started_at) },
  { id: "ended_at", header: "bulk.column.ended", width: 140, render: (row) => timeCell(row.ended_at) },
];

const changing = (id: "pause" | "resume" | "cancel", more: Partial<ActionSpec<BulkJobRow>> = {}): ActionSpec<BulkJobRow> => ({
  id,
  label: `bulk.action.${id}`,
  confirm: (row, tools) => jobQuestion(id, row, tools),
  run: (row, idempotencyKey) => call(`POST /api/bulk/:id/${id}`, { params: { id: row.id }, body: { version: row.version }, idempotencyKey }),
  done: `bulk.done.${id}`,
  ...more,
});

/** Starting stands in the drawer, below what is to be looked at. */
const ACTIONS = {
  pause: changing("pause", { inline: () => true }),
  resume: changing("resume", { inline: () => true }),
  cancel: changing("cancel", { danger: true }),
  again: {
    id: "again",
    label: "bulk.action.again",
    confirm: (row, tools) => jobQuestion("again", row, tools),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/bulk/:id/again", { params: { id: row.id }, body: {}, idempotencyKey });
      const path = answer.success ? objectPath(currentLocale(), "bulk", answer.data.id) : null;
      if (path !== null) go(path);
      // The list keeps the row that was acted on: the new one is another.
      return answer.success ? { ...answer, data: row } : answer;
    },
    done: "bulk.done.again",
  },
} as const satisfies Record<Exclude<BulkAction, "start">, ActionSpec<BulkJobRow>>;

export const bulkList: ListSpec<BulkJobRow, BulkJobDetail> = {
  name: "bulk",
  title: "bulk.title",
  endpoint: "GET /api/bulk",
  columns,
  filters: [
    { kind: "tabs", key: "status", label: "words.field.status", options: BULK_STATUSES.map((value) => ({ value, label: `bulk.status.${value}` as const })) },
    {
      kind: "choice",
      key: "act",
      label: "words.field.act",
      multiple: true,
      options: BULK_ACT_NAMES.map((value) => ({ value, label: `bulk.act.${value}` as const })),
    },
    {
      kind: "choice",
      key: "mine",
      label: "bulk.column.mine",
      options: (["true", "false"] as const).map((value) => ({ value, label: `bulk.mine.${value}` as const })),
    },
  ],
  searchHint: "bulk.searchHint",
  empty: "bulk.empty",
  firstStep: { permission: "bulk.run", text: "bulk.firstStep" },
  card: { status: "status", amount: "amount", lines: ["act", "progress", "result", "account", "created_at"] },
  actions: Object.values(ACTIONS),
  drawer: {
    endpoint: "GET /api/bulk/:id",
    status: jobStatus,
    amount: (row) => row.amount,
    waiting: (row, _detail, { t }) => {
      if (row.status === "draft" && row.mine) return t("bulk.waiting.draft");
      if (row.status !== "done" || row.failed === 0) return null;
      return t(row.actions.includes("again") ? "bulk.waiting.failed" : "bulk.waiting.failedPlain", { n: countText(row.failed) });
    },
    body: () => import("./drawer.tsx"),
  },
  live: "bulk",
};
