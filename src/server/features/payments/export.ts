/** Payments as a file. */
import { paymentQuery } from "../../../contract/payments.schema.ts";
import {
  column,
  CREATED,
  type ExportSpec,
  idColumn,
  MERCHANT_ID,
  ORDER_TAIL,
  staffColumn,
  codeColumn,
  reasonInWords,
} from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { PAYMENT_LIST } from "./queries.ts";

const PAYMENT_EXPORT: ExportSpec = {
  file: { zh: "代收", en: "payments" },
  columns: [
    idColumn("订单号", "Order ID", "payment", "u.id", "id"),
    ...MERCHANT_ID,
    { ...idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name", "merchant"),
    column("text", "商户订单号", "Merchant order ID", "u.merchant_order_id", "merchant_order_id"),
    codeColumn("operator", "运营商", "Operator", "u.operator", "operator"),
    staffColumn("text", "钱包", "Wallet", "w.name", "wallet"),
    column("phone", "收款账号", "Receiving account", "w.account", "receiving_account"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "实收金额", "Received", "u.received_amount", "received"),
    column("amount", "手续费", "Fee", "u.fee", "fee"),
    column("text", "TrxID", "TrxID", "u.trx_id", "trx_id"),
    column("phone", "客户", "Customer", "u.customer", "customer"),
    codeColumn("paymentStatus", "状态", "Status", "u.status", "status"),
    reasonInWords(column("phone", "原因", "Reason", "u.reason", "reason"), "paymentReason"),
    CREATED,
    column("time", "过期时间", "Expires", "u.expires_at", "expires_at"),
    column("time", "支付时间", "Paid", "u.paid_at", "paid_at"),
    column("time", "冲正时间", "Reversed", "u.reversed_at", "reversed_at"),
    ...ORDER_TAIL,
  ],
};

export const paymentsExport = exportRoute("/api/payments/export", "Payments as a file", paymentQuery, {
  list: PAYMENT_LIST,
  spec: PAYMENT_EXPORT,
  permission: "payments.see",
});
