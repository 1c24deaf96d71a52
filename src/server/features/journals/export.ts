/** Journals as a file. */
import { journalQuery } from "../../../contract/journals.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, MERCHANT_ID, refColumn, staffColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { JOURNAL_LIST } from "./queries.ts";

const JOURNAL_EXPORT: ExportSpec = {
  file: { zh: "商户流水", en: "journals" },
  columns: [
    idColumn("流水号", "Journal ID", "journal", "u.id", "id"),
    ...MERCHANT_ID,
    refColumn("关联单号", "Reference ID", "u.ref_type", "u.ref_id", "reference"),
    column("text", "商户", "Merchant", "m.name", "merchant"),
    codeColumn("journalKind", "类型", "Kind", "u.kind", "kind"),
    codeColumn(["trailObject", "auditObject"], "关联类型", "Reference type", "u.ref_type"),
    column("amount", "变动前余额", "Before", "u.before_balance", "before"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "变动后余额", "After", "u.after_balance", "after"),
    CREATED,
    staffColumn("phone", "备注", "Note", "u.note", "note"),
  ],
};

export const journalsExport = exportRoute("/api/journals/export", "Journals as a file", journalQuery, {
  list: JOURNAL_LIST,
  spec: JOURNAL_EXPORT,
  permission: "journals.see",
});
