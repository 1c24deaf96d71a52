/** Messages as a file. */
import { smsQuery } from "../../../contract/sms.schema.ts";
import { column, type ExportSpec, idColumn, eachInWords, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { SMS_LIST } from "./queries.ts";

const SMS_EXPORT: ExportSpec = {
  file: { zh: "短信记录", en: "sms" },
  columns: [
    idColumn("短信编号", "Message ID", "sms", "u.id", "id"),
    idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"),
    idColumn("订单号", "Order ID", "payment", "u.payment_id"),
    column("time", "接收时间", "Received", "u.received_at", "received_at"),
    column("time", "运营商时间", "Operator time", "u.operator_time", "operator_time"),
    column("text", "钱包", "Wallet", "w.name", "wallet"),
    column("text", "手机", "Phone", "d.name", "device"),
    codeColumn("operator", "运营商", "Operator", "u.operator", "operator"),
    column("phone", "发送方", "Sender", "u.sender", "sender"),
    codeColumn("smsKind", "类型", "Kind", "u.kind", "kind"),
    codeColumn("smsDirection", "方向", "Direction", "u.direction"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "手续费", "Fee", "u.fee", "fee"),
    column("amount", "佣金", "Commission", "u.commission", "commission"),
    column("amount", "余额", "Balance", "u.balance", "balance"),
    column("text", "TrxID", "TrxID", "u.trx_id", "trx_id"),
    column("phone", "对方号码", "Counterparty", "u.counterparty", "counterparty"),
    column("message", "附言", "Reference", "u.reference", "reference"),
    codeColumn("smsStatus", "匹配状态", "Match status", "u.match_status", "status"),
    codeColumn("smsContinuity", "余额连续性", "Balance continuity", "u.continuity", "chain"),
    eachInWords(column("text", "说明", "Reasons", "array_to_string(u.reasons, ' ')"), "u.reasons", "smsReason"),
    column("message", "原文", "Text", "u.text", "text"),
  ],
};

export const smsExport = exportRoute("/api/sms/export", "Messages as a file", smsQuery, { list: SMS_LIST, spec: SMS_EXPORT, permission: "sms.see" });
