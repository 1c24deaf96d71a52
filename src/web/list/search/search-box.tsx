/** The search box of a list: words as they are typed, chips that become filters, what was searched for last. */
import { type KeyboardEvent, lazy, type ReactElement, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { ListName } from "../../../contract/lists.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { FilterSpec } from "../spec/index.ts";
import { type ListState, withChange } from "../state/index.ts";
import { type AssistHandle, TYPED_MS } from "./handle.ts";
import { remember } from "./recent.ts";

const Assist = lazy(() => import("./assist.tsx"));
/** Only a text with a colon can hold a chip. */
const mayHoldChips = (text: string): boolean => /[:：]/u.test(text);

export interface SearchBoxProps {
  readonly list: ListName;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly tools: CellTools;
  readonly hint: string;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly go: (next: ListState, replace?: boolean) => void;
  readonly className: string;
}

/**
 * What stands in the box, and the way of plain words into the address. What somebody else put there (Back, a cleared tag) is taken over.
 * @param composing an input method has begun a word: what stands there is not typed yet
 */
function useTyped(
  state: ListState,
  go: SearchBoxProps["go"],
  composing: boolean,
): { typed: string; setTyped: (text: string) => void; ask: (next: ListState, replace: boolean) => void } {
  const [typed, setTyped] = useState(state.q);
  const sent = useRef(state.q);
  useEffect(() => {
    if (state.q === sent.current) return;
    sent.current = state.q;
    setTyped(state.q);
  }, [state.q]);
  const ask = useCallback(
    (next: ListState, replace: boolean) => {
      sent.current = next.q;
      go(next, replace);
    },
    [go],
  );
  useEffect(() => {
    if (composing || typed.trim() === state.q || mayHoldChips(typed)) return;
    const timer = setTimeout(() => ask(withChange(state, { q: typed.trim() }), state.q !== ""), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, state, ask, composing]);
  return { typed, setTyped, ask };
}

/** Types into the address after a pause; what is typed replaces itself in the history. */
export function SearchBox({ list, filters, state, tools, hint, search, go, className }: SearchBoxProps): ReactElement {
  const [composing, setComposing] = useState(false);
  const { typed, setTyped, ask } = useTyped(state, go, composing);
  const [focused, setFocused] = useState(false);
  const assist = useRef<AssistHandle>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (assist.current?.key(event.key) === true) return event.preventDefault();
    if (event.key === "Escape") event.currentTarget.blur();
    if (event.key !== "Enter") return;
    remember(list, typed);
    if (!mayHoldChips(typed)) ask(withChange(state, { q: typed.trim() }), false);
    else void assist.current?.apply(typed, true);
  };
  return (
    <>
      <input
        ref={search}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={false}
        className={className}
        value={typed}
        placeholder={hint}
        aria-label={hint}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setComposing(false);
          remember(list, state.q);
        }}
        onKeyDown={onKeyDown}
        aria-keyshortcuts="/"
        title={tools.t("list.search")}
      />
      {focused || mayHoldChips(typed) ? (
        <Suspense fallback={null}>
          <Assist
            handle={assist}
            list={list}
            filters={filters}
            state={state}
            tools={tools}
            box={search}
            typed={typed}
            composing={composing}
            onTyped={setTyped}
            go={ask}
            open={focused}
          />
        </Suspense>
      ) : null}
    </>
  );
}
