import * as z from "zod";
import { BULK_ACT_NAMES, BULK_ACTIONS, BULK_ITEM_STATUSES, BULK_MAX, BULK_PAUSES, BULK_STATUSES } from "./bulk.ts";
import { WALLET_SETTINGS } from "./wallets.ts";
import { templateSeen } from "./wallets.schema.ts";
import { amountIn, amountOut, amountOutOrNull, csvOf, inAddress, instant, instantOrNull, line, listQuery, publicId, reason, text, version } from "./schema.ts";

export const bulkItems = z
  .array(z.strictObject({ id: publicId, version }))
  .min(1)
  .max(200);
/** What goes with an act on some objects at once; `typed` is the sum of their amounts, where it is large. */
export const bulkAtOnce = { items: bulkItems, reason: reason.optional(), typed: amountIn.optional() };
export const bulkOut = z.object({ items: z.array(z.object({ id: publicId, ok: z.boolean(), code: z.string().nullable(), version: z.int().nullable() })) });
export type BulkOut = z.infer<typeof bulkOut>;

/**
 * Prepares a job: the chosen objects with the version that the person saw, or everything that a list's filter matches (its query
 * values). Exactly one of the two. `version` is left out where the object has none (notifications).
 */
export const bulkCreate = z.strictObject({
  act: z.enum(BULK_ACT_NAMES),
  items: z
    .array(z.strictObject({ id: publicId, version: version.optional(), reference: line(100).optional() }))
    .min(1)
    .max(BULK_MAX)
    .optional(),
  filter: z.record(z.string().max(40), text(400)).optional(),
  /** What is put on each of them, as the person saw it. */
  target: templateSeen.optional(),
});

export const bulkJobRow = z.object({
  id: publicId,
  act: z.enum(BULK_ACT_NAMES),
  account: z.string(),
  mine: z.boolean(),
  status: z.enum(BULK_STATUSES),
  pause_reason: z.enum(BULK_PAUSES).nullable(),
  /** The filter that was frozen; null: the objects were chosen one by one. */
  filter: z.record(z.string(), z.string()).nullable(),
  /** More matched than one job takes. */
  more: z.boolean(),
  reason: z.string().nullable(),
  items: z.int(),
  unchecked: z.int(),
  waiting: z.int(),
  blocked: z.int(),
  done: z.int(),
  asked: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Of everything that is not left out; of what is done. Null where the objects have no amount. */
  amount: amountOutOrNull,
  done_amount: amountOutOrNull,
  created_at: instant,
  started_at: instantOrNull,
  ended_at: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(BULK_ACTIONS)),
});
export type BulkJobRow = z.infer<typeof bulkJobRow>;

/** A field that an act would change: values as they stand in answers. */
export const bulkChange = z.object({
  field: z.enum(WALLET_SETTINGS),
  before: z.union([z.boolean(), z.int(), amountOut]).nullable(),
  after: z.union([z.boolean(), z.int(), amountOut]).nullable(),
});
export type BulkChange = z.infer<typeof bulkChange>;

export const bulkItemRow = z.object({
  position: z.int(),
  id: publicId,
  label: z.string().nullable(),
  merchant_name: z.string().nullable(),
  amount: amountOutOrNull,
  reference: z.string().nullable(),
  status: z.enum(BULK_ITEM_STATUSES),
  /** Why it is left out or has failed. */
  code: z.string().nullable(),
  /** The object's state that stood against it, where that was the reason. */
  state: z.string().nullable(),
  at: instantOrNull,
  /** What would be another way afterwards, before it is done; null where the act changes no fields by name. */
  changes: z.array(bulkChange).nullable(),
});
export type BulkItemRow = z.infer<typeof bulkItemRow>;

export const bulkJobDetail = bulkJobRow.extend({
  /** Sum of what is not left out, by merchant, the largest first. */
  merchants: z.array(z.object({ merchant_id: publicId, merchant_name: z.string(), count: z.int(), amount: amountOutOrNull })),
  /** What is left out or has failed, by reason. */
  reasons: z.array(z.object({ status: z.enum(BULK_ITEM_STATUSES), code: z.string(), state: z.string().nullable(), count: z.int() })),
  /** Items that will wait for a second approval when the job runs. */
  asks: z.int(),
  /** Before it starts: the sum must be typed. */
  typed: z.boolean(),
  /** Before it starts: the sum is above what its maker may decide alone, which is this. */
  over_limit: amountOutOrNull,
  /** Before it starts: items whose object has changed since they were checked, and objects that match the filter now and are no items. */
  changed: z.int(),
  added: z.int(),
  /** What is put on each of them, by name; null: the act names nothing. */
  target: z.object({ id: z.string(), name: z.string(), edition: z.int() }).nullable(),
  /** Before it starts: how many would change in which field. Null where the act changes no fields by name. */
  fields: z.array(z.object({ field: z.enum(WALLET_SETTINGS), count: z.int() })).nullable(),
});
export type BulkJobDetail = z.infer<typeof bulkJobDetail>;

export const bulkQuery = listQuery.extend({ status: csvOf(BULK_STATUSES), act: csvOf(BULK_ACT_NAMES), mine: z.enum(["true", "false"]).optional() });
export type BulkQuery = z.infer<typeof bulkQuery>;
export const bulkItemsQuery = z.strictObject({
  status: csvOf(BULK_ITEM_STATUSES),
  /** Position of the last item of the page before. */
  after: inAddress(z.int().min(0).max(BULK_MAX)).optional(),
});
export const bulkItemsOut = z.object({ items: z.array(bulkItemRow), next: z.int().nullable() });
export type BulkItemsOut = z.infer<typeof bulkItemsOut>;
export const bulkResultQuery = z.strictObject({ lang: z.enum(["zh", "en"]).default("zh") });

/** What the person saw and says yes to; anything else is a conflict. `typed` is the sum once more, where it is large; `reason` is that of all. */
export const bulkStart = z.strictObject({
  version,
  count: z.int().min(1).max(BULK_MAX),
  sum: amountIn.optional(),
  typed: amountIn.optional(),
  reason: reason.optional(),
});
export const bulkDo = z.strictObject({ version });
