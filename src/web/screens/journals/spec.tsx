/** The merchants' journals as a list: entries that only ever grow. */
import { JOURNAL_KINDS } from "../../../contract/journals.ts";
import type { JournalRow } from "../../../contract/journals.schema.ts";
import { shortId } from "../../i18n/format.ts";
import { amountCell, idColumn, textCell, timeCell } from "../../list/columns/index.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import { choiceOf, type ListSpec, operatorFilter } from "../../list/spec/index.ts";

export const journalsList: ListSpec<JournalRow> = {
  name: "journals",
  title: "frame.screen.journals",
  endpoint: "GET /api/journals",
  columns: [
    idColumn("journals.column.id", 132),
    { id: "created_at", header: "words.field.at", width: 136, render: (row) => timeCell(row.created_at) },
    { id: "merchant", header: "words.field.merchant_id", width: 150, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
    { id: "kind", header: "journals.column.kind", width: 136, render: (row, { t }) => t(`journals.kind.${row.kind}`) },
    {
      id: "reference",
      header: "journals.column.reference",
      width: 130,
      render: (row, tools) => (
        <ObjectLink type={row.reference.type} id={row.reference.id} tools={tools}>
          {shortId(row.reference.id)}
        </ObjectLink>
      ),
    },
    { id: "before", header: "journals.column.before", width: 160, align: "right", money: true, render: (row) => amountCell(row.before_balance) },
    { id: "amount", header: "words.field.amount", width: 140, align: "right", money: true, sum: "amount", render: (row) => amountCell(row.amount, true) },
    { id: "after", header: "journals.column.after", width: 150, align: "right", money: true, render: (row) => amountCell(row.after_balance) },
    { id: "note", header: "words.field.note", width: 180, staff: true, render: (row) => textCell(row.note) },
  ],
  filters: [
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
    choiceOf("kind", "journals.column.kind", JOURNAL_KINDS, (value) => `journals.kind.${value}`, { multiple: true }),
    { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount" },
    operatorFilter("words.field.operator", true),
    { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see", more: true },
    { kind: "text", key: "reference", label: "journals.column.reference", maxLength: 40, more: true },
  ],
  searchHint: "journals.searchHint",
  empty: "journals.empty",
  card: { status: "kind", amount: "amount", lines: ["merchant", "before", "after", "reference", "created_at"] },
  drawer: { amount: (row) => row.amount, status: (row, { t }) => t(`journals.kind.${row.kind}`), body: () => import("./drawer.tsx") },
  live: "journals",
  exportable: true,
};
