/** Transfers as a file. */
import { transferQuery } from "../../../contract/transfers.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { TRANSFER_LIST } from "./queries.ts";

const TRANSFER_EXPORT: ExportSpec = {
  file: { zh: "转账", en: "transfers" },
  columns: [
    idColumn("转账单号", "Transfer ID", "transfer", "u.id", "id"),
    idColumn("转出钱包号", "From wallet ID", "wallet", "u.from_wallet_id"),
    idColumn("转入钱包号", "To wallet ID", "wallet", "u.to_wallet_id"),
    codeColumn("transferKind", "类型", "Kind", "u.kind", "kind"),
    column("text", "转出钱包", "From", "f.name", "from"),
    column("text", "转入钱包", "To", "w.name", "to"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "预计费用", "Expected cost", "u.expected_cost", "expected_cost"),
    column("amount", "费用", "Cost", "case when u.status = 'completed' then u.cost end", "cost"),
    column("amount", "冻结金额", "Frozen", "u.frozen", "frozen"),
    codeColumn("transferStatus", "状态", "Status", "u.status", "status"),
    column("text", "TrxID", "TrxID", "coalesce(u.out_trx_id, u.in_trx_id)", "trx_id"),
    column(
      "text",
      "到账 TrxID",
      "Received TrxID",
      "case when u.in_trx_id is distinct from coalesce(u.out_trx_id, u.in_trx_id) then u.in_trx_id end",
      "received_trx_id",
    ),
    column("text", "申请人", "Maker", "mk.account", "maker"),
    column("text", "审核人", "Approver", "ck.account", "checker"),
    CREATED,
    column("time", "审核时间", "Approved", "u.approved_at"),
    column("time", "转出时间", "Sent", "u.out_at", "sent_at"),
    column("time", "到账时间", "Received", "u.in_at", "received_at"),
    column("time", "完成时间", "Completed", "u.completed_at", "completed_at"),
    column("phone", "备注", "Note", "u.note", "note"),
    column("phone", "原因", "Reason", "u.reason", "reason"),
  ],
};

export const transfersExport = exportRoute("/api/transfers/export", "Transfers as a file", transferQuery, {
  list: TRANSFER_LIST,
  spec: TRANSFER_EXPORT,
  permission: "transfers.see",
});
