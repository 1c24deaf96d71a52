/** Keys and clicks of a list. */
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useHotkeys } from "../hotkeys.ts";
import { notify } from "../ui/notices.tsx";
import { copyAt } from "../ui/tip.ts";
import { moveCursor, rowNow, toggled, withRange } from "./state/index.ts";
import { decisionOf, offeredActions, whyNotWords } from "./acts/index.ts";
import type { DecisionKey, HasId } from "./spec/index.ts";
import type { ListModel } from "./use-list.ts";

const linkOf = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a[data-link]`);

/** Goes to the neighbour; an open drawer goes along. */
export function step<Row extends HasId>(list: ListModel<Row>, command: "next" | "previous"): void {
  const { activeId, heading, rows, setActiveId, change } = list;
  const { open } = heading();
  const next = moveCursor(
    { active: activeId, open },
    command,
    rows.map((row) => row.id),
  );
  setActiveId(next.active);
  if (next.open !== open) change({ open: next.open }, true);
}

/** `/ j k x b r c Esc`, and with an open drawer what decides on its object; quiet while someone types (hotkeys.ts). */
export function useListKeys<Row extends HasId>(list: ListModel<Row>, search: RefObject<HTMLInputElement | null>): void {
  const { rows, state, activeId, change, data, selection, select, actions, acts, opened, heading, tools } = list;
  const current = (): Row | undefined => {
    const drawn = rows.find((row) => row.id === (state.open ?? activeId));
    return drawn && rowNow(drawn);
  };
  /** True where the key is the drawer's, though nothing may come of it: between two objects it decides on neither. */
  const decide = (key: DecisionKey): boolean => {
    const { open } = heading();
    const row = opened.current;
    if (open === null) return false;
    if (row?.id !== open) return true;
    const action = decisionOf(actions, row, key);
    if (action) void acts.act(action, row);
    // The list has a meaning of its own for `r`.
    else if (key !== "r") notify({ kind: "ask", ...whyNotWords(actions, row, key, tools) });
    return action !== undefined;
  };
  useHotkeys({
    "/": () => search.current?.focus(),
    j: () => step(list, "next"),
    k: () => step(list, "previous"),
    a: () => void decide("a"),
    m: () => void decide("m"),
    r: () => void (decide("r") || data.reload()),
    x: () => {
      const row = current();
      if (row && selection) select((before) => toggled(before, row));
    },
    b: () => {
      const acts = document.querySelectorAll<HTMLElement>("[data-bulk] button");
      ([...acts].find((act) => act.ariaDisabled !== "true") ?? acts[0])?.focus();
    },
    c: () => {
      const row = current();
      const place = row && (linkOf(row.id) ?? document.querySelector("[data-drawer] h2"));
      if (row && place) void copyAt(place, row.id);
    },
    ...(state.open !== null ? { Escape: () => change({ open: null }) } : data.search.state === "running" ? { Escape: data.search.stop } : {}),
  });
  const before = useRef(state.open);
  useEffect(() => {
    const isClosing = before.current !== null;
    before.current = state.open;
    // A drawer that closes gives the focus back itself, with the next picture.
    if (activeId === null || state.open !== null || isClosing) return;
    // At once where the row stands, so that the next key finds it; a virtual one has to come into view first.
    const link = linkOf(activeId);
    if (link) link.focus();
    else requestAnimationFrame(() => linkOf(activeId)?.focus());
  }, [activeId, state.open]);
}

/** One handler for every click in a row: its box, its buttons, or the row itself, which opens the drawer. */
export function useRowClick<Row extends HasId>(list: ListModel<Row>): (event: MouseEvent<HTMLElement>, row: Row) => void {
  const anchor = useRef<string | null>(null);
  const { rows, actions, acts, select, setActiveId, change, state } = list;
  return (event, drawn) => {
    const row = rowNow(drawn);
    const target = event.target as Element; // clicks inside a row come from elements
    const button = target.closest("button");
    if (target.closest("[data-select]")) {
      const from = event.shiftKey ? anchor.current : null;
      select((before) => (from === null ? toggled(before, row) : withRange(before, rows.map(rowNow), from, row.id)));
      anchor.current = row.id;
    } else if (button?.dataset.menu !== undefined) acts.openMenu(row, button);
    else if (button?.dataset.act !== undefined) {
      const action = offeredActions(actions, row).find((one) => one.id === button.dataset.act);
      if (action) void acts.act(action, row);
    } else if (opensRow(event, target)) {
      event.preventDefault();
      setActiveId(row.id);
      change({ open: row.id }, state.open !== null);
    }
  };
}

/** A plain click on the id or on nothing that has a meaning of its own; not the end of selecting text. */
function opensRow(event: MouseEvent, target: Element): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return false;
  return target.closest("a[data-link]") !== null || (target.closest("a,button,input,label") === null && (getSelection()?.toString() ?? "") === "");
}
