/**
 * What people type into a search: words, and chips such as `amount:>500 status:review`, in Chinese and English. Pure: what fields there are is
 * told by the caller. Any text parses, and what is printed parses to the same.
 */
import { formatAmount, MAX_AMOUNT_MINOR, readAmount } from "./money.ts";
import { type DatePreset, isDay, RELATIVE_DATES } from "./time.ts";

/** One value that a field can have, with every word for it. */
export interface ChipValue {
  readonly value: string;
  readonly words: readonly string[];
  /** Understood where it is typed, and not suggested. */
  readonly unoffered?: true;
}
interface Field {
  /** How it is printed, and always understood. */
  readonly name: string;
  /** Every other word for it. */
  readonly words: readonly string[];
}
/** Something that a search can ask for by name. */
export type ChipField =
  | (Field & { readonly kind: "choice"; readonly values: readonly ChipValue[]; readonly multiple: boolean })
  | (Field & { readonly kind: "amount" | "dates" | "lookup" | "text" });

/** What a chip asks for. Amounts are decimal strings and days `YYYY-MM-DD`, both ends included; null: open. */
export type Asks =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "amount"; readonly min: string | null; readonly max: string | null }
  | { readonly kind: "preset"; readonly preset: DatePreset }
  | { readonly kind: "days"; readonly from: string | null; readonly to: string | null }
  | { readonly kind: "text"; readonly text: string };

export type Part =
  /** Words to look for. */
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "chip"; readonly field: string; readonly asks: Asks }
  /** The field is known, what stands behind it is not (yet) a value of it. */
  | { readonly kind: "unclear"; readonly field: string; readonly text: string }
  /** There is no such field. */
  | { readonly kind: "unknown"; readonly field: string; readonly text: string };

/** Letters of any script, `_` and `-` between them: neither a time (12:30) nor an address (http://) is a chip. */
const CHIP = /^([\p{L}][\p{L}\p{M}_-]{0,23})[:：](?!\/\/)(.*)$/su;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "“": "”", "「": "」" };

interface Token {
  readonly name: string | null;
  readonly text: string;
  /** Written in quotes: it is what it is. */
  readonly quoted: boolean;
  /** Its place in the text; `end` is behind it. */
  readonly from: number;
  readonly end: number;
}

const SPACE = /\s/u;
/** Nothing yet, or the beginning of a bound: what it is about comes behind a space. */
const SIGNS = /^[<>=≤≥《》＜＞＝]*$/u;
const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Reads a quoted text that begins at `from`; null where it has no end. */
function quoted(text: string, from: number): { readonly text: string; readonly end: number } | null {
  const close = QUOTES[text[from] ?? ""];
  if (close === undefined) return null;
  let read = "";
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === "\\" && at + 1 < text.length) read += text[(at += 1)] ?? "";
    else if (sign === close) return at + 1 === text.length || SPACE.test(text[at + 1] ?? "") ? { text: squeezed(read), end: at + 1 } : null;
    else read += sign;
  }
  return null;
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const plain = quoted(text, at);
    if (plain) {
      found.push({ name: null, text: plain.text, quoted: true, from: at, end: plain.end });
      at = plain.end;
      continue;
    }
    let end = at;
    while (end < text.length && !SPACE.test(text[end] ?? "")) end += 1;
    const [, name, rest = ""] = CHIP.exec(text.slice(at, end)) ?? [];
    const value = name === undefined ? null : quoted(text, at + name.length + 1);
    const place = { from: at, end: value?.end ?? end };
    if (name === undefined) found.push({ name: null, text: text.slice(at, end), quoted: false, ...place });
    else found.push({ name, text: value?.text ?? rest, quoted: value !== null, ...place });
    at = place.end;
  }
  return found;
}

/** Whether something in a text is written as a chip, whatever fields there are. */
export const holdsChips = (text: string): boolean => tokens(text).some((token) => token.name !== null);

/** What is left of a text without what is written as a chip. */
export function withoutChips(text: string): string {
  let left = "";
  let from = 0;
  for (const chip of tokens(text).filter((token) => token.name !== null)) {
    left += text.slice(from, chip.from);
    from = chip.end;
  }
  return squeezed(left + text.slice(from));
}

/** One form for words that mean the same: half width, small letters, no spaces or joints. */
export const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/gu, "");

/** The field that a typed name means: its own name, or any word for it. */
export function fieldOf(fields: readonly ChipField[], name: string): ChipField | undefined {
  const typed = folded(name);
  return fields.find((field) => folded(field.name) === typed) ?? fields.find((field) => field.words.some((word) => folded(word) === typed));
}

/** The value that a typed word means; the beginning of a word will do where only one value begins so. */
function valueOf(values: readonly ChipValue[], word: string): string | null {
  const typed = folded(word);
  if (typed === "") return null;
  const exact = values.find((one) => one.value === word) ?? values.find((one) => [one.value, ...one.words].some((known) => folded(known) === typed));
  if (exact) return exact.value;
  const begun = values.filter((one) => [one.value, ...one.words].some((known) => folded(known).startsWith(typed)));
  return begun.length === 1 ? (begun[0]?.value ?? null) : null;
}

function valuesOf(field: Extract<ChipField, { kind: "choice" }>, text: string): Asks | null {
  const whole = valueOf(field.values, text);
  if (whole !== null) return { kind: "values", values: [whole] };
  if (!field.multiple) return null;
  const parts = text.split(/[,，、|]/u).map((part) => valueOf(field.values, part.trim()));
  if (parts.some((part) => part === null)) return null;
  const chosen = field.values.map((one) => one.value).filter((value) => parts.includes(value));
  return { kind: "values", values: chosen };
}

/** Shortest text of minor units: `500`, `500.5` is written `500.50`. */
const amountWord = (minor: bigint): string => formatAmount(minor).replace(/\.00$/, "");
/** Signs are in half width where these look: 》 and 《 are what a Chinese keyboard has for > and <. */
const RANGE = /^(.*?)(?:\.{2,}|~|至|到)(.*)$/su;
/** `500-1000`: amounts have no sign of their own. */
const HYPHEN = /^(\d[\d,.]*) ?[-–—]+ ?(\d[\d,.]*)$/u;
/** A bound: from it on, up to it, above it, below it, or just it. */
const BOUND = /^(?:([>》]=|≥|大于等于|不少于)|([<《]=|≤|小于等于|不超过)|([>》]|大于)|([<《]|小于)|=)?\s*(.+)$/su;

type Reach<T> = { readonly min: T | null; readonly max: T | null };

/** A bound or a range of what `read` reads. `step` is what lies between neighbours, for bounds that are not included. */
function reachOf<T extends bigint | string>(text: string, read: (word: string) => T | null, step: (value: T, by: 1 | -1) => T | null): Reach<T> | null {
  const plain = text.normalize("NFKC").trim().replace(HYPHEN, "$1..$2");
  const range = RANGE.exec(plain);
  if (range) {
    const [low, high] = [range[1] ?? "", range[2] ?? ""].map((bound) => bound.trim()) as [string, string];
    const min = low === "" ? null : read(low);
    const max = high === "" ? null : read(high);
    if ((low !== "" && min === null) || (high !== "" && max === null) || (min === null && max === null)) return null;
    return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
  }
  const [, from, to, above, below, word = ""] = BOUND.exec(plain) ?? [];
  const value = read(word);
  if (value === null) return null;
  if (above === undefined && below === undefined) return { min: to === undefined ? value : null, max: from === undefined ? value : null };
  const next = step(value, above === undefined ? -1 : 1);
  return next === null ? null : { min: above === undefined ? null : next, max: below === undefined ? null : next };
}

const minorStep = (minor: bigint, by: 1 | -1): bigint | null =>
  minor + BigInt(by) >= 0n && minor + BigInt(by) <= MAX_AMOUNT_MINOR ? minor + BigInt(by) : null;
const dayStep = (day: string, by: 1 | -1): string | null => {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  return isDay(next) ? next : null;
};
const readDay = (word: string): string | null => {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/u.exec(word) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(written) ? written : null;
};

const PRESET_WORDS: Readonly<Record<DatePreset, readonly string[]>> = {
  today: ["今天", "今日"],
  yesterday: ["昨天", "昨日"],
  this_week: ["本周", "这周"],
  prev_week: ["上周", "last week"],
  this_month: ["本月", "这个月"],
  prev_month: ["上月", "上个月", "last month"],
  last_7_days: ["近7天", "最近7天", "7天", "7d"],
  last_30_days: ["近30天", "最近30天", "30天", "30d"],
};
/** Stretches of days as values, in every word. */
export const DATE_VALUES: readonly ChipValue[] = RELATIVE_DATES.map((value) => ({ value, words: PRESET_WORDS[value] }));

function asksOf(field: ChipField, text: string): Asks | null {
  if (text === "") return null;
  switch (field.kind) {
    case "choice":
      return valuesOf(field, text);
    case "amount": {
      const reach = reachOf(text, readAmount, minorStep);
      return reach && { kind: "amount", min: reach.min === null ? null : amountWord(reach.min), max: reach.max === null ? null : amountWord(reach.max) };
    }
    case "dates": {
      const preset = RELATIVE_DATES.find((one) => one === valueOf(DATE_VALUES, text));
      if (preset) return { kind: "preset", preset };
      const reach = reachOf(text, readDay, dayStep);
      return reach && { kind: "days", from: reach.min, to: reach.max };
    }
    case "lookup":
    case "text":
      return { kind: "text", text };
  }
}

/** What is being typed at the end of a text: a word that may become a field's name, or a value of a field. */
export type Typing =
  /** `at`: where it begins. */
  | { readonly kind: "name"; readonly typed: string; readonly at: number }
  | { readonly kind: "value"; readonly field: ChipField; readonly typed: string; readonly at: number };

/** Spaces may stand behind the colon and behind signs, as {@link parseChips} reads them; another chip there is none of it. */
const LAST = /(?:^|\s)((?:[\p{L}][\p{L}\p{M}_-]{0,23}[:：](?:\s*[<>=≤≥《》＜＞＝]*\s+(?![\p{L}][\p{L}\p{M}_-]{0,23}[:：]))?)?(?:["“「][^"”」]*|[^\s"“「]*))$/su;

/** What stands at the end of the text, unless it is finished by a space. */
export function typingOf(text: string, fields: readonly ChipField[]): Typing | null {
  const piece = LAST.exec(text)?.[1];
  if (piece === undefined) return null;
  const at = text.length - piece.length;
  const [, name, value = ""] = CHIP.exec(piece) ?? [];
  if (name === undefined) return { kind: "name", typed: piece, at };
  const field = fieldOf(fields, name);
  return field ? { kind: "value", field, typed: value.trimStart().replace(/^["“「]/u, ""), at } : null;
}

/** Reads what was typed; any text is something. */
export function parseChips(text: string, fields: readonly ChipField[]): Part[] {
  const parts: Part[] = [];
  const words = (word: string): void => {
    const before = parts.at(-1);
    if (word === "") return;
    if (before?.kind === "words") parts[parts.length - 1] = { kind: "words", text: `${before.text} ${word}` };
    else parts.push({ kind: "words", text: word });
  };
  const all = tokens(text);
  for (let at = 0; at < all.length; at += 1) {
    const token = all[at] as Token;
    if (token.name === null) {
      words(squeezed(token.text));
      continue;
    }
    // `status: review` and `amount: > 500`, with spaces behind the colon and the sign.
    let value = token.text;
    for (let next = all[at + 1]; !token.quoted && SIGNS.test(value) && next !== undefined && next.name === null; next = all[at + 1]) {
      value = squeezed(`${value} ${next.text}`);
      at += 1;
      if (next.quoted) break;
    }
    value = squeezed(value);
    const field = fieldOf(fields, token.name);
    if (!field) parts.push({ kind: "unknown", field: token.name, text: value });
    else {
      const asks = asksOf(field, value);
      parts.push(asks ? { kind: "chip", field: field.name, asks } : { kind: "unclear", field: field.name, text: value });
    }
  }
  return parts;
}

const needsQuotes = (word: string): boolean =>
  SIGNS.test(word) || SPACE.test(word) || word.includes("\\") || word.startsWith("//") || Object.keys(QUOTES).some((sign) => word.startsWith(sign));
const inQuotes = (word: string): string => `"${word.replace(/[\\"]/g, (sign) => `\\${sign}`)}"`;
const reachWord = (min: string | null, max: string | null): string => (min === max ? (min ?? "") : `${min ?? ""}..${max ?? ""}`);

/** What a chip asks for, as it is typed. */
export function asksWord(asks: Asks): string {
  switch (asks.kind) {
    case "values":
      return asks.values.join(",");
    case "amount":
      return reachWord(asks.min, asks.max);
    case "preset":
      return asks.preset;
    case "days":
      return reachWord(asks.from, asks.to);
    case "text":
      return asks.text;
  }
}

/** A chip as it is typed. */
export function chipWord(field: string, text: string): string {
  return `${field}:${needsQuotes(text) ? inQuotes(text) : text}`;
}

/** Writes parts so that they are read as the same ones. */
export function printChips(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (part.kind !== "words") return [chipWord(part.field, part.kind === "chip" ? asksWord(part.asks) : part.text)];
      return part.text.split(" ").map((word) => (needsQuotes(word) || CHIP.test(word) ? inQuotes(word) : word));
    })
    .join(" ");
}
