/** Merchants as a file. */
import { merchantQuery } from "../../../contract/merchants.schema.ts";
import { column, CREATED, ENABLED, type ExportColumn, type ExportSpec, idColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { accountOf, MERCHANT_LIST } from "./queries.ts";

const fee = (side: "payment" | "disburse", zh: string, en: string): ExportColumn[] => [
  column("number", `${zh}费率（万分之）`, `${en} rate (bps)`, `u.${side}_rate_bps`, `${side}_fee`),
  column("amount", `${zh}固定费`, `${en} fixed fee`, `u.${side}_fixed`, `${side}_fee`),
  column("amount", `${zh}最低手续费`, `${en} minimum fee`, `u.${side}_min`, `${side}_fee`),
  column("amount", `${zh}最高手续费`, `${en} maximum fee`, `u.${side}_max`, `${side}_fee`),
];

const MERCHANT_EXPORT: ExportSpec = {
  file: { zh: "商户", en: "merchants" },
  columns: [
    idColumn("商户号", "Merchant ID", "merchant", "u.id", "id"),
    column("text", "名称", "Name", "u.name", "name"),
    column("text", "负责人", "Owner", "u.owner", "owner"),
    column("amount", "余额", "Balance", accountOf("merchant", "u.id"), "balance"),
    column("amount", "冻结余额", "Held", accountOf("hold", "u.id"), "held"),
    column("amount", "提现预留", "Withdrawal reserve", "u.withdrawal_reserve", "withdrawal_reserve"),
    ...fee("payment", "代收", "Payment"),
    ...fee("disburse", "代付", "Disburse"),
    column("text", "IP 白名单", "IP whitelist", "array_to_string(u.ip_whitelist, ' ')", "ip_whitelist"),
    column("text", "通知地址", "Notification URL", "u.notify_url", "notify_url"),
    column("boolean", "需应答内容", "Acknowledgement required", "u.require_ack", "require_ack"),
    column("text", "App ID", "App ID", "u.app_id", "app_id"),
    column("boolean", "代收接单", "Payments open", "u.payments_open", "payments_open"),
    column("boolean", "代付接单", "Payouts open", "u.disburses_open", "disburses_open"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "u.deleted", "state"),
    CREATED,
  ],
};

export const merchantsExport = exportRoute("/api/merchants/export", "Merchants as a file", merchantQuery, {
  list: MERCHANT_LIST,
  spec: MERCHANT_EXPORT,
  permission: "merchants.see",
});
