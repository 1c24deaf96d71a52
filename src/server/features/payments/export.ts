/** Payments as a file. */
import { paymentQuery } from "../../../contract/payments.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, MERCHANT_ID, ORDER_TAIL, staffColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { PAYMENT_LIST } from "./queries.ts";

const PAYMENT_EXPORT: ExportSpec = {
  file: { zh: "代收", en: "payments" },
  columns: [
    idColumn("订单号", "Order ID", "payment", "u.id"),
    ...MERCHANT_ID,
    { ...idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name"),
    column("text", "商户订单号", "Merchant order ID", "u.merchant_order_id"),
    column("code", "运营商", "Operator", "u.operator"),
    staffColumn("text", "钱包", "Wallet", "w.name"),
    column("phone", "收款账号", "Receiving account", "w.account"),
    column("amount", "金额", "Amount", "u.amount"),
    column("amount", "实收金额", "Received", "u.received_amount"),
    column("amount", "手续费", "Fee", "u.fee"),
    column("text", "TrxID", "TrxID", "u.trx_id"),
    column("phone", "客户", "Customer", "u.customer"),
    column("code", "状态", "Status", "u.status"),
    column("text", "原因", "Reason", "u.reason"),
    CREATED,
    column("time", "过期时间", "Expires", "u.expires_at"),
    column("time", "支付时间", "Paid", "u.paid_at"),
    ...ORDER_TAIL,
  ],
  shown: {
    id: "Order ID",
    merchant_order_id: "Merchant order ID",
    merchant: "Merchant",
    amount: "Amount",
    received: "Received",
    status: "Status",
    reason: "Reason",
    trx_id: "TrxID",
    created_at: "Created",
    customer: "Customer",
    fee: "Fee",
    operator: "Operator",
    wallet: "Wallet",
    paid_at: "Paid",
    expires_at: "Expires",
    receiving_account: "Receiving account",
    remote_ip: "Remote IP",
    user_id: "User ID",
    staff: "Staff",
    notify: "Notification",
    notes: "Notes",
  },
};

export const paymentsExport = exportRoute("/api/payments/export", "Payments as a file", paymentQuery, {
  list: PAYMENT_LIST,
  spec: PAYMENT_EXPORT,
  permission: "payments.see",
});
