/** What a statement says to people, as data: its page and its PDF are made of it. */
import { grouped } from "../../../contract/money.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { dayText, formatDateTime } from "../../../contract/time.ts";
import { kindWord, word, type StatementLocale, type StatementWord } from "./words.ts";

export interface Cell {
  readonly text: string;
  readonly number?: true;
  /** Without a place to break and as long as somebody made it: breaks anywhere. */
  readonly long?: true;
}
type Row = readonly Cell[];
export interface Table {
  readonly label: string;
  /** Empty: the first cell of each row names it. */
  readonly head: Row;
  readonly body: readonly Row[];
  readonly foot: readonly Row[];
  /** How the width is shared out among the columns, on paper. */
  readonly shares: readonly number[];
}
export interface Section {
  readonly heading: string;
  readonly tables: readonly Table[];
  readonly note: string | null;
}
export interface Blocks {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
  readonly sections: readonly Section[];
}

const n = (text: string): Cell => ({ text, number: true });
const a = (amount: string): Cell => n(grouped(amount));
const t = (text: string): Cell => ({ text });
type Say = (name: StatementWord) => string;

function factsOf(statement: Statement, say: Say): [string, string][] {
  const { subject } = statement;
  return [
    [say(subject.type), `${subject.name} (${subject.id})`],
    ...(subject.operator === null ? [] : [[say("operator"), operatorInfo(subject.operator).name] as [string, string]]),
    ...(subject.account === null ? [] : [[say("account"), subject.account] as [string, string]]),
    [say("period"), `${dayText(statement.from)} – ${dayText(statement.to)}`],
    [say("currency"), statement.currency],
    [say("made_at"), formatDateTime(statement.made_at)],
  ];
}

function summary(statement: Statement, say: Say): Table {
  const rows: [StatementWord, string][] = [
    ["opening_balance", statement.opening_balance],
    ["credit", statement.credit],
    ["debit", /[1-9]/.test(statement.debit) ? `-${statement.debit}` : statement.debit],
    ["closing_balance", statement.closing_balance],
    ...(statement.held_balance === null ? [] : [["held_balance", statement.held_balance] as [StatementWord, string]]),
  ];
  return { label: say("balance"), head: [], body: rows.map(([name, amount]) => [t(say(name)), a(amount)]), foot: [], shares: [1, 1] };
}

function totals(statement: Statement, locale: StatementLocale, say: Say): Table {
  return {
    label: say("totals"),
    head: [t(say("kind")), n(say("count")), n(say("credit")), n(say("debit"))],
    body: statement.totals.map((total) => [t(kindWord(total.kind, locale)), n(String(total.count)), a(total.credit), a(total.debit)]),
    foot: [[t(say("total")), n(String(statement.line_count)), a(statement.credit), a(statement.debit)]],
    shares: [3, 1, 2, 2],
  };
}

function feeInvoice(fees: NonNullable<Statement["fees"]>, locale: StatementLocale, say: Say): Section {
  const table: Table = {
    label: say("fee_invoice"),
    head: [t(say("kind")), n(say("count")), n(say("amount"))],
    body: fees.items.map((item) => [t(kindWord(item.kind, locale)), n(String(item.count)), a(item.amount)]),
    foot: [[t(say("fees_due")), t(""), a(fees.amount)]],
    shares: [3, 1, 2],
  };
  return { heading: say("fee_invoice"), tables: [table], note: null };
}

interface LineColumn {
  readonly head: Cell;
  readonly share: number;
  readonly cell: (line: StatementLine) => Cell;
}

/** The columns of the entries; an operator's day or the merchant's own numbers stand among them where a line has one. */
function lineColumns({ detail, lines }: Statement, locale: StatementLocale, say: Say): LineColumn[] {
  const operatorDays = lines.some((line) => line.operator_date !== null);
  const ownNumbers = lines.some((line) => line.merchant_order_id !== null);
  const when = (line: StatementLine): string => (line.at === null ? dayText(line.date) : formatDateTime(line.at));
  const operatorDay: LineColumn = {
    head: t(say("operator_date")),
    share: 66,
    cell: (line) => t(line.operator_date === null ? "" : dayText(line.operator_date)),
  };
  const ownNumber: LineColumn = {
    head: t(say("merchant_order_id")),
    share: 88,
    cell: (line) => ({ text: line.merchant_order_id ?? "", long: true }),
  };
  // The widest id and the largest amount have a line of their own width beside either, too.
  return [
    { head: t(say(detail === "days" ? "date" : "time")), share: 88, cell: (line) => t(when(line)) },
    ...(operatorDays ? [operatorDay] : []),
    { head: t(say("kind")), share: ownNumbers ? 96 : 104, cell: (line) => t(kindWord(line.kind, locale)) },
    { head: t(say("reference")), share: 114, cell: (line) => t(line.reference?.id ?? (line.at === null ? `× ${line.count}` : "")) },
    ...(ownNumbers ? [ownNumber] : []),
    { head: n(say("amount")), share: 98, cell: (line) => a(line.amount) },
    { head: n(say("balance")), share: 104, cell: (line) => a(line.balance) },
  ];
}

function lines(statement: Statement, locale: StatementLocale, say: Say): Section {
  if (statement.lines.length === 0) return { heading: say("lines"), tables: [], note: say("none") };
  const columns = lineColumns(statement, locale, say);
  const blank = columns.slice(2).map(() => t(""));
  const edge = (name: StatementWord, balance: string): Row => [t(say(name)), ...blank, a(balance)];
  const table: Table = {
    label: say("lines"),
    head: columns.map(({ head }) => head),
    body: [edge("opening_balance", statement.opening_balance), ...statement.lines.map((line) => columns.map(({ cell }) => cell(line)))],
    foot: [edge("closing_balance", statement.closing_balance)],
    shares: columns.map(({ share }) => share),
  };
  return { heading: say("lines"), tables: [table], note: null };
}

/** The statement's parts in the order in which they are read. */
export function blocksOf(statement: Statement, locale: StatementLocale): Blocks {
  const say: Say = (name) => word(name, locale);
  return {
    title: `${say(statement.subject.type === "merchant" ? "merchant_statement" : "wallet_statement")} ${statement.month}`,
    facts: factsOf(statement, say),
    notes: [say("zone"), ...(statement.complete ? [] : [say("running")]), ...(statement.detail === "days" ? [say("days")] : [])],
    sections: [
      { heading: say("totals"), tables: [summary(statement, say), totals(statement, locale, say)], note: null },
      ...(statement.fees === null ? [] : [feeInvoice(statement.fees, locale, say)]),
      lines(statement, locale, say),
    ],
  };
}
