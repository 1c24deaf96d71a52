/** Queues notifications: rows of the outbox, written in the transaction that changed the object (rule 30). */
import { isoInstant } from "../../../contract/time.ts";
import type { WebhookData } from "../../../contract/webhooks.schema.ts";
import { type KeptWebhook, WEBHOOKS, type WebhookAbout, type WebhookOf, type WebhookType } from "../../../contract/webhooks.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { countTold } from "../orders/observe.ts";

/** Where the worker of another process listens for rows that were queued. */
export const OUTBOX_CHANNEL = "floatdesk_outbox";

/** How long a notification is tried before it is given up, ms. */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/** A listed type that is kept, with the object that it is about as the merchant's API answers it. */
type KeptEvent = { [About in WebhookAbout]: { readonly type: KeptWebhook & WebhookOf<About>; readonly data: WebhookData<About> } }[WebhookAbout];

/** What a notification says and to whom. */
export type Notification = KeptEvent & {
  readonly merchantId: bigint;
  readonly objectId: bigint;
  /** Target: the order's own address, else the merchant's. Null: nothing is sent, status `none`. */
  readonly url: string | null;
};

/** A row of the table `outbox`, under its column names; ids are written as digits by {@link toJson}. */
export interface NotificationRow {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly object_type: WebhookAbout;
  readonly object_id: bigint;
  readonly type: KeptWebhook;
  readonly url: string | null;
  readonly body: string;
  readonly status: "waiting" | "none";
  readonly next_at: string | null;
  readonly give_up_at: string | null;
}

/** The exact text that is signed and sent. The data is what a merchant's API answers: it holds no bigint. */
export function notificationBody(type: WebhookType, atMs: number, data: unknown): string {
  return JSON.stringify({ type, timestamp: isoInstant(atMs), data });
}

/** Values of one outbox row; takes an id and the time, touches nothing else. */
export function notificationRow(app: Pick<App, "ids" | "now">, wanted: Notification): NotificationRow {
  const now = app.now();
  return {
    id: app.ids.next(),
    merchant_id: wanted.merchantId,
    object_type: WEBHOOKS[wanted.type].about,
    object_id: wanted.objectId,
    type: wanted.type,
    url: wanted.url,
    body: notificationBody(wanted.type, now, wanted.data),
    status: wanted.url === null ? "none" : "waiting",
    next_at: wanted.url === null ? null : isoInstant(now),
    give_up_at: wanted.url === null ? null : new Date(now + GIVE_UP_AFTER_MS).toISOString(),
  };
}

/** Inserts rows with one statement, as `posting_write` does with its own (`test/books/one-rule.test.ts` compares); what is never sent goes into the history at once. After the commit the caller calls `app.wakeOutbox()`. */
export async function insertNotifications(tx: Queryable & Partial<Pick<Tx, "onCommit">>, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    `with x as materialized (
       select * from json_to_recordset($1::json) as x (id bigint, merchant_id bigint, object_type text, object_id bigint, type text, url text, body text, status text, next_at timestamptz, give_up_at timestamptz)
     ), sent as (
       insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at)
         select id, merchant_id, object_type, object_id, type, url, body, status, next_at, give_up_at from x where status <> 'none'
     )
     insert into deliveries (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log)
       select id, merchant_id, object_type, object_id, type, url, body, status, 0, '[]' from x where status = 'none'`,
    [toJson(rows)],
    "outbox_insert",
  );
  tx.onCommit?.(() => countTold(rows));
}
