/** Text normalisation before matching: digits, spaces and prefixes. Everything here is pure and linear in the text. */
import type { MessageKind } from "./types.ts";

/** Longest text that is parsed; a genuine SMS is far shorter. */
export const MAX_TEXT_LENGTH = 4_000;

const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\u034F|\p{Variation_Selector}/gu;
const OTHER_SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\t\v\f]/g;
/** Bangla, Arabic-Indic, Devanagari and full-width digits, each a block of ten. */
const OTHER_DIGITS = /[০-৯٠-٩۰-۹०-९０-９]/g;
/** Where those blocks begin. */
export const DIGIT_BLOCKS = [0x09e6, 0x0660, 0x06f0, 0x0966, 0xff10] as const;
// oxlint-disable-next-line no-control-regex -- the range is the point: plain ASCII needs no folding
const ASCII_ONLY = /^[\x00-\x7F]*$/;

/** Names that forwarders put before the text. */
const SENDERS = "bkash|nagad|rocket|upay|m-?pesa|16247|16167|16216|16268|m-money|mobilemoney|airtel ?money|e-?mola|mixx ?by ?yas|tigo ?pesa";
/** What forwarders write before the name. */
const LABEL = "(?:(?:new )?(?:sms|message|msg) )?(?:from|sender|sent by|by)";
/** What they write between the name and the text, and before the text. */
const BODY = "(?:(?:sms|message|msg|text|body|content) ?: ?)?";
const BETWEEN = ",? ?(?:\\((?:sim|slot) ?\\d\\) ?)?(?::|\\n|- |– |\\||>{1,2}|→|=>|->)";
/**
 * One of the names with what shows that it is no part of the text: brackets or quotes around it, a label before it or a
 * separator behind it. Only the very beginning of a text, and nothing but a name, is ever taken away.
 */
const FORWARDER_PREFIX = new RegExp(
  `^\\s*(?:(?:${LABEL} ?[:=-]? ?)?(?:[[(<{【«*"'](?:${SENDERS})[\\])>}】»*"'])(?: ?${BETWEEN})?|${LABEL} ?[:=-] ?(?:${SENDERS})(?: ?${BETWEEN}|(?:, | (?=[A-Z০-৯\\u0980-\\u09FF])))|(?:${LABEL} )?(?:${SENDERS}) ?(?:${BETWEEN}))\\s*${BODY}\\s*`,
  "i",
);

/** How a name, a label or a bracket before it can begin; most texts begin otherwise. */
const MAY_BE_PREFIXED = /^[\s[(<{【«*"'bnrum1aetfs]/i;

function foldDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  for (const start of DIGIT_BLOCKS) if (code >= start && code <= start + 9) return String(code - start);
  return digit;
}

/** Folds digits of other scripts to ASCII and drops invisible characters; ASCII text is returned as it is. */
export function foldDigits(text: string): string {
  if (ASCII_ONLY.test(text)) return text;
  return text
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(/\u0085/g, "\n")
    .replace(OTHER_SPACE, " ")
    .replace(OTHER_DIGITS, foldDigit);
}

/**
 * Brings a text to the form the patterns are written for: digits folded, spaces plain, at most two in a row (one
 * sample's payer name holds two), line ends `\n`, none doubled, ends trimmed.
 */
export function normaliseText(text: string): string {
  const folded = foldDigits(text);
  // Most texts have nothing but single spaces.
  if (!/[^\S ]|\s{3}/.test(folded)) return folded.trim();
  return folded
    .replace(/\t/g, " ")
    .replace(/\s{1,400}/g, (run) => (/[\n\r]/.test(run) ? "\n" : run.length > 2 ? "  " : run))
    .trim();
}

/** Removes the sender's name that a forwarder put before the text, also where the operator prints its own behind it. */
export function stripForwarderPrefix(text: string): string {
  if (!MAY_BE_PREFIXED.test(text)) return text;
  const stripped = text.replace(FORWARDER_PREFIX, "");
  return stripped === text ? text : stripped.replace(FORWARDER_PREFIX, "");
}

const GREETING = /^(?:dear\s{1,2}(?:valued\s{1,2})?(?:customer|user|sir|madam|merchant|agent|uddokta|sir ?\/ ?madam)|hello|hi|y'?ello)\s?[,:!.]\s*/i;

/** Removes the address that some texts begin with. */
export function stripGreeting(text: string): string {
  return text.replace(GREETING, "");
}

/** Whitespace-folded text, for message identity (rule 6); two copies that differ in line breaks only are one. */
export function foldText(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
}

const SIGNS_AT_ENDS = /^[\s.,:;!?।()'"–-]+|[\s.,:;!?।('"–-]+$/g;

/** A sentence without the signs around it. */
export function withoutSigns(sentence: string): string {
  return sentence.replace(SIGNS_AT_ENDS, "");
}

/** Greek and Cyrillic letters that look like a Latin one, upper case (NFKC and upper-casing come first). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  Α: "A",
  Β: "B",
  Ε: "E",
  Ζ: "Z",
  Η: "H",
  Ι: "I",
  Κ: "K",
  Μ: "M",
  Ν: "N",
  Ο: "O",
  Ρ: "P",
  Τ: "T",
  Υ: "Y",
  Χ: "X",
  Ϲ: "C",
  Ј: "J",
  А: "A",
  В: "B",
  Е: "E",
  К: "K",
  М: "M",
  Н: "H",
  О: "O",
  Р: "P",
  С: "C",
  Т: "T",
  У: "Y",
  Х: "X",
  Ѕ: "S",
  І: "I",
  Ԛ: "Q",
  Ԝ: "W",
  Ү: "Y",
  Һ: "H",
};
const FOREIGN_LETTER = /[\u0370-\u03FF\u0400-\u052F]/g;

/** True when the id holds a letter of another script that only looks Latin. */
export function hasLookAlikes(raw: string): boolean {
  return !ASCII_ONLY.test(raw) && raw.normalize("NFKC").toUpperCase().search(FOREIGN_LETTER) >= 0;
}

/**
 * Key under which a TrxID is compared (rule 1): NFKC, trimmed, upper case, Greek and Cyrillic look-alikes to
 * Latin. Digits never become letters: real ids hold both O and 0. Idempotent.
 */
export function trxKey(raw: string): string {
  if (ASCII_ONLY.test(raw)) return raw.trim().toUpperCase();
  const upper = raw.normalize("NFKC").trim().toUpperCase().normalize("NFKC");
  if (ASCII_ONLY.test(upper)) return upper;
  return foldDigits(upper)
    .replace(FOREIGN_LETTER, (letter) => LOOK_ALIKES[letter] ?? letter)
    .trim();
}

const CODE_WORDS = /\botp\b|one[- ]?time|verification|security code|passcode|password|ওটিপি|ভেরিফিকেশন|যাচাইকরণ|পিন কোড|codigo|código/i;

/** True when the text speaks of a one-time code, whatever its sender. */
export function mentionsCode(text: string): boolean {
  return CODE_WORDS.test(text);
}

/**
 * Masks every run of three or more digits in a one-time-code text before it is stored (short codes of helplines
 * too: better masked once too often). Unrecognised and suspicious texts that mention a code are masked as well.
 */
export function maskOneTimeCodes(text: string, kind: MessageKind): string {
  const doubtful = kind === "unknown" || kind === "spoof_suspect" || kind === "notice" || kind === "promo";
  if (kind !== "otp" && !(doubtful && mentionsCode(text))) return text;
  return text.replace(/[\d০-৯](?:[ -]?[\d০-৯]){2,40}/g, (run) => run.replace(/[\d০-৯]/g, "•"));
}
