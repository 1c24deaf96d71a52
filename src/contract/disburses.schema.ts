import * as z from "zod";
import { ATTEMPT_STATUSES, DISBURSE_ACTIONS, DISBURSE_STATUSES, EVIDENCE_SOURCES, MERCHANT_DISBURSE_STATUSES } from "./disburses.ts";
import { API_TYPES } from "./operators.ts";
import { deliveryLink, messageLink, metadata, metadataOut, noteItem, notify, orderQuery, routing, trxId } from "./payments.schema.ts";
import {
  amountIn,
  amountOut,
  amountOutOrNull,
  csvOf,
  customerIn,
  entryRow,
  feeRuleOut,
  instant,
  instantOrNull,
  line,
  notifyUrl,
  operator,
  positiveAmountIn,
  publicId,
  reason,
  timelineItem,
  version,
} from "./schema.ts";

/** One try to pay an order. */
export const disburseAttempt = z.object({
  no: z.int(),
  wallet_id: publicId,
  wallet_name: z.string(),
  way: z.enum(API_TYPES),
  status: z.enum(ATTEMPT_STATUSES),
  reference: z.string(),
  operator_reference: z.string().nullable(),
  trx_id: z.string().nullable(),
  /** What its phone says it was paid with, until the message proves it. */
  claimed_trx_id: z.string().nullable(),
  cost: amountOutOrNull,
  error: z.string().nullable(),
  started_at: instant,
  acknowledged_at: instantOrNull,
  ended_at: instantOrNull,
});
export type DisburseAttempt = z.infer<typeof disburseAttempt>;

export const disburseRow = z.object({
  id: publicId,
  merchant_id: publicId,
  merchant_name: z.string(),
  merchant_order_id: z.string(),
  operator,
  wallet_id: publicId.nullable(),
  wallet_name: z.string().nullable(),
  /** How the wallet of the last attempt pays; null before any attempt, and for merchants. */
  way: z.enum(API_TYPES).nullable(),
  amount: amountOut,
  fee: amountOut,
  cost: amountOutOrNull,
  trx_id: z.string().nullable(),
  customer: z.string().nullable(),
  status: z.enum(DISBURSE_STATUSES),
  reason: z.string().nullable(),
  created_at: instant,
  paid_at: instantOrNull,
  /** When the operator gave the money of a completed payout back. */
  returned_at: instantOrNull,
  /** When a message spoke against what had been said of it. */
  disputed_at: instantOrNull,
  remote_ip: z.string().nullable(),
  user_id: z.string().nullable(),
  operators: z.array(z.string()),
  notes: z.array(noteItem),
  attempts: z.array(disburseAttempt),
  notify,
  version: z.int(),
  actions: z.array(z.enum(DISBURSE_ACTIONS)),
});
export type DisburseRow = z.infer<typeof disburseRow>;

/** One thing that was learnt about an attempt, oldest first. `code` is a stable word, `data` what was answered. */
export const disburseEvidence = z.object({
  attempt: z.int(),
  at: instant,
  source: z.enum(EVIDENCE_SOURCES),
  code: z.string(),
  message: z.string().nullable(),
  account: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type DisburseEvidence = z.infer<typeof disburseEvidence>;

/** What the balance continuity of the paying wallet says. */
export const disburseContinuity = z.object({
  state: z.enum(["fits", "break", "unknown"]),
  balance: amountOutOrNull,
  real_balance: amountOutOrNull,
  real_balance_at: instantOrNull,
  discrepancy: amountOutOrNull,
  payouts_frozen: z.boolean(),
  payouts_frozen_reason: z.string().nullable(),
});

export const disburseDetail = disburseRow.extend({
  metadata: metadataOut.nullable(),
  notify_url: z.string().nullable(),
  fee_rule: feeRuleOut,
  /** Since when it waits for a wallet; null when it does not. `routing` says why. */
  queued_since: instantOrNull,
  routing: routing.nullable(),
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
  evidence: z.array(disburseEvidence),
  continuity: disburseContinuity.nullable(),
  /** Messages that belong to the order. */
  messages: z.array(messageLink),
  /** Messages of the wallet around the last attempt that may be about it. */
  candidates: z.array(messageLink),
  deliveries: z.array(deliveryLink),
});
export type DisburseDetail = z.infer<typeof disburseDetail>;

export const disburseQuery = orderQuery.extend({ status: csvOf(DISBURSE_STATUSES) });
export type DisburseQuery = z.infer<typeof disburseQuery>;

export const disburseApprove = z.strictObject({ version });
export const disburseReject = z.strictObject({ version, reason });
export const disburseRecheck = z.strictObject({ version });
export const disburseReset = z.strictObject({ version, reason });
/** `cost`: what the operator charged; left out when it is not known yet (the message brings it). */
export const disburseComplete = z.strictObject({ version, trx_id: trxId, cost: amountIn.optional(), note: line(1000) });
/** The TrxID that it was really paid with, as long as no message has proven it. */
export const disburseCorrect = z.strictObject({ version, trx_id: trxId, reason });
/** From `attempt_failed` the order fails for good and the hold is released; else the attempt fails. */
export const disburseFail = z.strictObject({ version, reason });
export const disburseNote = z.strictObject({ version: version.optional(), text: line(1000) });
export const disburseNotify = z.strictObject({ version: version.optional() });

/** The merchant's side. */
const merchantOrderId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/);
export const disburseCreate = z.strictObject({
  merchant_order_id: merchantOrderId,
  amount: positiveAmountIn,
  operator,
  customer: customerIn,
  user_id: line(64).optional(),
  notify_url: notifyUrl.optional(),
  metadata: metadata.optional(),
});
export type DisburseCreate = z.infer<typeof disburseCreate>;
export const merchantDisburse = z.object({
  id: publicId,
  merchant_order_id: z.string(),
  operator,
  amount: amountOut,
  fee: amountOut,
  trx_id: z.string().nullable(),
  customer: z.string(),
  user_id: z.string().nullable(),
  status: z.enum(MERCHANT_DISBURSE_STATUSES),
  reason: z.string().nullable(),
  created_at: instant,
  /** Payouts do not expire; the field is there because orders of both kinds have one shape. */
  expires_at: z.null(),
  paid_at: instantOrNull,
  returned_at: instantOrNull,
  metadata: metadataOut.nullable(),
});
export type MerchantDisburse = z.infer<typeof merchantDisburse>;
export const merchantDisburseQuery = z.strictObject({ merchant_order_id: merchantOrderId });
