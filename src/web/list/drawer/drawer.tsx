/** The drawer beside the list: one object in full, with its neighbours one key away. It stands in the address. */
import { type ReactElement, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { EmptyState, ErrorState, Strip } from "../../ui/blocks.tsx";
import { IdText } from "../../ui/copy.tsx";
import { useCover } from "../../ui/cover.ts";
import { Amount } from "../../ui/values.tsx";
import { CoveredNote } from "../../ui/covered-note.tsx";
import { useSuccessor } from "../../ui/focus-back.tsx";
import { LiveLinks } from "./share/live-links.tsx";
import { ShareButton, useMayShare } from "./share/share-button.tsx";
import css from "./drawer.module.css";
import { EvidenceButton } from "./evidence-button.tsx";
import { blockedMarks, offeredActions } from "../acts/index.ts";
import type { ActionSpec, HasId, ListSpec } from "../spec/index.ts";
import { focusAfterPicture } from "../../after-picture.ts";
import type { CellTools } from "../../cell-tools.ts";
import { DrawerBody } from "./body.tsx";
import { useOne } from "./one.ts";
import { RevealButton, ShownStrip, useShown } from "./reveal.tsx";

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
  /** The row that the drawer was closed at, where it had walked on since it was drawn. */
  readonly left: () => string | null;
  readonly onClose: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onAct: (action: ActionSpec<Row>, row: Row) => void;
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
  const mayShare = useMayShare(spec.name);
  useCover(place, modal);
  useFocusReturn(place, id, props.left);
  const waiting = row ? (spec.drawer.waiting?.(row, detail, tools) ?? null) : null;
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
          <>
            <DrawerBody spec={spec} row={row} detail={detail} tools={tools} fallback={<div className={css.wait} data-waiting="" />} />
            {mayShare && detail !== null ? <LiveLinks id={row.id} tools={tools} /> : null}
          </>
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
  // What cannot be taken back, or is in doubt, is never the button that catches the eye.
  const first = shown ? offered.find((action) => action.inline?.(shown) && !action.danger && !action.doubted?.(shown)) : undefined;
  const amount = shown ? (spec.drawer.amount?.(shown) ?? null) : null;
  const { evidence } = spec.drawer;
  const mayShare = useMayShare(spec.name);
  const onPress = useSuccessor(id);
  return (
    <header className={css.head}>
      <div className={css.headLine}>
        <h2 className={css.id}>
          <IdText id={id} whole />
        </h2>
        <span className={css.grow} />
        {shown && mayShare ? <ShareButton key={`${shown.id} shared`} id={shown.id} tools={tools} /> : null}
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
          <span className={css.grow} />
          <RevealButton key={shown.id} list={spec.name} id={shown.id} tools={tools} />
        </div>
      ) : null}
      {shown && offered.length > 0 ? (
        <div className={css.actions} onClickCapture={onPress}>
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

/** The focus comes in when the drawer stands there (it stays put while walking) and goes back to the row when it closes. */
function useFocusReturn(place: React.RefObject<HTMLElement | null>, id: string, left: () => string | null): void {
  const latest = useRef(id);
  latest.current = id;
  useEffect(() => {
    const callOff = place.current ? focusAfterPicture(place.current) : undefined;
    return () => {
      callOff?.();
      const from = left() ?? latest.current;
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(from)}"] a[data-link]`)?.focus({ preventScroll: true }));
    };
  }, [place, left]);
}
