/** Figures behind the plots of the dashboard: what the calls take and answer. */
import * as z from "zod";
import { amountOut, amountOutOrNull, instant, publicId } from "./schema.ts";
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
