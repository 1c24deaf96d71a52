/** Payouts as a file. */
import { disburseQuery } from "../../../contract/disburses.schema.ts";
import {
  column,
  CREATED,
  type ExportSpec,
  idColumn,
  merchantColumn,
  ORDER_TAIL,
  staffColumn,
  codeColumn,
  reasonInWords,
} from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { DISBURSE_LIST } from "./queries.ts";

/** A merchant is not told of an attempt that failed or hangs (rule 11). */
const OWN_STATUS =
  "case when u.status in ('attempt_failed', 'unknown') or (u.status in ('pending', 'approved') and u.attempt_count > 0) then 'processing' else u.status end";

/** Payouts. */
const DISBURSE_EXPORT: ExportSpec = {
  file: { zh: "代付", en: "disburses" },
  columns: [
    idColumn("订单号", "Order ID", "disburse", "u.id", "id"),
    idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id"),
    { ...idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name", "merchant"),
    column("text", "商户订单号", "Merchant order ID", "u.merchant_order_id", "merchant_order_id"),
    codeColumn("operator", "运营商", "Operator", "u.operator", "operator"),
    staffColumn("text", "出款钱包", "Paid from", "w.name", "wallet"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "手续费", "Fee", "u.fee", "fee"),
    staffColumn("amount", "运营商费用", "Operator cost", "u.cost", "cost"),
    column("text", "TrxID", "TrxID", "u.trx_id", "trx_id"),
    column("phone", "收款号码", "Recipient number", "u.customer", "customer"),
    { ...codeColumn("disburseStatus", "状态", "Status", "u.status", "status"), staff: true },
    { ...codeColumn("disburseStatus", "状态", "Status", OWN_STATUS, "status"), merchants: true },
    reasonInWords(staffColumn("phone", "原因", "Reason", "u.reason", "reason"), "disburseReason"),
    reasonInWords(merchantColumn("phone", "原因", "Reason", "case when u.status in ('failed', 'rejected') then u.reason end", "reason"), "disburseReason"),
    CREATED,
    column("time", "支付时间", "Paid", "u.paid_at", "paid_at"),
    column("time", "退回时间", "Returned", "u.returned_at", "returned_at"),
    staffColumn("number", "代付尝试", "Payout attempts", "u.attempt_count", "attempts"),
    ...ORDER_TAIL,
  ],
};

export const disbursesExport = exportRoute("/api/disburses/export", "Payouts as a file", disburseQuery, {
  list: DISBURSE_LIST,
  spec: DISBURSE_EXPORT,
  permission: "disburses.see",
});
