/** Notifications as a list: the queue and the history of delivered ones together. */
import type { DeliveryQuery, DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { NOTIFY_STATUSES, type NotifyStatus, UNDELIVERED_STATUSES } from "../../../contract/payments.ts";
import type { WebhookAbout } from "../../../contract/webhooks.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import { atLeast, atMost, byId, byOrderNumber, idOf, is, oneOf, referredTo, referringTo, throughOrder, walletOf } from "../../platform/lists/filters.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { refId } from "../../platform/lists/refs.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { raw, sql } from "../../platform/lists/sql.ts";

/** One try, as the worker logs it. */
export interface StoredAttempt {
  readonly at: string;
  readonly code: number | null;
  readonly ms: number | null;
  readonly body_start: string | null;
  readonly error: string | null;
}
/** A notification as the list's statement answers it. */
export interface DeliveryRaw {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly type: string;
  readonly url: string | null;
  readonly status: string;
  readonly attempt_log: readonly StoredAttempt[];
  readonly next_at: Date | null;
  readonly merchant_name: string | null;
}

/** What the indexes of the queue and of the history hold. */
const UNDELIVERED = NOTIFY_STATUSES.filter((status) => status !== "delivered");

const COLUMNS = "t.id, t.merchant_id, t.object_type, t.object_id, t.type, t.url, t.status, t.attempt_log";

const quoted = UNDELIVERED_STATUSES.map((status) => `'${status}'`).join(", ");
/**
 * Notifications that were given up, as a select of `merchant_id`, `status`: those of the queue, and those that went to the history a month
 * later. Nobody has seen to these either.
 */
export const GIVEN_UP = `select merchant_id, status from outbox where status in (${quoted}) union all select merchant_id, status from deliveries where status in (${quoted})`;

/**
 * Those of {@link GIVEN_UP} that somebody has to see to, as the same columns: whatever tells the platform of them counts these. Rows of a
 * merchant that has left stay in the history, and nobody will send them again.
 */
export const OWED = `select g.merchant_id, g.status from (${GIVEN_UP}) g join merchants_served m on m.id = g.merchant_id`;

/** What notifications are about: orders and withdrawals. A test is kept nowhere. */
const TOLD_OF: readonly string[] = ["payment", "disburse", "withdrawal"] satisfies WebhookAbout[];

const ofObject = referredTo((kind, id) => (TOLD_OF.includes(kind) ? sql`t.object_id = ${id} and t.object_type = ${kind}` : null));

/** The notifications list; a merchant's users see their own. */
export const DELIVERY_LIST: ListSpec<DeliveryQuery, DeliveryRaw, DeliveryRow> = {
  name: "deliveries",
  kind: "delivery",
  sources: [
    { from: "outbox t", columns: `${COLUMNS}, t.next_at` },
    { from: "deliveries t", columns: `${COLUMNS}, null::timestamptz as next_at` },
  ],
  scope: "t.merchant_id",
  filters: {
    merchant_id: idOf("merchant", "t.merchant_id"),
    status: oneOf("t.status", UNDELIVERED),
    type: is("t.type"),
    merchant_served: (value) => ({ along: raw(`${value === "true" ? "" : "not "}exists (select from merchants_served m where m.id = t.merchant_id)`) }),
    operator: throughOrder("t.object_type", "t.object_id", is("o.operator")),
    wallet_id: throughOrder("t.object_type", "t.object_id", walletOf("o.wallet_id")),
    min_amount: throughOrder("t.object_type", "t.object_id", atLeast("o.amount")),
    max_amount: throughOrder("t.object_type", "t.object_id", atMost("o.amount")),
    order_id: referringTo(ofObject),
  },
  search: [byId("delivery"), byId("webhook"), ofObject, byOrderNumber("payment", "t.object_id"), byOrderNumber("disburse", "t.object_id")],
  outer: { select: "m.name as merchant_name", joins: "left join merchants m on m.id = u.merchant_id" },
  rows: (app, raws, viewer) => raws.map((row) => deliveryRowOf(app, row, viewer)),
};

/** A row of the contract. What a merchant's program answered may say whatever it was sent. */
export function deliveryRowOf(app: Pick<App, "publicIds">, row: DeliveryRaw, viewer: Viewer): DeliveryRow {
  return {
    id: app.publicIds.encode("delivery", row.id),
    webhook_id: app.publicIds.encode("webhook", row.id),
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.merchant_name ?? "",
    object: { type: row.object_type, id: refId(app, row.object_type, row.object_id) },
    type: row.type,
    url: row.url,
    // Bounded by a check of the database.
    status: row.status as NotifyStatus,
    attempts: row.attempt_log.map(({ at, code, ms, body_start, error }) => ({
      at,
      code: code ?? null,
      ms: ms ?? null,
      body_start: phoneFor(viewer, body_start ?? null),
      error: phoneFor(viewer, error ?? null),
    })),
    next_at: row.next_at?.toISOString() ?? null,
    created_at: idIso(row.id),
  };
}
