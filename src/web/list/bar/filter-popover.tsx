/** What the bar's buttons open: the editor of one filter, of the dates, or of everything behind "more filters". */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, Suspense, useState } from "react";
import { parseAmount } from "../../../contract/money.ts";
import { businessDay, isDay, RELATIVE_DATES, spanEnds } from "../../../contract/time.ts";
import { type ListState, withChange, withFilter } from "../state/index.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { AmountInput } from "../../forms/amount-input.tsx";
import { optionWord } from "../../forms/option.ts";
import { type AmountFilter, type ChoiceFilter, type DatesFilter, type FilterSpec, offeredOptions, type TextFilter } from "../spec/index.ts";
import { LookupSelect } from "../../forms/lookup.tsx";
import { DateRange } from "./lazy.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";

/** What is edited. */
export type Edited = { readonly what: "dates" | "more" | FilterSpec; readonly anchor: HTMLElement };
interface Props {
  readonly edited: Edited;
  readonly more: readonly FilterSpec[];
  readonly state: ListState;
  readonly tools: CellTools;
  readonly go: (next: ListState) => void;
  readonly onClose: () => void;
}
interface EditorProps<F> {
  readonly filter: F;
  readonly state: ListState;
  readonly tools: CellTools;
  readonly go: (next: ListState) => void;
  /** Closes after a choice that is complete in itself. */
  readonly onDone: () => void;
  /** Among others the label stands above; alone the button said it. */
  readonly labelled: boolean;
}

/** The popover; one for the whole bar. */
export default function FilterPopover({ edited, more, state, tools, go, onClose }: Props): ReactElement {
  const { t } = tools;
  const label = edited.what === "dates" ? t("list.dates.label") : edited.what === "more" ? t("list.filters.more") : t(edited.what.label);
  return (
    <Anchored anchor={edited.anchor} label={label} onClose={onClose} calm={edited.what === "more"}>
      {edited.what === "dates" ? (
        <Dates state={state} tools={tools} go={go} onDone={onClose} />
      ) : (
        <div className={css.panel}>
          {(edited.what === "more" ? more : [edited.what]).map((filter) => (
            <Editor
              key={"key" in filter ? filter.key : filter.min}
              filter={filter}
              state={state}
              tools={tools}
              go={go}
              onDone={edited.what === "more" ? () => undefined : onClose}
              labelled={edited.what === "more"}
            />
          ))}
        </div>
      )}
    </Anchored>
  );
}

function Editor(props: EditorProps<FilterSpec>): ReactElement {
  const { filter, state, tools, go, onDone, labelled } = props;
  switch (filter.kind) {
    case "tabs":
    case "choice":
      return <Choices {...props} filter={{ ...filter, kind: "choice" }} />;
    case "lookup":
      return (
        <LookupSelect
          source={filter.source}
          value={state.filters[filter.key] ?? null}
          tools={tools}
          {...(labelled ? { label: tools.t(filter.label) } : { ariaLabel: tools.t(filter.label) })}
          onChange={(value) => {
            go(withFilter(state, filter.key, value));
            onDone();
          }}
        />
      );
    case "amount":
      return <Amounts {...props} filter={filter} />;
    case "dates":
      return <SpanEditor {...props} filter={filter} />;
    case "text":
      return <TextEditor {...props} filter={filter} />;
  }
}

function Choices({ filter, state, tools, go, onDone, labelled }: EditorProps<ChoiceFilter>): ReactElement {
  const chosen = (state.filters[filter.key] ?? "").split(",").filter((part) => part !== "");
  const options = offeredOptions(filter, state.filters[filter.key] ?? "");
  const head = labelled ? <div className={css.note}>{tools.t(filter.label)}</div> : null;
  if (filter.multiple) {
    const toggle = (value: string): void => {
      const next = chosen.includes(value)
        ? chosen.filter((part) => part !== value)
        : options.map((option) => option.value).filter((part) => part === value || chosen.includes(part));
      go(withFilter(state, filter.key, next.join(",")));
    };
    return (
      <div role="group" aria-label={tools.t(filter.label)}>
        {head}
        <div className={css.checks}>
          {options.map((option) => (
            <label key={option.value} className={css.check}>
              <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
              {optionWord(option, tools)}
            </label>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div role="group" aria-label={tools.t(filter.label)}>
      {head}
      <div className={css.choices}>
        {[{ value: "", label: "list.filters.any" as const }, ...options].map((option) => (
          <button
            key={option.value}
            type="button"
            className={css.choice}
            aria-pressed={(chosen[0] ?? "") === option.value}
            onClick={() => {
              go(withFilter(state, filter.key, option.value));
              onDone();
            }}
          >
            {optionWord(option, tools)}
          </button>
        ))}
      </div>
    </div>
  );
}

function Amounts({ filter, state, tools, go, onDone }: EditorProps<AmountFilter>): ReactElement {
  const { t } = tools;
  const [min, setMin] = useState(state.filters[filter.min] ?? "");
  const [max, setMax] = useState(state.filters[filter.max] ?? "");
  const bad = (value: string): string | null => (value.trim() === "" || parseAmount(value.trim()) !== null ? null : t("list.form.amountInvalid"));
  const [least, most] = [parseAmount(min.trim()), parseAmount(max.trim())];
  const empty = least !== null && most !== null && least > most ? t("list.filters.maxBelowMin") : null;
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (bad(min) !== null || bad(max) !== null || empty !== null) return;
    go(withFilter(withFilter(state, filter.min, min.trim()), filter.max, max.trim()));
    onDone();
  };
  return (
    <form onSubmit={apply} noValidate>
      <div className={css.pair}>
        <AmountInput label={t("list.filters.min")} value={min} onChange={setMin} error={bad(min)} />
        <AmountInput label={t("list.filters.max")} value={max} onChange={setMax} error={bad(max) ?? empty} />
      </div>
      <div className={css.foot}>
        <Button type="submit" mt="sm" variant="default">
          {t("list.dates.apply")}
        </Button>
      </div>
    </form>
  );
}

function TextEditor({ filter, state, tools, go, onDone }: EditorProps<TextFilter>): ReactElement {
  const [value, setValue] = useState(state.filters[filter.key] ?? "");
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    go(withFilter(state, filter.key, value.trim()));
    onDone();
  };
  return (
    <form onSubmit={apply}>
      <TextInput label={tools.t(filter.label)} value={value} maxLength={filter.maxLength} onChange={(event) => setValue(event.currentTarget.value)} />
      <div className={css.foot}>
        <Button type="submit" mt="sm" variant="default">
          {tools.t("list.dates.apply")}
        </Button>
      </div>
    </form>
  );
}

/** The dates of the list itself. */
function Dates({ state, tools, go, onDone }: Omit<EditorProps<null>, "filter" | "labelled">): ReactElement {
  const choose = (part: Partial<Stretch>): void => {
    go(withChange(state, { preset: null, from: null, to: null, ...part }));
    onDone();
  };
  return <Stretches chosen={state} tools={tools} onChoose={choose} />;
}

/** A filter whose value is a stretch of time. */
function SpanEditor({ filter, state, tools, go, onDone, labelled }: EditorProps<DatesFilter>): ReactElement {
  const value = state.filters[filter.key] ?? "";
  const preset = RELATIVE_DATES.find((one) => one === value) ?? null;
  const ends = spanEnds(value);
  const dayOf = (end: string | undefined): string | null => (end === undefined || end === "" ? null : isDay(end) ? end : businessDay(Date.parse(end)));
  const choose = ({ preset: moving, from, to }: Partial<Stretch>): void => {
    const days = from === undefined ? null : `${from ?? ""}..${to ?? ""}`;
    go(withFilter(state, filter.key, moving ?? days));
    onDone();
  };
  return (
    <div role="group" aria-label={tools.t(filter.label)}>
      {labelled ? <div className={css.note}>{tools.t(filter.label)}</div> : null}
      <Stretches chosen={{ preset, from: dayOf(ends?.from), to: dayOf(ends?.to) }} tools={tools} onChoose={choose} />
    </div>
  );
}

type Stretch = Pick<ListState, "preset" | "from" | "to">;
interface StretchesProps {
  readonly chosen: Stretch;
  readonly tools: CellTools;
  /** What is not said is nothing. */
  readonly onChoose: (part: Partial<Stretch>) => void;
}

/** All time, days that move, or days of a calendar. */
function Stretches({ chosen, tools, onChoose }: StretchesProps): ReactElement {
  const { t } = tools;
  const [custom, setCustom] = useState(false);
  const { preset: moving, from: first, to: last } = chosen;
  if (custom) {
    return (
      <Suspense fallback={<div className={css.panel}>{t("common.loading")}</div>}>
        <DateRange from={first} to={last} tools={tools} onApply={(from, to) => onChoose({ from, to })} />
      </Suspense>
    );
  }
  return (
    <div className={css.choices}>
      <button type="button" className={css.choice} aria-pressed={moving === null && first === null && last === null} onClick={() => onChoose({})}>
        {t("list.allTime")}
      </button>
      {RELATIVE_DATES.map((preset) => (
        <button key={preset} type="button" className={css.choice} aria-pressed={moving === preset} onClick={() => onChoose({ preset })}>
          {t(`list.dates.${preset}`)}
        </button>
      ))}
      <button type="button" className={css.choice} aria-pressed={first !== null || last !== null} onClick={() => setCustom(true)}>
        {t("list.dates.custom")}…
      </button>
    </div>
  );
}
