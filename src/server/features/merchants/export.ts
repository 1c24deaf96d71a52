/** Merchants as a file. */
import { merchantQuery } from "../../../contract/merchants.schema.ts";
import { column, CREATED, ENABLED, type ExportColumn, type ExportSpec, idColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { accountOf, MERCHANT_LIST } from "./queries.ts";

const fee = (side: "payment" | "disburse", zh: string, en: string): ExportColumn[] => [
  column("number", `${zh}费率（基点）`, `${en} rate (bps)`, `u.${side}_rate_bps`),
  column("amount", `${zh}固定费`, `${en} fixed fee`, `u.${side}_fixed`),
];

const MERCHANT_EXPORT: ExportSpec = {
  file: { zh: "商户", en: "merchants" },
  columns: [
    idColumn("商户号", "Merchant ID", "merchant", "u.id"),
    column("text", "名称", "Name", "u.name"),
    column("text", "负责人", "Owner", "u.owner"),
    column("amount", "余额", "Balance", accountOf("merchant", "u.id")),
    column("amount", "冻结", "Held", accountOf("hold", "u.id")),
    column("amount", "提现预留", "Withdrawal reserve", "u.withdrawal_reserve"),
    ...fee("payment", "代收", "Payment"),
    ...fee("disburse", "代付", "Disburse"),
    column("text", "IP 白名单", "IP allow list", "array_to_string(u.ip_whitelist, ' ')"),
    column("text", "通知地址", "Notification URL", "u.notify_url"),
    column("boolean", "需应答内容", "Answer required", "u.require_ack"),
    column("text", "App ID", "App ID", "u.app_id"),
    column("boolean", "代收开放", "Payments open", "u.payments_open"),
    column("boolean", "代付开放", "Payouts open", "u.disburses_open"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "u.deleted"),
    CREATED,
  ],
  shown: {
    id: "Merchant ID",
    name: "Name",
    owner: "Owner",
    state: ["Enabled", "Deleted"],
    balance: "Balance",
    held: "Held",
    withdrawal_reserve: "Withdrawal reserve",
    ip_whitelist: "IP allow list",
    payment_fee: ["Payment rate (bps)", "Payment fixed fee"],
    disburse_fee: ["Disburse rate (bps)", "Disburse fixed fee"],
    payments_open: "Payments open",
    disburses_open: "Payouts open",
    app_id: "App ID",
    notify_url: "Notification URL",
    require_ack: "Answer required",
    created_at: "Created",
  },
};

export const merchantsExport = exportRoute("/api/merchants/export", "Merchants as a file", merchantQuery, {
  list: MERCHANT_LIST,
  spec: MERCHANT_EXPORT,
  permission: "merchants.see",
});
