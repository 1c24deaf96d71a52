/**
 * The shape of a text: what varies from message to message (amounts, numbers, ids, times, names, what a payer wrote, addresses)
 * is replaced by a mark, the words stay. Texts of one wording have one shape, whoever paid how much. Pure, and linear in the
 * text: every repetition is bounded. A shape reads nothing and decides nothing; it is for a person's eyes, and a rule can be
 * begun with it.
 */
import { SHAPE_MARKS, type ShapeMark } from "../../contract/sms-shapes.ts";
import { maskOneTimeCodes, mentionsCode, normaliseText, stripForwarderPrefix } from "./normalise.ts";

/** A piece of a shape: words as they are, or what a mark stands for. */
export interface ShapePart {
  readonly mark: ShapeMark | null;
  readonly text: string;
}

/** Characters of a text that a shape is made of; what follows is left out of it. */
export const SHAPE_TEXT_MAX = 1_000;

const CURRENCY = "(?:[Tt][Kk]|TAKA|[Tt]aka|BDT|৳|টাকা|[Kk][Ss][Hh][Ss]?|KES|MZN|MT|TZS|T[Ss][Hh][Ss]?|RWF|FRW|[FR]rw|GHS|GH¢|GH₵|GHC|ZMW|USD)";
/** Decimals end before a glued date. */
const NUMBER = "(?:\\d[\\d,]{0,17}(?:\\.(?:\\d{2}(?=[0-3]?\\d[/.-]\\d)|\\d{1,5}(?![\\d/])))?|\\.\\d{2}(?!\\d))";
const DATE =
  "(?:20\\d{2}-\\d{2}-\\d{2}|[0-3]?\\d[/.-][01]?\\d[/.-](?:20\\d{2}|\\d{2})(?!\\d)|[0-3]?\\d[- ][\\p{L}\\p{M}]{3,12}[-, ]{1,2}20\\d{2}|[0-3]?\\d-[\\p{L}\\p{M}]{3,12}-\\d{2}(?!\\d))";
const CLOCK = "(?:\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s{0,2}[AaPp]\\.?[Mm](?![a-z]))?)";
const BETWEEN = "[,;]?\\s{0,2}(?:(?:[Aa][Tt]|[Oo][Nn])\\s{1,2})?";
const ID_LABEL = "(?:[Tt](?:[Rr][Xx]|[Xx][Nn]|[Rr][Nn][Xx])|[Tt]ransaction|TRANSACTION|TID|[Rr]eceipt)";
const BEFORE_NAME =
  "(?:[Ff]rom|FROM|[Tt]o|TO|[Bb]y|BY|[Ss]ender|[Rr]eceiver|[Cc]ustomer|[Mm]erchant|[Uu]ddokta|[Aa]gent|[Nn]ame|[Ss]ubscriber|[Cc]ounter|[Pp]ayer)";
/** What stands behind such a word and is no name. */
const NO_NAME = "(?:[Yy]our|[Tt]he|[Oo]ur|A/C|[Aa]ccount|[Ww]allet|[Bb]alance|[Nn]ame|[Nn]umber|[Nn]o|Fee|Ref|Current|New|T[rx][xn]|TRX|TXN)(?![a-z])";
const NAME_WORD = `(?!${NO_NAME})[\\p{Lu}][\\p{L}\\p{M}\\d'&/-]{0,30}`;

const SOURCES: Readonly<Record<ShapeMark, string>> = {
  ref: `(?<=(?<!\\p{L})(?:[Rr]ef|REF)(?:erence|ERENCE)?\\s?[:.-]?\\s?)(?![\\s.,:;-]|[Ii][Dd]|[Nn]o[.: ])[^.\\n]{1,60}?(?=[.;]?\\s{0,2}(?:Fee|FEE|Comm|COMM|Bal|BAL|T[rx][xn]|TRX|TXN|Counter|Charge)|\\.(?:\\s|$)|\\n|$)`,
  link: `https?://[^\\s]{1,200}|(?<![\\p{L}\\d.@-])(?:[A-Za-z][A-Za-z\\d-]{0,39}\\.){1,3}[a-z]{2,6}(?:/[^\\s]{0,100}|(?![\\p{L}\\d]))`,
  time: `${DATE}${BETWEEN}${CLOCK}|${CLOCK}${BETWEEN}${DATE}|${DATE}|${CLOCK}`,
  id: `(?<=${ID_LABEL}\\s{0,2}(?:ID|Id|id|[Nn]o)?\\s{0,2}[:.#]?\\s{0,2})(?=[A-Z.]{0,20}\\d|[A-Z]{8})[A-Z\\d](?:[A-Z\\d]|\\.(?=[A-Z\\d])){3,23}(?:(?=[A-Z][a-z])|(?![A-Za-z\\d]))|(?<![\\p{L}\\d])(?=[A-Z]{0,19}\\d)(?=\\d{0,19}[A-Z])[A-Z\\d]{6,20}(?![\\p{L}\\d])|(?<![\\p{L}\\d])[A-Z]{2}\\d{6}\\.\\d{4}\\.[A-Z]\\d{3,7}`,
  amount: `(?<![\\p{L}])${CURRENCY}[.:]{0,2}\\s{0,2}${NUMBER}(?:/[-=])?|${NUMBER}\\s{0,2}${CURRENCY}(?![\\p{L}\\d]|\\.\\d)|(?<![\\d.,])\\d[\\d,]{0,17}\\.\\d{2}(?:(?=[0-3]?\\d[/-]\\d)|(?![\\d/]))`,
  phone: `\\+?\\d[\\d*xX-]{8,17}(?![\\d*])|\\*{2,9}\\d{2,5}(?![\\d*])`,
  name: `(?<=(?:^|[\\s.,;(])${BEFORE_NAME}:?\\s{1,2})(?:M[DdRr][Ss]?\\.\\s?)?${NAME_WORD}(?: (?:${NAME_WORD}|&)){0,5}`,
  number: `(?<!\\p{L})\\d(?:[\\d,]{0,20}\\d)?|•(?:[•\\s-]{0,60}•)?`,
};
/** In this order: a date is no amount, an id no phone number, and a digit left over is a number. */
const ORDER = ["ref", "link", "time", "id", "amount", "phone", "name", "number"] as const satisfies readonly ShapeMark[];
const MARKED = new RegExp(ORDER.map((mark) => `(?<${mark}>${SOURCES[mark]})`).join("|"), "gu");

/** The pieces of a text, in order. A one-time code is never one of them as it stands: its digits are a mark. */
export function shapeOf(text: string): readonly ShapePart[] {
  const whole = withoutCodes(stripForwarderPrefix(normaliseText(text.slice(0, SHAPE_TEXT_MAX))));
  const parts: ShapePart[] = [];
  let at = 0;
  for (const found of whole.matchAll(MARKED)) {
    if (found.index > at) parts.push({ mark: null, text: whole.slice(at, found.index) });
    const groups = found.groups ?? {};
    parts.push({ mark: SHAPE_MARKS.find((mark) => groups[mark] !== undefined) ?? "number", text: found[0] });
    at = found.index + found[0].length;
  }
  if (at < whole.length) parts.push({ mark: null, text: whole.slice(at) });
  return parts;
}

/** What texts of one shape have in common: the same for all of them, and for no others. */
export function shapeKey(parts: readonly ShapePart[]): string {
  return parts
    .map(({ mark, text }) => (mark === null ? text.toLowerCase() : `{${mark}}`))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** An example as it may be shown: where a text speaks of a one-time code, every digit is hidden, also in a word with letters. */
export function withoutCodes(text: string): string {
  if (!mentionsCode(text)) return text;
  return maskOneTimeCodes(text, "unknown").replace(/[\p{L}\p{Nd}•-]{0,40}[\p{Nd}•][\p{L}\p{Nd}•-]{0,40}/gu, (word) => word.replace(/[\p{L}\p{Nd}-]/gu, "•"));
}

/** Labels of money, as they stand right before it. */
const MONEY_LABELS = [
  ["fee", /(?:(?<!\p{L})(?:fees?|charges?|transaction cost|taxa)|ফি|চার্জ)(?: was| is| paid| foi de)?[\s:,.=-]{0,6}$/iu],
  ["comm", /(?:(?<!\p{L})comm?(?:ission)?|কমিশন)[\s:.=-]{0,6}$/iu],
  ["balance", /(?:bal|balance|saldo[\p{L} -]{0,16}|ব্যালেন্স|ব্যালান্স)(?: is| now)?[\s:.=-]{0,6}$/iu],
] as const;
const LABELLED_ID = new RegExp(`${ID_LABEL}\\s{0,2}(?:ID|Id|id|[Nn]o)?[\\s:.#]*$`);
const WHOLE_TIME = new RegExp(`${DATE}[^]*${CLOCK}|${CLOCK}[^]*${DATE}`, "u");
/** Signs that mean something else in a template. */
const SIGNS: Readonly<Record<string, string>> = { "(": "{open}", ")": "{close}" };

/**
 * A template to begin a rule with, made of one message. It is a proposal: whether it may be a rule, and of what, is for
 * {@link templateProblem} and for people to say.
 */
export function proposalOf(text: string): string {
  const parts = shapeOf(text);
  const used = new Set<string>();
  const once = (field: string, otherwise: string): string => {
    if (used.has(field)) return otherwise;
    used.add(field);
    return `{${field}}`;
  };
  const before = (at: number): string => parts[at - 1]?.text ?? "";
  const labelled = parts.findIndex(({ mark }, at) => mark === "id" && LABELLED_ID.test(before(at)));
  const trx = labelled >= 0 ? labelled : parts.findIndex(({ mark }) => mark === "id");
  const free = (field: string, plain: string): string => (used.has("party") || used.has("ref") ? plain : once(field, plain));
  const markOf = (mark: ShapeMark, plain: string, at: number): string => {
    if (mark === "amount") {
      const label = MONEY_LABELS.find(([, words]) => words.test(before(at)))?.[0] ?? "amount";
      return once(label, "{money}");
    }
    if (mark === "phone") return used.has("party") ? "{number}" : once("msisdn", "{number}");
    if (mark === "id") return at === trx ? once("trx", plain) : plain;
    if (mark === "time") return WHOLE_TIME.test(plain) ? once("dt", plain) : plain;
    if (mark === "name") return used.has("msisdn") ? plain : free("party", plain);
    if (mark === "ref") return free("ref", plain);
    return mark === "number" ? "{number}" : plain;
  };
  return parts
    .map(({ mark, text: plain }, at) => {
      const kept = plain.replace(/[(){}[\]|@$]/g, (sign) => SIGNS[sign] ?? " ");
      return mark === null ? kept : markOf(mark, kept, at);
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}
