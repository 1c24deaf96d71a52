/** Which columns stand where, and the cells in them. */
export { absent, amountCell, copyCell, phoneCell, statusCell, textCell, timeCell } from "./cells.tsx";
export { layoutOf, type ListPrefs, readPrefs, underFilters } from "./columns.ts";
export { idColumn } from "./id-column.tsx";
export { ColumnChooser } from "./lazy.ts";
export { useListPrefs } from "./prefs.ts";
export { textWidth } from "./text-width.ts";
export { columnsInView, type PlacedColumn, SELECT_WIDTH, type TableColumns, useColumns } from "./use-columns.ts";
