/** Figures behind the plots of the dashboard: what the calls take and answer. */
import * as z from "zod";
import { DISBURSE_STATUSES } from "./disburses.ts";
import { PAYMENT_STATUSES } from "./payments.ts";
import { walletDaysQuery } from "./reconciliation.schema.ts";
import { amountOut, amountOutOrNull, instant, instantOrNull, publicId } from "./schema.ts";
import { SUSPENSE_AGES } from "./statistics.ts";
import { CONTINUITY_STATES, MATCH_STATUSES, SMS_DIRECTIONS, SMS_KINDS } from "./sms.ts";

/** A message of the wallet, as a point of the day. */
export const balanceMessage = z.object({
  id: publicId,
  kind: z.enum(SMS_KINDS),
  direction: z.enum(SMS_DIRECTIONS),
  amount: amountOutOrNull,
  balance: amountOutOrNull.meta({ description: "the balance that the operator printed" }),
  trx_id: z.string().nullable(),
  match_status: z.enum(MATCH_STATUSES),
  chain: z.enum(CONTINUITY_STATES),
});
export type BalanceMessage = z.infer<typeof balanceMessage>;
/** A moment at which money moved, or a message came. */
export const balancePoint = z.object({
  at: instant,
  balance: amountOut.meta({ description: "booked balance from this moment on" }),
  message: balanceMessage.nullable(),
});
export type BalancePoint = z.infer<typeof balancePoint>;
/** A wallet's balance over a business day. */
export const walletBalanceDay = z.object({
  wallet_id: publicId,
  wallet_name: z.string(),
  date: z.string(),
  until: instant.meta({ description: "the end of the day, or now" }),
  opening: amountOut,
  closing: amountOut,
  points: z.array(balancePoint).meta({ description: "in the order of time" }),
  entries: z.int().meta({ description: "ledger entries of the day" }),
  messages: z.int().meta({ description: "messages of the day; at most 5,000 are looked at" }),
  thinned: z.boolean().meta({ description: "not all of them are points: evenly fewer, but every message that waits or does not follow on" }),
});
export type WalletBalanceDay = z.infer<typeof walletBalanceDay>;

/** What completed in some time. */
const flows = { collected: amountOut, collected_count: z.int(), paid_out: amountOut, paid_out_count: z.int() };
/** What happened in an hour, of all merchants or of one, and of all operators. */
export const orderHour = z.object({ hour: z.int().min(0).max(23), ...flows });
export type OrderHour = z.infer<typeof orderHour>;
/** Orders by what became of them. */
const outcomes = <T extends z.ZodType>(status: T) =>
  z
    .object({
      rows: z.array(z.object({ status, count: z.int(), amount: amountOut })).meta({ description: "statuses that there are; counts and ordered amounts" }),
      success_bps: z.int().nullable().meta({ description: "share of them that completed, hundredths of a percent; null where there are none" }),
      since: instantOrNull.meta({ description: "null: every order of the range; else the range has more, and these are the newest from here on" }),
    })
    .nullable()
    .meta({ description: "null: they could not be counted in time" });
const ordersOfRange = {
  from: z.string(),
  to: z.string(),
  hours: z
    .object({ day: z.array(orderHour), before: z.array(orderHour) })
    .nullable()
    .meta({ description: "of a single day and the day before it; null for longer ranges, for one wallet, and where it took too long" }),
  payments: outcomes(z.enum(PAYMENT_STATUSES)),
  disburses: outcomes(z.enum(DISBURSE_STATUSES)),
};
export const orderFigures = z.object(ordersOfRange);
export type OrderFigures = z.infer<typeof orderFigures>;

/** `from` and `to` are business days, both included; without them: today. */
export const ownQuery = walletDaysQuery.omit({ wallet_id: true });
/** Charged on what completed: of payments and of payouts, together and each. */
const fees = { fees: amountOut, payment_fees: amountOut, disburse_fees: amountOut };
/** What completed on a business day. */
export const ownDay = z.object({ date: z.string(), ...flows, ...fees });
export type OwnDay = z.infer<typeof ownDay>;
const sums = z.object({ ...flows, ...fees }).nullable();
/** As many days right before a range. Of a range that still runs, `now` and `sums` are of whole hours up to `until` and as long before: else a part of a day would stand beside a whole one. */
export const ownBefore = z.object({
  from: z.string(),
  to: z.string(),
  until: instantOrNull.meta({ description: "whole hours of the range up to here are compared; null: all of it" }),
  now: sums.meta({ description: "what of the range is compared; null where it took too long" }),
  sums: sums.meta({ description: "the same of the days before; null where it took too long" }),
  days: z.array(ownDay).nullable().meta({ description: "the days before, whole; null where it took too long" }),
  payments_bps: z.int().nullable().meta({ description: "share of the payments created on them that completed" }),
  disburses_bps: z.int().nullable().meta({ description: "share of the payouts created on them that completed" }),
  median_ms: z.int().nullable(),
});
export type OwnBefore = z.infer<typeof ownBefore>;
/** A merchant's own figures. Hours, days and totals are of what completed in them, by the amount received or paid out; outcomes are of the orders created in the range. */
export const ownFigures = z.object({
  at: instant.meta({ description: "until when they count" }),
  ...ordersOfRange,
  days: z.array(ownDay).nullable().meta({ description: "every day of the range, those to come too; null where it took too long" }),
  totals: sums.meta({ description: "of all days together" }),
  before: ownBefore,
  taking: z
    .object({ median_ms: z.int().nullable(), p95_ms: z.int().nullable() })
    .nullable()
    .meta({ description: "from order to money, of the newest 5,000 payments of the range that completed; null where it took too long" }),
});
export type OwnFigures = z.infer<typeof ownFigures>;

export const suspenseQuery = z.strictObject({ wallet_id: publicId.optional() });
/** Messages of some days whose money nobody has explained. */
export const suspenseAge = z.object({
  age: z.enum(SUSPENSE_AGES),
  from: z.string().nullable().meta({ description: "first business day; null: as far back as there are any" }),
  to: z.string(),
  unmatched: z.int(),
  review: z.int(),
  suspense: amountOut.meta({ description: "what has come in with them and stands in suspense" }),
  unexplained: amountOut.meta({ description: "what has left with them and no order explains" }),
});
export type SuspenseAge = z.infer<typeof suspenseAge>;
export const suspenseAges = z.object({
  at: instant,
  ages: z.array(suspenseAge),
  truncated: z.boolean().meta({ description: "there are more than the oldest 10,000 of each status, which are counted" }),
});
export type SuspenseAges = z.infer<typeof suspenseAges>;
