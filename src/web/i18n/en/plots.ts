import type { Shape } from "../shape.ts";
import type { plots as zh } from "../zh/plots.ts";

export const plots = {
  table: "Data table",
  csv: "Download CSV",
  csvOf: "Download CSV: {{title}}",
  enterOpens: "Press Enter to open",
} satisfies Shape<typeof zh>;
