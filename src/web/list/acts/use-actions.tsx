/** Acting on a row: confirm or form, the call, the answer. One of each for the whole list. */
import { lazy, type ReactElement, Suspense, useCallback, useState } from "react";
import type { Result } from "../../api.ts";
import { ActKey } from "../../forms/act-key.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { confirm } from "../../ui/confirm.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { offerUndo } from "../../ui/undo.ts";
import { errorWords, type Notice, notify, notifyError } from "../../ui/notices.tsx";
import { hasMoved, isStale, meanwhileEnds, meanwhileWords, versionOf } from "../../forms/meanwhile.ts";
import { offeredActions } from "./offered.ts";
import type { RowMenuState } from "./row-menu.tsx";
import { doneWith, isMoney } from "../../words/named.ts";
import type { ActionSpec, HasId } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";

const RowMenu = lazy(() => import("./row-menu.tsx")) as unknown as typeof import("./row-menu.tsx").default; // lazy() would drop the type parameter

export interface RowActions<Row> {
  /** Starts an act: asks, opens its form, or runs it. */
  readonly act: (action: ActionSpec<Row>, row: Row) => Promise<void>;
  readonly openMenu: (row: Row, button: HTMLElement) => void;
  /** Menu and form; stands once in the list. */
  readonly overlays: ReactElement;
}

/** Whether the act is done without a question, since this person can take it back. */
export const isAtOnce = <Row,>(action: ActionSpec<Row>, row: Row): boolean =>
  action.back !== undefined && action.back.asked !== true && action.back.offered(row);

/**
 * What is said of an act that was done, with the offer to take it back where there is one.
 * @param onBack gets the object as it is once it has been taken back; null: it may have changed
 */
function sayDone<Row extends HasId>(action: ActionSpec<Row>, row: Row, tools: CellTools, data: unknown, onBack: (data: unknown) => void): void {
  const notice = doneNotice(action, row, tools, data);
  const { back } = action;
  if (back === undefined || !back.offered(row) || !isRow<Row>(data, row.id)) return notify(notice);
  const effect = isAtOnce(action, row) ? action.confirm?.(row, tools).body : undefined;
  offerUndo({
    done: `${notice.text} · ${back.name(row)}`,
    ...(effect === undefined ? {} : { detail: effect }),
    back: (idempotencyKey) => back.run(data, idempotencyKey),
    onBack,
  });
}

/** Says what came of an act; true when it was done or is waiting for a second approval. */
function tellResult(answer: Result<unknown>, done: (data: unknown) => void, tools: CellTools, refused?: ActionSpec<never>["refused"]): boolean {
  if (!answer.success) {
    const detail = refused?.(answer.error, tools) ?? null;
    if (detail === null) notifyError(answer.error);
    else notify({ kind: "bad", text: errorWords(answer.error).text, detail });
    return false;
  }
  if (answer.status === 202) notifyAsked(answer.data);
  else done(answer.data);
  return true;
}

/** What is said of an act that was done; who goes on to the next object is told which one it was, and of what carries money how much it is. */
function doneNotice<Row extends HasId>(action: ActionSpec<Row>, row: Row, tools: CellTools, data: unknown): Notice {
  const after = isRow<Row>(data, row.id) ? data : row;
  const text = action.outcome && after !== row ? action.outcome(row, after, tools) : tools.t(action.done);
  return { kind: "done", text, ...(action.key === undefined && !isMoney(after) ? {} : { detail: doneWith(after, tools) }) };
}
const isRow = <Row extends HasId>(data: unknown, id: string): data is Row => typeof data === "object" && data !== null && "id" in data && data.id === id;

/** The person has been told already why nothing was done. */
const TOLD = "told";

/**
 * Asks and runs an act without fields. When somebody else was faster, the object is loaded again and the question is asked anew
 * with what has changed, as long as the act is still offered.
 * @returns the last answer; null: the person said no
 */
async function askAndRun<Row extends HasId>(
  action: ActionSpec<Row>,
  given: Row,
  tools: CellTools,
  reload: (row: Row) => Promise<Row | null>,
  key: ActKey<string>,
): Promise<Result<unknown> | typeof TOLD | null> {
  let row = given;
  for (let changed: string | null = null; ; ) {
    const ask = isAtOnce(action, row) ? undefined : action.confirm?.(row, tools);
    const text = [changed, ask?.body].filter((part) => part).join("\n\n");
    if (ask && !(await confirm({ title: ask.title, text, action: ask.label, destructive: action.danger ?? false }))) return changed === null ? null : TOLD;
    if (action.run === undefined) return null;
    // Pressed again because no answer came, it is the same act on what was seen.
    const answer = await action.run(row, key.of(JSON.stringify([action.id, row.id, versionOf(row)])));
    key.heard(answer);
    if (answer.success || !isStale(answer.error)) return answer;
    const fresh = await reload(row);
    if (fresh === null || !hasMoved(row, fresh, answer.error)) return answer;
    if (ask === undefined || offeredActions([action], fresh).length === 0) {
      notify({ kind: "ask", text: meanwhileEnds(fresh, tools) });
      return TOLD;
    }
    row = fresh;
    changed = meanwhileWords(fresh, tools);
  }
}

/**
 * The acts of a list.
 * @param reload loads a row's object again after somebody else changed it; null when it is gone
 * @param onDone gets the server's answer (usually the changed row), or null when something else may have changed; `over`: the act
 *   was done, or waits for a checker
 */
export function useRowActions<Row extends HasId>(
  actions: readonly ActionSpec<Row>[],
  tools: CellTools,
  onDone: (row: Row, action: ActionSpec<Row>, data: unknown, over: boolean) => void,
  reload: (row: Row) => Promise<Row | null>,
): RowActions<Row> {
  const [menu, setMenu] = useState<RowMenuState<Row> | null>(null);
  const { open, dialog } = useFormDialog(tools);
  const [key] = useState(() => new ActKey<string>());
  const [underWay] = useState(() => new Set<string>());

  const act = useCallback(
    async (action: ActionSpec<Row>, row: Row): Promise<void> => {
      const why = action.blocked?.(row, tools) ?? null;
      if (why !== null) return notify({ kind: "ask", text: why });
      const takenBack = (data: unknown): void => onDone(row, action, data, false);
      if (action.form)
        return open(
          action.form,
          row,
          () => null,
          (data, status) => {
            if (status !== 202) sayDone(action, row, tools, data, takenBack);
            onDone(row, action, status === 202 ? null : data, true);
          },
          (fresh) => offeredActions([action], fresh).length > 0,
        );
      // A second press while the first is asked about or sent asks for nothing more.
      const name = `${action.id} ${row.id}`;
      if (underWay.has(name)) return;
      underWay.add(name);
      const answer = await askAndRun(action, row, tools, reload, key).finally(() => underWay.delete(name));
      if (answer === null) return;
      const over = answer !== TOLD && tellResult(answer, (data) => sayDone(action, row, tools, data, takenBack), tools, action.refused);
      onDone(row, action, answer !== TOLD && answer.success && answer.status !== 202 ? answer.data : null, over);
    },
    [tools, onDone, open, reload, key, underWay],
  );

  const openMenu = useCallback(
    (row: Row, button: HTMLElement) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      setMenu({ row, at: { left, top, width, height }, actions: offeredActions(actions, row), from: button });
    },
    [actions],
  );

  const overlays = (
    <>
      {dialog}
      <Suspense fallback={null}>
        {menu ? (
          <RowMenu
            menu={menu}
            tools={tools}
            onClose={() => setMenu(null)}
            onAct={(action, row) => {
              setMenu(null);
              // What the act opens gives the focus back to the button: the menu's entry is gone by then.
              menu.from.focus({ preventScroll: true });
              void act(action, row);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
  return { act, openMenu, overlays };
}
