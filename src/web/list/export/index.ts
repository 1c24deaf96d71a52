/** Rows as a file. */
export { fileName, saveBlob } from "./export.ts";
export { ExportMenu } from "./lazy.ts";
