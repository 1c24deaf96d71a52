/** Puts a statement together: opening balance, lines, totals by kind, closing balance; it foots or it is not answered. */
import { STATEMENT_LINES, type Statement, type StatementLine } from "../../../contract/statements.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { operatorInfo, type Operator } from "../../../contract/operators.ts";
import { businessDay, dayAtOffset } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idIso, idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { AccountRow } from "../../core/ledger/moment.ts";
import { refId, refKind } from "../../platform/lists/refs.ts";
import { accountMonth, entriesOf, sumsOf, type AccountMonth, type DaySum, type EntryOfMonth, type Month } from "./month.ts";

/** Whose statement it is. */
export interface Subject {
  readonly type: "merchant" | "wallet";
  readonly id: bigint;
  readonly name: string;
  readonly operator: Operator | null;
  readonly account: string | null;
  /** The note of an entry as its reader reads it; null: he reads none, since notes of manual operations are the staff's. */
  readonly noteFor: ((note: string | null) => string | null) | null;
}
export interface Fees {
  readonly items: readonly { kind: string; count: number; minor: bigint }[];
}

/** The operator's day of an entry where it is another than the business day. */
export function otherDay(operator: Operator | null, id: bigint): string | null {
  if (operator === null) return null;
  const day = dayAtOffset(idTime(id), operatorInfo(operator).offsetMinutes * 60_000);
  return day === businessDay(idTime(id)) ? null : day;
}

/** One entry as a line, with the balance after it. */
function lineOf(app: Pick<App, "publicIds">, subject: Subject, entry: EntryOfMonth, balance: bigint): StatementLine {
  return {
    at: idIso(entry.id),
    date: businessDay(idTime(entry.id)),
    operator_date: otherDay(subject.operator, entry.id),
    kind: entry.kind,
    reference: refKind(entry.ref_type) === null ? null : { type: entry.ref_type, id: refId(app, entry.ref_type, entry.ref_id) },
    merchant_order_id: entry.merchant_order_id,
    count: 1,
    amount: formatAmount(entry.amount),
    balance: formatAmount(balance),
    note: subject.noteFor?.(entry.note) ?? null,
  };
}

/** All lines one after the other, for the files that carry every one of them. */
export async function* linesOf(app: App, tx: Tx, subject: Subject, of: AccountMonth, month: Month): AsyncGenerator<StatementLine> {
  let balance = of.opening.balance;
  for await (const entry of entriesOf(tx, of, month, subject.type === "merchant")) {
    balance += entry.amount;
    yield lineOf(app, subject, entry, balance);
  }
}

/** Each day with entries: both sides, and the balance at its end. */
function daysOf(sums: readonly DaySum[], opening: bigint): Statement["days"] {
  const days = new Map<string, { credit: bigint; debit: bigint }>();
  for (const { day, credit, debit } of sums) {
    const before = days.get(day) ?? { credit: 0n, debit: 0n };
    days.set(day, { credit: before.credit + credit, debit: before.debit + debit });
  }
  let balance = opening;
  return [...days].map(([date, { credit, debit }]) => {
    balance += credit - debit;
    return { date, credit: formatAmount(credit), debit: formatAmount(debit), balance: formatAmount(balance) };
  });
}

function daily(sums: readonly DaySum[], opening: bigint): StatementLine[] {
  let balance = opening;
  return sums.map((sum) => {
    balance += sum.credit - sum.debit;
    const amount = formatAmount(sum.credit - sum.debit);
    return {
      at: null,
      date: sum.day,
      operator_date: null,
      kind: sum.kind,
      reference: null,
      merchant_order_id: null,
      count: Number(sum.count),
      amount,
      balance: formatAmount(balance),
      note: null,
    };
  });
}

/** @throws Error when opening and lines do not come to the closing balance: nothing wrong is ever handed out */
function proveFoots(subject: Subject, opening: bigint, lines: readonly StatementLine[], closing: bigint): void {
  const end = lines.length === 0 ? formatAmount(opening) : (lines.at(-1)?.balance ?? "");
  if (end !== formatAmount(closing)) throw new Error(`the statement of ${subject.type} ${subject.id} does not foot: ${end} is not ${formatAmount(closing)}`);
}

/** The statement of an account for a month, inside one snapshot. `heldMinor`, `fees`: for merchants. */
export async function statementOf(
  app: App,
  tx: Tx,
  subject: Subject,
  account: AccountRow,
  month: Month,
  more: { readonly heldMinor: bigint | null; readonly fees: Fees | null },
): Promise<Statement> {
  const of = await accountMonth(tx, account, month);
  const { kinds: totals, days } = await sumsOf(tx, of, month);
  const count = totals.reduce((sum, total) => sum + Number(total.count), 0);
  const lines: StatementLine[] = [];
  if (count > STATEMENT_LINES) lines.push(...daily(days, of.opening.balance));
  else for await (const line of linesOf(app, tx, subject, of, month)) lines.push(line);
  proveFoots(subject, of.opening.balance, lines, of.closing.balance);
  const sum = (side: "credit" | "debit"): bigint => totals.reduce((total, kind) => total + kind[side], 0n);
  const { fees } = more;
  return {
    subject: {
      type: subject.type,
      id: app.publicIds.encode(subject.type, subject.id),
      name: subject.name,
      operator: subject.operator,
      account: subject.account,
    },
    month: month.month,
    from: month.from,
    to: month.to,
    complete: month.complete,
    currency: app.config.current.currency,
    made_at: new Date(app.now()).toISOString(),
    opening_balance: formatAmount(of.opening.balance),
    closing_balance: formatAmount(of.closing.balance),
    held_balance: formatAmountOrNull(more.heldMinor),
    credit: formatAmount(sum("credit")),
    debit: formatAmount(sum("debit")),
    totals: totals.map((total) => ({ kind: total.kind, count: Number(total.count), credit: formatAmount(total.credit), debit: formatAmount(total.debit) })),
    fees: fees && {
      items: fees.items.map((item) => ({ kind: item.kind, count: item.count, amount: formatAmount(item.minor) })),
      amount: formatAmount(fees.items.reduce((total, item) => total + item.minor, 0n)),
    },
    detail: count > STATEMENT_LINES ? "days" : "lines",
    line_count: count,
    days: daysOf(days, of.opening.balance),
    lines,
  };
}
