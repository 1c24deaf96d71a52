import * as z from "zod";
import { FEE_DIRECTIONS, FEE_PERIODS, FEE_STATES, FEE_TIERS_MAX } from "./fees.ts";
import { amountIn, amountOut, amountOutOrNull, feeRule, instant, operator, positiveAmountIn, publicId, version } from "./schema.ts";

export const feeTier = z.strictObject({ from_amount: positiveAmountIn, rate_bps: z.int().min(0).max(10_000), fixed: amountIn.default("0.00") });
/** A rule: below the first tier its own rate and fixed part hold, from `from_amount` on those of the tier; bounds hold throughout. */
export const feeRuleTiered = z.strictObject({ ...feeRule.shape, tiers: z.array(feeTier).max(FEE_TIERS_MAX).default([]) });
export type FeeRuleTiered = z.infer<typeof feeRuleTiered>;
export const feeRuleTieredOut = z.object({
  rate_bps: z.int(),
  fixed: amountOut,
  min: amountOutOrNull,
  max: amountOutOrNull,
  tiers: z.array(z.object({ from_amount: amountOut, rate_bps: z.int(), fixed: amountOut })),
});
export type FeeRuleTieredJson = z.infer<typeof feeRuleTieredOut>;
export const feeVersion = z.object({
  id: z.string(),
  direction: z.enum(FEE_DIRECTIONS),
  /** Null: all operators without a rule of their own. */
  operator: operator.nullable(),
  version: z.int(),
  /** Null: from here on the rule for all operators holds again. */
  rule: feeRuleTieredOut.nullable(),
  valid_from: instant,
  state: z.enum(FEE_STATES),
  created_at: instant,
  created_by: z.string().nullable(),
});
export type FeeVersion = z.infer<typeof feeVersion>;
export const feeVersions = z.object({ merchant_id: publicId, merchant_version: z.int(), items: z.array(feeVersion) });
export type FeeVersions = z.infer<typeof feeVersions>;
const target = { direction: z.enum(FEE_DIRECTIONS), operator: operator.nullable().default(null), rule: feeRuleTiered.nullable() };
/** `version`: the merchant's. `valid_from` absent or null: at once. `rule` null ends an operator's own rule. */
export const feeChange = z.strictObject({ ...target, version, valid_from: z.iso.datetime().nullable().default(null) });
export type FeeChange = z.infer<typeof feeChange>;
/** `fee`: the id of a version that has not begun. */
export const feeCancel = z.strictObject({ version, fee: z.string().regex(/^\d{1,18}$/) });
export const feePreviewIn = z.strictObject({ ...target, rule: feeRuleTiered, period: z.enum(FEE_PERIODS).default("last_month") });
export type FeePreviewIn = z.infer<typeof feePreviewIn>;
export const feePreview = z.object({
  from: instant,
  to: instant,
  count: z.int(),
  /** False when only the newest orders were counted. */
  exact: z.boolean(),
  amount: amountOut,
  old_fees: amountOut,
  new_fees: amountOut,
  /** New less old, signed. */
  difference: amountOut,
  /** Orders that acceptance would have refused: the new fee is above the amount. */
  refused: z.int(),
  examples: z.array(z.object({ id: publicId, merchant_order_id: z.string(), amount: amountOut, old_fee: amountOut, new_fee: amountOut })),
});
export type FeePreview = z.infer<typeof feePreview>;
