/**
 * Bangla sentences. No real operator text in Bangla script has been seen: these are the shapes that
 * translations of the English layouts take, one table for all four operators. An act word, where it stands, and the
 * particle after the number decide; labelled fields follow in any of the usual orders.
 */
import type { LayoutRow } from "./build.ts";

const OK = "[ সফলভাবে][ সফল| সম্পন্ন| সফলভাবে সম্পন্ন][ হয়েছে| হয়েছে| হলো| করা হয়েছে]";
const MUST_OK = "[ সফলভাবে]( সফলভাবে সম্পন্ন| সফল| সম্পন্ন| গৃহীত| করেছেন)[ হয়েছে| হলো| করা হয়েছে]";
const MY = "[দুঃখিত, ][আপনার ][বিকাশ |নগদ |রকেট |উপায় ][পার্সোনাল |এজেন্ট |মার্চেন্ট ][মোবাইল ][(একাউন্ট|অ্যাকাউন্ট|ওয়ালেট)( থেকে|টি থেকে|ে| এ|টে|-এ| হতে) ]";
/** Out of the owner's account, which must be said. */
const OUT_OF_MINE = "[আপনার ][বিকাশ |নগদ |রকেট |উপায় ][পার্সোনাল |এজেন্ট |মার্চেন্ট ](একাউন্ট|অ্যাকাউন্ট|ওয়ালেট)( থেকে|টি থেকে| হতে) ";
const FROM = "[ নম্বর| নাম্বার] (থেকে|হতে)";
const TO = "[ নম্বরে| নাম্বারে| নম্বর| নাম্বার][-][ (এ|তে|কে|এর কাছে|বরাবর|এ|র জন্য)]";
/** The same where it alone says that the money goes there. */
const TO_PARTICLE = "[ নম্বর| নাম্বার][-] (নম্বরে|নাম্বারে|এ|তে|কে|এর কাছে|বরাবর)";
const NUMBER_LABEL = "(প্রেরক|প্রাপক|গ্রাহক|কাস্টমার|উদ্যোক্তা|এজেন্ট|মোবাইল|নম্বর|নাম্বার|মার্চেন্ট|একাউন্ট|অ্যাকাউন্ট|বিলার|ব্যাংক)[ নম্বর| নং| নাম্বার]";
const NUMBERED = `${NUMBER_LABEL}: {phone}.`;
const TAILS = [" @TAIL", " @BARE"] as const;
const FREE_TAILS = ["@FREE"] as const;

interface Act {
  readonly word: string;
  /** With a number that the money comes from, goes to, and with no number at all. */
  readonly from: string;
  readonly to: string;
  readonly alone: string;
}

const ACTS: readonly Act[] = [
  { word: "(ক্যাশ-ইন|ক্যাশইন)", from: "cash_in_from", to: "cash_in_to", alone: "cash_in_done" },
  { word: "(ক্যাশ-আউট|ক্যাশআউট)", from: "cash_out_from", to: "cash_out_to", alone: "cash_out_done" },
  { word: "(সেন্ড-মানি|সেন্ডমানি|টাকা পাঠানো)", from: "receive", to: "send_money", alone: "send_money" },
  { word: "(মার্চেন্ট পেমেন্ট|পেমেন্ট)", from: "payment_received", to: "payment_sent", alone: "payment_sent" },
  { word: "(মোবাইল রিচার্জ|রিচার্জ)", from: "recharge", to: "recharge", alone: "recharge" },
  { word: "(বিল পরিশোধ|বিল পেমেন্ট|পে বিল|বিল পে|বিল)", from: "bill_paid", to: "bill_paid", alone: "bill_paid" },
  { word: "(অ্যাড মানি|এড মানি|অ্যাড-মানি)", from: "deposit", to: "deposit", alone: "deposit" },
  { word: "(রিফান্ড)", from: "refund_received", to: "refund_sent", alone: "refund_received" },
  { word: "(ক্যাশব্যাক|ক্যাশ-ব্যাক)", from: "cashback", to: "cashback", alone: "cashback" },
  { word: "(রেমিট্যান্স|রেমিটেন্স)", from: "remittance", to: "remittance", alone: "remittance" },
  { word: "(বিটুবি ট্রান্সফার|বিটুবি|B2B ট্রান্সফার|B2B)", from: "b2b_received", to: "b2b_sent", alone: "b2b_sent" },
  { word: "(ব্যাংক ট্রান্সফার|ব্যাংকে ট্রান্সফার|ফান্ড ট্রান্সফার)", from: "deposit", to: "bank_out", alone: "bank_out" },
];

/** Acts of which the bare word does not say whether the owner did them or somebody else for him. */
const EITHER_WAY: ReadonlySet<string> = new Set(["send_money", "payment_sent", "b2b_sent", "bank_out", "cash_out_done", "refund_received"]);

/** What somebody does to give: done from a number, it is not said whose money went. */
const GIVES: ReadonlySet<string> = new Set(["send_money", "payment_sent", "b2b_sent", "bank_out"]);

const sample = (head: string): readonly string[] => [`${head}। ব্যালেন্স Tk ৫০০.০০। TrxID 9AB1CDE2F3`];

/** With no number at all. Whatever may go either way is read as the owner's act, and the balance decides where nothing says that it is. */
function aloneRows({ word, to, alone }: Omit<Act, "from">, shown: string, fields: string): readonly LayoutRow[] {
  const heads = (mine: string): readonly string[] => [`${mine}{amount} ${word}${MUST_OK}.`, `${mine}${word} {amount}${MUST_OK}.`];
  const labelled = `${MY}${word}[${MUST_OK}]${fields}`;
  const row = { name: alone, part: `bangla.alone.${to}`, version: 3, tails: FREE_TAILS, needsOne: ["trx", "balance"] } as const;
  const plain = sample(`আপনার একাউন্টে ২৫০ টাকা ${shown} সফল হয়েছে`);
  if (!EITHER_WAY.has(alone)) return [{ ...row, heads: [...heads(MY), `${labelled}[ ${NUMBERED}]`], examples: plain }];
  const unsaid: LayoutRow = { ...row, part: `${row.part}.unsaid`, version: 1, heads: [...heads(MY), labelled], unsaid: true, examples: plain };
  // A refund comes back, or is given.
  if (alone === "refund_received") return [{ ...unsaid, heads: [...heads(MY), `${labelled}[ ${NUMBERED}]`] }];
  return [
    // Whoever cashes out of his own account is no agent, whatever wallet this is.
    {
      ...row,
      name: alone === "cash_out_done" ? "cash_out_to" : alone,
      part: `${row.part}.mine`,
      version: 1,
      heads: heads(OUT_OF_MINE),
      examples: sample(`আপনার একাউন্ট থেকে ২৫০ টাকা ${shown} সফল হয়েছে`),
    },
    { ...row, heads: [`${labelled} ${NUMBERED}`], examples: sample(`${shown} সফল। পরিমাণ: ২৫০ টাকা। নম্বর: ০১৭০০০০০০৬৩`) },
    unsaid,
  ];
}

function actRows({ word, from, to, alone }: Act): readonly LayoutRow[] {
  const plain = word.slice(1, -1).split("|")[0] as string;
  const shown = plain.replace("-", " ");
  const fields = `. (পরিমাণ|টাকার পরিমাণ|টাকা|অ্যামাউন্ট): {amount}.`;
  const done = [`${word} {amount} {phone}${FROM}${OK}.`, `${word} {amount} (থেকে|হতে) {phone}${OK}.`];
  const doneFrom = [`[আপনি ]{phone}${FROM} {amount} ${word}${MUST_OK}.`, `[আপনি ]{phone}${FROM} ${word} {amount}${OK}.`];
  return [
    {
      name: "failed",
      part: `bangla.${to}`,
      heads: [
        `${MY}[{phone}${TO} |{phone}${FROM} ]{amount}[ এর|র][ {phone}${TO}] ${word}[ অনুরোধ| রিকোয়েস্ট] (ব্যর্থ|অসফল|সফল হয়নি|সম্পন্ন হয়নি|বাতিল)[ হয়েছে].`,
        `${MY}${word}[ অনুরোধ| রিকোয়েস্ট]( {amount}[ {phone}${TO}| {phone}${FROM}]|) (ব্যর্থ|অসফল|সফল হয়নি|সম্পন্ন হয়নি|বাতিল)[ হয়েছে].[ পরিমাণ: {amount}.]`,
      ],
      tails: ["[ @FEE][ @BAL][ @TRX][ @BAL][ @AT]"],
      examples: [`আপনার ${shown} Tk ৫০.০০ ব্যর্থ হয়েছে। TrxID 9AB1CDE2F3`],
    },
    {
      name: from,
      part: `bangla.from.${to}`,
      version: 3,
      heads: [
        ...(GIVES.has(to) ? [] : done),
        `[আপনি ]{phone}${FROM} {amount} ${word}( পেয়েছেন| গ্রহণ করেছেন${GIVES.has(to) ? "" : `|${MUST_OK}`}).`,
        `[আপনি ]{phone}${FROM} ${word} {amount}( পেয়েছেন| গ্রহণ করেছেন${GIVES.has(to) ? "" : `|${OK}`}).`,
        `${word} (পেয়েছেন|গৃহীত[ হয়েছে])${fields}[ ${NUMBERED}]`,
        `[আপনি ]{amount} ${word} পেয়েছেন.`,
      ],
      tails: from === to ? FREE_TAILS : TAILS,
      needsOne: ["trx", "balance"],
      examples: sample(`আপনি ০১৭০০০০০০৬১ থেকে Tk ২৫০.০০ ${shown} পেয়েছেন`),
    },
    ...(GIVES.has(to)
      ? [
          {
            name: from,
            part: `bangla.from.${to}.unsaid`,
            heads: [...done, ...doneFrom],
            tails: TAILS,
            needsOne: ["trx", "balance"],
            unsaid: true,
            examples: sample(`${shown} Tk ২৫০.০০ ০১৭০০০০০০৬১ থেকে সফল হয়েছে`),
          } as const,
        ]
      : []),
    {
      name: to,
      part: "bangla.to",
      heads: [
        `${word} {amount} {phone}${TO_PARTICLE}${MUST_OK}.`,
        `${word} {amount} টু {phone}${OK}.`,
        `[আপনি ][A/C: ]{phone}${TO_PARTICLE} ${word} {amount}${OK}.`,
        `[আপনি ]${MY}{phone}${TO_PARTICLE} {amount} ${word}${MUST_OK}.`,
        `[আপনি ]{amount} {phone}${TO_PARTICLE} ${word}${MUST_OK}.`,
        `${word}${MUST_OK}[!]. {amount} [${NUMBER_LABEL}]: {phone}.`,
      ],
      tails: FREE_TAILS,
      needsOne: ["trx", "balance"],
      examples: sample(`০১৭০০০০০০৬২ নম্বরে ২৫০.০০ টাকা ${shown} সফল হয়েছে`),
    },
    ...aloneRows({ word, to, alone }, shown, fields),
  ];
}

/** Bangla layouts, the more particular first. */
export const BANGLA: readonly LayoutRow[] = [
  ...ACTS.flatMap(actRows),
  {
    name: "receive",
    part: "bangla",
    heads: [
      `[আপনি ][A/C: ]{phone}${FROM} {amount} (পেয়েছেন|গ্রহণ করেছেন|জমা হয়েছে|রিসিভ করেছেন).`,
      `[আপনি ]{amount} (পেয়েছেন|গ্রহণ করেছেন|রিসিভ করেছেন) {phone}${FROM}.`,
      `${MY}{phone}${FROM} {amount} (জমা|যোগ) হয়েছে.`,
      `[টাকা |মানি ](পেয়েছেন|গ্রহণ|রিসিভড|রিসিভ[ হয়েছে]). (পরিমাণ|টাকার পরিমাণ): {amount}.[ ${NUMBER_LABEL}: {phone}.]`,
    ],
    examples: sample("আপনি ০১৭০০০০০০৬৪ থেকে ৫০.০০ টাকা পেয়েছেন"),
  },
  {
    name: "send_money",
    part: "bangla",
    heads: [
      `[আপনি ]{phone}${TO} {amount} (পাঠিয়েছেন|সেন্ড করেছেন|প্রেরণ করেছেন).`,
      `[আপনি ]{amount} {phone}${TO} (পাঠিয়েছেন|সেন্ড করেছেন|প্রেরণ করেছেন).`,
      `টাকা (পাঠিয়েছেন|পাঠানো সফল[ হয়েছে]). পরিমাণ: {amount}.[ ${NUMBER_LABEL}: {phone}.]`,
    ],
    tails: FREE_TAILS,
    needsOne: ["trx", "balance"],
    examples: sample("আপনি ০১৭০০০০০০৬৫ নম্বরে ৫০.০০ টাকা পাঠিয়েছেন"),
  },
  {
    name: "balance",
    part: "bangla",
    heads: ["[আপনার ][বর্তমান ][বিকাশ |নগদ |রকেট |উপায় ][(একাউন্ট|অ্যাকাউন্ট)[ এর|ের] ][বর্তমান ]ব্যালেন্স[ হলো]: {balance}."],
    tails: ["[ @AT]$"],
    examples: ["আপনার বর্তমান ব্যালেন্স ৫০.০০ টাকা।"],
  },
];
