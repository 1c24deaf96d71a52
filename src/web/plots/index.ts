/** Plots: lines over time, each with a table behind it and a file of its data. */
export { Plot } from "./plot.tsx";
export type { PlotLine, PlotSpec } from "./spec.ts";
export { DataBehind } from "./table.tsx";
