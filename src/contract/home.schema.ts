import * as z from "zod";
import { exceptionLine } from "./exceptions.schema.ts";
import { INTEGRITY_CHECK_NAMES } from "./integrity.ts";
import { HOME_WARNINGS, SEARCH_MATCHES } from "./home.ts";
import { amountOut, amountOutOrNull, instant, instantOrNull, operator, publicId } from "./schema.ts";
import { WALLET_HEALTH } from "./wallets.ts";

/** Figures of one stretch of time: today so far, or an earlier day up to the same moment. */
export const figures = z.object({
  collected: amountOut,
  collected_count: z.int(),
  /** Orders created in it, how many of those have completed, and their share: the newest 50,000 where there are more. */
  created_count: z.int(),
  succeeded_count: z.int(),
  success_bps: z.int().nullable(),
  /** From order to money, over the newest 5,000 of the orders created in it that have completed in it. */
  median_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
  paid_out: amountOut,
  paid_out_count: z.int(),
  /** Of payments and of payouts, together and each: they stand behind different lists. */
  fees: amountOut,
  payment_fees: amountOut,
  disburse_fees: amountOut,
});
export const waiting = z.object({
  payments_review: z.int(),
  sms_unmatched: z.int(),
  sms_suspicious: z.int(),
  sms_unparsed: z.int(),
  disburses_review: z.int(),
  disburses_unknown: z.int(),
  transfers_pending: z.int(),
  withdrawals_pending: z.int(),
  withdrawals_approved: z.int(),
  approvals: z.int(),
  deliveries_failed: z.int(),
  wallets_gap: z.int(),
  wallets_offline: z.int(),
  suspense: amountOut,
});
const hours = z.array(z.object({ hour: z.int(), collected: amountOut, count: z.int() }));
/** What completed today, and today's orders with how many of them have completed. */
const share = { collected: amountOut, count: z.int(), created: z.int(), succeeded: z.int() };
export const home = z.object({
  at: instant,
  today: figures,
  yesterday: figures,
  /** The same day of the week before. */
  last_week: figures,
  hourly: z.object({ today: hours, yesterday: hours, last_week: hours }),
  by_operator: z.array(z.object({ operator, ...share })),
  by_merchant: z.array(z.object({ merchant_id: publicId, merchant_name: z.string(), ...share })),
  float: amountOutOrNull,
  liabilities: amountOutOrNull,
  wallets: z.array(
    z.object({
      id: publicId,
      name: z.string(),
      operator,
      health: z.enum(WALLET_HEALTH),
      /** Of the payments since `orders_since` that were to be paid to it. */
      orders: z.object({ created: z.int(), completed: z.int(), success_bps: z.int().nullable() }),
      /** Of the day's or the month's limit, whichever is nearer, by what came in; null without a limit. */
      used_bps: z.int().nullable(),
      /** By what went out, against the same limits. */
      used_out_bps: z.int().nullable(),
      /** What it may still take in. */
      left: amountOutOrNull,
      difference: amountOutOrNull,
      breaks: z.object({ count: z.int(), amount: amountOut }).nullable(),
      enabled: z.boolean(),
      balance: amountOut,
      last_seen_at: instantOrNull,
    }),
  ),
  /** The day's beginning, or later where today has more orders than are looked through. */
  orders_since: instant,
  /** What enabled wallets may still take in, how many of them have a limit, and how many enabled ones are near one in either direction (`near_percent` used, or more). Null for merchants. */
  limits: z.object({ left: amountOut, wallets: z.int(), near: z.int(), near_percent: z.int() }).nullable(),
  waiting,
  /** Sums of the withdrawals that wait. Null for merchants. */
  withdrawals: z.object({ pending: amountOut, to_pay: amountOut }).nullable(),
  /** Wallet days that have ended and are not closed, of the last 31 days; null for who does not see the reconciliation. */
  open_days: z.object({ from: z.string(), to: z.string(), count: z.int() }).nullable(),
  proof: z.object({ ok: z.boolean().nullable(), checked_at: instantOrNull }),
  own: z.object({ balance: amountOut, held_balance: amountOut, webhooks_failed: z.int() }).nullable(),
  /** The top of the exception queue, for the platform's people. */
  alerts: z.array(exceptionLine),
  /** Exceptions that one may see: all that are open, one's own, and those whose comments call one. Null for merchants. */
  queue: z.object({ open: z.int(), mine: z.int(), mentions: z.int() }).nullable(),
  warnings: z.array(z.enum(HOME_WARNINGS)),
});
export type Home = z.infer<typeof home>;
const searchItem = z.object({
  type: z.string(),
  id: publicId,
  title: z.string(),
  detail: z.string(),
  status: z.string().nullable(),
  at: instantOrNull,
  match: z.enum(SEARCH_MATCHES),
  deleted: z.boolean(),
});
export const searchResult = z.object({
  /** The best first. */
  items: z.array(searchItem),
  /** Kinds whose rows could not all be looked through in time; null: not even what an index serves. */
  unfinished: z.array(z.object({ type: z.string(), searched_back_to: instantOrNull })),
});
export type SearchResult = z.infer<typeof searchResult>;
export const integrityOut = z.object({
  ok: z.boolean(),
  checked_at: instant,
  entries: z.int(),
  accounts: z.int(),
  orders: z.int(),
  findings: z.array(
    z.object({
      check: z.enum(INTEGRITY_CHECK_NAMES),
      id: z.string().meta({ description: "of the object that it is about, else of an account, an operator or a day" }),
      row: z.string().meta({ description: "the same as it is stored, for who looks into the database" }),
      facts: z.record(z.string(), z.string()).meta({ description: "what was held against each other, by name" }),
    }),
  ),
});
export type IntegrityOut = z.infer<typeof integrityOut>;
export const merchantBalance = z.object({ available: amountOut, held: amountOut, currency: z.string() });
