/** Words that turn what a layout says: nothing has moved yet, or the reader is asked for something that no operator asks for. */
import type { Evidence, MessageClass } from "./types.ts";

/** Nothing has moved yet, whatever stands beside these words. */
const NOT_YET_WORDS =
  "soon|shortly|(?:will|shall|would|may|might|should|could|can|to)(?: soon| shortly| now)? (?:be|have|get)|about to|going to|yet to|not yet|almost|nearly|partial(?:ly)?|partly|await(?:s|ing|ed)?|waiting|scheduled|queued|upcoming|expected|tomorrow|later|unverified|unconfirmed|(?:in|on|under) (?:process|progress|review|verification)|being";
export const NOT_YET = new RegExp(`\\b(?:${NOT_YET_WORDS})\\b`, "i");

/** The same right before something else: `Soon! Money Received`. */
export const NOT_YET_AT_END = new RegExp(`(?<!\\bcoming )\\b(?:${NOT_YET_WORDS}|pending)\\b[^\\p{L}\\d]{0,4}$`, "iu");

/** Words in the heading of a form that say that nothing has moved yet, or will not. */
const HEADING_DENIES =
  /\b(?:not|unsuccessful(?:ly)?|failed|failure|declined|rejected|cancel(?:led)?|canceled|request(?:ed)?|pending|processing|initiated|on hold|expired|incomplete)\b/i;
/** A heading ends where the labelled fields begin; what is quoted in it is a shop's name. */
const HEADING_END = /\n|\b(?:Amount|Amt)\b|পরিমাণ/i;
const QUOTED = /['‘’`][^'‘’`\n]{1,80}['‘’`]/g;
/** Layouts that are about such a heading. */
const DENYING = /\.(?:failed|returned|refund|reversed|bill_request|recharge|payment_reserved)/;

/**
 * What stands before the amount says something else than the layout: `Payment Request Received`, `Payment Soon Received`,
 * `Add Money from Bank is Unsuccessful`. Nagad's headings hold skipped words; the others' sentences little before the amount.
 */
export function headingDenies(cls: MessageClass, amount: string | undefined, text: string): boolean {
  if (DENYING.test(cls)) return false;
  const end = amount === undefined ? 0 : text.indexOf(amount);
  if (!cls.startsWith("nagad.")) return known(text.slice(0, end), "sentence");
  return known(text.slice(0, HEADING_END.exec(text)?.index), "heading", end);
}

/** Operators print the same few beginnings over and over: what was found of one is kept. */
const judged = { sentence: new Map<string, boolean>(), heading: new Map<string, boolean>() };
const JUDGED_MAX = 500;

function known(beginning: string, kind: keyof typeof judged, end?: number): boolean {
  const key = end === undefined || end >= beginning.length ? beginning : `${end} ${beginning}`;
  let denies = judged[kind].get(key);
  if (denies === undefined) {
    denies = kind === "sentence" ? NOT_YET.test(beginning) : deniesIn(beginning.replaceAll(QUOTED, ""), end);
    if (judged[kind].size >= JUDGED_MAX) judged[kind].clear();
    judged[kind].set(key, denies);
  }
  return denies;
}

const deniesIn = (heading: string, end: number | undefined): boolean => HEADING_DENIES.test(heading) || NOT_YET.test(heading.slice(0, end));

/** What the operators call themselves in addresses, and the numbers of their helplines; whoever asks to call or click names one of them. */
const OWN_ADDRESS =
  "(?:[a-z0-9-]{1,20}\\.)?(?:bka\\.sh|bkash\\.(?:com|me)|nagad\\.(?:io|com|com\\.bd)|upaybd\\.com|upay\\.(?:com|io)|dutchbanglabank\\.com)(?![a-z0-9.-])|bit\\.ly/(?:nexus|rocket|nagad|bkash|upay)";
const HELPLINE = "16\\d{3}(?!\\d)|\\*\\d{3}#";

const SOMEBODY =
  "(?:us|me|him|her|them|back|now|immediately|urgently|asap|soon|first|the (?:sender|agent|owner|number)|this (?:number|person)|our (?:agent|officer?|team|number)|(?:customer|client) (?:care|service|support)|help ?(?:line|desk)|support)";
const MONEY =
  "(?:it|this|that|tk|bdt|taka|the|my|same|full|whole|extra|excess|wrong|money|amount|payment|fund|balance|cash|to (?:the |this )?(?:sender|me|him|number|same))";
const SECRET =
  "(?:your |the |this |a )?(?:bkash |nagad |upay |rocket )?(?:pin|otp|password|passcode|(?:verification|security|secret) code|account (?:number|details))";

/** Each asks for money back, for a call or a click beside the operator's own ways, for a secret, or speaks of a mistake. */
const ASKS = [
  // A call or a visit to somebody.
  `\\b(?:call|contact|phone|ring|message|msg|text|sms|whatsapp|inbox) ${SOMEBODY}\\b(?![^\\n]{0,40}(?:${HELPLINE}))`,
  `\\b(?:please |plz |pls |kindly |urgent(?:ly)? |just )(?:call|contact|phone|whatsapp)\\b(?![^\\n]{0,40}(?:${HELPLINE}))`,
  `\\b(?:click|tap|press)\\b(?![^\\n]{0,60}(?:${OWN_ADDRESS}))`,
  `\\b(?:open|follow|visit|use) (?:this|the|below|following) link\\b(?![^\\n]{0,60}(?:${OWN_ADDRESS}))`,
  "\\b(?:wa\\.me|t\\.me)/",
  // Money back.
  `\\b(?:return|refund|resend|re-send|reimburse) ${MONEY}\\b`,
  "\\b(?:send|give|transfer|pay|returned?)(?: (?!get\\b|win\\b|earn\\b|enjoy\\b|receive\\b|cash\\b)[a-z0-9,.৳]{1,12}){0,4} back\\b",
  "\\b(?:please|plz|pls|kindly|must|need to|have to) (?:return|refund|give|send)\\b",
  "\\b(?:claim|asks?|asked|asking|requests?|requested|requesting|wants?) (?:a |for |your |for a |the )?(?:refund|money)\\b",
  // A mistake.
  "\\bwrong(?:ly)? (?:number|no\\b|account|person|recipient|receiver|wallet|send|sent|transfer|transferred|transaction|payment|paid|money)",
  "\\b(?:sent|paid|transferred|came|went|gone) wrong(?:ly)?\\b",
  "\\b(?:by|in|due to|for) (?:a )?(?:mistake|error)\\b|\\bmistaken(?:ly)?\\b|\\baccidentally\\b|\\bby accident\\b",
  // A secret.
  `(?<!\\b(?:never|not|don'?t|no one)[^.!\\n]{0,30})\\b(?:share|tell|give|send|reply|provide|confirm|verify|submit|enter|type)(?: us| me| with)? ${SECRET}\\b`,
  "\\b(?:vul|bhul|vhul)(?: ?kore| ?number| ?bosoto)\\b|\\bfer[ao]t\\b",
  // Bangla: by mistake, wrong number, back, call, click, tell the PIN.
  "ভুল(?:ে| ?করে| ?বশত| ?নম্বর| ?নাম্বার| ?একাউন্ট)|(?<!ক্যাশ ?)ফেরত|ফিরিয়ে (?:দিন|দেন|পাঠান)",
  `(?:কল|ফোন|যোগাযোগ|মেসেজ) (?:করুন|করেন|দিন|দেন)(?![^\\n]{0,40}(?:${HELPLINE}))(?<!(?:${HELPLINE})[^\\n]{0,30})`,
  `ক্লিক(?![^\\n]{0,60}(?:${OWN_ADDRESS}))(?<!(?:${OWN_ADDRESS})[^\\n]{0,60})`,
  "(?:পিন|ওটিপি|পাসওয়ার্ড|কোড)(?:টি)? (?:দিন|দেন|বলুন|বলেন|পাঠান|জানান)",
];
export const ASKING = new RegExp(ASKS.join("|").normalize("NFC"), "i");

/** Somebody asks for something behind the layout: the operator does not write so. The place is shown to a person. */
export function asksInTail(tail: string): Evidence | null {
  if (tail.length < MIN_ASKING) return null;
  const found = ASKING.exec(tail);
  return found === null ? null : { code: "asks_in_tail", detail: found[0].slice(0, SHOWN) };
}
/** The shortest words that ask for something. */
const MIN_ASKING = 4;
const SHOWN = 40;
