import * as z from "zod";
import { BATCH_ACTIONS, BATCH_CHARACTERS_MAX, BATCH_RESULTS, BATCH_ROW_STATUSES, BATCH_STATUSES, BATCH_STOPS } from "./disburse-batches.ts";
import { DISBURSE_STATUSES } from "./disburses.ts";
import { amountIn, amountOut, amountOutOrNull, csvOf, instant, instantOrNull, line, listQuery, publicId, text, version } from "./schema.ts";

/** `expect`: what the person saw in the dry run and agreed to; anything else is a conflict, and nothing is made. */
export const batchIn = z.strictObject({
  csv: text(BATCH_CHARACTERS_MAX, 1),
  file_name: line(200).optional(),
  dry_run: z.boolean(),
  expect: z.strictObject({ count: z.int().min(1), amount: amountIn }).optional(),
});

/** One row as a dry run sees it: the file's own texts, and what is wrong with which field. */
export const batchCheckRow = z.object({
  /** Line in the file, the head being 1. */
  line: z.int(),
  merchant_order_id: z.string(),
  operator: z.string(),
  amount: z.string(),
  customer: z.string(),
  user_id: z.string(),
  result: z.enum(BATCH_RESULTS),
  field: z.string().nullable(),
  code: z.string().nullable(),
  /** The order that has this number already. */
  order_id: publicId.nullable(),
  fee: amountOutOrNull,
});
export type BatchCheckRow = z.infer<typeof batchCheckRow>;
export const batchTotals = z.object({
  rows: z.int(),
  ok: z.int(),
  error: z.int(),
  duplicate: z.int(),
  existing: z.int(),
  /** Of the rows that are ok. */
  amount: amountOut,
  fee: amountOut,
  total: amountOut,
  available: amountOut,
  enough: z.boolean(),
});
export type BatchTotals = z.infer<typeof batchTotals>;

export const batchRow = z.object({
  id: publicId,
  merchant_id: publicId,
  merchant_name: z.string(),
  file_name: z.string(),
  account: z.string().nullable(),
  status: z.enum(BATCH_STATUSES),
  /** Null: it was not stopped, or goes on again. */
  stop_reason: z.enum(BATCH_STOPS).nullable(),
  rows: z.int(),
  waiting: z.int(),
  created: z.int(),
  existing: z.int(),
  failed: z.int(),
  stopped: z.int(),
  amount: amountOut,
  fee: amountOut,
  created_at: instant,
  finished_at: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(BATCH_ACTIONS)),
});
export type BatchRow = z.infer<typeof batchRow>;

/** Answer of a dry run (`batch` null) and of the real one (`again`: this very file had been sent before). */
export const batchOut = z.object({ rows: z.array(batchCheckRow), totals: batchTotals, batch: batchRow.nullable(), again: z.boolean() });
export type BatchOut = z.infer<typeof batchOut>;

export const batchLine = z.object({
  line: z.int(),
  merchant_order_id: z.string(),
  operator: z.string(),
  amount: amountOut,
  customer: z.string(),
  user_id: z.string().nullable(),
  status: z.enum(BATCH_ROW_STATUSES),
  field: z.string().nullable(),
  code: z.string().nullable(),
  order_id: publicId.nullable(),
  order_status: z.enum(DISBURSE_STATUSES).nullable(),
});
export type BatchLine = z.infer<typeof batchLine>;
export const batchDetail = batchRow.extend({
  /** How the orders of this batch stand. */
  orders: z.array(z.object({ status: z.enum(DISBURSE_STATUSES), count: z.int(), amount: amountOut })),
  /** Rows without an order, the first two hundred. */
  problems: z.array(batchLine),
});
export type BatchDetail = z.infer<typeof batchDetail>;

export const batchQuery = listQuery.extend({ status: csvOf(BATCH_STATUSES), merchant_id: publicId.optional() });
export type BatchQuery = z.infer<typeof batchQuery>;
export const batchAct = z.strictObject({ version });
export const batchResultQuery = z.strictObject({ lang: z.enum(["zh", "en"]).default("zh") });
