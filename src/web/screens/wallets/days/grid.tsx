/** Columns of the reconciliation: three sides for receipts and payouts, balances, and where the day stands. */
import type { ReactElement } from "react";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { dayText, businessDay } from "../../../../contract/time.ts";
import { type DayStand, standOf, sumsOfDays } from "../../../../contract/wallet-days.ts";
import type { CellTools } from "../../../cell-tools.ts";
import type { Tone } from "../../../tokens.ts";
import { StatusDot } from "../../../ui/status.tsx";
import { Amount } from "../../../ui/values.tsx";
import css from "./days.module.css";
import { isOff } from "../../../i18n/format.ts";
import { Imported, Unmatched } from "./guide.tsx";
import type { DayColumn } from "./table.tsx";

/** What explains a column; where the statistics have it, too, the same words. */
const TIPS = {
  api_payment: "api_payment",
  system_payment: "system_payment",
  statement_payment: "statement_payment",
  payment_difference: "payment_difference",
  api_disburse: "api_disburse",
  system_disburse: "system_disburse",
  statement_disburse: "statement_disburse",
  disburse_difference: "disburse_difference",
  estimated: "estimated_balance",
  real: "real_balance",
  balance_difference: "difference",
} as const;

const TONES = { closed: "done", running: "busy", reopened: "ask", open: "gone" } as const satisfies Record<DayStand, Tone>;

/** Where a day stands, in a word. */
export function DayState({ row, tools: { t } }: { row: ReconciliationRow; tools: CellTools }): ReactElement {
  const stand = standOf(row, businessDay(Date.now()));
  return <StatusDot tone={TONES[stand]}>{t(`reconciliation.state.${stand}`)}</StatusDot>;
}

/**
 * @param rows all that are shown, on whatever page: the sums are of them
 * @param onOpen opens the day's drawer
 */
export function gridColumns(rows: readonly ReconciliationRow[], tools: CellTools, onOpen: (row: ReconciliationRow) => void): DayColumn<ReconciliationRow>[] {
  const { t } = tools;
  const sums = sumsOfDays(rows);
  const covers = t("reconciliation.table.covers", { wallets: new Set(rows.map((row) => row.wallet_id)).size, days: rows.length });
  const amount = (
    id: keyof typeof TIPS,
    pick: (row: ReconciliationRow) => string | null | undefined,
    sum: string | null | undefined,
    marks = false,
  ): DayColumn<ReconciliationRow> => ({
    id,
    header: t(`reconciliation.column.${id}`),
    tip: t(`reconciliation.tip.${TIPS[id]}`),
    right: true,
    render: (row) => <Amount value={pick(row)} />,
    ...(sum === undefined ? {} : { sum: <Amount value={sum} /> }),
    ...(marks ? { marked: (row: ReconciliationRow) => isOff(pick(row)) } : {}),
  });
  return [
    {
      id: "wallet",
      header: t("words.field.wallet_id"),
      render: (row) => (
        <button
          type="button"
          className={css.open}
          aria-label={t("reconciliation.table.open", { wallet: row.wallet_name, date: row.date })}
          data-key={`${row.wallet_id}/${row.date}`}
          onClick={() => onOpen(row)}
        >
          {row.wallet_name}
        </button>
      ),
    },
    { id: "date", header: t("words.field.date"), render: (row) => dayText(row.date), sum: covers },
    // Beside the day, not behind thirteen amounts: it has to be in view without a sideways scroll.
    { id: "state", header: t("reconciliation.column.state"), render: (row) => <DayState row={row} tools={tools} /> },
    amount("api_payment", (row) => row.api.payment, sums.api.payment),
    amount("system_payment", (row) => row.system.payment, sums.system.payment),
    {
      ...amount("statement_payment", (row) => row.statement?.payment, sums.statement?.payment ?? null),
      marked: (row) => isOff(row.statement_payment_difference),
    },
    amount("payment_difference", (row) => row.payment_difference, sums.payment_difference, true),
    amount("api_disburse", (row) => row.api.disburse, sums.api.disburse),
    amount("system_disburse", (row) => row.system.disburse, sums.system.disburse),
    {
      ...amount("statement_disburse", (row) => row.statement?.disburse, sums.statement?.disburse ?? null),
      marked: (row) => isOff(row.statement_disburse_difference),
    },
    amount("disburse_difference", (row) => row.disburse_difference, sums.disburse_difference, true),
    amount("estimated", (row) => row.estimated_balance, undefined),
    amount("real", (row) => row.real_balance, undefined),
    amount("balance_difference", (row) => row.difference, undefined, true),
    { id: "imported", header: t("reconciliation.step.imported"), render: (row) => <Imported row={row} tools={tools} /> },
    { id: "unmatched", header: t("reconciliation.step.unmatched"), wraps: true, render: (row) => <Unmatched row={row} tools={tools} /> },
  ];
}
