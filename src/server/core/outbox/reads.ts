/** Reading notifications: one with its body, and those of one order. */
import type { DeliveryDetail, DeliveryRow } from "../../../contract/deliveries.schema.ts";
import type { Page } from "../../../contract/envelope.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { phonesIn } from "../../platform/lists/mask.ts";
import { findRaw, listPage } from "../../platform/lists/page.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { deliveriesOf } from "../../platform/lists/timeline.ts";
import { Refused } from "../../platform/refusal.ts";
import { DELIVERY_LIST, deliveryRowOf } from "./queries.ts";

function readBody(text: string | undefined): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text ?? "{}");
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : { body };
  } catch {
    return { body: text };
  }
}

/** One notification with the body that is signed and sent, phone numbers in it as the viewer may read them. Refuses not_found, alike for another merchant's */
export async function deliveryDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<DeliveryDetail | Refused> {
  const row = await findRaw(q, DELIVERY_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const bodies = await q.rows<{ body: string }>("select body from outbox where id = $1 union all select body from deliveries where id = $1 limit 1", [id]);
  return { ...deliveryRowOf(app, row, viewer), body: phonesIn(viewer, readBody(bodies[0]?.body)) };
}

/** Every notification of an object with its body, oldest first. */
export async function deliveryDetailsOf(app: App, q: Queryable, objectId: bigint, viewer: Viewer): Promise<DeliveryDetail[]> {
  const found: DeliveryDetail[] = [];
  for (const { id } of await deliveriesOf(q, objectId)) {
    const one = await deliveryDetail(app, q, id, viewer);
    // Between the two statements of a reader without a snapshot it may have gone into an archive.
    if (!(one instanceof Refused)) found.push(one);
  }
  return found;
}

/** Notifications of one order, newest first: a page of at most 200. Refuses validation_failed for a cursor that is none */
export function deliveriesOfOrder(
  app: App,
  query: { readonly order_id: string; readonly cursor?: string | undefined },
  viewer: Viewer,
): Promise<Page<DeliveryRow> | Refused> {
  return listPage(app, DELIVERY_LIST, { ...query, size: 200 }, viewer);
}
