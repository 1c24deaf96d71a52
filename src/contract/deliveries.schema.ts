import * as z from "zod";
import { NOTIFY_STATUSES } from "./payments.ts";
import { amountIn, csvOf, instant, instantOrNull, listQuery, operator, page, publicId } from "./schema.ts";
import { KEPT_WEBHOOKS } from "./webhooks.ts";

export const deliveryAttempt = z.object({
  at: instant,
  code: z.int().nullable(),
  ms: z.int().nullable(),
  body_start: z.string().nullable(),
  error: z.string().nullable(),
});
export const deliveryRow = z.object({
  id: publicId,
  webhook_id: z.string(),
  merchant_id: publicId,
  merchant_name: z.string(),
  object: z.object({ type: z.string(), id: publicId }),
  type: z.string(),
  url: z.string().nullable(),
  status: z.enum(NOTIFY_STATUSES),
  attempts: z.array(deliveryAttempt),
  next_at: instantOrNull,
  created_at: instant,
});
export type DeliveryRow = z.infer<typeof deliveryRow>;
export const deliveryDetail = deliveryRow.extend({ body: z.record(z.string(), z.unknown()) });
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
export const deliveryQuery = listQuery.extend({
  merchant_id: publicId.optional(),
  status: csvOf(NOTIFY_STATUSES),
  type: z.enum(KEPT_WEBHOOKS).optional(),
  /** Whether their merchant is enabled and not deleted. */
  merchant_served: z.enum(["true", "false"]).optional(),
  order_id: publicId.optional(),
  operator: operator.optional(),
  wallet_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
});
export type DeliveryQuery = z.infer<typeof deliveryQuery>;
export const resendFilter = z.strictObject({ ids: z.array(publicId).min(1).max(1000).optional(), filter: deliveryQuery.optional() });
export const resendOut = z.object({ count: z.int() });
export const merchantDeliveriesQuery = z.strictObject({
  order_id: publicId.min(1).meta({ description: "id of a payment, a payout or a withdrawal", examples: ["P261121XY12AB34"] }),
  cursor: z.string().max(60).optional().meta({ description: "`next_cursor` of the answer before, until it is null" }),
});
/** A merchant's own page of notifications: as every list, without what only the dashboard shows. */
export const merchantDeliveries = page(deliveryRow.omit({ merchant_name: true })).pick({ items: true, next_cursor: true, searched_back_to: true });
export const webhookKey = z.object({
  keys: z.array(z.object({ id: z.string(), whpk: z.string(), jwk: z.record(z.string(), z.unknown()), from: instant, until: instantOrNull })),
});
/** `current`: id of the newest key, as it was shown to who decided. */
export const webhookKeyRenew = z.strictObject({ current: z.string().regex(/^whk_[0-9a-f]{16}$/) });
export const webhookTest = z.object({ code: z.int().nullable(), ms: z.int(), body_start: z.string().nullable(), error: z.string().nullable() });
