/** What helps with typing into a search: chips become filters, fields and values are offered, recent searches come back. Loaded with the focus. */
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type RefObject, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { type ChipField, parseChips, typingOf } from "../../../contract/chips.ts";
import type { ListName } from "../../../contract/lists.ts";
import type { CellTools } from "../../cell-tools.ts";
import { FIND } from "../../forms/find.ts";
import { optionWord } from "../../forms/option.ts";
import { loadBeside } from "../../i18n/index.ts";
import { LOCALES } from "../../screens.ts";
import type { FilterSpec } from "../spec/index.ts";
import type { ListState } from "../state/index.ts";
import { type Applied, applyText } from "./apply.ts";
import { findByName } from "./find-by-name.ts";
import { fieldsOf, filterOf, inBothLanguages } from "./fields.ts";
import { type AssistHandle, TYPED_MS } from "./handle.ts";
import { Offers } from "./offers.tsx";
import { remember, useRecent } from "./recent.ts";
import { fieldSuggestions, type Names, type Suggestion, valueSuggestions } from "./suggest.ts";

interface Props {
  readonly handle: RefObject<AssistHandle | null>;
  readonly list: ListName;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly tools: CellTools;
  readonly box: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  /** An input method has begun a word. Whoever writes into the box then breaks it, and Chrome doubles its letters. */
  readonly composing: boolean;
  readonly onTyped: (text: string) => void;
  readonly go: (next: ListState, replace: boolean) => void;
  readonly open: boolean;
}

/** The fields, in the words of both languages once the other one has come. */
export function useFields(filters: readonly FilterSpec[], { locale }: CellTools): readonly ChipField[] {
  const [fields, setFields] = useState(() => fieldsOf(filters, inBothLanguages));
  useEffect(() => {
    setFields(fieldsOf(filters, inBothLanguages));
    const other = LOCALES.find((one) => one !== locale);
    if (other) void loadBeside(other).then((done) => done && setFields(fieldsOf(filters, inBothLanguages)));
  }, [filters, locale]);
  return fields;
}

/** How fields and values are called in the present language. */
export function useNames(filters: readonly FilterSpec[], tools: CellTools): Names {
  return useMemo(() => {
    const field = ({ name }: ChipField): string => {
      const filter = filterOf(filters, name);
      return filter ? tools.t(filter.label) : tools.t("list.dates.label");
    };
    const value = ({ name }: ChipField, one: string): string => {
      const filter = filterOf(filters, name);
      if (filter === undefined) return tools.t(`list.dates.${one}` as never); // DATE_VALUES are the presets
      const option = "options" in filter ? filter.options.find((other) => other.value === one) : undefined;
      return option ? optionWord(option, tools) : one;
    };
    return { field, value };
  }, [filters, tools]);
}

/** Names of a look-up that is being typed. */
function useLooked(filters: readonly FilterSpec[], typing: ReturnType<typeof typingOf>): Suggestion[] {
  const filter = typing?.kind === "value" ? filterOf(filters, typing.field.name) : undefined;
  const source = filter?.kind === "lookup" ? filter.source : null;
  const typed = typing?.kind === "value" ? typing.typed : "";
  const read = useQuery({
    queryKey: ["lookup", source, typed],
    queryFn: () => (source === null ? [] : FIND[source](typed)),
    enabled: source !== null,
    staleTime: 30_000,
  });
  if (source === null || typing?.kind !== "value") return [];
  const { name } = typing.field;
  return (read.data ?? []).slice(0, 8).map((one) => ({ id: one.value, label: one.label, insert: `${name}:${one.value}`, complete: true }));
}

/** Chips of what is typed become filters, after a pause or at once. */
function useApply({ filters, state, list, onTyped, go, typed, composing }: Props, fields: readonly ChipField[]) {
  const [unclear, setUnclear] = useState<Applied["unclear"]>([]);
  const latest = useRef(typed);
  latest.current = typed;
  const apply = useCallback(
    async (text: string, final: boolean): Promise<void> => {
      latest.current = text;
      const now = final ? null : typingOf(text, fields);
      const cut = now?.kind === "value" ? now.at : text.length;
      const applied = await applyText(text.slice(0, cut), fields, filters, state, findByName);
      if (latest.current !== text) return; // typed on meanwhile: that counts
      setUnclear(applied.unclear);
      if (applied.took) remember(list, text.slice(0, cut));
      if (applied.took || final) onTyped([applied.left, text.slice(cut)].filter(Boolean).join(" "));
      if (applied.took || applied.state.q !== state.q) go(applied.state, state.q !== "" && !applied.took);
    },
    [fields, filters, state, list, onTyped, go],
  );
  const holds = useMemo(() => parseChips(typed, fields).some((part) => part.kind !== "words"), [typed, fields]);
  useEffect(() => {
    if (!holds) return setUnclear([]);
    if (composing) return;
    const timer = setTimeout(() => void apply(typed, false), TYPED_MS);
    return () => clearTimeout(timer);
  }, [holds, typed, apply, composing]);
  return { unclear, apply };
}

/** What is offered under what is typed; how many of it are recent searches. */
function useOffers({ filters, typed, list }: Props, fields: readonly ChipField[], names: Names) {
  const typing = typingOf(typed, fields);
  const looked = useLooked(filters, typing);
  const recent = useRecent(list);
  const taken = (text: string): Suggestion => ({ id: `r:${text}`, label: text, insert: text, complete: true });
  const offered =
    typed === ""
      ? [...recent.map(taken), ...fieldSuggestions(fields, "", names)]
      : typing?.kind === "name"
        ? typing.typed === ""
          ? []
          : fieldSuggestions(fields, typing.typed, names)
        : typing
          ? valueSuggestions(typing, names)
          : [];
  return {
    all: looked.length > 0 ? looked : offered,
    recent: typed === "" ? recent.length : 0,
    at: typing?.at ?? typed.length,
    awaits: typing?.kind === "value" && typing.typed === "",
  };
}

/** Applies and offers. */
export default function Assist(props: Props): ReactElement | null {
  const { handle, list, filters, tools, box, typed, onTyped, open } = props;
  const fields = useFields(filters, tools);
  const names = useNames(filters, tools);
  const { unclear, apply } = useApply(props, fields);
  const { all, recent, at, awaits } = useOffers(props, fields, names);
  const [active, setActive] = useState(-1);
  const [closed, setClosed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins anew
  useEffect(() => {
    setActive(-1);
    setClosed(false);
  }, [typed]);
  const take = (one: Suggestion): void => {
    const text = `${typed.slice(0, at)}${one.insert}`;
    onTyped(text);
    if (one.complete) void apply(text, true);
    box.current?.focus();
  };
  const shown = open && !closed && (all.length > 0 || unclear.length > 0);
  const key = (pressed: string): boolean => {
    if (!shown) return false;
    const chosen = all[active];
    if (pressed === "ArrowDown" || pressed === "ArrowUp") setActive((before) => stepped(before, pressed === "ArrowDown" ? 1 : -1, all.length));
    else if ((pressed === "Enter" || pressed === "Tab") && chosen) take(chosen);
    // A field without a value asks for nothing yet: Enter leads to the values that it can have.
    else if (pressed === "Enter" && awaits) setActive(0);
    else if (pressed === "Escape" && typed !== "") setClosed(true);
    else return false;
    return true;
  };
  useImperativeHandle(handle, () => ({ key, apply }));
  return (
    <Offers
      box={box}
      shown={shown}
      all={all}
      recent={recent}
      active={active}
      unclear={unclear}
      fields={fields}
      names={names}
      list={list}
      tools={tools}
      onTake={take}
    />
  );
}

/** Round and round; from none (-1) down to the first, up to the last. */
const stepped = (from: number, by: 1 | -1, count: number): number => (count === 0 ? -1 : from < 0 ? (by === 1 ? 0 : count - 1) : (from + by + count) % count);
