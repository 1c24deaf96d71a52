/** The way to a closed day: counts over the table, three steps in each row and in the drawer; each number opens exactly what it counts. */
import type { ReactElement, ReactNode } from "react";
import { ScreenLink } from "../../../ui/screen-link.tsx";
import type { ReconciliationDay, ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { businessDay } from "../../../../contract/time.ts";
import { DAY_SHOWS, type DayShow, isDiffering, missingOf, shownDays, standOf } from "../../../../contract/wallet-days.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { countText, isOff } from "../../../i18n/format.ts";
import { barCss as bar } from "../../../list/bar/index.ts";
import { absent } from "../../../list/columns/index.ts";
import { pathTo } from "../../../paths.ts";
import type { Tone } from "../../../tokens.ts";
import { StatusDot } from "../../../ui/status.tsx";
import { Amount } from "../../../ui/values.tsx";
import { DAY_PARTS } from "./behind.ts";
import css from "./days.module.css";

/** How many days there are of each choice; one of them is pressed, or none: all. */
export function GuideBar({
  rows,
  show,
  tools: { t },
  onShow,
}: {
  rows: readonly ReconciliationRow[];
  show: DayShow | null;
  tools: CellTools;
  onShow: (show: DayShow | null) => void;
}): ReactElement {
  const today = businessDay(Date.now());
  const choice = (one: DayShow | null, count: number): ReactElement => (
    <button key={one ?? "all"} type="button" className={bar.tab} aria-pressed={show === one} data-show={one ?? "all"} onClick={() => onShow(one)}>
      {t(`reconciliation.show.${one ?? "all"}`)} <span className="fd-num">{countText(count)}</span>
    </button>
  );
  return (
    <div className={css.guide} role="group" aria-label={t("reconciliation.show.label")}>
      {choice(null, rows.length)}
      {DAY_SHOWS.map((one) => choice(one, shownDays(rows, one, today).length))}
    </div>
  );
}

/** Messages of a wallet's day in a state: the list with exactly these. */
function messagesPath({ wallet_id, date }: ReconciliationRow, status: "unmatched" | "review", { locale }: CellTools): string {
  return pathTo(locale, "sms", { from: date, to: date, status, wallet_id });
}

/** Numbers of messages that nothing explains yet, each a link to them. */
export function Unmatched({ row, tools }: { row: ReconciliationRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  if (row.unmatched + row.in_review === 0) return <StatusDot tone="done">0</StatusDot>;
  return (
    <span className={css.steps}>
      {row.unmatched === 0 ? null : (
        <ScreenLink to={messagesPath(row, "unmatched", tools)}>{t("reconciliation.step.unmatchedCount", { n: row.unmatched })}</ScreenLink>
      )}
      {row.in_review === 0 ? null : (
        <ScreenLink to={messagesPath(row, "review", tools)}>{t("reconciliation.step.reviewCount", { n: row.in_review })}</ScreenLink>
      )}
    </span>
  );
}

/** True while nobody waits for the day's statement: it still runs. */
const runs = (row: ReconciliationRow): boolean => standOf(row, businessDay(Date.now())) === "running";

/** Where the operator's own statement has been imported for the day. */
export function Imported({ row, tools: { t } }: { row: ReconciliationRow; tools: CellTools }): ReactNode {
  if (row.statement !== null) return <StatusDot tone="done">{t("reconciliation.step.done")}</StatusDot>;
  return runs(row) ? absent : <StatusDot tone="ask">{t("reconciliation.step.notImported")}</StatusDot>;
}

interface Step {
  readonly key: "imported" | "differences" | "unmatched";
  readonly tone: Tone;
  readonly body: ReactNode;
}

/** What does not agree on the day: its movements by group, then its balance and what was booked after its close. */
function Differences({ found: { day, groups }, tools: { t } }: { found: ReconciliationDay; tools: CellTools }): ReactElement {
  const figures = [
    { label: t("reconciliation.column.balance_difference"), value: day.difference },
    { label: t("words.field.late"), value: day.late },
  ].filter(({ value }) => isOff(value));
  const differing = groups.filter((group) => group.group !== "matched" && group.count > 0);
  if (differing.length + figures.length === 0) return <>{t("reconciliation.step.none")}</>;
  return (
    <span className={css.steps}>
      {differing.map((group) => (
        <a key={group.group} href={`#group-${group.group}`}>
          {t(`reconciliation.group.${group.group}`)} {countText(group.count)}
        </a>
      ))}
      {figures.map(({ label, value }) => (
        <a key={label} href={`#${DAY_PARTS.balances}`}>
          {label} <Amount value={value} difference />
        </a>
      ))}
    </span>
  );
}

/** The steps of the open day, over everything else of its drawer. */
export function DayGuide({ found, tools }: { found: ReconciliationDay; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { day } = found;
  const missing = day.closed ? [] : missingOf(day, businessDay(Date.now()));
  const steps: readonly Step[] = [
    {
      key: "imported",
      tone: day.statement !== null ? "done" : runs(day) ? "gone" : "ask",
      body: <a href="#day-imports">{t("reconciliation.step.files", { n: found.imports.length })}</a>,
    },
    {
      key: "differences",
      tone: isDiffering(day) ? "bad" : "done",
      body: <Differences found={found} tools={tools} />,
    },
    { key: "unmatched", tone: day.unmatched + day.in_review === 0 ? "done" : "ask", body: <Unmatched row={day} tools={tools} /> },
  ];
  return (
    <>
      <ol className={css.dayGuide}>
        {steps.map(({ key, tone, body }) => (
          <li key={key}>
            <StatusDot tone={tone}>{t(`reconciliation.step.${key}`)}</StatusDot>
            <span>{body}</span>
          </li>
        ))}
      </ol>
      {missing.length === 0 ? null : <p className="fd-dim">{missing.map((one) => t(`reconciliation.missing.${one}`)).join(" ")}</p>}
    </>
  );
}
