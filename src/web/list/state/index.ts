/** What a list shows and knows: its address, its rows and their live changes, what is chosen. */
export {
  activeTags,
  apiQuery,
  asksForView,
  type ApiQuery,
  EMPTY_STATE,
  isFiltered,
  isPageSize,
  type ListState,
  type PageSize,
  readAddress,
  type Tag,
  viewQuery,
  withChange,
  withFilter,
  withoutFilters,
  withoutTag,
  writeAddress,
} from "./address.ts";
export { moveCursor, neighbour } from "./keys.ts";
export { useKnownCursor } from "./known-cursor.ts";
export { rowNow, useRowNow } from "./row-now.ts";
export { BULK_MAX, coverage, difference, NOTHING, refreshed, type Selection, sumOf, toggled, toggledAll, withRange } from "./selection.ts";
export { fetchTotal, totalWord } from "./total.ts";
export { goesBack, isSearched } from "./search.ts";
export { callAny } from "./ask.ts";
export { type DrawsList, type ListData, useListData } from "./use-list-data.ts";
export { type ListAddress, useListState } from "./use-list-state.ts";
export type { Search } from "./use-search.ts";
