/** A message with an advertisement in front of it (Nagad prints them so). */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { matchLayout, type Match } from "./match.ts";
import { ASKING, NOT_YET_AT_END } from "./turning.ts";
import { SUSPICIOUS_CODES, type MessageOperator } from "./types.ts";

/** Words of a message about money: what stands before a later layout must hold none of them, or it is an offer that says nothing of a movement. */
const SPEAKS_OF_MONEY =
  /\b(?:ref|reference|trx ?id|txn ?id|balance|fee|sender|receive|received|successful|sent|paid|refunded|reversed|transferred|failed|pending|request|requested|will be)\b|(?:\btk|\bbdt|৳)[. ]{0,3}$|\bfrom (?:a\/c|\+?\d)|রেফারেন্স|ব্যালেন্স|ফি /;
/** A warning quotes a message, an advertisement does not: what follows such words is somebody's example. */
const WARNS = /fraud|\bscam|\bfake\b|\bbeware\b|\bexample\b|\bsample\b|\bwarning\b|phishing|প্রতার|ভুয়া|সতর্ক|জাল /;
const joined = (...parts: readonly RegExp[]): RegExp =>
  new RegExp(
    parts
      .map(({ source }) => source)
      .join("|")
      .normalize("NFC"),
    "i",
  );
const NO_PROMOTION = joined(SPEAKS_OF_MONEY, WARNS);

/** What an operator prints of a movement, known or not: a payer's reference in it could pose as a message of its own. */
const MOVEMENT = [
  // Labels with something behind, ids, numbers of people.
  /\b(?:amount|amt|sender|receiver|customer|uddokta|agent|merchant|biller|mobile|account|a\/c|from|to|fees?|comm(?:ission)?|charge|bal(?:ance)?|date|time|trx ?id|txn ?id) ?:/,
  /\b(?:ref|reference|sender|trx ?id|txn ?id|transaction id)\b|\bfrom (?:a\/c|\+?\d)|(?<!\d)(?:\+?88)?01\d{9}(?!\d)|\*{2,}\d|\b(?:balance|bal|fee|comm)(?: is)? (?:tk|bdt|৳)?[. ]{0,2}\d+\.\d{2}(?!\d)/,
  // Something that was done.
  /\byou(?:'ve| have)\b|\b(?:has|have|had|was|were|is|are|been|being|be|successfully) (?:been |now |already |successfully )?(?:received|sent|paid|credited|debited|deducted|added|transferred|refunded|reversed|returned|withdrawn|completed|done|successful|unsuccessful|processed|accepted|requested|failed|declined|held|blocked)\b/,
  /\b(?:received|sent|paid|credited|debited|deducted|transferred|refunded|reversed|returned|withdrawn)(?: of| from| to| by)? ?:? ?(?:tk|bdt|৳|\d)|(?:(?:tk|bdt|৳)\.? ?[\d,.]+|\d ?(?:tk|taka)) (?:has|was|is|from|to|received|sent|paid|credited|debited|added|deducted|transferred|refunded|reversed|returned|withdrawn)\b/,
  /\b(?:received|successful|sent|paid|completed|done)\s?[.:।]|\b(?:money|cash[ -]?(?:in|out)|payment|b2b|transfer|add money|send money|recharge|remittance|salary) (?:is |was |has been )?(?:received|sent|successful|unsuccessful|failed|completed)\b/,
  // Something that is not.
  /\b(?:failed|failure|pending|unsuccessful|declined|cancell?ed|reversed|refunded|reverted|on hold|will be|requested|request (?:for|of|from|to|received|is|was))\b|(?:\btk|\bbdt|৳)[. ]{0,3}$/,
  /রেফারেন্স|(?:ব্যালেন্স|ফি|চার্জ)[: ]{1,3}(?:tk|৳)? ?[\d.]+\.\d{2}|পেয়েছেন|পাঠিয়েছেন|সফল|ব্যর্থ|বাতিল|পরিমাণ|প্রেরক|গ্রাহক:/,
] as const;
const NO_OFFER = joined(...MOVEMENT, WARNS);
/** An offer shows itself. */
const OFFER = joined(
  /\b(?:offers?|cash ?back|win|bonus|discount|free|off|enjoy|get|save|deals?|prize|lucky|gifts?|earns?|visit|download|click|shop|buy|campaign|eid|app|lowest|only|up ?to|best|refer)\b|%|[a-z0-9]\.(?:io|com|sh|ly|me|bd)\b/,
  /অফার|ক্যাশব্যাক|জিতুন|ফ্রি|ডিসকাউন্ট|ছাড়|বোনাস|উপহার|মাত্র|হাজারে/,
);

const HEAD_LIMIT = 300;
/** Where a message may begin: behind a line, a sentence or an address, and at a heading right behind a sign. */
const BEGINNINGS =
  /\n|[.!?।]\s{1,2}|[!?|*)]\s{0,2}(?=(?:Money|Cash (?:In|Out)|Payment|B2B) Received)|\S\.[a-z]{2,10}\/\S{1,30}?(?:\s{1,2}|(?=(?:Money|Cash (?:In|Out)|Payment|B2B) Received))/gi;
/** Words that say nothing without the one before them, which would be taken for a promotion's. */
const NO_HEADING = /^(?:received?|amount|amt|successful)\b/i;
/** An amount in the skipped text is a promotion's where a line break parts it from the message, or where an offer names it. */
const AMOUNT = /(?:tk|bdt|৳)\.? ?\d|\d ?(?:tk|taka|টাকা)/i;

/** With words of money in front, only a message that has all that the operator prints is one. */
const isComplete = ({ captures, evidence }: Match): boolean =>
  captures.trx !== undefined && (captures.balance !== undefined || captures.dt !== undefined) && !evidence.some(({ code }) => SUSPICIOUS_CODES.has(code));

/** What stands in front: nothing of money, an offer that speaks of it, not enough to tell yet, or a movement. */
function headIs(operator: MessageOperator, head: string): "plain" | "offer" | "open" | "movement" {
  if (ASKING.test(head) || NOT_YET_AT_END.test(head)) return "movement";
  const money = NO_PROMOTION.test(head);
  if (!money && (head.endsWith("\n") || !AMOUNT.test(head))) return "plain";
  // Nagad alone is known to advertise in front.
  if (operator !== "nagad") return money ? "movement" : "open";
  if (NO_OFFER.test(head)) return "movement";
  return OFFER.test(head) ? "offer" : "open";
}

/**
 * A promotion may stand before the message (Nagad): the layout is then sought at the line breaks of the first part,
 * and after a sentence or an address where line breaks were lost. The text skipped must not tell of a movement itself:
 * otherwise a payer's reference inside an unknown layout could pose as a message of its own.
 */
export function matchAfterPromotion(operator: MessageOperator, text: string): Match | null {
  if (OPERATOR_INFO[operator].currency !== "BDT") return null;
  for (const found of text.slice(0, HEAD_LIMIT).matchAll(BEGINNINGS)) {
    const start = found.index + found[0].length;
    const is = headIs(operator, text.slice(0, start));
    if (is === "movement") return null;
    const rest = text.slice(start);
    if (is === "open" || NO_HEADING.test(rest)) continue;
    const match = matchLayout(operator, rest, rest.toLowerCase());
    if (match?.captures.amount !== undefined && (is === "plain" || isComplete(match)))
      return { ...match, evidence: [...match.evidence, { code: "leading_text", detail: "" }] };
  }
  return null;
}
