/** The drawer beside the list: one object in full, with its neighbours one key away. It stands in the address. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactElement, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { type CallError } from "../../api.ts";
import { useLiveEvents } from "../../events.ts";
import { ApiError, errorOf } from "../../query.ts";
import { EmptyState, ErrorState, Strip } from "../../ui/blocks.tsx";
import { IdText } from "../../ui/copy.tsx";
import { useCover } from "../../ui/cover.ts";
import { Amount } from "../../ui/values.tsx";
import { CoveredNote } from "../../ui/covered-note.tsx";
import css from "./drawer.module.css";
import { EvidenceButton } from "./evidence-button.tsx";
import { versionOf } from "../../forms/meanwhile.ts";
import { blockedMarks, offeredActions } from "../acts/index.ts";
import type { ActionSpec, DrawerBodyProps, HasId, ListSpec } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { RevealButton, ShownStrip, useShown } from "./reveal.tsx";
import { callAny } from "../state/index.ts";
import type { Page } from "../../../contract/envelope.ts";

interface Props<Row extends HasId, Detail extends Row> {
  readonly spec: ListSpec<Row, Detail>;
  readonly id: string;
  /** The row as the list shows it; null when it is on another page. */
  readonly row: Row | null;
  readonly actions: readonly ActionSpec<Row>[];
  readonly tools: CellTools;
  /** It covers the whole page. */
  readonly modal: boolean;
  /** Told which object is shown, for the keys that decide on it. */
  readonly opened: RefObject<Row | null>;
  readonly onClose: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onAct: (action: ActionSpec<Row>, row: Row) => void;
}

/** Cache key of one object of a list. */
export function oneKey(list: string, id: string): readonly string[] {
  return ["one", list, id];
}

/** The object behind the drawer: its own call, or, where there is none, the list asked for exactly this id. */
export function useOne<Row extends HasId, Detail extends Row>(
  spec: ListSpec<Row, Detail>,
  id: string,
  row: Row | null,
): { row: Row | null; detail: Detail | null; error: CallError | null; loading: boolean; retry: () => void } {
  const client = useQueryClient();
  const endpoint = spec.drawer.endpoint;
  const read = useQuery<Detail | Row | null, ApiError>({
    queryKey: oneKey(spec.name, id),
    queryFn: async ({ signal }) => {
      const answer = endpoint
        ? await callAny<Detail>(endpoint, { params: { id }, signal })
        : await callAny<Page<Row>>(spec.endpoint, { query: { q: id, size: 10 }, signal });
      if (!answer.success) throw new ApiError(answer.error);
      return endpoint ? (answer.data as Detail) : ((answer.data as Page<Row>).items.find((one) => one.id === id) ?? null); // the two calls above
    },
    enabled: endpoint !== undefined || row === null,
  });
  const stale = (): void => void client.invalidateQueries({ queryKey: oneKey(spec.name, id) });
  useLiveEvents([spec.live], (message) => {
    if (endpoint && (message.type === "reset" || message.event.id === id)) stale();
  });
  const detail = endpoint ? ((read.data ?? null) as Detail | null) : null; // what queryFn returned for an endpoint
  // Whichever is newer: the list may have been brought up to date before the detail, or the other way round.
  const listed = versionOf(row) ?? 0;
  const newest = detail && (versionOf(detail) ?? 0) >= listed ? detail : (row ?? read.data ?? null);
  const behind = detail !== null && listed > (versionOf(detail) ?? 0);
  useEffect(() => {
    if (behind) void client.invalidateQueries({ queryKey: oneKey(spec.name, id) });
  }, [behind, client, spec.name, id]);
  return { row: newest, detail, error: read.error ? errorOf(read.error) : null, loading: read.isFetching, retry: stale };
}

/** Draws the drawer of one object. */
export function Drawer<Row extends HasId, Detail extends Row>(props: Props<Row, Detail>): ReactElement {
  const { spec, id, tools, modal, opened, onClose } = props;
  const { t } = tools;
  const { row: own, detail: ownDetail, error, loading, retry } = useOne(spec, id, props.row);
  const open = useShown<Detail>(spec.name, id);
  const [row, detail] = [open ?? own, open ?? ownDetail];
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    opened.current = row;
    return () => {
      opened.current = null;
    };
  }, [opened, row]);
  useCover(place, modal);
  useFocusReturn(place, id);
  const waiting = row ? (spec.drawer.waiting?.(row, detail, tools) ?? null) : null;
  const Body = useMemo(() => lazy(spec.drawer.body), [spec.drawer.body]) as React.ComponentType<DrawerBodyProps<Row, Detail>>; // lazy() keeps the component's own props
  return (
    <div
      ref={place}
      role="dialog"
      aria-modal={modal || undefined}
      aria-label={t("list.drawer.label", { what: t(spec.title), id })}
      tabIndex={-1}
      className={css.drawer}
      data-drawer=""
    >
      <Head {...props} shown={row} />
      <div className={css.body} aria-busy={loading}>
        <ShownStrip tools={tools} />
        <CoveredNote />
        {waiting === null ? null : <Strip tone="ask">{waiting}</Strip>}
        {error && error.status !== 404 ? <ErrorState error={error} what={t("list.drawer.failed")} onRetry={retry} /> : null}
        {row ? (
          <Suspense fallback={<div className={css.wait} data-waiting="" />}>
            <Body row={row} detail={detail} tools={tools} />
          </Suspense>
        ) : loading ? (
          <div className={css.wait} data-waiting="" />
        ) : error === null || error.status === 404 ? (
          <EmptyState text={t("list.drawer.notHere", { id })} action={<CloseText onClose={onClose}>{t("list.drawer.close")}</CloseText>} />
        ) : null}
      </div>
    </div>
  );
}

function CloseText({ onClose, children }: { onClose: () => void; children: ReactNode }): ReactElement {
  return (
    <button type="button" className={css.act} onClick={onClose}>
      {children}
    </button>
  );
}

function Head<Row extends HasId, Detail extends Row>({
  spec,
  id,
  shown,
  actions,
  tools,
  onClose,
  onStep,
  onAct,
}: Props<Row, Detail> & { shown: Row | null }): ReactElement {
  const { t } = tools;
  const offered = shown ? offeredActions(actions, shown) : [];
  // What cannot be taken back is never the button that catches the eye.
  const first = shown ? offered.find((action) => action.inline?.(shown) && !action.danger) : undefined;
  const amount = shown ? (spec.drawer.amount?.(shown) ?? null) : null;
  const { evidence } = spec.drawer;
  return (
    <header className={css.head}>
      <div className={css.headLine}>
        <h2 className={css.id}>
          <IdText id={id} whole />
        </h2>
        <span className={css.grow} />
        {shown ? <RevealButton key={`${shown.id} shown`} list={spec.name} id={shown.id} tools={tools} /> : null}
        {shown && evidence ? <EvidenceButton key={shown.id} save={() => evidence(shown, tools)} tools={tools} /> : null}
        <button
          type="button"
          className={css.icon}
          aria-label={t("list.drawer.previous")}
          data-tip={`${t("list.drawer.previous")} (k)`}
          onClick={() => onStep(-1)}
        >
          ↑
        </button>
        <button type="button" className={css.icon} aria-label={t("list.drawer.next")} data-tip={`${t("list.drawer.next")} (j)`} onClick={() => onStep(1)}>
          ↓
        </button>
        <button type="button" className={css.icon} aria-label={t("list.drawer.close")} data-tip={`${t("list.drawer.close")} (Esc)`} onClick={onClose}>
          ×
        </button>
      </div>
      {shown ? (
        <div className={css.headLine}>
          {amount === null ? null : (
            <span className={css.amount}>
              <Amount value={amount} currency={tools.currency} strong />
            </span>
          )}
          {spec.drawer.status?.(shown, tools)}
        </div>
      ) : null}
      {shown && offered.length > 0 ? (
        <div className={css.actions}>
          {offered.map((action) => (
            <ActButton key={action.id} action={action} row={shown} first={action === first} tools={tools} onAct={onAct} />
          ))}
        </div>
      ) : null}
    </header>
  );
}

/** One act, with the key that does the same. */
function ActButton<Row extends HasId>({
  action,
  row,
  first,
  tools,
  onAct,
}: {
  action: ActionSpec<Row>;
  row: Row;
  first: boolean;
  tools: CellTools;
  onAct: (action: ActionSpec<Row>, row: Row) => void;
}): ReactElement {
  const why = action.blocked?.(row, tools) ?? null;
  return (
    <button
      type="button"
      className={css.act}
      data-primary={first || undefined}
      data-danger={action.danger || undefined}
      aria-keyshortcuts={action.key}
      {...(why === null ? { onClick: () => onAct(action, row) } : blockedMarks(why))}
    >
      {tools.t(action.label)}
      {action.key === undefined ? null : (
        <kbd className={css.key} aria-hidden="true">
          {action.key.toUpperCase()}
        </kbd>
      )}
    </button>
  );
}

/** The focus comes in when the drawer opens (it stays put while walking) and goes back to the row when it closes. */
function useFocusReturn(place: React.RefObject<HTMLElement | null>, id: string): void {
  const latest = useRef(id);
  latest.current = id;
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    return () => {
      const from = latest.current;
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(from)}"] a[data-link]`)?.focus({ preventScroll: true }));
    };
  }, [place]);
}
