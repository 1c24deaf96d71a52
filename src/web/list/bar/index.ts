/** The bar over a list: filters, dates, tags, tools. */
export { default as barCss } from "./bar.module.css";
export { ViewsButton } from "./views-button.tsx";
export { FilterBar } from "./filter-bar.tsx";
export { datesWord, tagWord } from "./filter-words.ts";
export { DateRange } from "./lazy.ts";
export { ToolButtons } from "./tools.tsx";
export { useMoreMarks } from "./use-more-marks.ts";
