/** Withdrawals as a file. */
import { withdrawalQuery } from "../../../contract/withdrawal.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, merchantColumn, staffColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { OPEN_BANK_FILE, WITHDRAWAL_LIST } from "./queries.ts";

const WITHDRAWAL_EXPORT: ExportSpec = {
  file: { zh: "商户提现", en: "withdrawals" },
  columns: [
    idColumn("提现单号", "Withdrawal ID", "withdrawal", "u.id"),
    idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id"),
    { ...idColumn("付款钱包号", "Wallet ID", "wallet", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name"),
    column("phone", "收款账号", "Receiving account", "u.receiving_account"),
    column("amount", "金额", "Amount", "u.amount"),
    column("amount", "最大可用金额", "Maximum available", "u.max_available"),
    column("text", "备注", "Note", "u.note"),
    staffColumn("text", "提交人", "Submitter", "s.account"),
    // The platform's people stay nameless to merchants.
    merchantColumn("text", "提交人", "Submitter", "case when s.merchant_id = u.merchant_id then s.account else 'staff' end"),
    column("code", "状态", "Status", "u.status"),
    column("boolean", "已付款", "Paid", "(u.status = 'paid')"),
    column("text", "付款凭证", "Reference", "u.reference"),
    staffColumn("text", "付款钱包", "Wallet", "w.name"),
    staffColumn("amount", "费用", "Cost", "u.cost"),
    { ...idColumn("银行文件", "Bank file", "bulk", OPEN_BANK_FILE), staff: true },
    column("text", "原因", "Reason", "u.reason"),
    staffColumn("text", "审核人", "Approver", "a.account"),
    staffColumn("text", "付款人", "Payer", "p.account"),
    CREATED,
    column("time", "审核时间", "Approved", "u.approved_at"),
    column("time", "支付时间", "Paid at", "u.paid_at"),
  ],
  shown: {
    id: "Withdrawal ID",
    merchant: "Merchant",
    receiving: "Receiving account",
    amount: "Amount",
    status: "Status",
    max_available: "Maximum available",
    note: "Note",
    submitter: "Submitter",
    paid: "Paid",
    bank_file: "Bank file",
    reason: "Reason",
    reference: "Reference",
    created_at: "Created",
    paid_at: "Paid at",
    wallet: "Wallet",
    cost: "Cost",
    approver: "Approver",
    payer: "Payer",
    approved_at: "Approved",
  },
};

export const withdrawalExport = exportRoute("/api/withdrawal/export", "Withdrawals as a file", withdrawalQuery, {
  list: WITHDRAWAL_LIST,
  spec: WITHDRAWAL_EXPORT,
  permission: "withdrawal.see",
});
