import * as z from "zod";
import { walletOfficial, walletOfficialIn } from "./official.schema.ts";
import { API_TYPES, WALLET_TYPES } from "./operators.ts";
import {
  amountIn,
  positiveAmountIn,
  amountOut,
  amountOutOrNull,
  csvOf,
  deletedFilter,
  instant,
  instantOrNull,
  ipList,
  line,
  listQuery,
  operator,
  publicId,
  text,
  timelineItem,
  version,
} from "./schema.ts";
import { BIND_STATUSES, DEVICE_APPS, DIFFERENCE_KINDS, WALLET_ACTIONS, WALLET_HEALTH, WALLET_SETTINGS, type WalletSetting } from "./wallets.ts";

/** A template's number. */
export const templateId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .meta({ examples: ["1"] });
/** A template as somebody saw it. */
export const templateSeen = z.strictObject({ id: templateId, edition: z.int().min(1).max(2_147_483_647) });

export const deviceRow = z.object({
  id: publicId,
  name: z.string(),
  app: z.enum(DEVICE_APPS),
  app_version: z.string().nullable(),
  model: z.string().nullable(),
  sim: z.string().nullable(),
  battery: z.int().nullable(),
  bound_at: instantOrNull,
  last_seen_at: instantOrNull,
  /** The one phone that makes this wallet's payouts (rule 35). */
  payout: z.boolean(),
  /** Why the phone is refused, if it is, and how it keeps up: messages waiting on it, its clock minus ours. */
  queue_length: z.int().nullable().optional(),
  clock_skew_ms: z.int().nullable().optional(),
  last_refused: z.string().nullable().optional(),
  last_refused_at: instantOrNull.optional(),
});
export const usage = z.object({ amount: amountOut, count: z.int() });
/** A place where a message's balance does not follow from what stood before it: between which messages, and by how much. */
export const walletBreak = z.object({ amount: amountOut, since: instant, before_sms_id: publicId.nullable(), after_sms_id: publicId.nullable() });
export type WalletBreak = z.infer<typeof walletBreak>;
export const walletRow = z.object({
  id: publicId,
  name: z.string(),
  note_name: z.string(),
  operator,
  wallet_type: z.enum(WALLET_TYPES),
  api_type: z.enum(API_TYPES),
  account: z.string(),
  collect: z.boolean(),
  payout: z.boolean(),
  balance: amountOut,
  frozen_balance: amountOut,
  real_balance: amountOutOrNull,
  real_balance_at: instantOrNull,
  device: deviceRow.nullable(),
  devices: z.array(deviceRow),
  bind_status: z.enum(BIND_STATUSES),
  health: z.enum(WALLET_HEALTH),
  payments_open: z.boolean(),
  disburses_open: z.boolean(),
  enabled: z.boolean(),
  deleted: z.boolean(),
  proxy: z.string().nullable(),
  /** Connection to the operator's own interface; null: none, or no official wallet. */
  official: walletOfficial.nullable(),
  location: z.string().nullable(),
  ip_whitelist: z.array(z.string()),
  min_amount: amountOutOrNull,
  max_amount: amountOutOrNull,
  daily_max: amountOutOrNull,
  month_max: amountOutOrNull,
  daily_count_max: z.int().nullable(),
  month_count_max: z.int().nullable(),
  cool_interval: z.int().nullable(),
  phone_trust_limit: amountOutOrNull.meta({
    description: "up to here the word of the wallet's own phone completes a payout before the operator's message; null: never",
  }),
  app_last_seen_at: instantOrNull,
  today: usage,
  month: usage,
  today_out: usage,
  month_out: usage,
  near_limit_percent: z.int().meta({ description: "the share of a limit from which on it is nearly full, as the configuration has it" }),
  available: amountOut.meta({ description: "what it can still promise: books less frozen, less what left in transit, with the costs expected" }),
  unreported: z.object({ incoming: amountOut, outgoing: amountOut }).meta({ description: "said, and not yet reported by the operator's messages" }),
  difference: amountOutOrNull.meta({ description: "real balance less books; null while no real balance is known" }),
  /** Open breaks of the balance continuity: how many, their sum, since when, and the first of them. */
  breaks: z.object({ count: z.int(), amount: amountOut, since: instant, items: z.array(walletBreak) }).nullable(),
  created_at: instant,
  /** The template that it was given last; null: none. `differs`: what is another way than the template says now; of a deleted one nothing is compared. */
  template: z
    .object({ id: templateId, name: z.string(), edition: z.int(), newest: z.int(), deleted: z.boolean(), differs: z.array(z.enum(WALLET_SETTINGS)) })
    .nullable(),
  version: z.int(),
  actions: z.array(z.enum(WALLET_ACTIONS)),
});
export type WalletRow = z.infer<typeof walletRow>;
/** A movement that somebody said and that the operator has not reported yet. */
export const unreportedMovement = z.object({
  direction: z.enum(["credit", "debit"]),
  amount: amountOut,
  object: z.object({ type: z.enum(["payment", "disburse", "transfer", "withdrawal"]), id: publicId }),
  source: z.enum(["person", "device", "operator"]),
  trx_id: z.string().nullable(),
  said_at: instant,
  /** The message that carries its TrxID and tells of something else. */
  contradicted_by: publicId.nullable(),
});
/** One reason why books and operator differ, as far as it stands: real less books. */
export const walletDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  noted: amountOut,
  amount: amountOut,
  at: instant,
  sms_id: publicId.nullable(),
  manual_id: publicId.nullable(),
});
export const walletDetail = walletRow.extend({
  timeline: z.array(timelineItem),
  /** The operator's balance that the books are held against: printed, with what came after without one. */
  reported: amountOutOrNull,
  movements: z.array(unreportedMovement),
  differences: z.array(walletDifference),
});
export type WalletDetail = z.infer<typeof walletDetail>;

export const walletQuery = listQuery.extend({
  operator: operator.optional(),
  wallet_type: z.enum(WALLET_TYPES).optional(),
  api_type: z.enum(API_TYPES).optional(),
  enabled: z.enum(["true", "false"]).optional(),
  bind_status: z.enum(BIND_STATUSES).optional(),
  health: csvOf(WALLET_HEALTH),
  gap: z.enum(["true", "false"]).optional(),
  /** Enabled, and near one of its limits, as the configuration has it. */
  near_limit: z.literal("true").optional(),
  /** Enabled, collecting, and with a limit on the amounts of a day or a month. */
  limited: z.literal("true").optional(),
  template: templateId.optional(),
  /** Whether it is another way than its template says now; a wallet without one is neither. */
  differs: z.enum(["true", "false"]).optional(),
  deleted: deletedFilter,
});
export type WalletQuery = z.infer<typeof walletQuery>;

/** Most that a wallet may take; nothing at all is said by disabling it. */
const most = positiveAmountIn.nullable();
const count = z.int().min(1).max(1_000_000).nullable();
/** What a template says, all of it; a wallet's own calls take any part of it. */
export const walletSettings = z.strictObject({
  collect: z.boolean(),
  payout: z.boolean(),
  payments_open: z.boolean(),
  disburses_open: z.boolean(),
  min_amount: amountIn.nullable(),
  max_amount: most,
  daily_max: most,
  month_max: most,
  daily_count_max: count,
  month_count_max: count,
  cool_interval: z.int().min(0).max(86_400).nullable(),
  phone_trust_limit: most,
} satisfies Record<WalletSetting, z.ZodType>);
export type WalletSettings = z.infer<typeof walletSettings>;
const walletFields = {
  ...walletSettings.partial().shape,
  name: line(64),
  note_name: text(64).optional(),
  proxy: z.string().max(300).nullable().optional(),
  /** Write-only: credentials never come back. Needs a recent re-authentication. */
  official: walletOfficialIn,
  location: text(128).nullable().optional(),
  ip_whitelist: ipList.optional(),
};
export const walletCreate = z.strictObject({
  ...walletFields,
  operator,
  wallet_type: z.enum(WALLET_TYPES),
  api_type: z.enum(API_TYPES),
  account: line(20),
  enabled: z.boolean().optional(),
  /** What its settings were begun with; they are given all the same. */
  template: templateSeen.optional(),
});
export type WalletCreate = z.infer<typeof walletCreate>;
export const walletPatch = z.strictObject({
  ...walletFields,
  name: line(64).optional(),
  wallet_type: z.enum(WALLET_TYPES).optional(),
  api_type: z.enum(API_TYPES).optional(),
  account: line(20).optional(),
  version,
});
export type WalletPatch = z.infer<typeof walletPatch>;
export const walletBind = z.strictObject({
  version,
  app: z.enum(DEVICE_APPS).optional(),
  device_id: publicId.optional(),
  sim: z.enum(["sim1", "sim2"]).optional(),
  /** Makes this phone the one that pays out; the native app only. A wallet's first native phone is it without asking. */
  payout: z.boolean().optional(),
});
export const walletBound = z.object({
  app: z.enum(DEVICE_APPS),
  code: z.string().nullable(),
  expires_at: instantOrNull,
  /** Text that the QR shows: the address and the code for the native app. */
  qr: z.string().nullable(),
  hook_url: z.string().nullable(),
  signing_secret: z.string().nullable(),
  template: z.string().nullable(),
  version: z.int(),
});
export type WalletBound = z.infer<typeof walletBound>;
export type WalletBind = z.infer<typeof walletBind>;
export const walletUnbind = z.strictObject({ version, device_id: publicId.optional() });
export type WalletUnbind = z.infer<typeof walletUnbind>;
/** Which phone makes the wallet's payouts; null: none. */
export const walletPayoutDevice = z.strictObject({ version, device_id: publicId.nullable() });
export type WalletPayoutDevice = z.infer<typeof walletPayoutDevice>;
/** Puts the settings of a template, as the person saw it, on the wallet; null: it follows none any more, its settings stay. */
export const walletTemplateApply = z.strictObject({ version, template: templateSeen.nullable() });
export type WalletTemplateApply = z.infer<typeof walletTemplateApply>;
export const versionOnly = z.strictObject({ version });
