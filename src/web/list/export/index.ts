/** Rows as a file. */
export { sizeText } from "./export.ts";
export { type Later as LaterState, useLater } from "./use-later.tsx";
export { ExportMenu, Later, loadScheduleForm } from "./lazy.ts";
export { columnWords, filterCount, rangeWords, sourceWords, type WantedRows } from "./wanted.ts";
