/** Merchants as a file. */
import { merchantQuery } from "../../../contract/merchants.schema.ts";
import { column, CREATED, ENABLED, type ExportColumn, type ExportSpec, idColumn } from "../../platform/lists/export.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { MERCHANT_LIST } from "./queries.ts";

const fee = (side: "payment" | "disburse", zh: string, en: string): ExportColumn[] => [
  column("number", `${zh}费率（基点）`, `${en} rate (bps)`, `u.${side}_rate_bps`),
  column("amount", `${zh}固定费`, `${en} fixed fee`, `u.${side}_fixed`),
];
const account = (kind: string, owner: string): string => `(select a.balance from accounts a where a.kind = '${kind}' and a.owner_id = ${owner})`;

const MERCHANT_EXPORT: ExportSpec = {
  file: { zh: "商户", en: "merchants" },
  columns: [
    idColumn("商户号", "Merchant ID", "merchant", "u.id"),
    column("text", "名称", "Name", "u.name"),
    column("text", "负责人", "Owner", "u.owner"),
    column("amount", "余额", "Balance", account("merchant", "u.id")),
    column("amount", "冻结", "Held", account("hold", "u.id")),
    ...fee("payment", "代收", "Payment"),
    ...fee("disburse", "代付", "Disburse"),
    column("text", "IP 白名单", "IP allow list", "array_to_string(u.ip_whitelist, ' ')"),
    column("text", "通知地址", "Notification URL", "u.notify_url"),
    column("text", "App ID", "App ID", "u.app_id"),
    column("boolean", "代收开放", "Payments open", "u.payments_open"),
    column("boolean", "代付开放", "Payouts open", "u.disburses_open"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "u.deleted"),
    CREATED,
  ],
};

export const merchantsExport = exportRoute("/api/merchants/export", "Merchants as a file", merchantQuery, {
  list: MERCHANT_LIST,
  spec: MERCHANT_EXPORT,
  permission: "merchants.see",
});
