/**
 * Observations on a text that matched a layout: what speaks against it. Pure; none of them changes a value. Their
 * words are the readers' own, by code and language; `detail` is only what the text holds.
 */
import type { Evidence, MessageOperator } from "./types.ts";
import { hasLookAlikes, trxKey } from "./normalise.ts";

const ID_LABEL =
  /(?:trx|txn|trnx|tran|trans|transaction|লেনদেন|ট্রানজেকশন)\.? {0,2}(?:id|no(?![a-z])|আইডি|নম্বর)(?: is)?[\s:.#-]{0,4}([A-Za-z0-9\u0391-\u03A9\u0405-\u042F]{6,20})/giu;
/** A date stands alone and has a month: the parts of an order number ("S7-10-12", "7-0-12") are none. */
const FIELD_IN_REFERENCE =
  /(?<![\p{L}\d-])\d{1,4}[/-](?!0{1,2}[/-])\d{1,2}[/-]\d{2,4}|\d\.\d{2}(?!\d)|(?:tk|৳|bdt|ksh|kes|tshs?|tzs|ghs|zmw)\.? ?\d|\d ?(?:rwf|mt|tk|টাকা)(?![a-z])|(?:balance|bal|saldo|salio|ব্যালেন্স)\b.{0,24}\d|(?:trx|txn) ?id[:. ]{0,2}[A-Z0-9]|(?:sender|customer|amount) ?: ?\S/iu;
const FIELD_IN_TAIL =
  /\b(?:trx|txn) ?id[:. ]{1,3}[A-Z0-9]{6}|(?:^|[.।\s\d])(?:(?:balance|bal|ব্যালেন্স|ব্যালান্স)(?:[:. ]{0,2}(?:tk|bdt|৳)\.?|:) ?\d)|\bnew (?:utility|business) balance is ksh\.? ?\d|(?<!\d)(?:\+?88)?01[3-9]\d{8}(?!\d)/i;

/** An id label with an id behind it, in what a layout took for the payer's words. */
const LABELLED_ID = new RegExp(ID_LABEL.source, "iu");

/** An id without a label. */
const BARE_ID = /(?<![\w-])(?=[A-Z]{0,12}\d)(?=\d{0,12}[A-Z])[A-Z0-9]{8,12}(?![\w-])/;

/** The text has an id that the layout did not read, in the payer's words or anywhere: then the layout does not fit. */
export function hidesId(trx: string | undefined, reference: string | undefined, text: string): boolean {
  return trx === undefined && ((reference !== undefined && (LABELLED_ID.test(reference) || BARE_ID.test(reference))) || labelledIds(text).length > 0);
}

/** Operators whose genuine texts may carry a second id. */
const SECOND_ID_IS_USUAL: ReadonlySet<MessageOperator> = new Set(["mtn_rw", "mtn_gh", "mixx_tz", "mpesa_ke", "mpesa_mz", "mpesa_tz"]);

/** Where an id label may begin, in lower case: most texts have one, and then nothing more is to be looked for. */
const LABEL_START = /t(?:rx|xn|rnx|ran)|লেনদেন|ট্রান/g;

/** Ids that a person is shown of a text with several. */
const IDS_SHOWN = 4;

/** The ids behind labels, as printed, each once. */
function labelledIds(text: string): string[] {
  const printed = new Map<string, string>();
  for (const found of text.matchAll(ID_LABEL)) {
    const id = found[1] ?? "";
    // An id holds a digit or is all capitals; "TrxID number" in a sentence is neither.
    if ((/\d/.test(id) || id === id.toUpperCase()) && !printed.has(trxKey(id))) printed.set(trxKey(id), id);
  }
  return [...printed.values()];
}

/** Two ids: one of them was written by the payer. */
export function twoIds(operator: MessageOperator, text: string): Evidence | null {
  if (SECOND_ID_IS_USUAL.has(operator) || (text.toLowerCase().match(LABEL_START)?.length ?? 0) < 2) return null;
  const ids = labelledIds(text);
  return ids.length > 1 ? { code: "two_trx_ids", detail: ids.slice(0, IDS_SHOWN).join(", ") } : null;
}

/**
 * Figures in the payer's words, printed as operators print them: perhaps the layout has taken fields of its own for his words,
 * because a word between them was another one. Shown, and left to the balance to prove.
 */
export function imitatingReference(reference: string | null): Evidence | null {
  return reference !== null && FIELD_IN_REFERENCE.test(reference) ? { code: "reference_imitates_fields", detail: reference.slice(0, REFERENCE_SHOWN) } : null;
}
const REFERENCE_SHOWN = 200;

/** Fields after the layout's end: the layout may have ended inside the payer's text. */
export function fieldsInTail(tail: string): Evidence | null {
  return FIELD_IN_TAIL.test(tail) ? { code: "fields_in_tail", detail: "" } : null;
}

/** The rest of an id that a space or a line break has torn apart: together they have the usual length. */
export function tornId(operator: MessageOperator, trxId: string | undefined, tail: string): boolean {
  const missing = trxId === undefined ? 0 : (USUAL_LENGTH[operator] ?? 0) - trxId.length;
  if (missing <= 0) return false;
  const next = /^\s{0,2}([A-Z0-9]{1,9})(?![A-Za-z0-9/:.-]\d|[A-Za-z])/.exec(tail)?.[1];
  return next?.length === missing;
}

/** Tells of the recorded fake of Nagad: what the operator's own printing never shows. */
const NAGAD_TELLS = [
  // No full stop after the heading.
  /^[A-Za-z0-9 -]{4,40}(?:Received|Successful)\s?Amount/,
  // An amount with a leading zero.
  /\b(?:Tk|BDT) ?0\d[\d,]{0,12}\.\d/i,
  // No space after two colons.
  /(?:Customer|Sender|Uddokta|Receiver):0[\s\S]{0,40}TxnID:[A-Z0-9]/,
] as const;
const LEADING_ZERO = NAGAD_TELLS[1];

/**
 * Layout check for Nagad: a leading zero, or two weaker tells together, mean a forged text; a single weak tell is
 * noted (line breaks do get lost on the way). A person is shown the places.
 */
export function nagadLayout(text: string): Evidence | null {
  const tells = NAGAD_TELLS.filter((tell) => tell.test(text));
  if (tells.length === 0) return null;
  const broken = tells.length > 1 || tells[0] === LEADING_ZERO;
  return { code: broken ? "layout_broken" : "layout_unusual", detail: tells.map((tell) => tell.exec(text)?.[0] ?? "").join("; ") };
}

/** How long the ids of an operator are; older and foreign ones have other lengths. */
export const USUAL_LENGTH: Readonly<Partial<Record<MessageOperator, number>>> = { bkash: 10, nagad: 8, rocket: 10, upay: 10 };

const DAY_LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUV";
/** Year by the first character of the id: two schemes, as seen in real ids. */
const yearOf = {
  bkash: (char: string): number => (/\d/.test(char) ? 2013 + Number(char) : 2023 + char.charCodeAt(0) - 65),
  mpesa_mz: (char: string): number => (/\d/.test(char) ? 2013 + Number(char) : 2023 + char.charCodeAt(0) - 65),
  mpesa_ke: (char: string): number => (/\d/.test(char) ? Number.NaN : 2006 + char.charCodeAt(0) - 65),
} as const;

/** The day an id was issued on, where the operator encodes it; null where it does not or the id has another shape. */
export function trxDay(operator: MessageOperator, key: string): string | null {
  if (!(operator in yearOf) || !/^[0-9A-Z][A-L][1-9A-V][A-Z0-9]{5,9}$/.test(key)) return null;
  const year = yearOf[operator as keyof typeof yearOf](key[0] as string);
  if (Number.isNaN(year)) return null;
  const month = key.charCodeAt(1) - 64;
  const day = DAY_LETTERS.indexOf(key[2] as string) + 1;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A hint, never a verdict: the id's date differs from the text's (shown in this order), or the id has no date at all. */
export function trxDate(operator: MessageOperator, key: string, operatorTime: string | null): Evidence | null {
  if (operatorTime === null || !(operator in yearOf)) return null;
  const day = trxDay(operator, key);
  const printed = operatorTime.slice(0, 10);
  if (day === printed) return null;
  return { code: "trx_date_differs", detail: `${day ?? "–"} ≠ ${printed}` };
}

/** Letters of another script in the id: compared folded, shown. */
export function lookAlikes(trxId: string): Evidence | null {
  return hasLookAlikes(trxId) ? { code: "trx_homoglyphs", detail: trxId } : null;
}
