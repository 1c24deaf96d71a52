/** The disburses list as data. */
import type { DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ListSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { disburseActions, disburseBulk } from "./actions.ts";
import { disburseColumns, disburseStatus } from "./columns.tsx";
import { disburseFilters, merchantDisburseFilters } from "./filters.ts";

/** What wants a person, the heaviest first: said to whoever can do something about it. */
function waitingOf(row: DisburseRow, detail: DisburseDetail | null, { t }: CellTools): string | null {
  const n = row.attempts.at(-1)?.no ?? 1;
  const decides = mayNow("disburses.decide");
  if ((row.status === "unknown" || row.status === "attempt_failed") && !decides) return t("disburses.waiting.others");
  if (row.status === "unknown") return t("disburses.waiting.unknown", { n });
  if (row.status === "attempt_failed") return t("disburses.waiting.attemptFailed", { n });
  if (row.status === "review") return t("disburses.waiting.review");
  if ((row.status === "pending" || row.status === "approved") && detail?.queued_since)
    return t("disburses.waiting.queued", { since: formatDateTime(detail.queued_since) });
  if (decides && row.disputed_at !== null) return t("disburses.waiting.disputed");
  if (decides && row.reason === "waits_for_proof") return t("disburses.waiting.proof");
  if (decides && row.returned_at !== null) return t("disburses.waiting.returned");
  const isUntold = row.notify.status === "failed" || row.notify.status === "stopped";
  return isUntold && mayNow("disburses.notify") ? t("orders.waiting.notifyFailed") : null;
}

export const disbursesList: ListSpec<DisburseRow, DisburseDetail> = {
  name: "disburses",
  title: "frame.screen.disburses",
  endpoint: "GET /api/disburses",
  columns: disburseColumns,
  filters: disburseFilters,
  searchHint: "disburses.searchHint",
  empty: "disburses.empty",
  card: { status: "status", amount: "amount", lines: ["merchant", "merchant_order_id", "customer", "attempts", "created_at"] },
  actions: disburseActions,
  bulk: disburseBulk,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/disburses/:id",
    status: disburseStatus,
    amount: (row) => row.amount,
    waiting: waitingOf,
    evidence: async (row, tools) => (await import("./evidence-file.ts")).saveDisburseEvidence(row, tools),
    body: () => import("./drawer.tsx"),
  },
  live: "disburses",
  exportable: true,
};
/** The same list for a merchant's people. */
export const merchantDisbursesList: ListSpec<DisburseRow, DisburseDetail> = { ...disbursesList, filters: merchantDisburseFilters };
