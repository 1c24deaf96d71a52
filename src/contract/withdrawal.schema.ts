import * as z from "zod";
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
  note,
  positiveAmountIn,
  publicId,
  reason,
  timelineItem,
  version,
} from "./schema.ts";
import { deliveryLink } from "./payments.schema.ts";
import { movementMessage } from "./transfers.schema.ts";
import { WITHDRAWAL_ACTIONS, WITHDRAWAL_STATUSES, WITHDRAWAL_STOPS } from "./withdrawal.ts";

export const withdrawalRow = z.object({
  id: publicId,
  merchant_id: publicId,
  merchant_name: z.string(),
  receiving_account: z.string(),
  amount: amountOut,
  /** The most that could be withdrawn when it was submitted. */
  max_available: amountOut,
  note: z.string(),
  /** Account of who submitted it; null to a merchant's people when it was somebody of the platform. */
  submitter: z.string().nullable(),
  approver: z.string().nullable(),
  payer: z.string().nullable(),
  status: z.enum(WITHDRAWAL_STATUSES),
  paid: z.boolean(),
  paid_at: instantOrNull,
  /** The proof of the payment: a TrxID, a bank's number. */
  reference: z.string().nullable(),
  /** The wallet that paid it; null: paid from outside. Staff only. */
  wallet_id: publicId.nullable(),
  wallet_name: z.string().nullable(),
  cost: amountOutOrNull,
  reason: z.string().nullable(),
  /** The open bank file in which it stands. Staff only. */
  bank_file: publicId.nullable(),
  created_at: instant,
  approved_at: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(WITHDRAWAL_ACTIONS)),
});
export type WithdrawalRow = z.infer<typeof withdrawalRow>;
export const withdrawalDetail = withdrawalRow.extend({
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
  messages: z.array(movementMessage),
  deliveries: z.array(deliveryLink),
});
export type WithdrawalDetail = z.infer<typeof withdrawalDetail>;

export const withdrawalQuery = listQuery.extend({
  status: csvOf(WITHDRAWAL_STATUSES),
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
  /** Whether it stands in an open bank file. */
  bank_file: z.enum(["in", "none"]).optional(),
});
export type WithdrawalQuery = z.infer<typeof withdrawalQuery>;

/** The maximum and what it is made of: balance − held − pending − reserve, never below zero. */
export const withdrawalAvailable = z.object({
  merchant_id: publicId,
  merchant_name: z.string(),
  currency: z.string(),
  /** All that belongs to the merchant: available and held. */
  balance: amountOut,
  /** Held for payouts under way. */
  held: amountOut,
  /** Withdrawals that are not paid yet. */
  pending: amountOut,
  /** What must stay on the account; set for each merchant. */
  reserve: amountOut,
  max_available: amountOut,
  /** Why nothing can be withdrawn at all now; null: it can. */
  stopped: z.enum(WITHDRAWAL_STOPS).nullable(),
});
export type WithdrawalAvailable = z.infer<typeof withdrawalAvailable>;
export const withdrawalAvailableQuery = z.strictObject({ merchant_id: publicId.optional() });

export const withdrawalCreate = z.strictObject({
  /** Staff name the merchant; its own admin may leave it out. */
  merchant_id: publicId.optional(),
  receiving_account: line(100),
  amount: positiveAmountIn,
  note: note.optional(),
});
export type WithdrawalCreate = z.infer<typeof withdrawalCreate>;
export const withdrawalApprove = z.strictObject({ version });
export const withdrawalReject = z.strictObject({ version, reason });
export const withdrawalPaid = z.strictObject({ version, reference: line(100), wallet_id: publicId.optional(), cost: amountIn.optional() });
export type WithdrawalPaid = z.infer<typeof withdrawalPaid>;

/** The merchant's notification: the withdrawal as its own people see it. */
export const merchantWithdrawal = z.object({
  id: publicId,
  receiving_account: z.string(),
  amount: amountOut,
  status: z.enum(WITHDRAWAL_STATUSES),
  note: z.string(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: instant,
  paid_at: instantOrNull,
});
export type MerchantWithdrawal = z.infer<typeof merchantWithdrawal>;

/** A bank file is the job that made it: `withdrawal.export`. */
export const bankFileCancelled = z.object({ id: publicId, count: z.int() });
