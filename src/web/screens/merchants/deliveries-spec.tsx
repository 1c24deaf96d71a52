/** The notifications log as a list. */
import type { DeliveryDetail, DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { NOTIFY_STATUSES, UNDELIVERED } from "../../../contract/payments.ts";
import { KEPT_WEBHOOKS } from "../../../contract/webhooks.ts";
import { shortId } from "../../i18n/format.ts";
import { absent, copyCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { choiceOf, type ColumnSpec, type FilterSpec, type ListSpec, operatorFilter } from "../../list/spec/index.ts";
import { named } from "../../words/named.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { currentSession } from "../../session.tsx";
import { NOTIFY_TONES } from "../payments/columns.tsx";
import { deliveryActions, deliveryBulk, mayResend } from "./deliveries-actions.ts";

/** What came of the latest attempt: its code, or its error in words. */
function lastAnswer(row: DeliveryRow): React.ReactNode {
  const last = row.attempts.at(-1);
  if (last === undefined) return absent;
  return last.error === null ? (last.code ?? absent) : textCell(`${last.code === null ? "" : `${last.code} `}${named("deliveries", "error", last.error)}`);
}

/** Status as dot and word. */
function deliveryStatus(row: DeliveryRow, { t }: CellTools): React.ReactNode {
  return statusCell(NOTIFY_TONES[row.status], t(`deliveries.status.${row.status}`));
}

/** Why it has not arrived; what to do, to those who can: a merchant's people see to an address of their own. */
function waitingOf(status: "failed" | "stopped" | "none", { t }: CellTools): string {
  if (!mayResend()) return t(`deliveries.waiting.plain.${status}`);
  const session = currentSession();
  const isOwn = session.state === "in" && session.profile.merchant_id !== null;
  return t(isOwn ? `deliveries.waiting.own.${status}` : `deliveries.waiting.${status}`);
}

const columns: readonly ColumnSpec<DeliveryRow>[] = [
  idColumn("deliveries.column.id", 132),
  { id: "created_at", header: "words.field.created_at", width: 120, render: (row) => timeCell(row.created_at) },
  { id: "type", header: "words.field.type", width: 150, render: (row) => named("deliveries", "type", row.type) },
  {
    id: "object",
    header: "words.field.order",
    width: 130,
    render: (row, tools) => (
      <ObjectLink type={row.object.type} id={row.object.id} tools={tools}>
        {shortId(row.object.id)}
      </ObjectLink>
    ),
  },
  { id: "merchant", header: "words.field.merchant_id", width: 116, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "status", header: "words.field.status", width: 100, render: deliveryStatus },
  { id: "attempts", header: "deliveries.column.attempts", width: 92, align: "right", render: (row) => row.attempts.length },
  { id: "last_code", header: "deliveries.column.last_code", width: 140, render: lastAnswer },
  { id: "last_at", header: "deliveries.column.last_at", width: 124, render: (row) => timeCell(row.attempts.at(-1)?.at ?? null) },
  { id: "next_at", header: "deliveries.column.next_at", width: 140, render: (row) => timeCell(row.next_at) },
  { id: "url", header: "words.field.url", width: 240, render: (row) => textCell(row.url) },
  { id: "webhook_id", header: "deliveries.column.webhook_id", width: 150, defaultHidden: true, render: (row) => copyCell(row.webhook_id, true) },
];

export const deliveryFilters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: [
      { value: UNDELIVERED, label: "deliveries.undelivered" },
      ...NOTIFY_STATUSES.map((value) => ({ value, label: `deliveries.status.${value}` as const })),
    ],
  },
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
  choiceOf("merchant_served", "words.field.merchant_served", ["true", "false"] as const, (value) => `deliveries.servedOf.${value}`, {
    permission: "merchants.see",
    more: true,
  }),
  choiceOf("type", "words.field.type", KEPT_WEBHOOKS, (value) => `deliveries.type.${value}`),
  operatorFilter("words.field.operator", true),
  { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see", more: true },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "deliveries.filter.amount", more: true },
  { kind: "text", key: "order_id", label: "words.field.order_number", maxLength: 40, more: true },
];

export const deliveriesList: ListSpec<DeliveryRow, DeliveryDetail> = {
  name: "deliveries",
  screen: "merchants",
  title: "deliveries.title",
  endpoint: "GET /api/deliveries",
  columns,
  filters: deliveryFilters,
  searchHint: "deliveries.searchHint",
  empty: "deliveries.empty",
  card: { status: "status", lines: ["type", "object", "merchant", "last_code", "attempts", "created_at"] },
  actions: deliveryActions,
  bulk: deliveryBulk,
  drawer: {
    endpoint: "GET /api/deliveries/:id",
    status: deliveryStatus,
    waiting: (row, _detail, tools) => (row.status === "failed" || row.status === "stopped" || row.status === "none" ? waitingOf(row.status, tools) : null),
    body: () => import("./deliveries-drawer.tsx"),
  },
  live: "deliveries",
  // The events of notifications carry the number of attempts.
  versionOf: (row) => row.attempts.length,
  exportable: true,
};
