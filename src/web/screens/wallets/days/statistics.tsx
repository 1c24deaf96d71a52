/** Wallet statistics: every figure per wallet and day, or per wallet, with its sums. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import type { WalletStatistics, WalletStatisticsRow, WalletStatisticsSum } from "../../../../contract/reconciliation.schema.ts";
import { STATISTIC_FIGURES, type StatisticFigure } from "../../../../contract/wallet-days.ts";
import { barCss as bar } from "../../../list/bar/index.ts";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import { isOff } from "../../../i18n/format.ts";
import { errorOf, useRead } from "../../../query.ts";
import { EmptyState, ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { StatusDot } from "../../../ui/status.tsx";
import { Amount } from "../../../ui/values.tsx";
import css from "./days.module.css";
import { DAYS_VIEWS } from "./address.ts";
import { Figures } from "./figures.tsx";
import { usePages } from "./pages.tsx";
import { RangeBar } from "./range-bar.tsx";
import { type DayColumn, DayTable } from "./table.tsx";
import { useDays } from "./use-days.ts";

type Row = WalletStatisticsRow | WalletStatisticsSum;
const POLL_MS = 30_000;
/** What the file is rows of; plots are of days. */
const BY_DAY = {};
const BY_WALLET = { view: "wallet" };

/** How many wallets reported a balance, where some did not: only theirs stand in the sums of what was reported. */
export function reportingOf({ wallets }: Pick<WalletStatistics, "wallets">): number | null {
  const known = wallets.filter((row) => row.real_balance !== null).length;
  return known === 0 || known === wallets.length ? null : known;
}

/** Columns of the table; the first says which wallet and day. `reporting` as {@link reportingOf} has it. */
export function statisticsColumns(sums: WalletStatistics["sums"], tools: CellTools, reporting: number | null = null): DayColumn<Row>[] {
  const { t } = tools;
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
    { id: "wallet", header: t("words.field.wallet_id"), render: (row) => row.wallet_name },
    {
      id: "date",
      header: t("words.field.date"),
      render: (row) => ("date" in row ? row.date.replaceAll("-", "/") : `${t("reconciliation.table.days")} ${row.days}`),
      sum: t("reconciliation.table.covers", { wallets: sums.wallets, days: sums.days }),
    },
    ...STATISTIC_FIGURES.map(
      (name): DayColumn<Row> => ({
        id: name,
        header: t(`reconciliation.figure.${name}`),
        right: true,
        render: (row) => <Amount value={row[name]} />,
        sum: sumOf(name),
        ...(name === "difference" ? { marked: (row: Row) => isOff(row.difference) } : {}),
      }),
    ),
    { id: "closed", header: t("reconciliation.figure.closed"), render: (row) => closed(row.closed) },
  ];
}

const keyOf = (row: Row): string => `${row.wallet_id}/${"date" in row ? row.date : "sum"}`;

/** The tab. */
export default function Statistics({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const state = useDays("statistics", "today");
  const read = useRead("GET /api/statistics/wallets", { query: state.query }, { keepOld: true, everyMs: POLL_MS });
  const { data } = read;
  const reporting = data ? reportingOf(data) : null;
  const { view } = state.address;
  const all: readonly Row[] = (view === "wallet" ? data?.wallets : data?.items) ?? [];
  const { rows, pager } = usePages("statistics", all, state, tools);
  const columns = useMemo(() => (data ? statisticsColumns(data.sums, tools, reporting) : []), [data, tools, reporting]);
  return (
    <div className={css.page}>
      {tabs}
      <RangeBar state={state} tools={tools} exported="statistics/wallets" shape={view === "wallet" ? BY_WALLET : BY_DAY} onReload={() => void read.refetch()}>
        <fieldset className={css.views} aria-label={t("reconciliation.range.view")}>
          {DAYS_VIEWS.map((one) => (
            <button key={one} type="button" className={bar.tab} aria-pressed={view === one} onClick={() => state.change({ view: one })}>
              {t(`reconciliation.range.views.${one}`)}
            </button>
          ))}
        </fieldset>
      </RangeBar>
      <p className={css.hint}>{t("reconciliation.hint.statistics", { currency: tools.currency })}</p>
      {data && reporting !== null ? <p className={css.hint}>{t("reconciliation.hint.part", { n: reporting, all: data.sums.wallets })}</p> : null}
      <div className={css.frame} aria-busy={read.isFetching}>
        {data ? (
          data.items.length === 0 ? (
            <div className={css.state}>
              <EmptyState text={t("reconciliation.empty")} />
            </div>
          ) : view === "plots" ? (
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
