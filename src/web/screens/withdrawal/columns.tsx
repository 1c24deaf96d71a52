/** Columns of the withdrawals list, in the order of the specification's fields. */
import type { ReactNode } from "react";
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { WithdrawalStatus } from "../../../contract/withdrawal.ts";
import { absent, amountCell, copyCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";

const TONES = { pending: "ask", approved: "ask", paid: "done", rejected: "bad" } as const satisfies Record<WithdrawalStatus, Tone>;

/** Status of a withdrawal: dot and word. */
export function withdrawalStatus(row: WithdrawalRow, { t }: CellTools): ReactNode {
  return statusCell(TONES[row.status], t(`withdrawal.status.${row.status}`));
}

/** Who submitted it; a merchant's people are told "the platform" where it was somebody of it. */
export function submitterWord(row: WithdrawalRow, { t }: Pick<CellTools, "t">): string {
  return row.submitter ?? t("withdrawal.byPlatform");
}

export const withdrawalColumns: readonly ColumnSpec<WithdrawalRow>[] = [
  idColumn("withdrawal.column.id", 132),
  { id: "merchant", header: "words.field.merchant_id", width: 138, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "receiving", header: "withdrawal.column.receiving", width: 166, render: (row) => copyCell(row.receiving_account) },
  { id: "amount", header: "words.field.amount", width: 124, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount) },
  { id: "status", header: "words.field.status", width: 112, render: withdrawalStatus },
  { id: "max_available", header: "withdrawal.column.max_available", width: 250, align: "right", money: true, render: (row) => amountCell(row.max_available) },
  { id: "note", header: "words.field.note", width: 150, render: (row) => textCell(row.note) },
  { id: "submitter", header: "withdrawal.column.submitter", width: 108, render: (row, tools) => textCell(submitterWord(row, tools)) },
  { id: "paid", header: "withdrawal.column.paid", width: 88, render: (row, { t }) => t(row.paid ? "common.yes" : "common.no") },
  { id: "bank_file", header: "words.field.bank_file", width: 140, permission: "merchants.see", render: (row) => copyCell(row.bank_file) },
  { id: "reason", header: "words.field.reason", width: 160, render: (row) => textCell(row.reason) },
  { id: "reference", header: "withdrawal.column.reference", width: 140, render: (row) => copyCell(row.reference) },
  { id: "created_at", header: "words.field.created_at", width: 140, render: (row) => timeCell(row.created_at) },
  { id: "paid_at", header: "withdrawal.column.paid_at", width: 140, render: (row) => timeCell(row.paid_at) },
  {
    id: "wallet",
    header: "withdrawal.column.wallet",
    width: 130,
    permission: "wallets.see",
    render: (row, { t }) =>
      row.wallet_name === null ? row.paid ? <span className="fd-dim">{t("withdrawal.outside")}</span> : absent : textCell(row.wallet_name),
  },
  {
    id: "cost",
    header: "words.field.cost",
    width: 112,
    align: "right",
    money: true,
    sum: "cost",
    permission: "wallets.see",
    defaultHidden: true,
    render: (row) => amountCell(row.cost),
  },
  { id: "approver", header: "withdrawal.column.approver", width: 108, permission: "wallets.see", render: (row) => textCell(row.approver) },
  { id: "payer", header: "withdrawal.column.payer", width: 108, permission: "wallets.see", render: (row) => textCell(row.payer) },
  { id: "approved_at", header: "withdrawal.column.approved", width: 140, defaultHidden: true, render: (row) => timeCell(row.approved_at) },
];
