/** Wallet statistics, reconciliation, import of the operator's statement and day close: what the calls take and answer. */
import * as z from "zod";
import {
  DAY_ACTIONS,
  DAY_DIFFERENCES,
  PAIR_SIDES,
  RECONCILIATION_GROUPS,
  STATEMENT_CLOCKS,
  STATEMENT_ERRORS,
  STATEMENT_FIELDS,
  WALLET_FLOWS,
} from "./reconciliation.ts";
import { amountIn, amountOut, amountOutOrNull, instant, instantOrNull, operator, publicId, reason, text } from "./schema.ts";

/** A business day, `YYYY-MM-DD`; whether it exists is checked by the verb. */
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: "business day (Asia/Shanghai)", examples: ["2026-11-21"] });

/** `from` and `to` are business days, both included; without them: today. */
export const walletDaysQuery = z.strictObject({ from: day.optional(), to: day.optional(), wallet_id: publicId.optional() });
export type WalletDaysQuery = z.infer<typeof walletDaysQuery>;

const figures = {
  opening_balance: amountOut,
  closing_balance: amountOut,
  estimated_balance: amountOut,
  real_balance: amountOutOrNull,
  difference: amountOutOrNull.meta({ description: "real less estimated; null where no real balance is known" }),
  profit: amountOut,
  yesterday_credit: amountOut,
  yesterday_debit: amountOut,
  api_payment: amountOut,
  api_disburse: amountOut,
  system_payment: amountOut,
  system_disburse: amountOut,
  b2b_credit: amountOut,
  b2b_debit: amountOut,
  manual_credit: amountOut,
  manual_debit: amountOut,
  closed: z.boolean(),
};
export const walletStatisticsRow = z.object({ wallet_id: publicId, wallet_name: z.string(), date: z.string(), ...figures });
export type WalletStatisticsRow = z.infer<typeof walletStatisticsRow>;
/** A wallet over the whole range: opening of its first day, closing, real and yesterday of its last, the rest summed. */
export const walletStatisticsSum = z.object({ wallet_id: publicId, wallet_name: z.string(), days: z.int(), ...figures });
export type WalletStatisticsSum = z.infer<typeof walletStatisticsSum>;
export const walletStatistics = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(walletStatisticsRow),
  wallets: z.array(walletStatisticsSum),
  sums: z.object({ wallets: z.int(), days: z.int(), ...figures }),
});
export type WalletStatistics = z.infer<typeof walletStatistics>;

const sides = z.object({ payment: amountOut, disburse: amountOut, payment_count: z.int(), disburse_count: z.int() });
export const dayClose = z.object({
  closed_by: z.string(),
  closed_at: instant,
  reason: z.string().nullable(),
  reopened_by: z.array(z.string()),
  reopened_at: instantOrNull,
});
/** A wallet's day: three columns, what differs between them, and whether it is closed. */
export const reconciliationRow = z.object({
  wallet_id: publicId,
  wallet_name: z.string(),
  operator,
  date: z.string(),
  api: sides,
  system: sides,
  statement: sides.nullable().meta({ description: "the operator's own statement; null where none was imported for this day" }),
  payment_difference: amountOut.meta({ description: "reported less booked" }),
  disburse_difference: amountOut,
  statement_payment_difference: amountOutOrNull.meta({ description: "statement less booked" }),
  statement_disburse_difference: amountOutOrNull,
  opening_balance: amountOut,
  estimated_balance: amountOut,
  real_balance: amountOutOrNull,
  real_balance_at: instantOrNull,
  difference: amountOutOrNull,
  unmatched: z.int().meta({ description: "messages of the day that nothing explains" }),
  in_review: z.int().meta({ description: "messages of the day that wait for a decision" }),
  late: amountOut.meta({ description: "booked on closed days after they were closed" }),
  closed: z.boolean(),
  close: dayClose.nullable(),
  version: z.int().meta({ description: "0: never closed" }),
  actions: z.array(z.enum(DAY_ACTIONS)),
});
export type ReconciliationRow = z.infer<typeof reconciliationRow>;
export const reconciliation = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(reconciliationRow),
  sums: z.object({
    api: sides,
    system: sides,
    statement: sides.nullable(),
    payment_difference: amountOut,
    disburse_difference: amountOut,
    open_days: z.int(),
    differing_days: z.int(),
  }),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const dayParams = z.strictObject({ id: publicId, date: day });
/** One movement, as each side knows it. */
export const reconciliationPair = z.object({
  direction: z.enum(["credit", "debit"]),
  trx_id: z.string().nullable(),
  message: z.object({ id: publicId, amount: amountOut, at: instant, match_status: z.string() }).nullable(),
  order: z
    .object({
      type: z.enum(["payment", "disburse"]),
      id: publicId,
      amount: amountOut,
      at: instant,
      answered: z.boolean().meta({ description: "reported by the operator's own interface, without a message" }),
    })
    .nullable(),
  statement: z.object({ line: z.int(), amount: amountOut, at: instant }).nullable(),
  elsewhere: z
    .object({ side: z.enum(PAIR_SIDES), date: z.string() })
    .nullable()
    .meta({ description: "of `other_day`: which of its sides stands on which other business day, where that is known" }),
});
export type ReconciliationPair = z.infer<typeof reconciliationPair>;
export const reconciliationGroup = z.object({
  group: z.enum(RECONCILIATION_GROUPS),
  count: z.int(),
  payment_difference: amountOut.meta({ description: "what this group adds to the day's difference, reported less booked" }),
  disburse_difference: amountOut,
  statement_payment_difference: amountOutOrNull.meta({
    description:
      "what this group adds to the day's difference to the operator's own statement, statement less booked; null where none was imported for the day",
  }),
  statement_disburse_difference: amountOutOrNull,
  items: z.array(reconciliationPair),
  truncated: z.boolean(),
});
export const walletFlow = z.object({ flow: z.enum(WALLET_FLOWS), credit: amountOut, debit: amountOut, count: z.int() });
export type WalletFlowRow = z.infer<typeof walletFlow>;
export const reconciliationDay = z.object({
  day: reconciliationRow,
  flows: z.array(walletFlow),
  groups: z.array(reconciliationGroup),
  imports: z.array(z.object({ id: publicId, file_name: z.string(), by: z.string(), at: instant, lines: z.int() })),
});
export type ReconciliationDay = z.infer<typeof reconciliationDay>;

/** `version` and `estimated_balance`: what the decision was made on; another state now is a 409. */
const signed = z.string().regex(/^-?\d{1,15}\.\d{2}$/);
export const dayCloseIn = z.strictObject({
  version: z.int().min(0).max(2_147_483_647).optional(),
  estimated_balance: signed.optional(),
  differences: z
    .partialRecord(z.enum(DAY_DIFFERENCES), signed)
    .optional()
    .meta({ description: "what did not agree when it was decided on, `{}`: everything did; refused as `conflict` where something else does not agree by now" }),
  real_balance: amountIn,
  reason: reason.optional(),
});
export type DayCloseIn = z.infer<typeof dayCloseIn>;
export const dayReopenIn = z.strictObject({ version: z.int().min(1).max(2_147_483_647), reason });

/**
 * `columns`: which header is what, where the headers do not say it themselves; null: none, whatever they say. `retime`: lines imported before get the times of this file,
 * where they were imported with a wrong clock. Nothing is stored with `dry_run`.
 */
export const statementImportIn = z.strictObject({
  file_name: text(200, 1),
  text: z.string().min(1),
  clock: z.enum(STATEMENT_CLOCKS).default("operator"),
  columns: z.partialRecord(z.enum(STATEMENT_FIELDS), text(100, 1).nullable()).optional(),
  retime: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});
export type StatementImportIn = z.infer<typeof statementImportIn>;
export const statementImportOut = z.object({
  dry_run: z.boolean(),
  headers: z.array(z.string()),
  columns: z.partialRecord(z.enum(STATEMENT_FIELDS), z.string()),
  missing: z.array(z.enum(STATEMENT_FIELDS)),
  unread: z.array(z.string()).meta({ description: "headers of columns that are not read, since `columns` says that the file has none of their kind" }),
  lines: z.int(),
  fresh: z.int().meta({ description: "lines that were not known before" }),
  known: z.int().meta({ description: "lines imported before, recognised by TrxID" }),
  retimed: z.int().meta({ description: "known lines that this file has at another time; `retime` gives them that one" }),
  repeated: z.int().meta({ description: "lines that stand in the file more than once" }),
  skipped: z.int().meta({ description: "rows of totals, opening and closing balances, which are no movement" }),
  not_done: z.int().meta({ description: "rows whose status says that nothing moved: failed, cancelled, pending" }),
  fee_rows: z.int().meta({ description: "fees and commissions in rows of their own, put with the movement that has their TrxID" }),
  errors: z.array(z.object({ row: z.int(), column: z.string(), code: z.enum(STATEMENT_ERRORS), value: z.string() })),
  error_count: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  days: z.array(z.object({ date: z.string(), credit: amountOut, debit: amountOut, count: z.int() })),
  sample: z.array(
    z.object({
      row: z.int(),
      trx_id: z.string(),
      at: instant,
      direction: z.enum(["credit", "debit"]),
      amount: amountOut,
      fee: amountOutOrNull,
      balance: amountOutOrNull,
      counterparty: z.string().nullable(),
      kind: z.string().nullable(),
    }),
  ),
  imported: z.boolean(),
});
export type StatementImportOut = z.infer<typeof statementImportOut>;
