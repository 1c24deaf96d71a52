/** Wallet statistics: every figure per wallet and day, or per wallet, with its sums. */
import { dayText } from "../../../../contract/time.ts";
import { type ReactElement, type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import type { WalletStatistics, WalletStatisticsRow, WalletStatisticsSum } from "../../../../contract/reconciliation.schema.ts";
import { reportingOf, STATISTIC_FIGURES, type StatisticFigure } from "../../../../contract/wallet-days.ts";
import { barCss as bar } from "../../../list/bar/index.ts";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import { isOff } from "../../../i18n/format.ts";
import { StaleNote } from "../../../stale-note.tsx";
import { errorOf, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { StatusDot } from "../../../ui/status.tsx";
import { Amount } from "../../../ui/values.tsx";
import css from "./days.module.css";
import { DAYS_SHOWN_BY, type DaysShownBy } from "./address.ts";
import { behind } from "./behind.ts";
import { Figures } from "./figures.tsx";
import { usePages } from "./pages.tsx";
import { RangeBar } from "./range-bar.tsx";
import { type DayColumn, DayTable } from "./table.tsx";
import { useDayKeys } from "./use-day-keys.ts";
import { useDays } from "./use-days.ts";
import { useDayViews } from "./views.ts";

type Row = WalletStatisticsRow | WalletStatisticsSum;
const POLL_MS = 30_000;
const keyOf = (row: Row): string => `${row.wallet_id}/${"date" in row ? row.date : "sum"}`;
/** What the file is rows of; plots are of days. */
const BY_DAY = {};
const BY_WALLET = { view: "wallet" };

/** Of which days a wallet's figure over several is. */
const SPANS: Readonly<Partial<Record<StatisticFigure, "first" | "last">>> = {
  opening_balance: "first",
  closing_balance: "last",
  estimated_balance: "last",
  real_balance: "last",
  difference: "last",
  yesterday_credit: "last",
  yesterday_debit: "last",
};

/** What the columns are drawn with beside the sums. */
export interface Shown {
  /** As {@link reportingOf} has it. */
  readonly reporting: number | null;
  readonly by: DaysShownBy;
  /** The address behind a cell. */
  readonly to: (row: Row, of: Parameters<typeof behind>[1]) => string;
}

/** Columns of the table; the first says which wallet and day. A head says how it is computed, a cell opens what it is made of. */
export function statisticsColumns(sums: WalletStatistics["sums"], tools: CellTools, { reporting, by, to }: Shown): DayColumn<Row>[] {
  const { t } = tools;
  const tipOf = (name: StatisticFigure): string => {
    const how = t(`reconciliation.tip.${name}`);
    return by === "wallet" ? `${how}\n${t(`reconciliation.span.${SPANS[name] ?? "sum"}`)}` : how;
  };
  const sumOf = (name: StatisticFigure): ReactNode =>
    reporting !== null && (name === "real_balance" || name === "difference") ? (
      <>
        <Amount value={sums[name]} />
        <div className={css.part}>{t("reconciliation.table.part", { n: reporting })}</div>
      </>
    ) : (
      <Amount value={sums[name]} />
    );
  const closed = (is: boolean): ReactElement => <StatusDot tone={is ? "done" : "gone"}>{t(is ? "common.yes" : "common.no")}</StatusDot>;
  return [
    {
      id: "wallet",
      header: t("words.field.wallet_id"),
      render: (row) => (
        <Link className={css.open} to={to(row, "wallet")} data-key={keyOf(row)}>
          {row.wallet_name}
        </Link>
      ),
    },
    {
      id: "date",
      header: t("words.field.date"),
      render: (row) => ("date" in row ? dayText(row.date) : `${t("reconciliation.table.days")} ${row.days}`),
      sum: t("reconciliation.table.covers", { wallets: sums.wallets, days: sums.days }),
    },
    ...STATISTIC_FIGURES.map(
      (name): DayColumn<Row> => ({
        id: name,
        header: t(`reconciliation.figure.${name}`),
        tip: tipOf(name),
        right: true,
        // Nothing stands behind nothing.
        render: (row) =>
          isOff(row[name]) ? (
            <Link className={css.behind} to={to(row, name)}>
              <Amount value={row[name]} />
            </Link>
          ) : (
            <Amount value={row[name]} />
          ),
        sum: sumOf(name),
        ...(name === "difference" ? { marked: (row: Row) => isOff(row.difference) } : {}),
      }),
    ),
    {
      id: "closed",
      header: t("reconciliation.figure.closed"),
      tip: t("reconciliation.tip.closed"),
      render: (row) => (
        <Link className={css.behind} to={to(row, "closed")}>
          {closed(row.closed)}
        </Link>
      ),
    },
  ];
}

/** The tab. */
export default function Statistics({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const state = useDays("statistics", "today");
  const views = useDayViews("statistics", state, tools);
  const read = useRead("GET /api/statistics/wallets", { query: state.query }, { keepOld: true, everyMs: POLL_MS, enabled: views.views.ready });
  const { data } = read;
  const reporting = data ? reportingOf(data) : null;
  const { by } = state.address;
  const all: readonly Row[] = (by === "wallet" ? data?.wallets : data?.items) ?? [];
  const { rows, pager } = usePages("statistics", all, state, tools);
  const reconciles = useCan("reconciliation.see");
  const [payments, disburses] = [useCan("payments.see"), useCan("disburses.see")];
  const columns = useMemo(() => {
    if (data === undefined) return [];
    const { from, to } = data;
    const lists = [...(payments ? (["payments"] as const) : []), ...(disburses ? (["disburses"] as const) : [])];
    const seen = { from, to, locale: tools.locale, reconciles, lists };
    return statisticsColumns(data.sums, tools, { reporting, by, to: (row, of) => behind(row, of, seen) });
  }, [data, tools, reporting, by, reconciles, payments, disburses]);
  useDayKeys(by === "plots" ? [] : rows.map(keyOf), null, () => undefined);
  return (
    <div className={css.page}>
      {tabs}
      <RangeBar
        state={state}
        tools={tools}
        views={views}
        exported="statistics/wallets"
        shape={by === "wallet" ? BY_WALLET : BY_DAY}
        onReload={() => void read.refetch()}
      >
        <fieldset className={css.views} aria-label={t("reconciliation.range.view")}>
          {DAYS_SHOWN_BY.map((one) => (
            <button key={one} type="button" className={bar.tab} aria-pressed={by === one} onClick={() => state.change({ by: one })}>
              {t(`reconciliation.range.views.${one}`)}
            </button>
          ))}
        </fieldset>
      </RangeBar>
      <p className={css.hint}>{t("reconciliation.hint.statistics", { currency: tools.currency })}</p>
      {data && reporting !== null ? <p className={css.hint}>{t("reconciliation.hint.part", { n: reporting, all: data.sums.wallets })}</p> : null}
      <StaleNote read={read} />
      <div className={css.frame} aria-busy={read.isFetching}>
        {data ? (
          data.items.length === 0 ? (
            <div className={css.state}>
              <EmptyState text={t("reconciliation.empty")} />
            </div>
          ) : by === "plots" ? (
            <Figures data={data} tools={tools} walletId={state.address.walletId} />
          ) : (
            <>
              <DayTable label={t("reconciliation.table.statistics")} columns={columns} rows={rows} keyOf={keyOf} totalLabel={t("reconciliation.table.total")} />
              {pager}
            </>
          )
        ) : read.error ? (
          <div className={css.state}>
            <ErrorState error={errorOf(read.error)} what={t("reconciliation.failed")} onRetry={() => void read.refetch()} />
          </div>
        ) : (
          <Placeholder height={320} />
        )}
      </div>
    </div>
  );
}
