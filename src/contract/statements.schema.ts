/** Statements per merchant or wallet and month; the balance of a wallet at a moment. */
import * as z from "zod";
import { amountOut, amountOutOrNull, instant, instantOrNull, operator, publicId } from "./schema.ts";

export const STATEMENT_FORMATS = ["json", "csv", "xlsx", "html", "pdf"] as const;
/** Beyond so many lines the json, html and pdf forms show daily totals by kind; csv and xlsx always carry every line. */
export const STATEMENT_LINES = 5_000;

export const statementQuery = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .meta({ description: "business month (Asia/Shanghai)", examples: ["2026-11"] }),
  format: z.enum(STATEMENT_FORMATS).default("json"),
  locale: z.enum(["zh", "en"]).default("zh"),
});
export type StatementQuery = z.infer<typeof statementQuery>;

const total = z.object({ kind: z.string(), count: z.int(), credit: amountOut, debit: amountOut });
/** One entry, or the sum of a kind on a day where `detail` is `days`; `balance` is the one after it. */
const line = z.object({
  at: instantOrNull,
  date: z.string(),
  operator_date: z.string().nullable().meta({ description: "the operator's day where it differs from the business day; wallets only" }),
  kind: z.string(),
  reference: z.object({ type: z.string(), id: publicId }).nullable(),
  merchant_order_id: z.string().nullable().meta({ description: "the merchant's own number of the order referred to; merchants only" }),
  count: z.int(),
  amount: amountOut,
  balance: amountOut,
  note: z.string().nullable(),
});
export type StatementLine = z.infer<typeof line>;
/** Opening balance plus all lines is the closing balance, always. */
export const statement = z.object({
  subject: z.object({ type: z.enum(["merchant", "wallet"]), id: publicId, name: z.string(), operator: operator.nullable(), account: z.string().nullable() }),
  month: z.string(),
  from: z.string(),
  to: z.string(),
  complete: z.boolean().meta({ description: "false while the month has not ended" }),
  currency: z.string(),
  made_at: instant,
  opening_balance: amountOut,
  closing_balance: amountOut,
  held_balance: amountOutOrNull.meta({ description: "reserved at the end of the month; merchants only" }),
  credit: amountOut,
  debit: amountOut,
  totals: z.array(total),
  fees: z
    .object({ items: z.array(z.object({ kind: z.string(), count: z.int(), amount: amountOut })), amount: amountOut })
    .nullable()
    .meta({ description: "fee invoice of the month; merchants only" }),
  detail: z.enum(["lines", "days"]),
  line_count: z.int(),
  /** Business days with entries, in order: what came in and went out, and the balance at the day's end. */
  days: z.array(z.object({ date: z.string(), credit: amountOut, debit: amountOut, balance: amountOut })),
  lines: z.array(line),
});
export type Statement = z.infer<typeof statement>;

export const walletBalanceAt = z.object({
  at: instant,
  balance: amountOut,
  real_balance: amountOutOrNull,
  real_balance_at: instantOrNull,
  currency: z.string(),
});
