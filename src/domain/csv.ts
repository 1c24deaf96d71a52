/** Reads separated text (RFC 4180 quotes) cell by cell; the separator is found from the text itself. */

/** A text that begins with one of these is a formula to a spreadsheet, full-width forms too; the database is told them for exports. */
export const FORMULA_STARTS = "=+-@\t\r＝＋－＠";

/** True for a text that a spreadsheet would run. */
export const isFormula = (text: string): boolean => text !== "" && FORMULA_STARTS.includes(text[0] as string);

export interface CsvCell {
  readonly text: string;
  /** A comma in it is its own, since it stands in quotes or another sign separates: only there may a number carry separators of thousands. */
  readonly ownCommas: boolean;
}
export interface CsvRow {
  /** Line of the file that the row begins on, from 1. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
}
export interface CsvText {
  readonly rows: readonly CsvRow[];
  /** Line whose quote is never closed; null: none. Nothing behind it is read. */
  readonly openQuote: number | null;
}

const SEPARATORS = [",", ";", "\t"] as const;

/** How many lines a separator parts into as many cells as each other, and how often it stands in all of them. */
function partsOf(lines: readonly string[], separator: string): { readonly alike: number; readonly all: number } {
  const counts = lines.map((line) => line.split(separator).length - 1);
  const alike = new Map<number, number>();
  for (const count of counts) if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
  return { alike: Math.max(0, ...alike.values()), all: counts.reduce((sum, count) => sum + count, 0) };
}

/** The separator that parts most of the first lines alike, outside quotes: a head has no amounts, whose commas would count too. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 4_000)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split("\n");
  const found = SEPARATORS.map((separator) => ({ separator, ...partsOf(lines, separator) }));
  return found.reduce((best, one) => (one.alike > best.alike || (one.alike === best.alike && one.all > best.all) ? one : best)).separator;
}

/** End of a quoted cell that begins behind `start`: the closing quote's place, -1 without one. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** Reads the whole text. A byte order mark is dropped, empty lines are left out, line ends may be of any kind. */
export function readCsv(unchecked: string): CsvText {
  const text = unchecked.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  // Spreadsheet programs write and read this line to name the separator.
  const named = /^"?sep=([,;\t])"?(?:\n|$)/i.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const rows: CsvRow[] = [];
  let cells: CsvCell[] = [];
  let line = named ? 2 : 1;
  let begun = line;
  const endRow = (): void => {
    if (cells.some((cell) => cell.text.trim() !== "")) rows.push({ line: begun, cells });
    cells = [];
    line += 1;
    begun = line;
  };
  for (let at = named?.[0].length ?? 0; at < text.length; ) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return { rows, openQuote: line };
      const inner = text.slice(at + 1, end).replaceAll('""', '"');
      line += inner.split("\n").length - 1;
      at = end + 1;
      while (at < text.length && text[at] !== separator && text[at] !== "\n") at += 1;
      // What stands behind the closing quote was meant to be something: the cell keeps it with its quote, so that no number is read out of half a cell.
      const behind = text.slice(end, at);
      cells.push({ text: behind.trim() === '"' ? inner : inner + behind, ownCommas: true });
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
      cells.push({ text: text.slice(at, end), ownCommas: separator !== "," });
      at = end;
    }
    if (at >= text.length) break;
    if (text[at] === "\n") endRow();
    // Behind a separator at the very end stands one more, empty cell.
    else if (at + 1 >= text.length) cells.push({ text: "", ownCommas: false });
    at += 1;
  }
  endRow();
  return { rows, openQuote: null };
}
