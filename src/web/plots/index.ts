/** Plots: lines over time with a table behind them, and bars, which are a table; each with a file of its data. */
export { amountLine, hourText } from "./amounts.ts";
export { Bars } from "./bars.tsx";
export { Plot } from "./plot.tsx";
export type { BarsSpec, PlotLine, PlotSpec } from "./spec.ts";
export { DataBehind } from "./table.tsx";
