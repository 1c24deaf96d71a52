/** Withdrawals as a file. */
import { withdrawalQuery } from "../../../contract/withdrawal.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, merchantColumn, staffColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { staffWord } from "../../platform/lists/export-words.ts";
import { OPEN_BANK_FILE, WITHDRAWAL_LIST } from "./queries.ts";

/** Who submitted it, as its merchant may read it. @param staff in the place of the platform's people */
const submitter = (staff: string): string => `case when s.merchant_id = u.merchant_id then s.account else '${staff}' end`;

const WITHDRAWAL_EXPORT: ExportSpec = {
  file: { zh: "商户提现", en: "withdrawals" },
  columns: [
    idColumn("提现单号", "Withdrawal ID", "withdrawal", "u.id", "id"),
    idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id"),
    { ...idColumn("付款钱包号", "Wallet ID", "wallet", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name", "merchant"),
    column("phone", "收款账号", "Receiving account", "u.receiving_account", "receiving"),
    column("amount", "金额", "Amount", "u.amount", "amount"),
    column("amount", "最大可用金额", "Maximum available", "u.max_available", "max_available"),
    column("phone", "备注", "Note", "u.note", "note"),
    staffColumn("text", "提交人", "Submitter", "s.account", "submitter"),
    // The platform's people stay nameless to merchants.
    {
      ...merchantColumn("text", "提交人", "Submitter", submitter("staff"), "submitter"),
      worded: (language) => submitter(staffWord(language)),
    },
    codeColumn("withdrawalStatus", "状态", "Status", "u.status", "status"),
    column("boolean", "已付款", "Paid", "(u.status = 'paid')", "paid"),
    column("text", "付款凭证", "Reference", "u.reference", "reference"),
    staffColumn("text", "付款钱包", "Wallet", "w.name", "wallet"),
    staffColumn("amount", "费用", "Cost", "u.cost", "cost"),
    { ...idColumn("银行文件", "Bank file", "bulk", OPEN_BANK_FILE, "bank_file"), staff: true },
    column("phone", "原因", "Reason", "u.reason", "reason"),
    staffColumn("text", "审核人", "Approver", "a.account", "approver"),
    staffColumn("text", "付款人", "Payer", "p.account", "payer"),
    CREATED,
    column("time", "审核时间", "Approved", "u.approved_at", "approved_at"),
    column("time", "付款时间", "Paid at", "u.paid_at", "paid_at"),
  ],
};

export const withdrawalExport = exportRoute("/api/withdrawal/export", "Withdrawals as a file", withdrawalQuery, {
  list: WITHDRAWAL_LIST,
  spec: WITHDRAWAL_EXPORT,
  permission: "withdrawal.see",
});
