/** A statement as CSV or a workbook: every line of the month, between its opening and its closing balance. */
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { formatDateTime } from "../../../contract/time.ts";
import type { Sheet, SheetColumn, SheetRow } from "../../platform/lists/sheet.ts";
import { kindWord, word, type StatementLocale, type StatementWord } from "./words.ts";

const COLUMNS: readonly { readonly name: StatementWord; readonly kind: SheetColumn["kind"] }[] = [
  { name: "time", kind: "text" },
  { name: "date", kind: "text" },
  { name: "operator_date", kind: "text" },
  { name: "kind", kind: "text" },
  { name: "reference", kind: "text" },
  { name: "credit", kind: "amount" },
  { name: "debit", kind: "amount" },
  { name: "balance", kind: "amount" },
  { name: "note", kind: "text" },
];

function cells(line: StatementLine, locale: StatementLocale): SheetRow {
  const debit = line.amount.startsWith("-");
  return [
    line.at === null ? null : formatDateTime(line.at),
    line.date.replaceAll("-", "/"),
    line.operator_date?.replaceAll("-", "/") ?? null,
    kindWord(line.kind, locale),
    line.reference?.id ?? null,
    debit ? null : line.amount,
    debit ? line.amount.slice(1) : null,
    line.balance,
    line.note,
  ];
}

async function* rows(statement: Statement, lines: AsyncIterable<StatementLine>, locale: StatementLocale): AsyncGenerator<SheetRow> {
  const edge = (name: StatementWord, day: string, balance: string, credit: string | null, debit: string | null): SheetRow => [
    null,
    day.replaceAll("-", "/"),
    null,
    word(name, locale),
    null,
    credit,
    debit,
    balance,
    null,
  ];
  yield edge("opening_balance", statement.from, statement.opening_balance, null, null);
  for await (const line of lines) yield cells(line, locale);
  yield edge("closing_balance", statement.to, statement.closing_balance, statement.credit, statement.debit);
}

/** The sheet of a statement. @param lines all of them, in order */
export function statementSheet(statement: Statement, lines: AsyncIterable<StatementLine>, locale: StatementLocale): Sheet {
  return {
    name: `${word("statement", locale)} ${statement.month}`,
    columns: COLUMNS.map((column) => ({ title: word(column.name, locale), kind: column.kind })),
    rows: rows(statement, lines, locale),
  };
}
