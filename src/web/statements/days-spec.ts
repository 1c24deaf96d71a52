/** Plots of a statement: the balance at each day's end from the opening on, and what came in and went out on each day. Pure. */
import type { Statement } from "../../contract/statements.schema.ts";
import { dayText, addDays } from "../../contract/time.ts";
import type { CellTools } from "../cell-tools.ts";
import { amountText } from "../i18n/format.ts";
import type { PlotLine, PlotSpec } from "../plots/index.ts";

const ZERO = "0.00";
function line(key: string, name: string, look: PlotLine["look"], amounts: readonly string[]): PlotLine {
  return { key, name, look, heights: amounts.map(Number), texts: amounts.map(amountText), plain: amounts };
}

interface Day {
  readonly date: string;
  readonly credit: string;
  readonly debit: string;
  readonly balance: string;
}

/** Every day of the statement up to the last one that has begun: one without entries keeps the balance of the day before. */
export function everyDay({ from, to, days, opening_balance: opening }: Pick<Statement, "from" | "to" | "days" | "opening_balance">, today: string): Day[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const last = to < today ? to : today;
  const all: Day[] = [];
  let balance = opening;
  for (let date = from; date <= last; date = addDays(date, 1)) {
    const { credit = ZERO, debit = ZERO, balance: after = balance } = known.get(date) ?? {};
    balance = after;
    all.push({ date, credit, debit, balance });
  }
  return all;
}

/** The two plots; null of a month that has not begun. */
export function statementSpecs(statement: Statement, today: string, { t }: CellTools): { balance: PlotSpec; flow: PlotSpec } | null {
  const days = everyDay(statement, today);
  if (days.length === 0) return null;
  const file = `${statement.subject.id}-${statement.month}`;
  const words = { name: statement.subject.name, month: statement.month.replace("-", "/") };
  const shared = {
    along: t("words.field.date"),
    present: days.length - 1,
    tick: (x: number) => (days[x - 1]?.date ?? "").slice(5).replace("-", "/"),
    steps: [1, 2, 5, 7, 14],
  };
  const points = days.map(({ date }, at) => ({ x: at + 1, label: dayText(date) }));
  const range = [0, Math.max(1, days.length)] as const;
  return {
    balance: {
      ...shared,
      title: t("reconciliation.statement.balances"),
      alt: t("reconciliation.statement.balancesAlt", words),
      // Before the first day stands what it began with; the last point is what it closes with.
      points: [{ x: 0, label: t("reconciliation.statement.opening") }, ...points],
      lines: [line("balance", t("reconciliation.statement.balance"), "main", [statement.opening_balance, ...days.map(({ balance }) => balance)])],
      present: days.length,
      range,
      fromZero: false,
      file: `${t("reconciliation.statement.balances")}-${file}`,
    },
    flow: {
      ...shared,
      title: t("reconciliation.statement.flow"),
      alt: t("reconciliation.statement.flowAlt", words),
      points,
      lines: [
        line(
          "out",
          t("reconciliation.statement.out"),
          "second",
          days.map(({ debit }) => debit),
        ),
        line(
          "in",
          t("reconciliation.statement.in"),
          "main",
          days.map(({ credit }) => credit),
        ),
      ],
      range: [1, Math.max(2, days.length)],
      file: `${t("reconciliation.statement.flow")}-${file}`,
    },
  };
}
