/** The exception queue: lines on the left, the evidence of one on the right, worked through by keyboard or by hand. */
import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionLines, ExceptionMarks, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { useLiveEvents } from "../../events.ts";
import { useHotkeys } from "../../hotkeys.ts";
import { countText } from "../../i18n/format.ts";
import { neighbour } from "../../list/state/index.ts";
import type { DecisionKey } from "../../list/spec/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { errorOf, invalidate, queryClient, keyOf, useRead } from "../../query.ts";
import { Amount, EmptyState, ErrorState, notify, PageHeader, Placeholder, Strip } from "../../ui/index.ts";
import { StaleNote } from "../../stale-note.tsx";
import { useQueueActs } from "./acts.ts";
import { Evidence } from "./evidence.tsx";
import { QueueFilterBar } from "./filters.tsx";
import { entriesOf, type Entry } from "./entries.ts";
import type { ObjectKeys } from "./object-panel.tsx";
import { useMarks, viewersOf } from "./presence.ts";
import { changeFilters, isFiltered, lineQuery, NO_FILTERS, readFilters, writeFilters, type QueueFilters } from "./query.ts";
import { focusLine, useNext, useOpenedLine } from "./walk.ts";
import css from "./queue.module.css";
import { QueueLine } from "./row.tsx";
import { keysFor, panelOf } from "./suggested.ts";
import { actsOf, actsOfLine } from "./together.ts";
import { mayNow, useCan, useMay } from "../../session.tsx";
import { QueueViewBar, type QueueViews, useQueueViews } from "./views.tsx";

const REFRESH_MS = 15_000;
/** Events come in crowds. */
const CALM_MS = 2000;
const SKELETON_HEIGHT = 480;
/** Members of one line that are shown. */
const MEMBERS = 200;

function useLines(filters: QueueFilters, ready: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvents(["home", "payments", "disburses", "sms", "approvals", "withdrawal", "transfers", "manual"], () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      invalidate("GET /api/exceptions/lines", "GET /api/exceptions", "GET /api/exceptions/:id");
    }, CALM_MS);
  });
  return useRead("GET /api/exceptions/lines", { query: lineQuery(filters) }, { keepOld: true, everyMs: REFRESH_MS, enabled: ready });
}

/** The members of the line that is opened. */
function useMembers(page: ExceptionLines | undefined, filters: QueueFilters): readonly ExceptionRow[] {
  const line = page?.items.find((one) => one.key === filters.line);
  const { cursor: _cursor, ...rest } = lineQuery(filters);
  const query = { ...rest, kind: line?.first.kind ?? "", at: line?.at ?? "", sort: "since", size: MEMBERS };
  return useRead("GET /api/exceptions", { query }, { enabled: line !== undefined && line.at !== null }).data?.items ?? [];
}

export default function QueueScreen(): ReactElement {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filters = readFilters(search);
  const go = (next: QueueFilters, replace = false): void => void navigate({ search: writeFilters(next) }, { replace });
  const views = useQueueViews();
  const read = useLines(filters, views.views.ready);
  const members = useMembers(read.data, filters);
  const marks = useMarks();
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={SKELETON_HEIGHT} />;
  return (
    <>
      <StaleNote read={read} />
      <Desk page={read.data} members={members} marks={marks} filters={filters} views={views} go={go} />
    </>
  );
}

interface Props {
  readonly page: ExceptionLines;
  readonly members: readonly ExceptionRow[];
  readonly marks: ExceptionMarks;
  readonly filters: QueueFilters;
  readonly views: QueueViews;
  readonly go: (next: QueueFilters, replace?: boolean) => void;
}

function Desk({ page, members, marks, filters, views, go }: Props): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const place = useRef<HTMLUListElement>(null);
  const object = useRef<ObjectKeys | null>(null);
  const entries = entriesOf(page.items, filters.line, members);
  const at = entries.find((entry) => entry.row.id === filters.open && (!entry.opened || entry.member)) ?? null;
  const onDecided = useNext({ entries, at, filters, place, go: (open) => go({ ...filters, open }, true) });
  useOpenedLine(filters.line, { entries, at, place });
  const acts = useQueueActs(tools, onDecided);
  const decides = useCan("exceptions.decide");
  /** The line of several that is in view as one; its members are acted on together. */
  const line = at === null || at.count < 2 ? null : (page.items.find((one) => one.key === at.line) ?? null);
  const together = line && ((...wanted: readonly ExceptionAction[]) => acts.actOnLine(line, filters, wanted));
  const enter = useQueueKeys({ entries, open: filters.open, at, filters, go, object, place, act: acts.act, together });
  return (
    <>
      <PageHeader>{t("exceptions.intro")}</PageHeader>
      <QueueFilterBar kinds={page.kinds} filters={filters} onChange={(part) => go(changeFilters(filters, part))} />
      <Sums page={page} views={<QueueViewBar {...views} tools={tools} />} />
      <div className={css.desk}>
        <div>
          {page.items.length === 0 ? <Nothing filtered={isFiltered(filters)} onClear={() => go(NO_FILTERS)} /> : null}
          <ul className={css.rows} ref={place} aria-label={t("exceptions.title")}>
            {entries.map((entry) => (
              <QueueLine
                key={`${entry.member ? "member" : "line"} ${entry.row.id}`}
                {...entry}
                tools={tools}
                active={entry === at}
                called={marks.mentions.some((one) => (entry.count > 1 ? one.key === entry.line : one.id === entry.row.id))}
                viewers={viewersOf(marks, entry.count > 1 ? { key: entry.line } : { id: entry.row.id })}
                to={writeFilters(
                  entry.count > 1 ? { ...filters, line: entry.opened ? "" : entry.line, open: entry.row.id } : { ...filters, open: entry.row.id },
                )}
                onEnter={(event) => enter(event, entry)}
              />
            ))}
          </ul>
          <Pager page={page} onCursor={(cursor) => go({ ...filters, cursor, line: "" })} />
        </div>
        {filters.open === "" ? (
          <p className={css.pick}>{t("exceptions.pick")}</p>
        ) : (
          <Evidence
            key={filters.open}
            id={filters.open}
            tools={tools}
            busy={acts.busy === filters.open}
            viewers={viewersOf(marks, { id: filters.open })}
            keys={object}
            line={line && { count: line.count, acts: actsOfLine(line, decides) }}
            onAct={(row, action) => (together === null ? acts.act(row, action) : together(action))}
            onClose={() => go({ ...filters, open: "" })}
            onDone={() => onDecided(filters.open)}
          />
        )}
      </div>
      {acts.dialog}
    </>
  );
}

function Sums({ page, views }: { page: ExceptionLines; views: ReactElement }): ReactElement {
  const { t, currency } = useCellTools();
  return (
    <>
      <p className={css.sums}>
        {views}
        <span>{t("exceptions.total", { n: `${countText(page.total.value)}${page.total.exact ? "" : "+"}` })}</span>
        {page.sums === null ? null : (
          <span>
            {t("exceptions.sum")} <Amount value={page.sums.amount} currency={currency} />
          </span>
        )}
        <span className={css.keys}>{t(`exceptions.${keysFor(useMay())}`)}</span>
      </p>
      {page.total.exact ? null : <Strip tone="ask">{t("exceptions.partial")}</Strip>}
    </>
  );
}

function Pager({ page, onCursor }: { page: ExceptionLines; onCursor: (cursor: string) => void }): ReactElement | null {
  const { t } = useCellTools();
  if (page.prev_cursor === null && page.next_cursor === null) return null;
  return (
    <p className={css.pager}>
      <Button variant="default" disabled={page.prev_cursor === null} onClick={() => onCursor(page.prev_cursor ?? "")}>
        {t("exceptions.prev")}
      </Button>
      <Button variant="default" disabled={page.next_cursor === null} onClick={() => onCursor(page.next_cursor ?? "")}>
        {t("exceptions.next")}
      </Button>
    </p>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactElement {
  const { t } = useCellTools();
  if (!filtered) return <EmptyState text={t("exceptions.nothing")} />;
  return (
    <EmptyState
      text={t("exceptions.nothingFiltered")}
      action={
        <Button variant="default" onClick={onClear}>
          {t("exceptions.clearFilters")}
        </Button>
      }
    />
  );
}

interface KeyParts extends Pick<Props, "filters" | "go"> {
  readonly entries: readonly Entry[];
  readonly open: string;
  readonly at: Entry | null;
  readonly object: { readonly current: ObjectKeys | null };
  readonly place: { readonly current: HTMLElement | null };
  readonly act: (row: ExceptionRow, action: ExceptionAction) => void;
  /** The first of these acts that the line in view takes, on all of it; null: what is in view is one exception. */
  readonly together: ((...wanted: readonly ExceptionAction[]) => void) | null;
}

/** `j`, `k` and arrows move, and the evidence goes along; Enter does what is suggested; the others decide. Answers what Enter does on a line. */
function useQueueKeys({ entries, open, at, filters, go, object, place, act, together }: KeyParts): (event: KeyboardEvent, entry: Entry) => void {
  const { t } = useCellTools();
  const keys = entries.map((entry) => `${entry.member ? "member" : "line"} ${entry.row.id}`);
  /** Where a key has led that the screen does not show yet: keys that come faster than it is drawn all count. */
  const ahead = useRef<string | null>(null);
  useEffect(() => {
    ahead.current = null;
  }, [open]);
  const move = (step: 1 | -1): void => {
    const key = neighbour(keys, ahead.current ?? (at === null ? null : (keys[entries.indexOf(at)] ?? null)), step);
    const next = key === null ? undefined : entries[keys.indexOf(key)];
    if (next === undefined) return;
    ahead.current = key;
    go({ ...filters, open: next.row.id }, true);
    focusLine(place.current, entries.indexOf(next));
  };
  /** The exception in view: as its evidence says, which is newer than the list. */
  const shown = (): ExceptionRow | undefined => queryClient.getQueryData<ExceptionRow>(keyOf("GET /api/exceptions/:id", { params: { id: open } })) ?? at?.row;
  const on = (...wanted: readonly ExceptionAction[]): boolean => {
    if (together !== null) {
      together(...wanted);
      return true;
    }
    const row = open === "" ? undefined : shown();
    const action = row && wanted.find((one) => actsOf(row).includes(one));
    if (row !== undefined && action !== undefined) act(row, action);
    return action !== undefined;
  };
  /** Nobody decides on what is still on its way: the object of this exception is yet to come into view. */
  const awaited = (): boolean => {
    const row = shown();
    return row !== undefined && panelOf(row, mayNow) !== null && object.current?.ready !== true;
  };
  const decide = (key: DecisionKey): boolean => open !== "" && (object.current?.decide(key) ?? false);
  /** Does what the key means for the object in view, or says why it means nothing there. */
  const decideOrSay = (key: DecisionKey): void => {
    const why = decide(key) || open === "" ? null : (object.current?.whyNot(key) ?? null);
    if (why !== null) notify({ kind: "ask", ...why });
  };
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    i: () => void on("claim", "release"),
    o: () => void on("assign"),
    s: () => void on("mute", "unmute"),
    a: () => decideOrSay("a"),
    m: () => decideOrSay("m"),
    r: () => void (awaited() || decide("r") || on("resolve") || decideOrSay("r")),
    ...(open === "" ? {} : { Escape: () => go({ ...filters, open: "" }) }),
  });
  return (event, entry) => {
    // A line of several opens to its members, one that is not in view comes into view: both are the link's own.
    if (event.key !== "Enter" || entry.count > 1 || entry.row.id !== open) return;
    event.preventDefault();
    if (awaited() || object.current?.suggested()) return;
    const row = shown();
    if (row !== undefined && actsOf(row).includes("resolve")) return act(row, "resolve");
    notify({ kind: "ask", text: t("exceptions.whyNot.elsewhere") });
  };
}
