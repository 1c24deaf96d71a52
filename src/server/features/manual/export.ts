/** Manual operations as a file. */
import { manualQuery } from "../../../contract/manual.schema.ts";
import { column, CREATED, type ExportSpec, idColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { MANUAL_LIST } from "./queries.ts";

const MANUAL_EXPORT: ExportSpec = {
  file: { zh: "人工操作", en: "manual" },
  columns: [
    idColumn("操作单号", "Operation ID", "manual", "u.id"),
    idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id"),
    idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"),
    idColumn("订单号", "Order ID", "payment", "u.payment_id"),
    idColumn("短信编号", "Message ID", "sms", "u.sms_id"),
    column("code", "类型", "Kind", "u.kind"),
    column("text", "商户", "Merchant", "m.name"),
    column("text", "钱包", "Wallet", "w.name"),
    column("amount", "金额", "Amount", "u.amount"),
    column(
      "text",
      "变动前后",
      "Before and after",
      "(select string_agg(p ->> 'account' || ' ' || (p ->> 'before') || ' > ' || (p ->> 'after'), ' | ') from jsonb_array_elements(u.preview) p)",
    ),
    column("text", "备注", "Note", "u.note"),
    column("code", "状态", "Status", "u.status"),
    column("text", "申请人", "Maker", "mk.account"),
    column("text", "复核人", "Checker", "ck.account"),
    column("text", "原因", "Reason", "u.reason"),
    CREATED,
    column("time", "失效时间", "Expires", "u.expires_at"),
    column("time", "处理时间", "Decided", "u.decided_at"),
  ],
  shown: {
    id: "Operation ID",
    created_at: "Created",
    kind: "Kind",
    target: ["Merchant", "Wallet", "Order ID", "Message ID"],
    amount: "Amount",
    preview: "Before and after",
    status: "Status",
    maker: "Maker",
    checker: "Checker",
    note: "Note",
    expires_at: "Expires",
    decided_at: "Decided",
    reason: "Reason",
  },
};

export const manualExport = exportRoute("/api/manual/export", "Manual operations as a file", manualQuery, {
  list: MANUAL_LIST,
  spec: MANUAL_EXPORT,
  permission: "manual.see",
});
