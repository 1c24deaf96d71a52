import * as z from "zod";
import { trxId } from "./payments.schema.ts";
import {
  amountIn,
  amountOut,
  amountOutOrNull,
  csvOf,
  entryRow,
  instant,
  instantOrNull,
  listQuery,
  note,
  operator,
  positiveAmountIn,
  publicId,
  reason,
  timelineItem,
  version,
} from "./schema.ts";
import { TRANSFER_ACTIONS, TRANSFER_KINDS, TRANSFER_STATUSES } from "./transfers.ts";

export const transferRow = z.object({
  id: publicId,
  kind: z.enum(TRANSFER_KINDS),
  from_wallet_id: publicId.nullable(),
  from_wallet_name: z.string().nullable(),
  from_operator: operator.nullable(),
  to_wallet_id: publicId.nullable(),
  to_wallet_name: z.string().nullable(),
  to_operator: operator.nullable(),
  amount: amountOut,
  expected_cost: amountOut,
  /** What the operators really charged; null until it is completed. */
  cost: amountOutOrNull,
  /** What is frozen on the paying wallet for it now. */
  frozen: amountOut,
  status: z.enum(TRANSFER_STATUSES),
  trx_id: z.string().nullable(),
  /** The TrxID on the receiving wallet, where it is another one. */
  received_trx_id: z.string().nullable(),
  /** When the money left, and when it came; null: not yet, or no such side. */
  sent_at: instantOrNull,
  received_at: instantOrNull,
  maker: z.string(),
  checker: z.string().nullable(),
  note: z.string(),
  reason: z.string().nullable(),
  created_at: instant,
  approved_at: instantOrNull,
  completed_at: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(TRANSFER_ACTIONS)),
});
export type TransferRow = z.infer<typeof transferRow>;

/** A message that moved one side of a transfer, or that could. */
export const movementMessage = z.object({
  id: publicId,
  wallet_id: publicId,
  wallet_name: z.string(),
  sender: z.string().nullable(),
  text: z.string(),
  direction: z.enum(["credit", "debit"]),
  amount: amountOutOrNull,
  fee: amountOutOrNull,
  trx_id: z.string().nullable(),
  match_status: z.string(),
  received_at: instant,
});
export const transferDetail = transferRow.extend({
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
  messages: z.array(movementMessage),
  /** Messages with its amount on its wallets that nothing explains yet. */
  candidates: z.array(movementMessage),
});
export type TransferDetail = z.infer<typeof transferDetail>;

export const transferQuery = listQuery.extend({
  status: csvOf(TRANSFER_STATUSES),
  kind: csvOf(TRANSFER_KINDS),
  /** Either side. */
  wallet_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
});
export type TransferQuery = z.infer<typeof transferQuery>;

export const transferCreate = z.strictObject({
  kind: z.enum(TRANSFER_KINDS),
  from_wallet_id: publicId.optional(),
  to_wallet_id: publicId.optional(),
  amount: positiveAmountIn,
  /** What the operator will probably charge; frozen with the amount. */
  expected_cost: amountIn.optional(),
  note: note.optional(),
});
export type TransferCreate = z.infer<typeof transferCreate>;
export const transferApprove = z.strictObject({ version });
export const transferComplete = z.strictObject({ version, trx_id: trxId.optional(), received_trx_id: trxId.optional(), cost: amountIn.optional() });
export type TransferComplete = z.infer<typeof transferComplete>;
export const transferFail = z.strictObject({ version, reason });
export const transferCancel = z.strictObject({ version });
