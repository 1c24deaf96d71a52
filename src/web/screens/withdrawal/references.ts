/** References of a bank, pasted: a line for each withdrawal with its id and the bank's own number, in either order. */
import { foldPublicId, ID_LETTERS, PUBLIC_ID_PATTERN } from "../../../contract/ids.ts";
import { isWrittenSum, plainAmount } from "../../../contract/money.ts";

export interface Reference {
  readonly id: string;
  readonly reference: string;
}
export interface ReadReferences {
  readonly items: readonly Reference[];
  /** Lines that name no withdrawal, or no reference beside it; from 1. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
  /** Withdrawals that stand on several lines with different references, and references that stand at several withdrawals. */
  readonly doubled: readonly string[];
}

const REFERENCE_MAX = 100;
/** Which side of the books a sum stands on, in a cell of its own. */
const SIDE = /^(?:[dc]r\.?|debit|credit)$/i;
/** A sum, the word of its currency or its side beside it, or a sign that stands for nothing: none of them is a bank's number, which may be digits alone. */
const isNoReference = (cell: string): boolean => isWrittenSum(cell) || SIDE.test(cell) || !/[\p{L}\p{N}]/u.test(plainAmount(cell));
/** What a sheet makes of a long number: its digits are gone. */
const CUT_NUMBER = /^\d(?:[.,]\d+)?e\+\d+$/i;
const isOurs = (cell: string): boolean => {
  const folded = foldPublicId(cell);
  return PUBLIC_ID_PATTERN.test(folded) && folded[0] === ID_LETTERS.withdrawal;
};

/** What parts the cells of a line, the surest first: what stands in the others' place then belongs to its cell. */
const SEPARATORS = ["\t", ";；", ",，"];

interface Cells {
  readonly cells: readonly string[];
  /** Thousands may be separated by the same sign as the cells. */
  readonly mixed: boolean;
}

/** The cells of a line: by tabs, semicolons or commas where there are any, else by blanks. Quotes around a cell are the file's. */
function cellsOf(line: string): Cells {
  const signs = SEPARATORS.find((some) => [...some].some((sign) => line.includes(sign)));
  const found = signs === undefined ? line.split(/\s+/) : (line.match(new RegExp(` *"[^"]*" *|[^${signs}]+`, "g")) ?? []);
  const cells = found.map((cell) => cell.trim().replace(/^["']+|["']+$/g, "")).filter((cell) => cell !== "");
  return { cells, mixed: signs === undefined || signs.includes(",") };
}

/** `12,500.00`, cut in two: the first part is no reference. */
const isCutAmount = ({ cells, mixed }: Cells): boolean =>
  mixed && cells.some((cell, at) => /^\d{1,3}$/.test(plainAmount(cell)) && /^\d{3}\.\d\d$/.test(plainAmount(cells[at + 1] ?? "")));

/** One line: the withdrawal's id wherever it stands, and the one other cell beside an amount. What may be either of several is not guessed. */
function readLine(line: string): Reference | null {
  const read = cellsOf(line);
  const ids = read.cells.filter(isOurs);
  const candidates = read.cells.filter((cell) => !isOurs(cell) && !isNoReference(cell));
  const [id, reference] = [ids[0], candidates[0]];
  if (id === undefined || reference === undefined || ids.length > 1 || candidates.length > 1) return null;
  if (isCutAmount(read) || CUT_NUMBER.test(reference) || reference.length > REFERENCE_MAX) return null;
  return { id: foldPublicId(id), reference };
}

/** A head names columns and says no number: a first line with one may be a payment whose id was cut off, and that must not go unnoticed. */
const isHead = (line: string): boolean => !/\d/.test(line);

/** Reads what was pasted. Empty lines are left out, and so is a head in the first line. */
export function readReferences(text: string): ReadReferences {
  const found = new Map<string, string>();
  const holder = new Map<string, string>();
  const unread: { line: number; text: string }[] = [];
  const doubled = new Set<string>();
  const lines = text.split(/\r\n|\n|\r/).map((line, index) => ({ line: index + 1, text: line.trim() }));
  const [head] = lines.filter(({ text: line }) => line !== "");
  for (const one of lines) {
    if (one.text === "") continue;
    const read = readLine(one.text);
    if (read === null) {
      if (one !== head || !isHead(one.text)) unread.push(one);
      continue;
    }
    const { id, reference } = read;
    if ((found.get(id) ?? reference) !== reference) doubled.add(id);
    if ((holder.get(reference) ?? id) !== id) doubled.add(reference);
    found.set(id, reference);
    holder.set(reference, id);
  }
  return { items: [...found].map(([id, reference]) => ({ id, reference })), unread, doubled: [...doubled] };
}
