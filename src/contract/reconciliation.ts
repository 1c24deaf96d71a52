/** Reconciliation: what the operator reported against what the system booked, per wallet and business day (rule 70). */

/**
 * How the sides of one movement stand to each other. `not_on_statement`: message and order agree, and the imported
 * statement of that day lacks it; `other_day`: two sides of one movement stand on
 * different days (a statement's clock, a day without a time, a message around midnight).
 */
export const RECONCILIATION_GROUPS = ["matched", "amount_differs", "only_message", "only_order", "only_statement", "not_on_statement", "other_day"] as const;
export type ReconciliationGroup = (typeof RECONCILIATION_GROUPS)[number];

/** The sides of one movement. */
export const PAIR_SIDES = ["message", "order", "statement"] as const;
export type PairSide = (typeof PAIR_SIDES)[number];

/** What moved a wallet's booked balance on a day; every ledger kind on a wallet falls in exactly one. */
export const WALLET_FLOWS = [
  "payment",
  "disburse",
  "suspense",
  "unexplained",
  "reversal",
  "transfer",
  "b2b",
  "withdrawal",
  "manual",
  "opening",
  "operator_cost",
  "commission",
  "other",
] as const;
export type WalletFlow = (typeof WALLET_FLOWS)[number];

/** What may not agree on a day: its sides, its balances, and what was booked after its close. */
export const DAY_DIFFERENCES = [
  "payment_difference",
  "disburse_difference",
  "statement_payment_difference",
  "statement_disburse_difference",
  "difference",
  "late",
] as const;
export type DayDifference = (typeof DAY_DIFFERENCES)[number];

/** Acts on a wallet's day. */
export const DAY_ACTIONS = ["close", "reopen"] as const;
export type DayAction = (typeof DAY_ACTIONS)[number];

/** What a column of the operator's own statement can be read as. */
export const STATEMENT_FIELDS = ["trx_id", "time", "amount", "direction", "credit", "debit", "fee", "balance", "counterparty", "kind", "status"] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];
/** Field -> header of its column; null: the file has none, whatever its headers say. */
export type NamedColumns = Readonly<Partial<Record<StatementField, string | null>>>;

/** Why a line of a statement cannot be taken. */
export const STATEMENT_ERRORS = [
  "required",
  "invalid_amount",
  "invalid_time",
  "invalid_direction",
  /** A word that nobody knows: it may say that the money moved, or that it did not. */
  "unknown_status",
  "both_sides",
  "too_long",
  "cell_count",
  "open_quote",
  "conflict",
  "in_future",
  /** This movement is another wallet's, and nothing of the file is known of this one. */
  "other_wallet",
] as const;
export type StatementErrorCode = (typeof STATEMENT_ERRORS)[number];

/** Whose clock the times of a statement's file are on. */
export const STATEMENT_CLOCKS = ["operator", "business", "utc"] as const;
export type StatementClock = (typeof STATEMENT_CLOCKS)[number];

/** Most wallet-days of one answer; beyond it the range has to be narrowed. */
export const MAX_WALLET_DAYS = 10_000;
/** Most pairs of one group in the detail of a day; its count and sums are always of all. */
export const MAX_PAIRS = 500;
/** Most lines of an imported file. */
export const MAX_STATEMENT_LINES = 20_000;
/** Most faulty lines that a preview names. */
export const MAX_STATEMENT_ERRORS = 200;
