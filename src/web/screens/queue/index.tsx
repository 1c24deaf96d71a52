/** The exception queue: everything that needs a person, worked through by keyboard or by hand. */
import { Button } from "@mantine/core";
import { type ReactElement, useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionPage, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { useLiveEvents } from "../../events.ts";
import { useHotkeys } from "../../hotkeys.ts";
import { countText } from "../../i18n/format.ts";
import { neighbour } from "../../list/state/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { errorOf, invalidate, useRead } from "../../query.ts";
import { Amount, EmptyState, ErrorState, PageHeader, Placeholder } from "../../ui/index.ts";
import { actsOf, useQueueActs } from "./acts.ts";
import css from "./queue.module.css";
import { QueueFilterBar } from "./filters.tsx";
import { changeFilters, isFiltered, NO_FILTERS, readFilters, writeFilters, type QueueFilters } from "./query.ts";
import { QueueRow } from "./row.tsx";

const REFRESH_MS = 15_000;
/** Events come in crowds. */
const CALM_MS = 2000;
const SKELETON_HEIGHT = 480;

function useQueue(filters: QueueFilters) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvents(["home", "payments", "disburses", "sms", "approvals", "withdrawal", "transfers", "manual"], () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      invalidate("GET /api/exceptions");
    }, CALM_MS);
  });
  const { kind, severity, status, assignee, sort, cursor } = filters;
  // Left out where empty: the address shows what is asked and no more.
  const query = Object.fromEntries(Object.entries({ kind, severity, status, assignee, sort, cursor }).filter(([, value]) => value !== ""));
  return useRead("GET /api/exceptions", { query }, { keepOld: true, everyMs: REFRESH_MS });
}

export default function Queue(): ReactElement {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filters = readFilters(search);
  const go = (next: QueueFilters): void => void navigate({ search: writeFilters(next) });
  const read = useQueue(filters);
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={SKELETON_HEIGHT} />;
  return <QueuePage page={read.data} filters={filters} go={go} />;
}

function QueuePage({ page, filters, go }: { page: ExceptionPage; filters: QueueFilters; go: (next: QueueFilters) => void }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const acts = useQueueActs(tools);
  const place = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  useQueueKeys(page.items, active, acts.act, place);
  const onActive = useCallback((id: string) => setActive(id), []);
  return (
    <>
      <PageHeader>{t("exceptions.intro")}</PageHeader>
      <QueueFilterBar kinds={page.kinds} filters={filters} onChange={(part) => go(changeFilters(filters, part))} />
      <p className={css.sums}>
        <span>{t("exceptions.total", { n: `${countText(page.total.value)}${page.total.exact ? "" : "+"}` })}</span>
        {page.sums === null ? null : (
          <span>
            {t("exceptions.sum")} <Amount value={page.sums.amount} currency={tools.currency} />
          </span>
        )}
        <span className={css.keys}>{t("exceptions.keys")}</span>
      </p>
      {page.items.length === 0 ? <Nothing filtered={isFiltered(filters)} onClear={() => go(NO_FILTERS)} /> : null}
      <ul className={css.rows} ref={place} aria-label={t("exceptions.title")}>
        {page.items.map((row) => (
          <QueueRow key={row.id} row={row} tools={tools} active={row.id === active} busy={acts.busy === row.id} onAct={acts.act} onActive={onActive} />
        ))}
      </ul>
      <p className={css.pager}>
        <Button variant="default" disabled={page.prev_cursor === null} onClick={() => go({ ...filters, cursor: page.prev_cursor ?? "" })}>
          {t("exceptions.prev")}
        </Button>
        <Button variant="default" disabled={page.next_cursor === null} onClick={() => go({ ...filters, cursor: page.next_cursor ?? "" })}>
          {t("exceptions.next")}
        </Button>
      </p>
      {acts.dialog}
    </>
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

/** `j` and `k` move the focus along the rows' links, so that Enter opens without our help. */
function useQueueKeys(
  rows: readonly ExceptionRow[],
  active: string | null,
  act: (row: ExceptionRow, action: ExceptionAction) => void,
  place: { readonly current: HTMLElement | null },
): void {
  const move = (step: 1 | -1): void => {
    const id = neighbour(
      rows.map((row) => row.id),
      active,
      step,
    );
    if (id !== null) place.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-target]`)?.focus();
  };
  const on = (...wanted: readonly ExceptionAction[]): void => {
    const row = rows.find((one) => one.id === active);
    if (row === undefined) return;
    const action = wanted.find((one) => actsOf(row).includes(one));
    if (action !== undefined) act(row, action);
  };
  useHotkeys({ j: () => move(1), k: () => move(-1), c: () => on("claim", "release"), r: () => on("resolve"), m: () => on("mute") });
}
