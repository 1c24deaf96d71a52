/** What an operator's own printing never shows in its figures and ids: a text that has it was written or changed by somebody else. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { nagadLayout, trxDay, USUAL_LENGTH } from "./evidence.ts";
import { stateWord } from "./negation-phrases.ts";
import type { Evidence, Field, MessageOperator } from "./types.ts";
import { isPrintedNumber } from "./values.ts";

const FIGURES = ["amount", "fee", "comm", "balance", "extra"] as const satisfies readonly Field[];

const DECIMALS = 2;
/** Upay prints commission in four. */
const COMMISSION_DECIMALS = 5;

/** Operators none of whose ids was ever longer than usual. */
const NEVER_LONGER: ReadonlySet<MessageOperator> = new Set(["bkash", "nagad"]);

/** Nagad's counter, as it stands since 2020. */
const NAGAD_COUNTER = /^7\d/;
/** A date needs ten characters to be read; only the first three carry it. */
const DATED_REST = "AAAAAAA";

/** The id is one of the operator's own scheme, as far as it goes: bKash's begins with the day of the message, Nagad's with its counter. */
function ofScheme(operator: MessageOperator, key: string, operatorTime: string | null): boolean {
  if (operator === "nagad") return NAGAD_COUNTER.test(key);
  return operatorTime !== null && trxDay(operator, key.slice(0, 3) + DATED_REST) === operatorTime.slice(0, 10);
}

/**
 * How far an id's length tells against the text. A short one that ends the text may have lost its rest on the way, and old and
 * foreign ones have other lengths; one that follows the operator's scheme has the scheme's length, or somebody changed it.
 */
function idLength(operator: MessageOperator, key: string, operatorTime: string | null, text: string): "broken" | "unusual" | null {
  const usual = USUAL_LENGTH[operator];
  if (usual === undefined || key.length === usual) return null;
  if (key.length > usual) return NEVER_LONGER.has(operator) ? "broken" : "unusual";
  const ends = text
    .replace(/[\s.।]{1,4}$/, "")
    .toUpperCase()
    .endsWith(key);
  return !ends && ofScheme(operator, key, operatorTime) ? "broken" : "unusual";
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const COUNTED = "12345678901234567890";
const PAIRED = [...LETTERS].map((letter, at) => `${letter}${(at + 1) % 10}`).join("");
/** Operators whose ids are a counter's digits: any row of them can come. */
const COUNTERS: ReadonlySet<MessageOperator> = new Set(["rocket", "mtn_rw", "mtn_gh", "mixx_tz"]);

/** How a movement ended, that there is no id, and labels of what stands behind a lost one. */
const NO_ID =
  /^(?:SUCCESS(?:FUL(?:LY)?)?|COMPLETED?|CONFIRMED|APPROVED|ACCEPTED|NOT(?:FOUND|AVAILABLE|GIVEN)|(?:UN)?AVAILABLE|UNDEFINED|BALANCE|AMOUNT|CHARGES?|ACCOUNT|SENDER|RECEIVER|CUSTOMER|COUNTER|REFERENCE)$/;

/** One or two signs over and over, a row of the alphabet, a word: what stands where an id should, in drafts and forgeries. */
function isPlaceholder(operator: MessageOperator, key: string): boolean {
  if (new Set(key).size <= 2 || /TR?XN?_?ID|SAMPLE|EXAMPLE|DUMMY|DEMO|FAKE|NUMBER|XXXX|^TEST\d*$/.test(key) || NO_ID.test(key)) return true;
  const [, letters = "", digits = ""] = /^([A-Z]*)(\d*)$/.exec(key) ?? [];
  if (letters + digits === key && LETTERS.startsWith(letters) && COUNTED.startsWith(digits)) return letters !== "" || !COUNTERS.has(operator);
  return PAIRED.startsWith(key) || key === "0123456789";
}

/** Observations on the id itself: a placeholder, or digits of another script in it. */
export function idEvidence(operator: MessageOperator, trxId: string | null, key: string | null, printed: string): Evidence | null {
  if (trxId === null || key === null) return null;
  if (isPlaceholder(operator, key)) return { code: "trx_placeholder", detail: trxId };
  return printed.includes(trxId) ? null : { code: "digits_foreign", detail: trxId };
}

/** A word in the place of the id that says what became of the movement; an id itself may be of letters alone. */
export function stateInId({ trxId, trxKey }: Pick<Read, "trxId" | "trxKey">): Evidence | null {
  if (trxId === null || trxKey === null || !/^[A-Z]+$/.test(trxKey)) return null;
  return stateWord(trxKey) === null ? null : { code: "words_deny", detail: trxId };
}

/** Digits of scripts that no operator prints; Bangla ones are Bangladesh's own, but never half of a number. */
const FOREIGN_DIGITS = /[٠-٩۰-۹०-९０-９]/;
const MIXED_DIGITS = /[0-9][,.]?[০-৯]|[০-৯][,.]?[0-9]/;
const BANGLA_DIGITS = /[০-৯]/;

/** Digits that only look like the operator's. */
export function foreignDigits(operator: MessageOperator, text: string): Evidence | null {
  const inBangladesh = OPERATOR_INFO[operator].currency === "BDT";
  const found = FOREIGN_DIGITS.exec(text) ?? (inBangladesh ? MIXED_DIGITS : BANGLA_DIGITS).exec(text);
  return found === null ? null : { code: "digits_foreign", detail: found[0] };
}

interface Read {
  readonly captures: Partial<Record<Field, string>>;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  readonly operatorTime: string | null;
}

/** Observations on how figures, ids and, for Nagad, the layout are printed; a person is shown the places. */
export function printingOf(operator: MessageOperator, { captures, trxId, trxKey, operatorTime }: Read, text: string): readonly Evidence[] {
  const layout = operator === "nagad" ? nagadLayout(text) : null;
  const odd = FIGURES.filter((field) => !isPrintedNumber(captures[field], field === "comm" ? COMMISSION_DECIMALS : DECIMALS));
  const length = trxKey === null ? null : idLength(operator, trxKey, operatorTime, text);
  if (layout === null && odd.length === 0 && length === null) return [];
  // Nagad's tells show the figures among them already.
  if (layout?.code === "layout_broken") return [layout];
  const places: Record<"broken" | "unusual", string[]> = { broken: odd.map((field) => captures[field] ?? ""), unusual: layout === null ? [] : [layout.detail] };
  if (length !== null && trxId !== null) places[length].push(trxId);
  return (["broken", "unusual"] as const).flatMap((kind) =>
    places[kind].length === 0 ? [] : [{ code: `layout_${kind}` as const, detail: places[kind].join("; ") }],
  );
}
