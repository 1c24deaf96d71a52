import * as z from "zod";
import { WALLET_TYPES } from "./operators.ts";
import {
  amountIn,
  amountOutOrNull,
  csvOf,
  entryRow,
  instant,
  instantOrNull,
  line,
  listQuery,
  operator,
  publicId,
  text,
  timelineItem,
  version,
} from "./schema.ts";
import { CONTINUITY_STATES, MATCH_STATUSES, SMS_ACTIONS, SMS_DIRECTIONS, SMS_KINDS } from "./sms.ts";

export const smsRow = z.object({
  id: publicId,
  wallet_id: publicId.nullable(),
  wallet_name: z.string().nullable(),
  /** It came after its wallet had been deleted. */
  wallet_deleted: z.boolean(),
  device_id: publicId.nullable(),
  device_name: z.string().nullable(),
  operator: operator.nullable(),
  sender: z.string().nullable(),
  text: z.string(),
  class: z.string().nullable(),
  kind: z.enum(SMS_KINDS),
  direction: z.enum(SMS_DIRECTIONS),
  amount: amountOutOrNull,
  fee: amountOutOrNull,
  commission: amountOutOrNull,
  balance: amountOutOrNull,
  trx_id: z.string().nullable(),
  counterparty: z.string().nullable(),
  reference: z.string().nullable(),
  operator_time: instantOrNull,
  received_at: instant,
  match_status: z.enum(MATCH_STATUSES),
  payment_id: publicId.nullable(),
  /** What was asked for by the payment that it waits with or has paid. */
  payment_amount: amountOutOrNull,
  disburse_id: publicId.nullable(),
  transfer_id: publicId.nullable(),
  withdrawal_id: publicId.nullable(),
  chain: z.enum(CONTINUITY_STATES),
  reasons: z.array(z.string()),
  origin: z.enum(["device", "manual", "operator"]),
  version: z.int(),
  actions: z.array(z.enum(SMS_ACTIONS)),
});
export type SmsRow = z.infer<typeof smsRow>;
export const orderCandidate = z.object({
  id: publicId,
  merchant_name: z.string(),
  merchant_order_id: z.string(),
  amount: z.string(),
  customer: z.string().nullable(),
  status: z.string(),
  created_at: instant,
  score: z.int(),
  reasons: z.array(z.string()),
  version: z.int(),
});
export type OrderCandidate = z.infer<typeof orderCandidate>;
export const smsDetail = smsRow.extend({
  timeline: z.array(timelineItem),
  entries: z.array(entryRow),
  candidates: z.array(orderCandidate),
  evidence: z.array(z.object({ code: z.string(), detail: z.string() })),
  /** The rule that read it and its version; own rules have a public id. */
  rule: z.string().nullable(),
});
export type SmsDetail = z.infer<typeof smsDetail>;

export const smsQuery = listQuery.extend({
  status: csvOf(MATCH_STATUSES),
  kind: csvOf(SMS_KINDS),
  operator: operator.optional(),
  wallet_id: publicId.optional(),
  device_id: publicId.optional(),
  merchant_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
  chain: z.enum(CONTINUITY_STATES).optional(),
  /** Whether its money stands in suspense, whatever became of the message. */
  in_suspense: z.enum(["true", "false"]).optional(),
  /** Booked money that left and that no order explains yet. */
  unexplained: z.literal("true").optional(),
});
export type SmsQuery = z.infer<typeof smsQuery>;
export const smsMatch = z.strictObject({ version, payment_id: publicId, note: text(1000).optional() });
export const smsAccept = z.strictObject({ version, note: text(1000).optional() });
export const smsIgnore = z.strictObject({ version, reason: text(500).optional() });
export const smsRestore = z.strictObject({ version });
export const smsParse = z.strictObject({ version });
export const smsTry = z.strictObject({
  operator: operator.optional(),
  wallet_type: z.enum(WALLET_TYPES).optional(),
  sender: text(64).nullable().optional(),
  text: text(4000, 1),
});
export const smsTried = z.object({
  operator: z.string().nullable(),
  class: z.string().nullable(),
  kind: z.enum(SMS_KINDS),
  direction: z.enum(SMS_DIRECTIONS),
  amount: amountOutOrNull,
  fee: amountOutOrNull,
  commission: amountOutOrNull,
  balance: amountOutOrNull,
  trx_id: z.string().nullable(),
  counterparty: z.string().nullable(),
  reference: z.string().nullable(),
  time: z.string().nullable(),
  status: z.string(),
  rule: z.string().nullable(),
  evidence: z.array(z.object({ code: z.string(), detail: z.string() })),
});
export type SmsTried = z.infer<typeof smsTried>;
export const smsManual = z.strictObject({ wallet_id: publicId, sender: line(64), text: text(4000, 1), received_at: z.iso.datetime().optional() });
