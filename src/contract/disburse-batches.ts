/** Batch payouts: many payouts from one file of a merchant. Each row becomes an order of its own. */
import { MAKER_PROBLEMS } from "./bulk.ts";
import type { Transition } from "./transition.ts";

/** Rows and characters that one file may have. */
export const BATCH_ROWS_MAX = 5000;
export const BATCH_CHARACTERS_MAX = 700_000;

/** Columns of a file, by the name that the rest of the contract gives them. */
export const BATCH_COLUMNS = ["merchant_order_id", "operator", "amount", "customer", "user_id"] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/** What a file's head may call a column; compared without case, blanks, underscores and hyphens. The same in both languages. */
export const BATCH_HEADERS = {
  merchant_order_id: ["merchantorderid", "orderid", "orderno", "reference", "商户订单号", "订单号"],
  operator: ["operator", "channel", "provider", "运营商", "渠道"],
  amount: ["amount", "金额", "代付金额"],
  customer: [
    "customer",
    "account",
    "phone",
    "msisdn",
    "number",
    "mobile",
    "receiver",
    "paidnumber",
    "recipient",
    "recipientnumber",
    "收款号码",
    "收款账号",
    "客户",
    "手机号",
  ],
  user_id: ["userid", "user", "用户id", "用户"],
} as const satisfies Record<BatchColumn, readonly string[]>;

/** What a dry run finds of a row. `duplicate`: an earlier row of this file has its number; `existing`: an order of before has it. */
export const BATCH_RESULTS = ["ok", "error", "duplicate", "existing"] as const;
export type BatchResult = (typeof BATCH_RESULTS)[number];

/** A batch runs until every row has an end or somebody stops it. */
export const BATCH_STATUSES = ["running", "done", "stopped"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
/** Why a batch was stopped: by a person, or since whoever sent it (or took it up again) may not go on. */
export const BATCH_STOPS = ["by_person", ...MAKER_PROBLEMS] as const;
export type BatchStop = (typeof BATCH_STOPS)[number];

/** Every edge of a batch's life. The database refuses all others. */
export const BATCH_TRANSITIONS = [
  { from: "running", event: "finish", to: "done", by: "job" },
  { from: "running", event: "stop", to: "stopped", by: "merchant" },
  { from: "running", event: "halt", to: "stopped", by: "job" },
  { from: "done", event: "retry", to: "running", by: "merchant" },
  { from: "stopped", event: "retry", to: "running", by: "merchant" },
] as const satisfies readonly Transition<BatchStatus, "finish" | "stop" | "halt" | "retry">[];

/** What has become of a row. `existing`: the order was there already with the same content; nothing was made. */
export const BATCH_ROW_STATUSES = ["waiting", "created", "existing", "failed", "stopped"] as const;
export type BatchRowStatus = (typeof BATCH_ROW_STATUSES)[number];

/** Every edge of a row's life: one that has its order keeps it. The database refuses all others. */
export const BATCH_ROW_TRANSITIONS = [
  { from: "waiting", event: "create", to: "created", by: "job" },
  { from: "waiting", event: "find", to: "existing", by: "job" },
  { from: "waiting", event: "fail", to: "failed", by: "job" },
  { from: "waiting", event: "stop", to: "stopped", by: "merchant" },
  { from: "waiting", event: "halt", to: "stopped", by: "job" },
  { from: "failed", event: "retry", to: "waiting", by: "merchant" },
  { from: "stopped", event: "retry", to: "waiting", by: "merchant" },
] as const satisfies readonly Transition<BatchRowStatus, "create" | "find" | "fail" | "stop" | "halt" | "retry">[];

/** `stop` leaves the rows that have no order yet; `retry` takes up failed and stopped ones again. */
export const BATCH_ACTIONS = ["stop", "retry"] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];
