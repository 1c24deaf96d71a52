/** What the search box looks through: a row for each kind of object. */
import type { Permission } from "../../../contract/permissions.ts";
import { amounts, ids, maskedNames, names, openAmounts, orderNumbers, phones, tails, trxIds, usedTrxIds, wordsOf } from "../../platform/lists/finds.ts";
import type { Reading } from "../../platform/lists/spec.ts";

/** One kind of object that can be found. Columns answer `title`, `detail`, `amount`, `status`, and `words` where a long text was searched. */
export interface Subject {
  readonly type: "payment" | "disburse" | "transfer" | "withdrawal" | "manual" | "approval" | "bulk" | "sms" | "merchant" | "wallet" | "user";
  readonly permission: Permission;
  readonly from: string;
  readonly columns: string;
  readonly scope: string | null;
  /** What merchants read in place of the status, where that is not the same. */
  readonly ownStatus?: string;
  /** The title may be a phone number, and is masked as one. */
  readonly phoneTitle?: true;
  readonly readings: readonly Reading[];
}

const LIFE = "case when t.deleted_at is not null then 'deleted' when t.enabled then 'enabled' else 'disabled' end";

/** In the order of the answer, among hits that are as good as each other. */
export const SUBJECTS: readonly Subject[] = [
  {
    type: "payment",
    permission: "payments.see",
    from: "payments t",
    scope: "t.merchant_id",
    columns: "t.merchant_order_id as title, coalesce(t.customer, t.trx_id) as detail, t.amount, t.status",
    readings: [
      ids("payment"),
      ...orderNumbers("payment"),
      ...usedTrxIds("payment"),
      ...phones("t.customer"),
      openAmounts,
      amounts("t.amount", "t.received_amount"),
    ],
  },
  {
    type: "disburse",
    permission: "disburses.see",
    from: "disburses t",
    scope: "t.merchant_id",
    columns: "t.merchant_order_id as title, t.customer as detail, t.amount, t.status",
    // A merchant is not told of an attempt that failed or hangs (rule 11).
    ownStatus:
      "case when t.status in ('attempt_failed', 'unknown') or (t.status in ('pending', 'approved') and t.attempt_count > 0) then 'processing' else t.status end",
    readings: [ids("disburse"), ...orderNumbers("disburse"), ...trxIds("t.trx_key"), ...usedTrxIds("disburse"), ...phones("t.customer"), amounts("t.amount")],
  },
  {
    type: "transfer",
    permission: "transfers.see",
    from: "transfers t",
    scope: null,
    columns: `coalesce(t.out_trx_id, t.in_trx_id, '') as title, t.kind as detail, t.amount, t.status`,
    readings: [ids("transfer"), ...trxIds("t.out_trx_key"), ...trxIds("t.in_trx_key"), tails("t.out_trx_key"), tails("t.in_trx_key"), amounts("t.amount")],
  },
  {
    type: "withdrawal",
    permission: "withdrawal.see",
    from: "withdrawals t",
    scope: "t.merchant_id",
    columns: "t.receiving_account as title, t.reference as detail, t.amount, t.status",
    phoneTitle: true,
    readings: [ids("withdrawal"), ...maskedNames("t.receiving_account"), ...names("t.reference"), amounts("t.amount")],
  },
  {
    type: "manual",
    permission: "manual.see",
    from: "manual_operations t",
    scope: null,
    columns: "t.kind as title, null as detail, t.amount, t.status",
    readings: [ids("manual"), amounts("t.amount")],
  },
  {
    type: "approval",
    permission: "approvals.see",
    from: "approvals t",
    scope: "t.merchant_id",
    columns: "t.kind as title, null as detail, t.amount, t.status",
    readings: [ids("approval"), amounts("t.amount")],
  },
  {
    type: "bulk",
    permission: "bulk.see",
    from: "bulk_jobs t",
    scope: "t.merchant_id",
    columns: "t.act as title, t.account as detail, t.amount, t.status",
    readings: [ids("bulk")],
  },
  {
    type: "merchant",
    permission: "merchants.see",
    from: "merchants t",
    scope: "t.id",
    columns: `t.name as title, t.app_id as detail, null::bigint as amount, ${LIFE} as status`,
    readings: [ids("merchant"), ...names("t.name", "t.owner", "t.app_id")],
  },
  {
    type: "wallet",
    permission: "wallets.see",
    from: "wallets t",
    scope: null,
    columns: `t.name as title, t.account as detail, null::bigint as amount, ${LIFE} as status`,
    readings: [ids("wallet"), ...names("t.name", "t.note_name"), ...phones("t.account")],
  },
  {
    type: "user",
    permission: "users.see",
    from: "users t",
    scope: "t.merchant_id",
    columns: `t.account as title, t.email as detail, null::bigint as amount, ${LIFE} as status`,
    readings: [ids("user"), ...names("t.account", "t.email")],
  },
  {
    type: "sms",
    permission: "sms.see",
    from: "sms t",
    scope: null,
    columns: "coalesce(t.trx_id, t.sender, '') as title, t.counterparty as detail, t.amount, t.match_status as status, t.text as words",
    phoneTitle: true,
    readings: [ids("sms"), ...trxIds("t.trx_key"), ...phones("t.counterparty"), tails("t.trx_key"), amounts("t.amount"), wordsOf("t.text")],
  },
];
