import * as z from "zod";
import { MERCHANT_ACTIONS } from "./merchants.ts";
import {
  amountIn,
  amountOut,
  deletedFilter,
  feeRule,
  feeRuleOut,
  instant,
  instantOrNull,
  ipList,
  line,
  listQuery,
  notifyUrl,
  publicId,
  text,
  timelineItem,
  version,
} from "./schema.ts";

export const webhookHealth = z.object({ waiting: z.int(), failed_24h: z.int(), delivered_24h: z.int(), last_code: z.int().nullable(), last_at: instantOrNull });
export const merchantRow = z.object({
  id: publicId,
  name: z.string(),
  owner: z.string(),
  payment_fee: feeRuleOut,
  disburse_fee: feeRuleOut,
  balance: amountOut,
  held_balance: amountOut,
  /** Must stay on the account when the merchant withdraws. */
  withdrawal_reserve: amountOut,
  ip_whitelist: z.array(z.string()),
  notify_url: z.string().nullable(),
  require_ack: z.boolean(),
  app_id: z.string(),
  secret_last4: z.string().nullable(),
  payments_open: z.boolean(),
  disburses_open: z.boolean(),
  enabled: z.boolean(),
  deleted: z.boolean(),
  today: z.object({ payments: amountOut, payment_count: z.int(), disburses: amountOut, disburse_count: z.int() }),
  webhook_health: webhookHealth,
  created_at: instant,
  version: z.int(),
  actions: z.array(z.enum(MERCHANT_ACTIONS)),
});
export type MerchantRow = z.infer<typeof merchantRow>;
export const merchantDetail = merchantRow.extend({ timeline: z.array(timelineItem) });
export type MerchantDetail = z.infer<typeof merchantDetail>;
/** What a merchant user gets of its own merchant (GET /api/merchant). */
export const ownMerchant = merchantRow;
export type OwnMerchant = MerchantRow;

export const merchantQuery = listQuery.extend({ enabled: z.enum(["true", "false"]).optional(), deleted: deletedFilter });
export type MerchantQuery = z.infer<typeof merchantQuery>;
const fields = {
  owner: text(64).optional(),
  withdrawal_reserve: amountIn.optional(),
  payment_fee: feeRule.optional(),
  disburse_fee: feeRule.optional(),
  ip_whitelist: ipList.optional(),
  notify_url: notifyUrl.nullable().optional(),
  require_ack: z.boolean().optional(),
};
export const merchantCreate = z.strictObject({ name: line(64), ...fields });
export type MerchantCreate = z.infer<typeof merchantCreate>;
export const merchantPatch = z.strictObject({ name: line(64).optional(), ...fields, version });
export type MerchantPatch = z.infer<typeof merchantPatch>;
export const merchantCreated = merchantRow.extend({ app_secret: z.string(), webhook_secret: z.string() });
export type MerchantCreated = z.infer<typeof merchantCreated>;
export const merchantOpen = z.strictObject({ version, payments: z.boolean().optional(), disburses: z.boolean().optional() });
export const merchantSecret = z.object({ app_id: z.string(), app_secret: z.string(), version: z.int() });
export const webhookSecret = z.object({ webhook_secret: z.string(), previous_until: instantOrNull, version: z.int() });
