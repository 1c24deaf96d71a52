/** What a plot over time shows, as data: it is drawn, said point by point to keys and screen readers, put in a table, and saved as a file. */
import type { Tone } from "../tokens.ts";

export interface PlotPoint {
  /** Where it stands: an hour, or a moment in ms. */
  readonly x: number;
  /** As people read it, in the legend and in the table. */
  readonly label: string;
}

/**
 * From the back to the front. `main` is what the plot is about, `second` what stands beside it; `before` and `earlier` stand behind it. `dots` are
 * points without a line, `asks` those that want a person.
 */
export const PLOT_LOOKS = ["earlier", "before", "second", "main", "dots", "asks"] as const;
export type PlotLook = (typeof PLOT_LOOKS)[number];

export interface PlotLine {
  readonly key: string;
  readonly name: string;
  readonly look: PlotLook;
  /** A height for each point, null where there is none: a pixel needs no exact money. */
  readonly heights: readonly (number | null)[];
  /** The exact figure of each point as it is read; "–" where there is none. */
  readonly texts: readonly string[];
  /** The same for the file: plain numbers. "" where there is none. */
  readonly plain: readonly string[];
}

export interface PlotOpens {
  /** Its address; null where a point stands for nothing. */
  readonly to: (point: number) => string | null;
  /** Words of the link. */
  readonly text: (point: number) => string;
}

/** The lines as they are drawn: whatever order they are read in, what stands behind comes first. */
export const drawnLines = ({ lines }: Pick<PlotSpec, "lines">): readonly PlotLine[] => PLOT_LOOKS.flatMap((look) => lines.filter((line) => line.look === look));

export interface PlotSpec {
  readonly title: string;
  /** The plot in a sentence, for who does not see it. */
  readonly alt: string;
  /** Head of the first column, and what the keys go along. */
  readonly along: string;
  readonly points: readonly PlotPoint[];
  /** In the order in which they are read: the one that the plot is about first. */
  readonly lines: readonly PlotLine[];
  /** The point that is told while none is chosen. */
  readonly present: number;
  readonly presentLabel?: string;
  /** First and last x. */
  readonly range: readonly [number, number];
  /** Words under the axis. */
  readonly tick: (x: number) => string;
  /** Steps between ticks that may be taken, where not any number will do. */
  readonly steps?: readonly number[];
  /** The height of a line stays from one point to the next. */
  readonly stepped?: boolean;
  /** False: the axis need not reach down to zero. */
  readonly fromZero?: boolean;
  /** Further columns of the table and the file: what each point is. */
  readonly facts?: readonly { readonly name: string; readonly texts: readonly string[] }[];
  /** What points stand for, where it can be opened. */
  readonly opens?: PlotOpens;
  /** Name of the saved file, without its end. */
  readonly file: string;
}

/** The point that a key goes to; null when the key means nothing here. */
export function pointAfter(key: string, from: number, last: number): number | null {
  const within = (point: number): number => Math.max(0, Math.min(last, point));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return within(from - 1);
    case "ArrowRight":
    case "ArrowUp":
      return within(from + 1);
    case "PageUp":
      return within(from + 10);
    case "PageDown":
      return within(from - 10);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** A cell of a CSV file. What a spreadsheet would take for a formula stays a text; a number does not. */
function cell(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) || (text.startsWith("-") && !/^-\d+(\.\d+)?$/.test(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a CSV file that spreadsheets open in UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** The plot's table: head, then a row for each point. `plain`: as the file has it. */
export function rowsOf(
  { along, points, lines, facts = [] }: PlotSpec,
  plain: boolean,
): { readonly head: readonly string[]; readonly rows: readonly string[][] } {
  return {
    head: [along, ...lines.map((line) => line.name), ...facts.map((fact) => fact.name)],
    rows: points.map(({ label }, at) => [
      label,
      ...lines.map((line) => (plain ? line.plain : line.texts)[at] ?? ""),
      ...facts.map((fact) => fact.texts[at] ?? ""),
    ]),
  };
}

/** A cell of a row of bars. */
export interface BarCell {
  readonly text: string;
  /** As the file has it, where that differs. */
  readonly plain?: string;
  /** Address of the list behind it. */
  readonly to?: string;
}
/** Shares of a whole, a bar each. */
export interface BarsSpec {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    /** Of the whole, 0 to 1. */
    readonly share: number;
    readonly tone: Tone;
    /** One for each head; the first names the row. */
    readonly cells: readonly BarCell[];
  }[];
  readonly file: string;
}

/** How much of the room a bar takes; what there is little of is seen all the same. */
export function barWidth(share: number): string {
  return share <= 0 ? "0" : `${Math.max(0.5, Math.min(1, share) * 100)}%`;
}
