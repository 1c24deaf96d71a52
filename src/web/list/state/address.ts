/** The address of a list: every filter, page and open drawer as a query string, read with suspicion and written in one order. */
import { PAGE_SIZES } from "../../../contract/envelope.ts";
import { isDay, RELATIVE_DATES, presetRange, type DatePreset } from "../../../contract/time.ts";
import { type FilterSpec, isValueOf, keysOf } from "../spec/index.ts";

export type PageSize = (typeof PAGE_SIZES)[number];
export const SORTS = ["-created_at", "created_at"] as const;
export type Sort = (typeof SORTS)[number];

/** What a list shows, as its address says it. */
export interface ListState {
  readonly q: string;
  /** A preset moves with the day; `from` and `to` (days, both included) stand still. Never both. */
  readonly preset: DatePreset | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly filters: Readonly<Record<string, string>>;
  /** null: the remembered page size. */
  readonly size: PageSize | null;
  readonly cursor: string | null;
  readonly sort: Sort;
  /** Id of the row whose drawer is open. */
  readonly open: string | null;
  /** Id of the saved view that it began with; what the address asks for beside it counts. */
  readonly view: string | null;
}

export const EMPTY_STATE: ListState = {
  q: "",
  preset: null,
  from: null,
  to: null,
  filters: {},
  size: null,
  cursor: null,
  sort: "-created_at",
  open: null,
  view: null,
};

const Q_MAX = 100;
const isCursor = (text: string): boolean => /^[\w.~:=-]{1,60}$/.test(text);
const isId = (text: string): boolean => /^[A-Za-z0-9_-]{1,40}$/.test(text);
const day = (text: string | null): string | null => (text !== null && isDay(text) ? text : null);
const oneOf = <T extends string>(values: readonly T[], text: string | null): T | null => values.find((value) => value === text) ?? null;

/** True for a number that is one of the offered page sizes. */
export function isPageSize(unchecked: unknown): unchecked is PageSize {
  return PAGE_SIZES.some((size) => size === unchecked);
}

/** Reads an address; whatever is not a value of its filter is left out, so that a bent link still opens. */
export function readAddress(params: URLSearchParams, filters: readonly FilterSpec[]): ListState {
  const values: Record<string, string> = {};
  for (const filter of filters) {
    for (const key of keysOf(filter)) {
      const value = params.get(key);
      if (value !== null && isValueOf(filter, value)) values[key] = value;
    }
  }
  const preset = oneOf(RELATIVE_DATES, params.get("range"));
  const from = preset ? null : day(params.get("from"));
  const to = preset ? null : day(params.get("to"));
  const ordered = from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
  const size = Number(params.get("size"));
  const cursor = params.get("cursor");
  const open = params.get("open");
  const view = params.get("view");
  return {
    q: (params.get("q") ?? "").trim().slice(0, Q_MAX),
    preset,
    ...ordered,
    filters: values,
    size: isPageSize(size) ? size : null,
    cursor: cursor !== null && isCursor(cursor) ? cursor : null,
    sort: oneOf(SORTS, params.get("sort")) ?? "-created_at",
    open: open !== null && isId(open) ? open : null,
    view: view !== null && isId(view) ? view : null,
  };
}

/** Stands in the address of a view from which a person has taken everything: without it the address asks for what the view holds. */
const ALL = "all";

/** True for the address of a view alone: it asks for what the view holds. */
export function asksForView(params: URLSearchParams, state: ListState): boolean {
  return state.view !== null && !params.has(ALL) && viewQuery(state) === "";
}

/** Writes an address (without `?`); what is as at first is left out; same state, same text. */
export function writeAddress(state: ListState): string {
  const params = new URLSearchParams();
  const put = (key: string, value: string | number | null): void => {
    if (value !== null && value !== "") params.set(key, String(value));
  };
  put("view", state.view);
  if (state.view !== null && viewQuery(state) === "") put(ALL, 1);
  put("q", state.q);
  put("range", state.preset);
  put("from", state.from);
  put("to", state.to);
  for (const key of Object.keys(state.filters).sort()) put(key, state.filters[key] ?? null);
  put("size", state.size);
  put("sort", state.sort === "-created_at" ? null : state.sort);
  put("cursor", state.cursor);
  put("open", state.open);
  return params.toString().replaceAll("%2C", ",");
}

/** The part of an address that says which rows: what a saved view keeps (no page, no drawer). */
export function viewQuery(state: ListState): string {
  return writeAddress({ ...state, cursor: null, open: null, size: null, view: null });
}

/** A change of what is asked for goes back to the first page; paging and the drawer keep the rest. */
export function withChange(state: ListState, change: Partial<ListState>): ListState {
  const asksAnew = Object.keys(change).some((key) => key !== "open" && key !== "cursor");
  return { ...state, ...(asksAnew ? { cursor: null } : {}), ...change };
}

/** Sets or clears (`null`, empty) one filter value. */
export function withFilter(state: ListState, key: string, value: string | null): ListState {
  const { [key]: _dropped, ...others } = state.filters;
  return withChange(state, { filters: value === null || value === "" ? others : { ...others, [key]: value } });
}

/** Drops every filter, search and date; sorting, size and drawer stay. */
export function withoutFilters(state: ListState): ListState {
  return withChange(state, { q: "", preset: null, from: null, to: null, filters: {} });
}

/** True when the rows shown are fewer than all because of something the person chose. */
export function isFiltered(state: ListState): boolean {
  return state.q !== "" || state.preset !== null || state.from !== null || state.to !== null || Object.keys(state.filters).length > 0;
}

/** Query values as the endpoint takes them. */
export type ApiQuery = Record<string, string | number | undefined>;

/**
 * The call behind a state.
 * @param size rows per page in effect
 * @param nowMs instant that presets are counted from
 */
export function apiQuery(state: ListState, size: PageSize, nowMs: number): ApiQuery {
  const range = state.preset ? presetRange(state.preset, nowMs) : { from: state.from ?? undefined, to: state.to ?? undefined };
  return {
    ...state.filters,
    ...(state.q ? { q: state.q } : {}),
    ...(range.from ? { from: range.from } : {}),
    ...(range.to ? { to: range.to } : {}),
    ...(state.cursor ? { cursor: state.cursor } : {}),
    ...(state.sort === "-created_at" ? {} : { sort: state.sort }),
    size,
  };
}

/** One active filter as a removable tag. */
export interface Tag {
  readonly id: string;
  readonly filter: FilterSpec | "q" | "dates";
  readonly values: readonly string[];
}

/** What is in force, in the order of the bar. */
export function activeTags(state: ListState, filters: readonly FilterSpec[]): Tag[] {
  const tags: Tag[] = [];
  if (state.q) tags.push({ id: "q", filter: "q", values: [state.q] });
  if (state.preset) tags.push({ id: "dates", filter: "dates", values: [state.preset] });
  else if (state.from !== null || state.to !== null) tags.push({ id: "dates", filter: "dates", values: [state.from ?? "", state.to ?? ""] });
  for (const filter of filters) {
    const values = keysOf(filter).map((key) => state.filters[key] ?? "");
    if (values.some((value) => value !== "")) tags.push({ id: keysOf(filter).join("+"), filter, values });
  }
  return tags;
}

/** The state without what a tag stands for. */
export function withoutTag(state: ListState, tag: Tag): ListState {
  if (tag.filter === "q") return withChange(state, { q: "" });
  if (tag.filter === "dates") return withChange(state, { preset: null, from: null, to: null });
  return keysOf(tag.filter).reduce((next, key) => withFilter(next, key, null), state);
}
