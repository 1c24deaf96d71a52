/** The small named pieces that every message pattern is built from. No repeated group anywhere: see template.ts. */
import type { Dialect } from "./types.ts";

/** Space that may have been lost or doubled. */
export const GAP = "\\s{0,2}";
/** An optional full stop (Latin or Bangla), comma, semicolon or exclamation mark after a value. */
export const STOP = `${GAP}[.।,;!]{0,3}`;

/** Currency words by dialect, before or after the number. */
const CURRENCY: Readonly<Record<Dialect, string>> = {
  bd: "(?:[Tt][Kk]|BDT|[Bb]dt|৳|[Tt]aka|টাকা|TAKA)",
  ke: "(?:[Kk][Ss][Hh][Ss]?|[Kk][Ee][Ss])",
  mz: "(?:MZN|M[Tt]|mt)",
  tz: "(?:TZS|T[Ss][Hh][Ss]?)",
  rw: "(?:RWF|[FR]rw|Rwf|FRW)",
  gh: "(?:GHS|GH¢|GH₵|GHC)",
  zm: "(?:ZMW|K)",
};

/**
 * A number: separators anywhere (lakh groups), a space after the comma now and then, up to five decimals; or `.00`
 * straight after the currency (Rocket). A full stop that ends the sentence is not taken, but a number never ends before
 * decimals. It ends where the digits do, or before a glued date: a balance always has two decimals there. The last group
 * has three digits: `1,60` is what a cut text leaves of 1,607.90.
 */
const GLUED_DATE = "(?:[0-3]\\d[/.-]\\d{2}[/.-]\\d{2}|[0-3]?\\d/\\d/20\\d{2}|20\\d{2}-\\d{2}-\\d{2}|[0-3]\\d[- ][A-Za-z]{3,9}[- ]\\d{2})";
const FRACTION = `\\.(?:\\d{2}(?=${GLUED_DATE})|\\d{1,5}(?!\\d|[/,]\\d))`;
const WHOLE_END = "(?!\\d|[/,]\\d|(?:(?<=,)|,) \\d{3}(?!\\d)|\\.\\d(?!\\d?/\\d{1,2}/\\d))";
const CUT_GROUP = "(?!\\d[\\d,]{0,17},\\d{1,2}(?![\\d,]))";
/** Not the rest of a number that has begun before: a name or an account may have taken its first digits. */
const FRESH = "(?<!\\d[.,]?)";
const NUMBER = `${FRESH}(?:${CUT_GROUP}\\d[\\d,]{0,17}(?: \\d{3}(?=\\.\\d))?(?:${FRACTION}|${WHOLE_END})|\\.\\d{2}(?!\\d|/\\d|[.,]\\d))`;

/** How the number of an amount is grouped. */
export const MONEY_CAPTURE = { kept: "(", dropped: "(?:" } as const;

/** An amount of money, currency before, after or (in some labels) absent; the number is the capture, if kept. */
export function moneyPattern(dialect: Dialect, open: (typeof MONEY_CAPTURE)[keyof typeof MONEY_CAPTURE]): string {
  const currency = CURRENCY[dialect];
  // The dot of `Tk.20.00` belongs to the currency; that of `Tk.00` to the number, which is therefore tried first.
  return `(?:${currency}(?:(?=\\.\\d{2}(?!\\d|[.,]\\d))|[.:]{0,2}${GAP}))?${open}${NUMBER})(?:/[-=])?(?:${GAP}${currency}(?![a-z]${dialect === "bd" ? "" : "|[A-Z]"}))?`;
}

/** Where an amount begins, for looking ahead. */
export function pricePattern(dialect: Dialect): string {
  return `(?:${CURRENCY[dialect]}[.:]{0,2}${GAP})?\\.?\\d`;
}

const MONTH_NAMES = ["জানুয়ারি", "ফেব্রুয়ারি", "মার্চ", "এপ্রিল", "মে", "জুন", "জুলাই", "আগস্ট", "সেপ্টেম্বর", "অক্টোবর", "নভেম্বর", "ডিসেম্বর"];
const MONTH_NAMES_LONG = ["জানুয়ারী", "ফেব্রুয়ারী"];
const LATIN_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Month number (1 to 12) by name: the first three Latin letters in lower case, or the Bangla name (NFC). */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...LATIN_MONTHS.map((name, index) => [name, index + 1] as const),
  ...MONTH_NAMES.map((name, index) => [name.normalize("NFC"), index + 1] as const),
  ...MONTH_NAMES_LONG.map((name, index) => [name.normalize("NFC"), index + 1] as const),
]);

const BANGLA_MONTH = [...MONTH_NAMES_LONG, ...MONTH_NAMES].map((name) => name.normalize("NFC")).join("|");
const NAMED_MONTH = `(?:[A-Za-z]{3,9}|${BANGLA_MONTH})`;
const CLOCK = "\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s{0,2}[AaPp]\\.?[Mm](?![a-z])\\.?)?";

/** Date and time in the orders the operators print; the whole is one capture, read by `parseTime`. */
export function dateTimePattern(): string {
  const date = `(?:\\d{1,2}[/.-]\\d{1,2}[/.-](?:20\\d{2}|\\d{2})|20\\d{2}-\\d{2}-\\d{2}|\\d{1,2}[- ]${NAMED_MONTH}[-, ]{1,2}(?:20\\d{2}|\\d{2}))`;
  const between = `[,;]?${GAP}(?:(?:[Aa][Tt]|[Aa][Ss]|às|saa|সময়:?)\\s{0,2})?`;
  return `(${date}${between}${CLOCK}|${CLOCK}${GAP}(?:[Oo][Nn]|de|,)?${GAP}${date})`.normalize("NFC");
}

/** A number that is no account: one more digit, or the decimals of an amount that is glued to it. */
const MORE_DIGITS = "(?![\\d*xX]|[.,]\\d)";
/** A phone or account number, possibly masked or with a check digit. */
export const MSISDN = `(\\+?[\\d*xX][\\d*xX-]{1,17}${MORE_DIGITS})`;
/** The same with enough digits to be nothing else: for sentences where an amount may stand beside it. */
export const PHONE = `(\\+?\\d[\\d*xX-]{8,17}${MORE_DIGITS}|\\*{2,9}\\d{2,5}${MORE_DIGITS})`;
/** A number that a biller gave out: letters, digits and signs between, in one piece. */
const BILLER_NUMBER = `(?=[A-Za-z_/-]{0,12}\\d)[A-Za-z\\d][A-Za-z\\d*_/-]{0,23}(?![A-Za-z\\d*]|[.,]\\d)`;
export const ACCOUNT = { kept: `(${BILLER_NUMBER})`, dropped: BILLER_NUMBER } as const;
/** An id that somebody else's system gave out, however long. */
export const THEIR_ID = "(?=[A-Za-z_-]{0,20}\\d)[A-Za-z\\d][A-Za-z\\d_-]{0,47}(?![A-Za-z\\d_-])";
/** What a shop's checkout gave out; it ends at a glued label, for line breaks get lost. */
export const INVOICE =
  "((?=[A-Za-z#_/-]{0,12}\\d)[A-Za-z\\d#][A-Za-z\\d#_/-]{0,31}?(?=[\\s.,;।]|$|(?:Txn|Trx|Trnx|Ref|Fee|Comm|Bal|Amount|Amt|Counter|Customer|Sender)(?:[:. ]|ID|Id|erence|ance)))";
/**
 * A person's or firm's name with whatever stands beside it, or a number; one line, as short as the rest allows. It ends
 * at a space, a stop or a glued capitalised label; without that the search would try every letter.
 */
export const NAME = "(\\+?\\d[\\d*xX-]{8,17}(?![\\d*xX-])|[^\\n]{1,80}?(?=[\\s.,;:।'’()]|$|[A-Z][a-z]))";
/**
 * Text that the payer wrote: anything. Two forms, see `template.ts`; no other fragment has this bound. It ends
 * between two digits in neither form: the first digit of a day is not the payer's.
 */
export const REFERENCE = { greedy: "([^]{0,400})(?!(?<=\\d)\\d)", lazy: "([^]{0,400}?)(?!(?<=\\d)\\d)" } as const;
/** Not in the middle of a word. */
const WHOLE = "(?!(?<=[A-Za-z])[a-z])";
/** Text that is passed over: short, as little as possible. Captured, for it has to be explained. */
export const SKIP = `([^]{0,160}?)${WHOLE}`;
/** The same within a heading: another line, or an exclamation, is another sentence. */
export const WORDS = `([^\\n!?:]{0,60}?)${WHOLE}`;

/** A time right behind an id, with or without a space. */
const GLUED_TIME = "(?:at|on)\\s{0,2}\\d";
// An id ends where its alphabet ends, at a glued capitalised label, or at a glued date.
const ID_END = `(?=[^A-Za-z0-9_]|$|[A-Z][a-z]|${GLUED_TIME})`;
const BD_LETTERS = "[A-Z0-9\\u0391-\\u03A9\\u0405-\\u042F]";
/**
 * In Bangladesh an id is letters and digits only: what goes on with a joint, a mask or a letter of another alphabet was
 * not read to its end. Behind eight or ten characters any capitalised word may be glued, behind others a label.
 */
const BD_JOINT = "[A-Za-z0-9_*#@\\u00C0-\\u058F]|[-/][A-Za-z0-9*]";
const BD_GLUED = `(?:Bal|Fee|Com|Charge|Service|Total|Date|Time|Ref|Counter|Amount|Your|New|Net|Avail|Current)|${GLUED_TIME}`;

/** Longer than any id, with a label in capitals at its end: the two run together, and nobody knows where. */
const BD_LABELS: readonly (readonly [words: string, before: number])[] = [
  ["AT|ON", 9],
  ["BAL|FEE|REF", 8],
  ["COMM|DATE", 7],
  ["CHARGE", 5],
  ["BALANCE", 4],
];
const bdWhole = (letters: string, fold: (words: string) => string): string =>
  `(?<!${BD_LABELS.map(([words, before]) => `${letters}{${before}}(?:${fold(words)})`).join("|")})`;

/** An id that came in lower case: with a digit, so that no word is one; as short as the rest allows. */
const BD_LOWER_CASE = `(?=[a-z]{0,12}\\d)[a-z0-9]{6,16}?(?:(?=${GLUED_TIME})|(?!${BD_JOINT})${bdWhole("[a-z0-9]", (words) => words.toLowerCase())})`;
const BD_DATED = "(?=[A-Z][a-z]|[0-3]\\d/\\d{2}/\\d{4})";

/** What a cut text leaves of an id with dots. */
const CUT_DOTTED = "(?![A-Za-z]{2}\\d{3,6}(?:\\.[A-Za-z0-9.]{0,8})?$)";

/** Transaction ids by dialect; the capture is the id as printed, without the full stop that ends the sentence. */
export const TRX: Readonly<Record<Dialect, string>> = {
  bd: `(${BD_LETTERS}{10}${BD_DATED}|${BD_LETTERS}{8}${BD_DATED}|${BD_LETTERS}{6,16}(?:(?=${BD_GLUED})|(?!${BD_JOINT})${bdWhole(BD_LETTERS, (words) => words)})|${BD_LOWER_CASE})`,
  ke: `([A-Z0-9]{2}\\d{6}\\.\\d{4}\\.[A-Z]\\d{3,7}|${CUT_DOTTED}[A-Z0-9]{6,16}${ID_END}|(?=[a-z]{0,9}\\d)[a-z0-9]{8,12}${ID_END})`,
  mz: `([A-Z0-9]{8,13}(?=[A-Z][a-z]{2})|[A-Za-z0-9]{2}\\d{6}\\.\\d{4}\\.[A-Za-z]\\d{3,7}|${CUT_DOTTED}[A-Za-z0-9]{5,16}${ID_END})`,
  tz: `([A-Z]{2}\\d{6}\\.\\d{4}\\.[A-Z]\\d{3,7}|${CUT_DOTTED}[A-Z0-9]{6,18}${ID_END})`,
  rw: `(\\d{6,20}${ID_END})`,
  gh: `(\\d{6,20}${ID_END})`,
  zm: `([A-Z]{2}\\d{6}\\.\\d{4}\\.[A-Z]\\d{3,7}|${CUT_DOTTED}[A-Z0-9]{6,18}${ID_END})`,
};
