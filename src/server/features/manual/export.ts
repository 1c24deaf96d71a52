/** Manual operations as a file. */
import { manualQuery } from "../../../contract/manual.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { accountSql, reasonSql } from "../../platform/lists/export-words.ts";
import { MANUAL_LIST } from "./queries.ts";

/** What it changes. @param account the expression of an account's name */
const previewed = (account: string): string =>
  `(select string_agg(${account} || ' ' || (p ->> 'before') || ' > ' || (p ->> 'after'), ' | ') from jsonb_array_elements(u.preview) p)`;

const MANUAL_EXPORT: ExportSpec = {
  file: { zh: "人工操作", en: "manual" },
  columns: [
    idColumn("操作单号", "Operation ID", "manual", "u.id", "id"),
    idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id"),
    idColumn("钱包号", "Wallet ID", "wallet", "u.wallet_id"),
    idColumn("订单号", "Order ID", "payment", "u.payment_id", "target"),
    idColumn("短信编号", "Message ID", "sms", "u.sms_id", "target"),
    codeColumn("manualKind", "类型", "Kind", "u.kind", "kind"),
    column("text", "商户", "Merchant", "m.name", "target"),
    column("text", "钱包", "Wallet", "w.name", "target"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    {
      ...column("text", "变动前后", "Before and after", previewed("p ->> 'account'"), "preview"),
      worded: (language) => previewed(accountSql("p ->> 'account'", language)),
    },
    column("phone", "备注", "Note", "u.note", "note"),
    codeColumn("manualStatus", "状态", "Status", "u.status", "status"),
    column("text", "申请人", "Maker", "mk.account", "maker"),
    column("text", "复核人", "Checker", "ck.account", "checker"),
    {
      ...column("phone", "原因", "Reason", "u.reason", "reason"),
      // What ended by itself has a code, what a person ended has his words.
      worded: (language) => `case when u.checker is null then ${reasonSql("u.reason", language, "manualReason")} else u.reason end`,
    },
    CREATED,
    column("time", "失效时间", "Expires", "u.expires_at", "expires_at"),
    column("time", "处理时间", "Decided", "u.decided_at", "decided_at"),
  ],
};

export const manualExport = exportRoute("/api/manual/export", "Manual operations as a file", manualQuery, {
  list: MANUAL_LIST,
  spec: MANUAL_EXPORT,
  permission: "manual.see",
});
