import * as z from "zod";
import { APPROVAL_ACTIONS, APPROVAL_KINDS, APPROVAL_STATUSES, type ApprovalKind } from "./approvals.ts";
import { amountIn, amountOutOrNull, csvOf, instant, instantOrNull, listQuery, publicId, reason, timelineItem, version } from "./schema.ts";

/** A request for a second approval. `payload`, `before` and `after` have secrets masked; what is run is kept sealed. */
export const approvalRow = z.object({
  id: publicId,
  kind: z.enum(APPROVAL_KINDS as readonly [ApprovalKind, ...ApprovalKind[]]),
  /** `id` is null where the object has none (config). `name` helps people only. */
  object: z.object({ type: z.string(), id: publicId.nullable(), name: z.string().nullable() }),
  action: z.string(),
  /** The object's version that the act was asked for: approving anything else is a conflict. */
  object_version: z.int(),
  payload: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  amount: amountOutOrNull,
  merchant_id: publicId.nullable(),
  merchant_name: z.string().nullable(),
  /** Accounts of the people. */
  maker: z.string(),
  /** False once the maker is disabled or deleted: the request can only be rejected. */
  maker_active: z.boolean(),
  checker: z.string().nullable(),
  /** True when the reader asked for it. */
  mine: z.boolean(),
  status: z.enum(APPROVAL_STATUSES),
  reason: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  decided_at: instantOrNull,
  /** Until when the maker may take what was approved; null: nothing to take, or taken. */
  collect_until: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(APPROVAL_ACTIONS)),
});
export type ApprovalRow = z.infer<typeof approvalRow>;
export const approvalDetail = approvalRow.extend({ timeline: z.array(timelineItem) });
export type ApprovalDetail = z.infer<typeof approvalDetail>;

export const approvalQuery = listQuery.extend({
  status: csvOf(APPROVAL_STATUSES),
  kind: z.string().max(400).optional(),
  /** `true`: asked for by the reader; `false`: by others. */
  mine: z.enum(["true", "false"]).optional(),
  object_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
});
export type ApprovalQuery = z.infer<typeof approvalQuery>;

/** The version may be left out: a request is decided once. */
export const approvalDecide = z.strictObject({ version: version.optional() });
export const approvalReject = z.strictObject({ version: version.optional(), reason });
/** Answer of `collect`: the request, and what the act answered, this once. */
export const approvalCollected = z.object({ approval: approvalRow, result: z.record(z.string(), z.unknown()) });
/** `data` of a 202: the act waits for a second approval. */
export const approvalAsked = z.object({ approval: approvalRow });
