/** A merchant's figures of a range: what they come to, hours or days, and orders by what became of them. */
import { type ReactElement, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OwnFigures } from "../../../contract/statistics.schema.ts";
import { MAX_RANGE_DAYS } from "../../../contract/statistics.ts";
import { businessDay, businessDayStart, RELATIVE_DATES } from "../../../contract/time.ts";
import type { CallError } from "../../api.ts";
import { type CellTools, useCellTools } from "../../cell-tools.ts";
import { useBusinessDay } from "../../clock.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { pathTo } from "../../paths.ts";
import { Plot } from "../../plots/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { StaleNote } from "../../stale-note.tsx";
import { CURVE, Figure, FigureGrid, Hours, Outcomes } from "../../statistics/figures.tsx";
import { readRange, type ShownRange, writeRange } from "../../statistics/days.ts";
import { dayText } from "../../../contract/time.ts";
import { RangeButton, RangeChips } from "../../statistics/range.tsx";
import { daysSpec } from "../../statistics/specs.ts";
import { EmptyState, ErrorState, Placeholder } from "../../ui/blocks.tsx";
import css from "./statistics.module.css";
import { Totals } from "./totals.tsx";

const POLL_MS = 30_000;

interface RangeState {
  readonly shown: ShownRange;
  readonly change: (range: ShownRange) => void;
}

/** The days stand in the address. */
function useRange(): RangeState {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const today = useBusinessDay();
  const shown = useMemo(() => readRange(new URLSearchParams(search), "last_7_days", businessDayStart(today)), [search, today]);
  const change = (range: ShownRange): void => {
    const params = new URLSearchParams();
    writeRange(params, range);
    void navigate(`${pathname}?${params}`);
  };
  return { shown, change };
}

export default function Own(): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const { shown, change } = useRange();
  const read = useRead("GET /api/statistics/own", { query: { from: shown.from, to: shown.to } }, { keepOld: true, everyMs: POLL_MS });
  const { data } = read;
  const showMonth = (): void => change({ ...shown, range: "last_30_days" });
  return (
    <div className={css.page}>
      <div className={bar.bar}>
        <div className={bar.line}>
          <RangeChips presets={RELATIVE_DATES} chosen={shown.range} onChoose={(range) => change({ ...shown, range })} tools={tools} />
          <RangeButton {...shown} onApply={(from, to) => change({ range: null, from, to })} tools={tools} />
          <button type="button" className={bar.button} onClick={() => void read.refetch()}>
            {t("list.tools.reload")}
          </button>
        </div>
      </div>
      <StaleNote read={read} />
      <div className={css.content} aria-busy={read.isFetching}>
        {data ? (
          <Found data={data} tools={tools} onMonth={showMonth} />
        ) : read.error ? (
          <Failed error={errorOf(read.error)} tools={tools} onMonth={showMonth} onRetry={() => void read.refetch()} />
        ) : (
          <Placeholder height={480} />
        )}
      </div>
    </div>
  );
}

/** Says why there are no figures, and leads to days that have some. */
function Nothing({ text, tools: { t }, onMonth }: { text: string; tools: CellTools; onMonth: () => void }): ReactElement {
  return (
    <div className={css.frame}>
      <EmptyState
        text={text}
        action={
          <button type="button" className={bar.button} onClick={onMonth}>
            {t("statistics.showMonth")}
          </button>
        }
      />
    </div>
  );
}

/** Days that were typed into the address may be too many: a second try would not help. */
function Failed({ error, tools, onMonth, onRetry }: { error: CallError; tools: CellTools; onMonth: () => void; onRetry: () => void }): ReactElement {
  const { t } = tools;
  if (error.fields?.["to"] === "too_large") return <Nothing text={t("statistics.tooLong", { n: MAX_RANGE_DAYS })} tools={tools} onMonth={onMonth} />;
  return <ErrorState error={error} what={t("statistics.failed")} onRetry={onRetry} />;
}

/** What the changes compare with, and up to which hour. */
function beforeWords({ before: { from, to, until } }: OwnFigures, { t }: CellTools): string {
  const days = from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
  return until === null ? t("statistics.before.whole", { days }) : t("statistics.before.hours", { days, time: formatDateTime(until) });
}

/** Nothing was ordered, and nothing completed. */
const isEmpty = ({ payments, disburses, totals }: OwnFigures): boolean =>
  payments?.rows.length === 0 && disburses?.rows.length === 0 && totals?.collected_count === 0 && totals.paid_out_count === 0;

function Found({ data, tools, onMonth }: { data: OwnFigures; tools: CellTools; onMonth: () => void }): ReactElement {
  const { t, currency } = tools;
  return (
    <>
      <p className={css.hint}>{t("statistics.hint", { time: formatDateTime(data.at), currency, compared: beforeWords(data, tools) })}</p>
      {isEmpty(data) ? (
        <Nothing text={t("statistics.empty")} tools={tools} onMonth={onMonth} />
      ) : (
        <>
          <Totals data={data} tools={tools} />
          <div className={css.frame}>
            <FigureGrid>
              {data.from === data.to ? <Hours found={data} to={data.to} tools={tools} failed={null} /> : <Days data={data} tools={tools} />}
              {(["payments", "disburses"] as const).map((what) => (
                <Figure key={what} title={t(`reconciliation.figures.${what}`)}>
                  <Outcomes what={what} found={data} walletId={null} tools={tools} />
                </Figure>
              ))}
            </FigureGrid>
          </div>
        </>
      )}
    </>
  );
}

/** Days up to the one that the figures count to; each opens its hours. */
function Days({ data, tools }: { data: OwnFigures; tools: CellTools }): ReactElement {
  const { t } = tools;
  const spec = useMemo(() => {
    const today = businessDay(Date.parse(data.at));
    const days = data.days?.filter(({ date }) => date <= today) ?? null;
    const open = (day: string): string => pathTo(tools.locale, "statistics", { from: day, to: day });
    const { from, to, days: earlier } = data.before;
    const name = tools.t("statistics.before.line", { from: dayText(from), to: dayText(to) });
    const before = earlier === null ? {} : { before: { name, collected: earlier.map(({ collected }) => collected) } };
    return days === null ? null : daysSpec({ from: data.from, to: data.to, days, ...before }, open, tools);
  }, [data, tools]);
  return (
    <Figure title={t("reconciliation.figures.days")}>
      {spec === null ? <p className="fd-dim">{t("reconciliation.figures.late")}</p> : <Plot spec={spec} height={CURVE} />}
    </Figure>
  );
}
