/** The object that an exception is about, as its own screen's drawer shows it, with its own acts. */
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type RefObject, useCallback, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { CellTools } from "../../cell-tools.ts";
import { blockedMarks, decisionOf, offeredActions, useRowActions, type WhyNot, whyNotWords } from "../../list/acts/index.ts";
import { CoveredNote } from "../../ui/covered-note.tsx";
import { DrawerBody, drawerCss, oneKey, useOne } from "../../list/drawer/index.ts";
import type { ActionSpec, DecisionKey, HasId } from "../../list/spec/index.ts";
import { callAny } from "../../list/state/index.ts";
import { queryClient } from "../../query.ts";
import { ErrorState, Placeholder, Strip } from "../../ui/index.ts";
import { type OwnAct, useOwnAct } from "./own-act.tsx";
import { type AnySpec, panelSpec } from "./panel-spec.ts";
import { type PanelType, suggestedAct } from "./suggested.ts";

/** What the keys of the queue may do with the object in view. */
export interface ObjectKeys {
  /** Whether the object is in view, or cannot be read; before, the keys have nothing to decide on. */
  readonly ready: boolean;
  /** Does the suggested act; false: none is offered. */
  readonly suggested: () => boolean;
  /** Does what the key means for the object; false: nothing. */
  readonly decide: (key: DecisionKey) => boolean;
  /** Why the key does nothing, and what can be done instead; null: the object is not in view. */
  readonly whyNot: (key: DecisionKey) => WhyNot | null;
}
interface Props {
  readonly type: PanelType;
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly tools: CellTools;
  readonly keys: RefObject<ObjectKeys | null>;
  /** Where its acts stand instead of beside the object; null: beside it. */
  readonly foot: HTMLElement | null;
  /** Something was done with the object. */
  readonly onDone: () => void;
}
const PANEL_HEIGHT = 320;

/** Loads the description of the object's list, then shows it. */
export function ObjectPanel(props: Props): ReactElement {
  const spec = useQuery(panelSpec(props.type));
  return spec.data === undefined ? <Placeholder height={PANEL_HEIGHT} /> : <Panel key={`${props.type} ${props.id}`} {...props} spec={spec.data} />;
}

function Panel({ spec, type, id, kind, tools, keys, foot, onDone: said }: Props & { spec: AnySpec }): ReactElement {
  const { row, detail, error, retry } = useOne(spec, id, null, { staleMs: 0 });
  const actions = spec.actions ?? [];
  const endpoint = spec.drawer.endpoint;
  const reload = useCallback(
    async (one: HasId): Promise<HasId | null> => {
      const answer = endpoint === undefined ? null : await callAny<HasId>(endpoint, { params: { id: one.id } });
      return answer?.success ? answer.data : null;
    },
    [endpoint],
  );
  const onDone = useCallback(() => {
    said();
    void queryClient.invalidateQueries({ queryKey: oneKey(spec.name, id) });
  }, [spec.name, id, said]);
  const { act, overlays } = useRowActions(actions, tools, onDone, reload);
  const offered = row === null ? [] : offeredActions(actions, row);
  const first = suggestedAct(kind, offered);
  const own = useOwnAct({ kind, type, id, tools, onDone: said });
  useLayoutEffect(() => {
    keys.current = {
      ready: row !== null || error !== null,
      suggested: () => {
        if (row !== null && first !== null) void act(first, row);
        else if (row !== null) own?.open();
        return first !== null || own !== null;
      },
      decide: (key) => {
        const action = row === null ? undefined : decisionOf(actions, row, key);
        if (row !== null && action !== undefined) void act(action, row);
        return action !== undefined;
      },
      whyNot: (key) => (row === null ? null : whyNotWords(actions, row, key, tools)),
    };
    return () => {
      keys.current = null;
    };
  });
  const waiting = row === null ? null : (spec.drawer.waiting?.(row, detail, tools) ?? null);
  if (row === null) return error === null ? <Placeholder height={PANEL_HEIGHT} /> : <ErrorState error={error} onRetry={retry} />;
  const acts = <Acts offered={offered} first={first} own={own} row={row} tools={tools} onAct={(action) => void act(action, row)} />;
  return (
    <>
      <CoveredNote />
      {waiting === null ? null : <Strip tone="ask">{waiting}</Strip>}
      {foot === null ? acts : createPortal(acts, foot)}
      <DrawerBody spec={spec} row={row} detail={detail} tools={tools} fallback={<Placeholder height={PANEL_HEIGHT} />} />
      {overlays}
      {own?.dialog}
    </>
  );
}

interface ActsProps {
  readonly offered: readonly ActionSpec<HasId>[];
  readonly first: ActionSpec<HasId> | null;
  readonly own: OwnAct | null;
  readonly row: HasId;
  readonly tools: CellTools;
  readonly onAct: (action: ActionSpec<HasId>) => void;
}

/** What the object offers; the suggested act is the one that Enter does. */
function Acts({ offered, first, own, row, tools, onAct }: ActsProps): ReactElement | null {
  if (offered.length === 0 && own === null) return null;
  const enter = (
    <kbd className={drawerCss.key} aria-hidden="true">
      Enter
    </kbd>
  );
  return (
    <div className={drawerCss.actions}>
      {own === null ? null : (
        <button type="button" className={drawerCss.act} data-primary={first === null || undefined} aria-haspopup="dialog" onClick={own.open}>
          {own.label}
          {first === null ? enter : null}
        </button>
      )}
      {offered.map((action) => {
        const why = action.blocked?.(row, tools) ?? null;
        return (
          <button
            key={action.id}
            type="button"
            className={drawerCss.act}
            data-primary={(action === first && !action.danger && !action.doubted?.(row)) || undefined}
            data-danger={action.danger || undefined}
            {...(why === null ? { onClick: () => onAct(action) } : blockedMarks(why))}
          >
            {tools.t(action.label)}
            {action === first ? enter : null}
          </button>
        );
      })}
    </div>
  );
}
