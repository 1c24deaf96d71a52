/** Whether what a layout took for a party is a number or a name and nothing more. Names are values; sentences are none. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { PHONE_IN_TEXT } from "../../contract/phones.ts";
import { denies, mayDeny, saysDenied, stateWord } from "./negation-phrases.ts";
import { fragmentsOf } from "./explain.ts";
import type { MessageKind, MessageOperator } from "./types.ts";

/** A party of digits alone holds no words. */
const BARE_NUMBER = /^[\d*]{1,18}$/;
const NUMBER_FIRST = /^[+*]?[\d*xX-]{9,17}(?=[^\d*xX-])/;

/**
 * Fields of the operator: a layout that takes them for a name does not fit. A name with one reaches over what stands there, into
 * the payer's words (`... has been reversed` written there must not turn a payment into a reversal).
 */
const FIELDS =
  /(?:^|[\s.\d])(?:ref(?:erence)?(?:[ :.-]|$)|for account(?: |$)|account (?:number|no)\b|successful\b|tr?xn? ?id\b|message from )|\b(?:from|to|sender|receiver|customer|uddokta|bank|merchant|amount|amt|fee|date) ?:|\d{1,4}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}:\d{2}|\b(?:on|at) \d{1,2}[/:]\d|(?:^|\s)(?:tk|bdt|ksh|kes|tsh|tzs|zmw|ghs)[. ]{0,2}\d|\d (?:tk|rwf)\b|\d\.\d{2}(?!\d)|\byou (?:have|will) |[.,;] (?:your|this)\b|.\byour\b|\byour (?:[a-z-]{1,12} )?(?:account|wallet|float|till|loan|savings?)\b|\bbalance(?: ?:| (?:is|was|ni|tk|bdt|ksh|kes|tsh|tzs|zmw|ghs|mt)\b| ?\d|$)|[.,;][^.,;]{0,40}\bbalance\b|\b(?:m-?pesa|utility|business|till|float|account|working|merchant|wallet) balance\b|\b(?:transaction|charges|charged)\b/i;
/** A sentence that begins behind a stop; a name may go on there with a capital ("Aarong, New Market"). */
const SENTENCE = /[.,;] (?:[Nn]ew|NEW|[Tt]he|THE) (?!\p{Lu})/u;

/** A label glued to a name, where line breaks were lost: nobody knows where the name ends. */
const GLUED_FIELD = /\p{L}(?:Ref(?:erence)?|T(?:rx|xn|rnx)ID|Fee|Charge|Comm|Balance|Amount|Sender|Customer) ?[:.]/u;

/** True where a party is bare, or holds no field. */
export function mayBeParty(party: string | undefined): boolean {
  return party === undefined || BARE_NUMBER.test(party) || !(FIELDS.test(party) || SENTENCE.test(party) || GLUED_FIELD.test(party));
}

/** Something is said of the party: a verb, an exclamation. */
const SAID =
  /\b(?:is|are|was|has|have|be|been|being|could not be) (?:now |still )?(?:pending|process(?:ed|ing)|on hold|under|failed|cancell?ed|declined|rejected|reversed|refunded|returned|expired|blocked|initiated|not|being|been)\b|^[+*]?[\d*x-]{9,17} ?(?:was|is|has|have|had|could|were|are|not|will be)\b|\b(?:has|have|will) be(?:en)?\b|\b(?:was|were) (?:held|queued|kept|put|placed|sent|left|taken|made|being|not)\b|! /i;

/** An id whose label was lost. */
const BARE_ID = /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])(?!\d*X+\d*\b)[A-Z0-9]{8,12}(?![\w-])/;
/** The same without a digit, behind a full stop. */
const LAST_WORD_ID = /\.\s{1,2}[A-Z]{8,12}$/;
const BEGINS = /^[\p{L}\d*+'"‘“(]/u;

/** The same in small letters, as sentences have it and names do not; "to be paid" is no name behind "to". */
const SAYS = /[\s'’](?:is|was|has|have|are|were|will|could|did|does|cannot) |^be [a-z]{1,12}(?:ed|en|id|de|nt)\b/;

/** Words that names hold in small letters. */
const SMALL_WORDS = new Set(
  "of and the for de da do dos das du des di del e y la le el al ul ur uz us bin ibn binti van von der ten ter wa ya ending by rd road street st a/c com via to in at hse house opp near next & -".split(
    " ",
  ),
);
const WORDS_MAX = 12;
/** Small letters throughout; `bKash` has a capital. */
const SMALL = /^\p{Ll}[\p{Ll}\p{M}'’-]*[).]?$/u;

/** A small word at the beginning of a name, or one that no name holds. */
function smallWord(name: string): boolean {
  const words = name.split(/[\s,;]+/).filter((word) => word !== "");
  return words.length > WORDS_MAX || words.some((word) => SMALL.test(word) && !SMALL_WORDS.has(word));
}

/** What of a party is neither number nor name. */
export interface NotParty {
  readonly words: string;
  /** Only written as no name is, or of a word that denies: it may be one all the same, and the balance can show that the money came. */
  readonly odd: boolean;
}
const said = (words: string): NotParty => ({ words, odd: false });

/**
 * The part of a party that is neither number nor name.
 * @param collects whether the message would pay an order: then a name is written as names are
 */
export function beyondParty(operator: MessageOperator, party: string | undefined, collects: boolean): NotParty | null {
  if (party === undefined || BARE_NUMBER.test(party)) return null;
  const name = party.trim();
  if (!/[\p{L}\d]/u.test(name)) return null;
  if (!BEGINS.test(name) || SAID.test(name) || SAYS.test(name) || LAST_WORD_ID.test(name)) return said(name);
  if (OPERATOR_INFO[operator].currency === "BDT") {
    // No operator of Bangladesh prints a name beside a number.
    const number = NUMBER_FIRST.exec(name)?.[0];
    if (number !== undefined) {
      const rest = name.slice(number.length).replace(/^[\s.,;()-]+|[\s.,;()-]+$/g, "");
      return rest === "" ? null : said(rest);
    }
  }
  const unlikely = BARE_ID.test(name) || (collects && smallWord(name));
  if (unlikely && denies(name)) return said(name);
  return unlikely || (collects && mayDeny(name)) ? { words: name, odd: true } : null;
}

const VALUE_WORDS_MAX = 10;
const FIGURE =
  /\d{1,4}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}:\d{2}|\d\.\d{2}(?!\d)|(?:tk|bdt|৳|ksh|kes|tshs?|tzs|zmw|ghs)[. ]{0,2}\d|\d ?(?:rwf|mt|tk|টাকা)(?![a-z])|\b(?:balance|saldo|salio)\b/i;

/**
 * Whether an open place of a layout holds a value (a shop, a token, a month) and nothing that is said of the movement.
 * @param mayBePhone a number there is an account's at a biller; otherwise it is the other party's, whom the operator names elsewhere
 */
export function isValue(operator: MessageOperator, fragment: string, collects: boolean, mayBePhone: boolean): boolean {
  if (!mayBePhone && PHONE_IN_TEXT.test(fragment)) return false;
  if (fragment.split(/\s+/).length > VALUE_WORDS_MAX || FIGURE.test(fragment) || BARE_ID.test(fragment) || partyWord(fragment, collects) !== null) return false;
  return !collects || beyondParty(operator, fragment, true) === null;
}

/** Letters of neither of the scripts that names are printed in; some look Latin. */
const FOREIGN_LETTERS = /[^\P{L}\p{Script=Latin}\p{Script=Bengali}]|[\uFF21-\uFF5A]/u;

/** Lenders, savings and rewards: what they pay out is the owner's own, or has to be given back; it pays no customer's order. */
const NO_CUSTOMER =
  /(?<![\p{L}\p{M}])(?:loans?|overdraft|fuliza|m-?shwari|kcb m-?pesa|hustler fund|mokash|mo-?kash|savings?|songesha|m-?pawa|okoa|ziidi|dps|cash ?back|bonus|incentive|reward|interest|mikopo|mkopo|emprestimo|empréstimo)(?![\p{L}\p{M}])|লোন|ঋণ|সঞ্চয়|ক্যাশব্যাক/iu;

/** The word in a party's name for which a person decides. */
export function partyWord(party: string, collects: boolean): string | null {
  return stateWord(party) ?? FOREIGN_LETTERS.exec(party)?.[0] ?? (collects ? (NO_CUSTOMER.exec(party.normalize("NFC"))?.[0] ?? null) : null);
}

/** Operators whose reference is an account that their own sentence goes on behind; the others print a payer's words between labels. */
const ACCOUNTS: ReadonlySet<MessageOperator> = new Set(["mpesa_ke", "mpesa_tz", "mpesa_mz", "mixx_tz"]);

/**
 * What a reference says of the money.
 * `denies`: the operator's own sentence runs on in what was taken for an account. `doubtful`: it may be the payer's word, or, of
 * a reversal, the payer's who typed "1 has been reversed": only the balance tells.
 */
export function referenceSays(operator: MessageOperator, kind: MessageKind, reference: string | null): "denies" | "doubtful" | null {
  if (reference === null) return null;
  // A payer writes "refund of monday"; nobody writes a second sentence that takes his payment back.
  if (!ACCOUNTS.has(operator)) return saysDenied(reference) || fragmentsOf(reference).slice(1).some(denies) ? "doubtful" : null;
  if (saysDenied(reference) || stateWord(reference) !== null) return "denies";
  return kind === "reversal" || denies(reference) ? "doubtful" : null;
}
