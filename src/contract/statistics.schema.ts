/** Figures behind the plots of the dashboard: what the calls take and answer. */
import * as z from "zod";
import { DISBURSE_STATUSES } from "./disburses.ts";
import { PAYMENT_STATUSES } from "./payments.ts";
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

/** What happened in an hour, of all merchants and operators. */
export const orderHour = z.object({
  hour: z.int().min(0).max(23),
  collected: amountOut,
  collected_count: z.int(),
  paid_out: amountOut,
  paid_out_count: z.int(),
});
export type OrderHour = z.infer<typeof orderHour>;
/** Orders by what became of them. */
const outcomes = <T extends z.ZodType>(status: T) =>
  z
    .object({
      rows: z.array(z.object({ status, count: z.int(), amount: amountOut })).meta({ description: "statuses that there are; counts and ordered amounts" }),
      since: instantOrNull.meta({ description: "null: every order of the range; else the range has more, and these are the newest from here on" }),
    })
    .nullable()
    .meta({ description: "null: they could not be counted in time" });
export const orderFigures = z.object({
  from: z.string(),
  to: z.string(),
  hours: z
    .object({ day: z.array(orderHour), before: z.array(orderHour) })
    .nullable()
    .meta({ description: "of a single day and the day before it; null for longer ranges and for one wallet" }),
  payments: outcomes(z.enum(PAYMENT_STATUSES)),
  disburses: outcomes(z.enum(DISBURSE_STATUSES)),
});
export type OrderFigures = z.infer<typeof orderFigures>;

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
