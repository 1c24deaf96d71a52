import * as z from "zod";
import { NOTIFY_STATUSES, PAYMENT_ACTIONS, PAYMENT_STATUSES, ROUTING_OUTCOMES } from "./payments.ts";
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
  listQuery,
  notifyUrl,
  operator,
  positiveAmountIn,
  publicId,
  publicIdOut,
  reason,
  span,
  text,
  timelineItem,
  version,
} from "./schema.ts";
import { WALLET_TYPES } from "./operators.ts";

/** A number that comes back as it was sent: beyond these integers a reader of JSON keeps a neighbour of it. */
const keptNumber = z
  .number()
  .refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value), { params: { code: "too_large" } })
  .meta({ description: "beyond ±(2^53 − 1) it is refused" });
const FACTS = 20;
const FACT_NAME = 64;
const FACT_TEXT = 500;
/** A merchant's own facts. Their order means nothing: the same ones are the same content, however a client writes them. */
export const metadata = z
  .record(text(FACT_NAME), z.union([text(FACT_TEXT), keptNumber, z.boolean(), z.null()]))
  .refine((value) => Object.keys(value).length <= FACTS, { params: { code: "too_long" } })
  .overwrite((value) => Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))))
  .meta({
    maxProperties: FACTS,
    description: `your own facts of the order, told in every answer and notification about it: names of up to ${FACT_NAME} characters; texts of up to ${FACT_TEXT}, numbers that a double keeps, booleans or null`,
  });
/**
 * The same facts in every answer: as they are stored, whatever their names. A record would leave `__proto__` out where a
 * value is encoded and not where it is written by a compiled program.
 */
export const metadataOut = z.unknown().meta({ type: "object", additionalProperties: true }) as unknown as z.ZodType<Readonly<Record<string, unknown>>>;
export const notify = z.object({ status: z.enum(NOTIFY_STATUSES), attempts: z.int(), last_code: z.int().nullable(), next_at: instantOrNull });
export const noteItem = z.object({ at: instant, account: z.string().nullable(), text: z.string() });

export const paymentRow = z.object({
  id: publicId,
  merchant_id: publicId,
  merchant_name: z.string(),
  merchant_order_id: z.string(),
  operator,
  wallet_id: publicId.nullable(),
  wallet_name: z.string().nullable(),
  receiving_account: z.string().nullable(),
  amount: amountOut,
  received_amount: amountOutOrNull,
  fee: amountOutOrNull,
  trx_id: z.string().nullable(),
  customer: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  reason: z.string().nullable(),
  /** In review: what the message brought that the order waits with. Told to staff only. */
  message_amount: amountOutOrNull,
  /** While it is not completed, for staff only: the TrxID of the message that it waits with, else the one that was submitted last. */
  claimed_trx: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  paid_at: instantOrNull,
  remote_ip: z.string().nullable(),
  user_id: z.string().nullable(),
  operators: z.array(z.string()),
  notes: z.array(noteItem),
  notify,
  disputed_at: instantOrNull,
  reversed_at: instantOrNull,
  version: z.int(),
  actions: z.array(z.enum(PAYMENT_ACTIONS)),
});
export type PaymentRow = z.infer<typeof paymentRow>;

/** One wallet's answer to "why this one, why not that one". */
export const routingItem = z.object({ wallet_id: publicId, wallet_name: z.string(), result: z.enum(ROUTING_OUTCOMES), share_bps: z.int().nullable() });
/** Wallets without a line of their own: where there are many, those that were not looked at or can take nothing are counted. */
export const routingRest = z.object({ result: z.enum(ROUTING_OUTCOMES), count: z.int().positive() });
export const routing = z.object({ at: instant, chosen: publicId.nullable(), wallets: z.array(routingItem), rest: z.array(routingRest) });
export const messageLink = z.object({
  id: publicId,
  sender: z.string().nullable(),
  text: z.string(),
  kind: z.string(),
  amount: amountOutOrNull,
  trx_id: z.string().nullable(),
  counterparty: z.string().nullable(),
  reference: z.string().nullable(),
  match_status: z.string(),
  received_at: instant,
  score: z.int().nullable(),
  reasons: z.array(z.string()),
});
export const deliveryLink = z.object({
  id: publicId,
  type: z.string(),
  status: z.string(),
  attempts: z.int(),
  last_code: z.int().nullable(),
  created_at: instant,
});

export const paymentDetail = paymentRow.extend({
  metadata: metadataOut.nullable(),
  notify_url: z.string().nullable(),
  wallet_type: z.enum(WALLET_TYPES).nullable(),
  fee_rule: feeRuleOut,
  submitted_trx: z.array(z.string()),
  routing: routing.nullable(),
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
  messages: z.array(messageLink),
  candidates: z.array(messageLink),
  deliveries: z.array(deliveryLink),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

/** Filters of a list of orders, beside their status. */
export const orderQuery = listQuery.extend({
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
  operator: operator.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
  notify: csvOf(NOTIFY_STATUSES),
  /** When it completed, whenever it was created. */
  paid_at: span.optional(),
});
export const paymentQuery = orderQuery.extend({ status: csvOf(PAYMENT_STATUSES) });
export type PaymentQuery = z.infer<typeof paymentQuery>;

export const trxId = line(64);
export const paymentApprove = z.strictObject({ version, message_id: publicId, amount: z.enum(["ordered", "received"]), note: text(1000).optional() });
export const paymentReject = z.strictObject({ version, reason });
export const paymentRecheck = z.strictObject({ version });
export const paymentComplete = z.strictObject({ version, trx_id: trxId, amount: positiveAmountIn.optional(), note: line(1000) });
/** The TrxID that the order's money really came with, as long as no message has proven it. */
export const paymentCorrect = z.strictObject({ version, trx_id: trxId, reason });
export const paymentNote = z.strictObject({ version: version.optional(), text: line(1000) });
export const paymentNotify = z.strictObject({ version: version.optional() });

/** The merchant's side. */
const merchantOrderId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/);
export const paymentCreate = z.strictObject({
  merchant_order_id: merchantOrderId,
  amount: positiveAmountIn,
  operator,
  customer: customerIn.optional(),
  user_id: line(64).optional(),
  notify_url: notifyUrl.optional(),
  expires_in: z.int().min(60).max(86_400).optional(),
  metadata: metadata.optional(),
});
export type PaymentCreate = z.infer<typeof paymentCreate>;
export const payBy = z.object({ account: z.string(), amount: amountOut, function: z.enum(["send_money", "cash_out", "payment"]) });
export const merchantPayment = z.object({
  id: publicIdOut,
  merchant_order_id: z.string(),
  operator,
  amount: amountOut,
  received_amount: amountOutOrNull,
  fee: amountOutOrNull,
  trx_id: z.string().nullable(),
  customer: z.string().nullable(),
  user_id: z.string().nullable(),
  status: z.enum(PAYMENT_STATUSES),
  receiving_account: z.string().nullable(),
  wallet_type: z.enum(WALLET_TYPES).nullable(),
  payment_url: z.string().nullable(),
  pay_by: payBy.nullable(),
  created_at: instant,
  expires_at: instant,
  paid_at: instantOrNull,
  /** When a completed one was taken back from the merchant; its status stays. */
  reversed_at: instantOrNull,
  metadata: metadataOut.nullable(),
});
export type MerchantPayment = z.infer<typeof merchantPayment>;
export const merchantPaymentQuery = z.strictObject({ merchant_order_id: merchantOrderId });
export const submitTrx = z.strictObject({ trx_id: trxId });
