import * as z from "zod";
import { JOURNAL_KINDS } from "./journals.ts";
import { amountIn, amountOut, csvOf, instant, listQuery, operator, publicId } from "./schema.ts";

export const journalRow = z.object({
  id: publicId,
  merchant_id: publicId,
  merchant_name: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  reference: z.object({ type: z.string(), id: publicId }),
  amount: amountOut,
  before_balance: amountOut,
  after_balance: amountOut,
  created_at: instant,
  note: z.string().nullable(),
});
export type JournalRow = z.infer<typeof journalRow>;
export const journalQuery = listQuery.extend({
  merchant_id: publicId.optional(),
  kind: csvOf(JOURNAL_KINDS),
  operator: operator.optional(),
  wallet_id: publicId.optional(),
  min_amount: amountIn.optional(),
  max_amount: amountIn.optional(),
  reference: publicId.optional(),
});
export type JournalQuery = z.infer<typeof journalQuery>;
/** The integrity line above the journals: chains unbroken and sums agreeing for the merchants in view. */
export const journalIntegrity = z.object({ ok: z.boolean(), checked_at: instant, accounts: z.int(), entries: z.int() });
export const balanceAt = z.object({ at: instant, balance: amountOut, held_balance: amountOut, currency: z.string() });
