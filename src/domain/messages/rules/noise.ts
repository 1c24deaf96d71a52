/** Messages that move no money: told by words, not by layout, and only when no layout fitted. Values stay null. */
import type { MessageKind } from "../types.ts";

/** One row: all of `all` must occur, none of `none`. Tried in order. */
export interface NoiseRule {
  readonly name: string;
  readonly kind: Extract<MessageKind, "otp" | "notice" | "promo">;
  readonly all: readonly RegExp[];
  readonly none: readonly RegExp[];
}

const CODE =
  /\botp\b|one[- ]?time (?:password|passcode|pin|code)|verification (?:code|pin)|service request number|(?:security|activation|authori[sz]ation|login|log in|sign[- ]?in|secret|confirmation|access) (?:code|pin)|ওটিপি|ভেরিফিকেশন কোড|যাচাইকরণ কোড|সিকিউরিটি কোড|গোপন কোড|codigo de (?:verificacao|confirmacao|acesso)|código de/i;
const CODE_DIGITS = /(?:^|[^\d.,])\d{3,4}[ -]?\d{1,4}(?!\d)/;
const WARNING = /(?:never|do ?n[o']?t|not) (?:share|disclose|give|tell)|কাউকে (?:জানাবেন|বলবেন|দিবেন|দেবেন|শেয়ার)|শেয়ার করবেন না/i;
const SECRET = /\bpin\b|\botp\b|\bcode\b|password|পিন|কোড|ওটিপি/i;
/** A code stands alone; a number to call or dial is none. */
const LONE_DIGITS = /(?<![\d.,*#])(?<!(?:call|dial|helpline|hotline|contact|visit)[: ]{0,2}\*?)\d{4,8}(?![\d/#*])/i;
/** What only a money movement prints: an id label with an id, or a balance with an amount. */
const MOVEMENT =
  /\btid ?: ?[A-Z0-9]|(?<![a-z])transaction id ?: ?\d{6}|(?<![a-z])(?:trx|txn|trnx|tran|trans|transaction)\.? ?id(?![a-z])[:. -]{0,3}(?=[A-Z]{0,9}\d)[A-Z0-9]{5}|(?<![a-z])(?:trx|txn|trnx|tran|trans)\.? ?id\b[:. -]{0,3}[A-Z0-9]{5}|(?<![a-z])(?:new )?bal(?:ance)?(?: is)?[: -]{0,3}(?:tk|bdt|ksh|kes|zmw|rwf|ghs|tsh)?[ .]{0,2}\d|ব্যালেন্স[: ]{0,2}(?:tk|৳)? ?\d/i;
/** Words of a movement that our layouts did not understand: left to a person, not called promotion. */
const HAPPENED =
  /\b(?:has|have) been (?:topped|credited|debited|added|deducted|charged|adjusted|disbursed|settled|transferred|reversed|refunded|paid|received|sent)|\b(?:was|is) (?:successful|unsuccessful)\b|\bhas failed\b|\byou (?:have )?(?:received|sent|paid|withdrawn|recharged|transferred)\b|সফল হয়েছে|পেয়েছেন|ব্যর্থ/iu;

/** Any printed amount. */
const MONEY = /(?:tk|৳|bdt|taka|ksh|kes|rwf|frw|ghs|gh¢|zmw|tzs|tsh|mzn|\bk)[ .]{0,2}\d|\d ?(?:tk|taka|টাকা|rwf|frw|mt|mzn|ksh)\b|\d ?টাকা/iu;

const PROMO =
  /\boffers?\b|cash ?back|\bwin\b|\bbonus\b|discount|\bfree\b|% ?off|\bdownload\b|\bdeals?\b|\bsave\b|congrat|\bget\b .{0,60}(?:tk|%|gb|৳)|\bgb\b|\bminutes?\b|\bcampaign\b|\bprize\b|\blucky\b|\beid\b|\bjoin\b|\bvisit\b|\bshop\b|\benjoy\b|\bup ?to\b|\bnow\b.{0,80}!|\bdial\b|অফার|ক্যাশব্যাক|জিতুন|জিতে|ফ্রি|ডিসকাউন্ট|ছাড়|বোনাস|উপহার|ধামাকা|পুরস্কার|promoc|oferta|ganha|aproveita/iu;
const NOTICE =
  /unpaid|has been received\. please wait|request has been received|authori[sz]ed .{1,80} for payment|(?:pin|password) (?:has been|was|is|change|reset)|(?:changed|reset|updated|set) (?:your )?(?:pin|password)|(?:logged|signed) in|new device|device (?:change|bind)|registered|registration|activated|deactivated|blocked|unblocked|suspended|verified|kyc|nid\b|due date|bill (?:amount|month)|reminder|scheduled|maintenance|unavailable|terms|policy|limit (?:has been|is|exceeded)|linked|unlinked|subscri|dear (?:customer|user|agent|merchant|sir|valued)|wrong pin|incorrect pin|insufficient|auto ?pay|statement|profile|update your|welcome|thank you for|পিন (?:পরিবর্তন|রিসেট)|লগইন|লগ ইন|নিবন্ধন|রেজিস্ট্রেশন|সক্রিয়|সম্মানিত গ্রাহক|প্রিয় গ্রাহক|অনুরোধ গৃহীত/iu;

/** The table, in order of trial. */
export const NOISE_RULES: readonly NoiseRule[] = [
  { name: "otp", kind: "otp", all: [CODE, CODE_DIGITS], none: [MOVEMENT] },
  { name: "code_warning", kind: "otp", all: [SECRET, WARNING, LONE_DIGITS], none: [MOVEMENT, HAPPENED] },
  { name: "notice_warning", kind: "notice", all: [SECRET, WARNING], none: [MOVEMENT, HAPPENED, MONEY] },
  { name: "notice_token", kind: "notice", all: [/\btoken\b/i, /\bmeter\b/i, /energy cost|demand charge|\bvat\b|\bkwh\b/i], none: [MOVEMENT] },
  { name: "notice_opted", kind: "notice", all: [/you have successfully (?:opted|subscribed|unsubscribed|registered)\b/i], none: [MOVEMENT] },
  { name: "notice_binding", kind: "notice", all: [/\baccount binding\b/i], none: [MOVEMENT, MONEY] },
  { name: "notice_invitation", kind: "notice", all: [/to receive the money,? open\b/i], none: [MOVEMENT] },
  { name: "notice_discount", kind: "notice", all: [/\breceived (?:bdt|tk)\.? ?[\d.,]+ discount\b/i], none: [MOVEMENT] },
  { name: "notice_reversal", kind: "notice", all: [/^a reversal has been initiated\b/i], none: [MOVEMENT] },
  {
    name: "notice_ahead",
    kind: "notice",
    all: [/will be (?:automatically |auto[- ]?)?(?:deducted|debited|charged|collected)|(?:repayment|instal?lment|emi)\b.{0,60}\bdue (?:on|date|today)/i],
    none: [MOVEMENT],
  },
  {
    name: "notice_bill",
    kind: "notice",
    all: [/\bbiller\b|\bbill\b/i, /unpaid|paid as on|due (?:date|on)|payment status/i],
    none: [/successfully paid/i, MOVEMENT],
  },
  {
    name: "notice_request",
    kind: "notice",
    all: [/request (?:has been|is|was) (?:received|submitted|being processed|accepted|under process)/i],
    none: [MOVEMENT],
  },
  {
    name: "notice_authorised",
    kind: "notice",
    all: [/you have (?:been )?(?:authori[sz]ed|de-?authori[sz]ed|linked|removed|added) /i],
    none: [MOVEMENT, MONEY],
  },
  {
    name: "notice_account",
    kind: "notice",
    all: [
      /\b(?:pin|password|log ?in|device|registration|account|kyc|nid)\b.{0,60}(?:changed|reset|updated|success|complete|created|opened|activated|blocked|locked|suspended|verified|closed|detected|attempt|rejected|approved)|পিন .{0,40}(?:পরিবর্তন|রিসেট)/iu,
    ],
    none: [MOVEMENT, MONEY],
  },
  { name: "promo", kind: "promo", all: [PROMO], none: [MOVEMENT, HAPPENED] },
  { name: "notice", kind: "notice", all: [NOTICE], none: [MOVEMENT, HAPPENED, MONEY] },
];
