/** The comparison as it is printed. */

/** One row of the comparison, ready to print. */
export interface Figure {
  readonly name: string;
  readonly expected: string;
  readonly booked: string;
}

/** True when every figure is what it must be. */
export function agrees(figures: readonly Figure[]): boolean {
  return figures.every((figure) => figure.expected === figure.booked);
}

/** Chinese characters take two columns of a terminal. */
function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) => width + (/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/.test(character) ? 2 : 1),
    0,
  );
}

const left = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));
const right = (text: string, width: number): string => " ".repeat(Math.max(0, width - widthOf(text))) + text;

/** Lines of the table: a head, a row per figure (what differs is marked), and `agree` or `differ` at the end. */
export function tableLines(figures: readonly Figure[]): string[] {
  const rows = [{ name: "figure", expected: "expected", booked: "booked" }, ...figures];
  const widths = {
    name: Math.max(...rows.map((row) => widthOf(row.name))),
    expected: Math.max(...rows.map((row) => widthOf(row.expected))),
    booked: Math.max(...rows.map((row) => widthOf(row.booked))),
  };
  const line = (row: Figure): string =>
    `${left(row.name, widths.name)}  ${right(row.expected, widths.expected)}  ${right(row.booked, widths.booked)}${row.expected === row.booked || row === rows[0] ? "" : "  !"}`;
  return [...rows.map(line), agrees(figures) ? "agree" : "differ"];
}
