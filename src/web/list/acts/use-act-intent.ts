/** An act that the palette asked for on an object of this list: begun here, by the list's own question or form. */
import { useRef } from "react";
import { versionOf } from "../../forms/meanwhile.ts";
import type { CellTools } from "../../cell-tools.ts";
import { type Intent, useIntent } from "../../intent.ts";
import { notify } from "../../ui/notices.tsx";
import type { ActionSpec, HasId, ListSpec } from "../spec/index.ts";
import { callAny } from "../state/index.ts";
import { offeredActions } from "./offered.ts";

type ActIntent = Extract<Intent, { kind: "act" }>;

/**
 * Begins it once the object stands open, and reads the object anew: what is offered on it may have changed since it was shown in the palette.
 * @param open the object whose drawer is open
 */
export function useActIntent<Row extends HasId, Detail extends Row>(
  spec: ListSpec<Row, Detail>,
  open: string | null,
  ready: boolean,
  act: (action: ActionSpec<Row>, row: Row) => Promise<void>,
  tools: CellTools,
): void {
  const opened = useRef(open);
  opened.current = open;
  const begin = async ({ id, action, version }: ActIntent): Promise<void> => {
    const { endpoint } = spec.drawer;
    const answer = endpoint === undefined ? null : await callAny<Row>(endpoint, { params: { id } });
    // Closed meanwhile: its person wants something else.
    if (opened.current !== id) return;
    const row = answer?.success ? answer.data : null;
    const found = row && offeredActions(spec.actions ?? [], row).find((one) => one.id === action);
    const isAsRead = row !== null && (version === null || (versionOf(row) ?? null) === version);
    if (row && found && isAsRead) await act(found, row);
    else notify({ kind: "ask", text: tools.t("list.actGone"), detail: id });
  };
  useIntent(
    (intent): intent is ActIntent => intent.kind === "act" && intent.list === spec.name && intent.id === open,
    ready,
    (intent) => void begin(intent),
  );
}
