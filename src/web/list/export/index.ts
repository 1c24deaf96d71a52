/** Rows as a file. */
export { fileName, saveBlob, saveFile, sizeText } from "./export.ts";
export { ExportMenu, loadScheduleForm } from "./lazy.ts";
export { columnWords, filterCount, leftOutWords, rangeWords } from "./wanted.ts";
