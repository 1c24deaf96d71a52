/** What a statement says to people, as data: its page and its PDF are made of it. */
import { grouped } from "../../../contract/money.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { kindWord, word, type StatementLocale, type StatementWord } from "./words.ts";

export interface Cell {
  readonly text: string;
  readonly number?: true;
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
    [say("period"), `${statement.from.replaceAll("-", "/")} – ${statement.to.replaceAll("-", "/")}`],
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

function lineCells(line: StatementLine, withOperatorDay: boolean, locale: StatementLocale): Cell[] {
  const when = line.at === null ? line.date.replaceAll("-", "/") : formatDateTime(line.at);
  return [
    t(when),
    ...(withOperatorDay ? [t(line.operator_date?.replaceAll("-", "/") ?? "")] : []),
    t(kindWord(line.kind, locale)),
    t(line.reference?.id ?? (line.at === null ? `× ${line.count}` : "")),
    a(line.amount),
    a(line.balance),
  ];
}

function lines(statement: Statement, locale: StatementLocale, say: Say): Section {
  if (statement.lines.length === 0) return { heading: say("lines"), tables: [], note: say("none") };
  const operatorDays = statement.lines.some((line) => line.operator_date !== null);
  const blank = operatorDays ? [t(""), t(""), t("")] : [t(""), t("")];
  const table: Table = {
    label: say("lines"),
    head: [
      t(say(statement.detail === "days" ? "date" : "time")),
      ...(operatorDays ? [t(say("operator_date"))] : []),
      t(say("kind")),
      t(say("reference")),
      n(say("amount")),
      n(say("balance")),
    ],
    body: [[t(say("opening_balance")), ...blank, t(""), a(statement.opening_balance)], ...statement.lines.map((line) => lineCells(line, operatorDays, locale))],
    foot: [[t(say("closing_balance")), ...blank, t(""), a(statement.closing_balance)]],
    // The widest id has a line of its own width beside an operator's day, too.
    shares: [88, ...(operatorDays ? [66] : []), 104, 114, 98, 104],
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
