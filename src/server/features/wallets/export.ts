/** Wallets as a file. */
import { walletQuery } from "../../../contract/wallets.schema.ts";
import { column, CREATED, ENABLED, type ExportColumn, type ExportSpec, idColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { WALLET_BALANCE, walletList } from "./queries.ts";

const limit = (name: string, zh: string, en: string): ExportColumn => column("amount", zh, en, `u.${name}`, name);

const WALLET_EXPORT: ExportSpec = {
  file: { zh: "钱包", en: "wallets" },
  columns: [
    idColumn("钱包号", "Wallet ID", "wallet", "u.id", "id"),
    column("text", "名称", "Name", "u.name", "name"),
    column("text", "备注名", "Note name", "u.note_name", "note_name"),
    codeColumn("operator", "运营商", "Operator", "u.operator", "operator"),
    codeColumn("walletType", "钱包类型", "Wallet type", "u.wallet_type", "wallet_type"),
    codeColumn("apiType", "API 类型", "API type", "u.api_type", "api_type"),
    column("text", "账号", "Account", "u.account", "account"),
    { ...column("amount", "余额", "Balance", "a.balance", "balance"), sum: WALLET_BALANCE },
    column("amount", "冻结余额", "Frozen", "u.frozen_balance", "frozen"),
    column("amount", "实际余额", "Real balance", "c.real_balance", "real"),
    column("time", "实际余额时间", "Real balance at", "c.real_balance_at", "real_at"),
    limit("min_amount", "单笔最小金额", "Min amount"),
    limit("max_amount", "单笔最大金额", "Max amount"),
    limit("daily_max", "单日限额", "Daily max"),
    limit("month_max", "单月限额", "Month max"),
    column("number", "单日最大笔数", "Daily count max", "u.daily_count_max", "daily_count_max"),
    column("number", "单月最大笔数", "Month count max", "u.month_count_max", "month_count_max"),
    column("number", "冷却间隔（秒）", "Cool interval", "u.cool_interval", "cool_interval"),
    column("boolean", "代收", "Collects", "u.collect", "direction"),
    column("boolean", "代付", "Pays out", "u.payout", "direction"),
    column("boolean", "代收接单", "Payments open", "u.payments_open", "open"),
    column("boolean", "代付接单", "Payouts open", "u.disburses_open", "open"),
    column("text", "模板", "Template", "fo.template ->> 'name'", "template"),
    column("text", "位置", "Location", "u.location", "location"),
    column("text", "IP 白名单", "IP whitelist", "array_to_string(u.ip_whitelist, ' ')", "ip_whitelist"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "(u.deleted_at is not null)", "state"),
    CREATED,
  ],
};

export const walletsExport = exportRoute("/api/wallets/export", "Wallets as a file", walletQuery, {
  list: walletList,
  spec: WALLET_EXPORT,
  permission: "wallets.see",
});
