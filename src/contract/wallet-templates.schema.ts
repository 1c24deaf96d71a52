import * as z from "zod";
import { WALLET_TYPES } from "./operators.ts";
import { amountOutOrNull, instant, line, operator, version } from "./schema.ts";
import type { WalletSetting } from "./wallets.ts";
import { templateId, walletSettings } from "./wallets.schema.ts";

/** Settings as they stand in answers. */
export const settingsOut = z.object({
  collect: z.boolean(),
  payout: z.boolean(),
  payments_open: z.boolean(),
  disburses_open: z.boolean(),
  min_amount: amountOutOrNull,
  max_amount: amountOutOrNull,
  daily_max: amountOutOrNull,
  month_max: amountOutOrNull,
  daily_count_max: z.int().nullable(),
  month_count_max: z.int().nullable(),
  cool_interval: z.int().nullable(),
  phone_trust_limit: amountOutOrNull,
} satisfies Record<WalletSetting, z.ZodType>);

export const walletTemplateRow = z.object({
  id: templateId,
  operator,
  wallet_type: z.enum(WALLET_TYPES),
  name: z.string(),
  /** Counts the changes of its settings; a new name is none. */
  edition: z.int(),
  is_default: z.boolean(),
  settings: settingsOut,
  saved_by: z.string(),
  saved_at: instant,
  /** Wallets that were given it last, and how many of them are another way than it says now. */
  wallets: z.int(),
  differing: z.int(),
  version: z.int(),
});
export type WalletTemplateRow = z.infer<typeof walletTemplateRow>;
export const walletTemplateList = z.object({ items: z.array(walletTemplateRow) });

/** All that it ever said, the newest first, with how many wallets were given each last. */
export const walletTemplateEditions = z.object({
  items: z.array(z.object({ edition: z.int(), settings: settingsOut, saved_by: z.string(), saved_at: instant, wallets: z.int() })),
});
export type WalletTemplateEditions = z.infer<typeof walletTemplateEditions>;

export const templateParams = z.strictObject({ id: templateId });
const fields = { name: line(64), settings: walletSettings, is_default: z.boolean() };
export const walletTemplateCreate = z.strictObject({ ...fields, operator, wallet_type: z.enum(WALLET_TYPES) });
export type WalletTemplateCreate = z.infer<typeof walletTemplateCreate>;
export const walletTemplatePatch = z.strictObject({ ...z.strictObject(fields).partial().shape, version });
export type WalletTemplatePatch = z.infer<typeof walletTemplatePatch>;
export const walletTemplateDelete = z.strictObject({ version });
/** `is_default`: it was the type's default; it is that again, where no other one has become it. */
export const walletTemplateRestore = z.strictObject({ version, is_default: z.boolean() });
export const walletTemplateGone = z.object({ version: z.int() });
