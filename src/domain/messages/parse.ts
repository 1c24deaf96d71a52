/** Puts the steps together: recognise, match, mean, weigh. */
import { mayCollect, moves } from "../ledger/message-kinds.ts";
import { denies, undoneBy } from "./negation-phrases.ts";
import { lookAlikes, trxDate, twoIds } from "./evidence.ts";
import { openDirection } from "./direction.ts";
import { isDenial } from "./explain.ts";
import type { OwnRules, ParseInput } from "./input.ts";
import { matchBehind } from "./leading.ts";
import { isUnusual, kindFor, type Meaning } from "./meaning.ts";
import { matchAmong, matchLayout, offsetMinutesOf, type Captures, type Match } from "./match.ts";
import { foldText, MAX_TEXT_LENGTH, mentionsCode, normaliseText, stripForwarderPrefix, stripGreeting, trxKey } from "./normalise.ts";
import { mustHaveMoved } from "./own-rules.ts";
import { partyWord, referenceSays, type NotParty } from "./party.ts";
import { foreignDigits, idEvidence, printingOf, stateInId } from "./printing.ts";
import { NOISE_RULES } from "./rules/noise.ts";
import { isSenderOf, MESSAGE_OPERATORS, operatorsOfSender } from "./senders.ts";
import { HOLDING_CODES, PROOF_CODES, SUSPICIOUS_CODES, type Evidence, type EvidenceCode, type MessageOperator, type ParsedMessage } from "./types.ts";
import { cleanParty, cleanReference, formatOffset, parseMoney, parseTime, plainNumber } from "./values.ts";

const NOTHING = {
  class: null,
  kind: "unknown",
  direction: "none",
  amount: null,
  fee: null,
  commission: null,
  commissionPrinted: null,
  balance: null,
  trxId: null,
  trxKey: null,
  counterparty: null,
  reference: null,
  operatorTime: null,
  extra: null,
  unexplained: [],
  ruleId: null,
  ruleVersion: null,
} as const;

interface Found {
  readonly operator: MessageOperator;
  readonly match: Match;
  readonly text: string;
  /** A rule of people has read it. */
  readonly own?: true;
}

/** Operators to try: the given one, those of the sender, or all. */
function candidates(input: ParseInput): readonly MessageOperator[] {
  if (input.operator !== null) return [input.operator];
  const bySender = input.sender === null ? [] : operatorsOfSender(input.sender);
  return bySender.length > 0 ? bySender : MESSAGE_OPERATORS;
}

/** What a text is without what stands before it. Most texts have neither a sender's name nor a greeting there: then all three are one and the same. */
export function formsOf(text: string): readonly string[] {
  const stripped = stripForwarderPrefix(text);
  const forms = [stripped];
  for (const form of [stripGreeting(stripped), text]) if (!forms.includes(form)) forms.push(form);
  return forms;
}

function findOwn(own: OwnRules, operators: readonly MessageOperator[], forms: readonly string[]): Found | null {
  for (const form of forms) {
    const lower = form.toLowerCase();
    for (const operator of operators) {
      const layouts = own.get(operator);
      const match = layouts === undefined ? null : matchAmong(layouts, form, lower);
      // A one-time code is masked where it is told as one; no rule of people may take it for something else.
      if (match && (match.captures.trx !== undefined || !mentionsCode(form))) return { operator, match, text: form, own: true };
    }
  }
  return null;
}

/** Whether one of these rules fits the text as a whole, whatever else does. */
export function fitsOwn(own: OwnRules, text: string): boolean {
  return text.length <= MAX_TEXT_LENGTH && findOwn(own, [...own.keys()], formsOf(normaliseText(text))) !== null;
}

/**
 * What these rules alone would read of a text, whatever else reads it; null: nothing. For comparing, never for what counts:
 * that is {@link parseMessage}'s to say.
 */
export function readOwn(input: ParseInput & { readonly own: OwnRules }): ParsedMessage | null {
  if (input.text.length > MAX_TEXT_LENGTH) return null;
  const found = findOwn(input.own, candidates(input), formsOf(normaliseText(input.text)));
  return found === null ? null : parsedResult(input, found);
}

/** A layout that explains every word wins over one that does not; people's own rules are whole texts, and win over a shipped one that leaves words open. */
function findLayout(operators: readonly MessageOperator[], text: string, input: ParseInput): Found | null {
  const { own, harmless } = input;
  const forms = formsOf(text);
  let best: Found | null = null;
  for (const form of forms) {
    const lower = form.toLowerCase();
    for (const operator of operators) {
      const match = matchLayout(operator, form, lower, harmless) ?? matchBehind(operator, form, harmless);
      if (match === null) continue;
      const found = { operator, match, text: form };
      if (match.unexplained.length === 0) return found;
      best ??= found;
    }
  }
  if (own === undefined || own.size === 0) return best;
  // What a shipped rule finds doubtful by its words stays so, whatever people have taught.
  if (best !== null && parsedResult(input, best).evidence.some(({ code }) => code === "words_deny")) return best;
  return findOwn(own, operators, forms) ?? best;
}

function senderEvidence(input: ParseInput, operator: MessageOperator | null): Evidence | null {
  // Where the senders that count are given, none is none of them; without such a list a text is only being looked at.
  if (input.sender === null) return { code: input.senderIds === undefined ? "sender_missing" : "sender_unknown", detail: "" };
  const known = operator === null ? operatorsOfSender(input.sender).length > 0 : isSenderOf(operator, input.sender, input.senderIds);
  return known ? null : { code: "sender_unknown", detail: input.sender.slice(0, 40) };
}

const money = (captured: string | undefined): bigint | null => (captured === undefined || captured === "" ? null : parseMoney(captured));

function fieldsOf(captures: Captures, operator: MessageOperator) {
  const trxId = captures.trx === undefined || captures.trx === "" ? null : captures.trx;
  return {
    amount: money(captures.amount),
    fee: money(captures.fee),
    commission: money(captures.comm),
    commissionPrinted: captures.comm === undefined ? null : plainNumber(captures.comm),
    balance: money(captures.balance),
    extra: money(captures.extra),
    trxId,
    trxKey: trxId === null ? null : trxKey(trxId),
    counterparty: captures.party === undefined ? null : cleanParty(captures.party),
    reference: captures.ref === undefined ? null : cleanReference(captures.ref),
    operatorTime: captures.dt === undefined ? null : parseTime(captures.dt, formatOffset(offsetMinutesOf(operator))),
  };
}

/** A time that stands after the layout but was not understood, or one that is no real time. */
function timeEvidence(captures: Captures, operatorTime: string | null, tail: string): Evidence | null {
  const unread = captures.dt === undefined ? /^[\s,.]{0,3}(?:(?:at|on|date)[: ]{0,2})?\d{1,4}[-/]\d{1,2}/i.test(tail) : operatorTime === null;
  return unread ? { code: "time_unreadable", detail: (captures.dt ?? tail).slice(0, 40) } : null;
}

const FRAGMENT_SHOWN = 200;
const DIGITS = /\d/g;

/** A word beside a number, or what is no name: a denial only by its words, and of nobody's money but one that came. */
function partyCode({ words, odd }: NotParty, credit: boolean): EvidenceCode {
  if (odd) return "value_words";
  return denies(words) ? "words_deny" : credit ? "party_words" : "value_words";
}

/** One observation for each fragment that nothing explains. A number in the place of the party is no denial: it is a part of it. */
function openWords(operator: MessageOperator, { unexplained, notParty }: Match, credit: boolean): readonly Evidence[] {
  return unexplained.map((fragment) => {
    const code =
      fragment === notParty?.words ? partyCode(notParty, credit) : isDenial(operator, fragment) ? ("words_deny" as const) : ("unexplained_words" as const);
    return { code, detail: (mentionsCode(fragment) ? fragment.replace(DIGITS, "•") : fragment).slice(0, FRAGMENT_SHOWN) };
  });
}

const LETTER_BESIDE = /[\p{L}\p{M}\d]/u;

/** A text without a value, once for each place where it stands as words of its own: which of them is the value is not known. */
function withoutValue(text: string, value: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const end = at + value.length;
    if (!LETTER_BESIDE.test(text.charAt(at - 1)) && !LETTER_BESIDE.test(text.charAt(end))) found.push(`${text.slice(0, at)} ${text.slice(end)}`);
  }
  return found;
}

/** The words of an own rule say that the money has not come, or goes back: those of its alternatives that stand in this text, and whatever an older build let pass. */
function ownWordsDeny({ operator, match: { rule, captures }, text, own }: Found): Evidence | null {
  if (own === undefined || !mustHaveMoved(rule.class.slice(operator.length + 1))) return null;
  // What people write is free, and judged for itself.
  const free = captures.ref || captures.party;
  const without = free === undefined || free === "" ? [] : withoutValue(text, free);
  for (const words of without.length > 0 ? without : [text]) {
    const detail = undoneBy(words);
    if (detail !== null) return { code: "words_deny", detail: detail.slice(0, FRAGMENT_SHOWN) };
  }
  return null;
}

/** What people wrote into a text, or an operator's own sentence in its place: one look at each value that is free. */
function valueWords(operator: MessageOperator, { kind }: Meaning, counterparty: string | null, reference: string | null): readonly Evidence[] {
  const found: Evidence[] = [];
  const party = counterparty === null ? null : partyWord(counterparty, mayCollect(kind));
  if (party !== null) found.push({ code: "party_words", detail: party });
  const says = referenceSays(operator, kind, reference);
  if (says !== null) found.push({ code: says === "denies" ? "words_deny" : "value_words", detail: (reference ?? "").slice(0, FRAGMENT_SHOWN) });
  return found;
}

/** Clocks differ, and zones are mistaken; a day is more than both. */
const AHEAD_MS = 86_400_000;

/** The printed time lies behind the one when the message came. */
function aheadEvidence(operatorTime: string | null, atMs: number | undefined): Evidence | null {
  if (operatorTime === null || atMs === undefined || Date.parse(operatorTime) - atMs <= AHEAD_MS) return null;
  return { code: "time_ahead", detail: operatorTime };
}

// oxlint-disable-next-line no-control-regex -- the range is the point: in plain ASCII nothing only looks like something else
const ASCII_ONLY = /^[\x00-\x7F]*$/;

function parsedResult(input: ParseInput, found: Found): ParsedMessage {
  const { operator, match, text } = found;
  const { rule, captures, tail, unexplained } = match;
  const fields = fieldsOf(captures, operator);
  const meaning = kindFor(operator, input.walletType, rule.class);
  const movesMoney = moves(meaning.kind);
  const plain = ASCII_ONLY.test(input.text);
  const evidence = [
    ...match.evidence,
    senderEvidence(input, operator),
    twoIds(operator, text),
    ...printingOf(operator, { captures, ...fields }, text),
    fields.trxKey === null ? null : trxDate(operator, fields.trxKey, fields.operatorTime),
    fields.trxId === null ? null : lookAlikes(fields.trxId),
    timeEvidence(captures, fields.operatorTime, tail),
    aheadEvidence(fields.operatorTime, input.atMs),
    idEvidence(operator, fields.trxId, fields.trxKey, plain ? text : foldText(input.text)),
    plain ? null : foreignDigits(operator, input.text),
    fields.amount === 0n && movesMoney ? ({ code: "no_amount", detail: "" } as const) : null,
    ...(!movesMoney ? [] : valueWords(operator, meaning, fields.counterparty, fields.reference)),
    // What moves nothing pays nothing, whatever is said around it.
    ownWordsDeny(found),
    ...(!movesMoney ? [] : openWords(operator, match, meaning.direction === "credit")),
    movesMoney ? stateInId(fields) : null,
    movesMoney ? openDirection(operator, input.walletType, match, meaning, text) : null,
    isUnusual(operator, input.walletType, rule.class) ? ({ code: "unusual_for_wallet", detail: "" } as const) : null,
  ].filter((item) => item !== null);
  const suspicious = evidence.some(({ code }) => SUSPICIOUS_CODES.has(code));
  const doubted = movesMoney && evidence.some(({ code }) => PROOF_CODES.has(code) || (meaning.direction === "credit" && HOLDING_CODES.has(code)));
  // Written out: spreading three objects into a fourth costs more than reading the fields did.
  return {
    operator,
    class: rule.class,
    kind: suspicious ? "spoof_suspect" : meaning.kind,
    direction: suspicious ? "none" : meaning.direction,
    status: suspicious ? "suspicious" : doubted ? "review" : "parsed",
    amount: fields.amount,
    fee: fields.fee,
    commission: fields.commission,
    commissionPrinted: fields.commissionPrinted,
    balance: fields.balance,
    extra: fields.extra,
    trxId: fields.trxId,
    trxKey: fields.trxKey,
    counterparty: fields.counterparty,
    reference: fields.reference,
    operatorTime: fields.operatorTime,
    evidence,
    unexplained,
    ruleId: rule.id,
    ruleVersion: rule.version,
  };
}

const looksLikeMovement = /(?:trx|txn) ?id[:. ]{0,3}[A-Z0-9]{5}/i;

/** No layout fitted: noise by its words, or unknown. */
function unmatchedResult(input: ParseInput, text: string, extra: readonly Evidence[]): ParsedMessage {
  const bySender = input.sender === null ? [] : operatorsOfSender(input.sender);
  const operator = input.operator ?? (bySender.length === 1 ? (bySender[0] ?? null) : null);
  const sender = senderEvidence(input, operator);
  const evidence = sender === null ? [...extra] : [...extra, sender];
  // Word rules know one space between words; texts come with more and with line breaks inside a sentence.
  const words = foldText(text);
  const noise =
    extra.length > 0 ? undefined : NOISE_RULES.find(({ all, none }) => all.every((word) => word.test(words)) && !none.some((word) => word.test(words)));
  if (noise)
    return {
      ...NOTHING,
      operator,
      kind: noise.kind,
      class: operator === null ? noise.kind : `${operator}.${noise.kind}`,
      evidence,
      ruleId: `noise.${noise.name}`,
      ruleVersion: 1,
      status: "noise",
    };
  // From a phone number, with a transaction id: somebody writes as an operator would.
  const imitates = sender?.code === "sender_unknown" && /^\+?\d{7,}$/.test(input.sender ?? "") && looksLikeMovement.test(text);
  if (imitates)
    return {
      ...NOTHING,
      operator,
      kind: "spoof_suspect",
      evidence: [...evidence, { code: "imitation", detail: "" }],
      status: "suspicious",
    };
  return { ...NOTHING, operator, evidence, status: "unparsed" };
}

/**
 * Reads one message. Never throws, never guesses: a text that fits no layout as a whole has no values. Values of a
 * suspicious text are kept for a person to see; its kind is `spoof_suspect` and it must never pay anything.
 */
export function parseMessage(input: ParseInput): ParsedMessage {
  if (input.text.length > MAX_TEXT_LENGTH) return unmatchedResult(input, "", [{ code: "too_long", detail: String(input.text.length) }]);
  const text = normaliseText(input.text);
  const found = findLayout(candidates(input), text, input);
  return found ? parsedResult(input, found) : unmatchedResult(input, text, []);
}
