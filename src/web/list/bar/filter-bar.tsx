/** The bar over a list: status tabs, search, dates, selects, more filters, tools, and the tags of what is in force. */
import { lazy, memo, type ReactElement, type ReactNode, type RefObject, Suspense, useState } from "react";
import type { ListName } from "../../../contract/lists.ts";
import { SearchBox } from "../search/index.ts";
import { activeTags, type ListState, type Tag, withFilter, withoutFilters, withoutTag } from "../state/index.ts";
import css from "./bar.module.css";
import type { Edited } from "./filter-popover.tsx";
import { datesWord, tagWord, valueWord } from "./filter-words.ts";
import { optionWord } from "../../forms/option.ts";
import { type FilterSpec, keysOf, type LookupFilter, type TabsFilter } from "../spec/index.ts";
import { useLookupName } from "../../forms/lookup-name.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useMoreMarks } from "./use-more-marks.ts";

const FilterPopover = lazy(() => import("./filter-popover.tsx"));

export interface BarProps {
  readonly list: ListName;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly tools: CellTools;
  readonly searchHint: string;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly go: (next: ListState, replace?: boolean) => void;
  readonly toolsRight: ReactNode;
  /** In front of what is in force: the view that is open. */
  readonly lead?: ReactNode;
}

function Bar(props: BarProps): ReactElement {
  const { filters, state, tools, go } = props;
  const { t } = tools;
  const [edited, setEdited] = useState<Edited | null>(null);
  const tabs = filters.find((filter) => filter.kind === "tabs");
  const inBar = filters.filter((filter) => filter.kind !== "tabs" && !filter.more);
  const more = filters.filter((filter) => filter.more);
  const moreCount = more.filter((filter) => keysOf(filter).some((key) => state.filters[key] !== undefined)).length;
  const filterRow = useMoreMarks<HTMLElement>();
  const dates = activeTags(state, []).find((tag) => tag.id === "dates");
  return (
    <div className={css.bar}>
      {tabs ? <Tabs filter={tabs} {...props} /> : null}
      <div className={css.line}>
        <search ref={filterRow} className={css.filters} aria-label={t("list.filters.label")}>
          <SearchBox
            list={props.list}
            filters={filters}
            state={state}
            tools={tools}
            hint={props.searchHint}
            search={props.search}
            go={go}
            className={css.search ?? ""}
          />
          <BarButton on={dates !== undefined} onOpen={(anchor) => setEdited({ what: "dates", anchor })}>
            {dates ? datesWord(dates.values, tools) : t("list.allTime")}
          </BarButton>
          {inBar.map((filter) => (
            <FilterButton key={keysOf(filter).join()} filter={filter} state={state} tools={tools} onOpen={(anchor) => setEdited({ what: filter, anchor })} />
          ))}
          {more.length > 0 ? (
            <BarButton on={moreCount > 0} onOpen={(anchor) => setEdited({ what: "more", anchor })}>
              {moreCount > 0 ? t("list.filters.moreCount", { n: moreCount }) : t("list.filters.more")}
            </BarButton>
          ) : null}
        </search>
        <div className={css.tools}>{props.toolsRight}</div>
      </div>
      <Tags {...props} />
      <Suspense fallback={null}>
        {edited ? <FilterPopover edited={edited} more={more} state={state} tools={tools} go={go} onClose={() => setEdited(null)} /> : null}
      </Suspense>
    </div>
  );
}

/** Draws the bar; every change goes through the address. */
export const FilterBar = memo(Bar);

function Tabs({ filter, state, tools, go, counts }: BarProps & { filter: TabsFilter }): ReactElement {
  const value = state.filters[filter.key] ?? "";
  const all = [{ value: "", label: "list.all" as const }, ...filter.options];
  const row = useMoreMarks<HTMLDivElement>();
  return (
    <div ref={row} className={css.tabs} role="group" aria-label={tools.t(filter.label)}>
      {all.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.tab}
          aria-pressed={value === option.value}
          onClick={() => go(withFilter(state, filter.key, option.value))}
        >
          {optionWord(option, tools)}
          {counts?.[option.value] ? <span className={css.count}>{counts[option.value]}</span> : null}
        </button>
      ))}
    </div>
  );
}

function BarButton({ on, onOpen, children }: { on: boolean; onOpen: (anchor: HTMLElement) => void; children: ReactNode }): ReactElement {
  return (
    <button type="button" className={css.button} data-on={on || undefined} aria-haspopup="dialog" onClick={(event) => onOpen(event.currentTarget)}>
      <span className={css.buttonText}>{children}</span>
      <span className={css.caret} aria-hidden="true" />
    </button>
  );
}

function FilterButton({
  filter,
  state,
  tools,
  onOpen,
}: {
  filter: FilterSpec;
  state: ListState;
  tools: CellTools;
  onOpen: (anchor: HTMLElement) => void;
}): ReactElement {
  const values = keysOf(filter).map((key) => state.filters[key] ?? "");
  const on = values.some((value) => value !== "");
  return (
    <BarButton on={on} onOpen={onOpen}>
      {!on ? tools.t(filter.label) : filter.kind === "lookup" ? <LookedUp filter={filter} id={values[0] ?? ""} /> : valueWord(filter, values, tools)}
    </BarButton>
  );
}

function LookedUp({ filter, id }: { filter: LookupFilter; id: string }): ReactElement {
  return <>{useLookupName(filter.source, id)}</>;
}

/** The chosen tab shows itself; everything else in force has a tag. */
function Tags({ filters, state, tools, go, lead = null }: BarProps): ReactElement | null {
  const { t } = tools;
  const tags = activeTags(state, filters).filter((tag) => typeof tag.filter === "string" || tag.filter.kind !== "tabs");
  if (tags.length === 0 && lead === null) return null;
  return (
    <ul className={css.tags} aria-label={t("list.filters.active")}>
      {lead === null ? null : <li>{lead}</li>}
      {tags.map((tag) => (
        <li key={tag.id}>
          <TagButton tag={tag} tools={tools} onRemove={() => go(withoutTag(state, tag))} />
        </li>
      ))}
      {tags.length === 0 ? null : (
        <li>
          <button type="button" className={css.clear} onClick={() => go(withoutFilters(state))}>
            {t("list.filters.clear")}
          </button>
        </li>
      )}
    </ul>
  );
}

function TagButton({ tag, tools, onRemove }: { tag: Tag; tools: CellTools; onRemove: () => void }): ReactElement {
  const lookup = typeof tag.filter === "object" && tag.filter.kind === "lookup" ? tag.filter : null;
  const name = useLookupName(lookup?.source ?? "merchants", lookup ? (tag.values[0] ?? null) : null);
  const word = tagWord(tag, tools, lookup ? name : undefined);
  return (
    <button type="button" className={css.tag} onClick={onRemove} aria-label={tools.t("list.filters.remove", { what: word })}>
      {word}
      <span aria-hidden="true">×</span>
    </button>
  );
}
