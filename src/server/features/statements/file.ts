/** A statement as CSV or a workbook: every line of the month, between its opening and its closing balance. */
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { dayText, formatDateTime } from "../../../contract/time.ts";
import type { Sheet, SheetColumn, SheetRow } from "../../platform/lists/sheet.ts";
import { kindWord, word, type StatementLocale, type StatementWord } from "./words.ts";

interface Column {
  readonly name: StatementWord;
  readonly kind: SheetColumn["kind"];
  /** On one of both alone: on the other it could hold nothing. */
  readonly of?: Statement["subject"]["type"];
  readonly cell: (line: StatementLine, locale: StatementLocale) => SheetRow[number];
}

const isDebit = (line: StatementLine): boolean => line.amount.startsWith("-");
const COLUMNS: readonly Column[] = [
  { name: "time", kind: "text", cell: ({ at }) => (at === null ? null : formatDateTime(at)) },
  { name: "date", kind: "text", cell: ({ date }) => dayText(date) },
  { name: "operator_date", kind: "text", of: "wallet", cell: ({ operator_date: day }) => (day === null ? null : dayText(day)) },
  { name: "kind", kind: "text", cell: ({ kind }, locale) => kindWord(kind, locale) },
  { name: "reference", kind: "text", cell: ({ reference }) => reference?.id ?? null },
  { name: "merchant_order_id", kind: "text", of: "merchant", cell: (line) => line.merchant_order_id },
  { name: "credit", kind: "amount", cell: (line) => (isDebit(line) ? null : line.amount) },
  { name: "debit", kind: "amount", cell: (line) => (isDebit(line) ? line.amount.slice(1) : null) },
  { name: "balance", kind: "amount", cell: ({ balance }) => balance },
  { name: "note", kind: "text", cell: ({ note }) => note },
];

async function* rows(statement: Statement, columns: readonly Column[], lines: AsyncIterable<StatementLine>, locale: StatementLocale): AsyncGenerator<SheetRow> {
  const edge = (filled: Partial<Record<StatementWord, string>>): SheetRow => columns.map(({ name }) => filled[name] ?? null);
  yield edge({ date: dayText(statement.from), kind: word("opening_balance", locale), balance: statement.opening_balance });
  for await (const line of lines) yield columns.map(({ cell }) => cell(line, locale));
  yield edge({
    date: dayText(statement.to),
    kind: word("closing_balance", locale),
    credit: statement.credit,
    debit: statement.debit,
    balance: statement.closing_balance,
  });
}

/** What a sheet is made of: `lines` are all of them, in order; with `notes` its reader reads those of manual operations. */
interface SheetOfStatement {
  readonly lines: AsyncIterable<StatementLine>;
  readonly locale: StatementLocale;
  readonly notes: boolean;
}

/** The sheet of a statement, without columns in which nothing could stand. */
export function statementSheet(statement: Statement, { lines, locale, notes }: SheetOfStatement): Sheet {
  const columns = COLUMNS.filter(({ name, of }) => (of === undefined || of === statement.subject.type) && (notes || name !== "note"));
  return {
    name: `${word("statement", locale)} ${statement.month}`,
    columns: columns.map((column) => ({ title: word(column.name, locale), kind: column.kind })),
    rows: rows(statement, columns, lines, locale),
  };
}
