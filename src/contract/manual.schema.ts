import * as z from "zod";
import { MANUAL_ACTIONS, MANUAL_KINDS, MANUAL_STATUSES } from "./manual.ts";
import {
  amountIn,
  amountOut,
  amountOutOrNull,
  csvOf,
  entryRow,
  instant,
  instantOrNull,
  line,
  listQuery,
  positiveAmountIn,
  publicId,
  reason,
  timelineItem,
  version,
} from "./schema.ts";

/** What an account would hold before and after, e.g. `merchant:Padma`. */
export const manualPreviewLine = z.object({ account: z.string(), before: amountOut, after: amountOut });

export const manualRow = z.object({
  id: publicId,
  kind: z.enum(MANUAL_KINDS),
  merchant_id: publicId.nullable(),
  merchant_name: z.string().nullable(),
  wallet_id: publicId.nullable(),
  wallet_name: z.string().nullable(),
  sms_id: publicId.nullable(),
  payment_id: publicId.nullable(),
  amount: amountOutOrNull,
  note: z.string(),
  /** As computed when it was asked for; once applied, as it was applied. */
  preview: z.array(manualPreviewLine),
  maker: z.string(),
  checker: z.string().nullable(),
  mine: z.boolean(),
  status: z.enum(MANUAL_STATUSES),
  reason: z.string().nullable(),
  expires_at: instant,
  created_at: instant,
  decided_at: instantOrNull,
  /** The request in the inbox of approvals. */
  approval_id: publicId.nullable(),
  version: z.int(),
  actions: z.array(z.enum(MANUAL_ACTIONS)),
});
export type ManualRow = z.infer<typeof manualRow>;

/** `now`: the preview computed at this moment, while it waits; `problem`: the code that applying it now would answer. */
export const manualDetail = manualRow.extend({
  now: z.array(manualPreviewLine).nullable(),
  problem: z.string().nullable(),
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
});
export type ManualDetail = z.infer<typeof manualDetail>;

const target = {
  kind: z.enum(MANUAL_KINDS),
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
  sms_id: publicId.optional(),
  payment_id: publicId.optional(),
  amount: positiveAmountIn.optional(),
};
/** `POST /api/manual`; which fields belong to which kind stands in MANUAL_FIELDS. */
export const manualCreate = z.strictObject({ ...target, note: line(500) });
export type ManualCreate = z.infer<typeof manualCreate>;
/** `POST /api/manual/preview`: what it would do, nothing stored. */
export const manualTry = z.strictObject(target);
export const manualTried = z.object({ amount: amountOutOrNull, preview: z.array(manualPreviewLine) });
export type ManualTried = z.infer<typeof manualTried>;

export const manualApply = z.strictObject({ version });
export const manualReject = z.strictObject({ version, reason });

export const manualQuery = listQuery.extend({
  status: csvOf(MANUAL_STATUSES),
  kind: csvOf(MANUAL_KINDS),
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
  mine: z.enum(["true", "false"]).optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
});
export type ManualQuery = z.infer<typeof manualQuery>;
