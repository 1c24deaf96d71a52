/** Runs the compiled layouts of an operator over a normalised text. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { mayCollect } from "../ledger/message-kinds.ts";
import { fieldsInTail, hidesId, imitatingReference, tornId } from "./evidence.ts";
import { unexplainedIn } from "./explain.ts";
import { kindFor } from "./meaning.ts";
import { beyondParty, isValue, mayBeParty, type NotParty } from "./party.ts";
import { operatorsOwn, payersAlone } from "./payer-words.ts";
import { MESSAGE_OPERATORS } from "./senders.ts";
import { startOf } from "./dispatch.ts";
import { layoutsOf, readyOf, type CompiledLayout, type OperatorLayouts, type Runnable } from "./layouts.ts";
import { greedy, type Part } from "./template.ts";
import type { Evidence, Field, HarmlessEndings, MessageOperator, MessageRule } from "./types.ts";
import { beyondMoney, cleanReference } from "./values.ts";

/** Captured texts by field; absent fields are missing. */
export type Captures = Partial<Record<Field, string>>;

/** A layout that fitted. */
export interface Match {
  readonly rule: MessageRule;
  readonly captures: Captures;
  readonly tail: string;
  readonly evidence: readonly Evidence[];
  /** What the layout does not explain, in order. */
  readonly unexplained: readonly string[];
  /** The first of these where it is what stands in the place of the party. */
  readonly notParty: NotParty | null;
}

interface Reading {
  readonly captures: Captures;
  /** What stands in the open places of the layout. */
  readonly open: string[];
  /** Fields captured in two places with two values. */
  readonly doubled: Field[];
  tail: string;
}

/** How a pattern is run: as written, or as its twin with the payer's text as long as possible. */
type Form = (pattern: Runnable) => RegExp;
const asWritten: Form = ({ short }) => short;
const longReference: Form = (pattern) => {
  pattern.long ??= new RegExp(greedy(pattern.short.source));
  return pattern.long;
};

function collect(reading: Reading, { fields }: Runnable, found: RegExpExecArray): void {
  const { captures, doubled } = reading;
  for (let index = 0; index < fields.length; index += 1) {
    const text = found[index + 1];
    if (text === undefined) continue;
    const field = fields[index] as Part;
    if (field === "tail") reading.tail = text;
    else if (field === "skip") {
      if (text !== "") reading.open.push(text);
    } else if (captures[field] === undefined || captures[field] === "") captures[field] = text;
    else if (captures[field] !== text) doubled.push(field);
  }
}

/** A balance that a tail left over, right behind it: perhaps another tail has a place for it. */
const LEFT_BALANCE = /^[\s.,।]{0,4}(?:(?:new|your|current|available) )?(?:balance|bal|ব্যালেন্স|ব্যালান্স)[\s:.]{0,3}(?:tk|bdt|৳)?[\s.]{0,2}\d/i;

function read(layout: CompiledLayout, text: string, form: Form): Reading | null {
  const { head, tails } = readyOf(layout);
  const found = form(head).exec(text);
  if (!found) return null;
  const reading: Reading = { captures: {}, open: [], doubled: [], tail: "" };
  collect(reading, head, found);
  if (tails.length === 0) return reading;
  const rest = text.slice(found[0].length);
  let leaving: { readonly tail: Runnable; readonly end: RegExpExecArray } | null = null;
  for (const tail of tails) {
    // One without an id would take the id for the payer's words.
    if (leaving !== null && !tail.fields.includes("trx")) continue;
    const end = form(tail).exec(rest);
    if (!end) continue;
    if (LEFT_BALANCE.test(end.at(-1) ?? "")) {
      leaving ??= { tail, end };
      continue;
    }
    collect(reading, tail, end);
    return reading;
  }
  if (leaving === null) return null;
  collect(reading, leaving.tail, leaving.end);
  return reading;
}

/** What a field is in both readings, as a person compares it. */
const readings = (...texts: readonly (string | undefined)[]): string =>
  [...new Set(texts)].flatMap((text) => (text === undefined ? [] : [text.trim().slice(0, 40)])).join(" / ");

const COMPARED = ["amount", "fee", "comm", "balance", "trx", "party", "dt"] as const satisfies readonly Field[];

/**
 * Reads the text a second time with the payer's words as long as possible. Both readings keep all words, so a field
 * that has two values was written once by the operator and once by the payer. The text is then refused; shown are the
 * values of the second reading, which gives the payer as much as possible and so takes as little from him.
 */
function secondReading(layout: CompiledLayout, text: string, reading: Reading): { reading: Reading; evidence: Evidence | null } {
  const { captures, doubled } = reading;
  // Two values under one label: one of them stood under another, or somebody wrote it.
  if (captures.ref === undefined)
    return { reading, evidence: doubled.length === 0 ? null : { code: "layout_broken", detail: doubled.map((field) => captures[field] ?? "").join("; ") } };
  const other = read(layout, text, longReference) ?? reading;
  const differing = COMPARED.filter(
    (field) => doubled.includes(field) || (other.captures[field] !== undefined && captures[field] !== undefined && other.captures[field] !== captures[field]),
  );
  const { rule } = layout;
  if (other.tail === reading.tail && differing.every((field) => payersAlone(rule.operator, rule.class, field)))
    return { reading: { ...reading, captures: operatorsOwn(rule.operator, rule.class, captures, other.captures) }, evidence: null };
  return {
    reading: other,
    evidence: { code: "reference_ambiguous", detail: differing.map((field) => readings(captures[field], other.captures[field])).join(", ") },
  };
}

const PRINTED_LAST = ["balance", "fee", "comm"] as const satisfies readonly Field[];
const DECIMALS = /\.\d{2}/;
const MONEY = ["amount", "fee", "comm", "balance", "extra"] as const satisfies readonly Field[];

/**
 * The figure that ends the text with fewer decimals than the amount has: the rest may have been cut off on the way. Nothing is
 * missing behind a nought, nor where a full stop follows the decimals.
 */
function cutFigure({ amount, trx, dt, ...captures }: Captures, text: string): (typeof PRINTED_LAST)[number] | undefined {
  if (amount === undefined || !DECIMALS.test(amount) || /\d\.\d[.।]\s{0,4}$/.test(text)) return undefined;
  const end = text.replace(/[\s.,।]{1,4}$/, "");
  if ((dt !== undefined && end.endsWith(dt)) || (trx !== undefined && end.endsWith(trx))) return undefined;
  return PRINTED_LAST.find((field) => {
    const printed = captures[field];
    return printed !== undefined && !DECIMALS.test(printed) && /[1-9]/.test(printed) && end.endsWith(printed.replace(/,$/, ""));
  });
}

/** What of a reading the rule does not explain, in the order of the text. */
function explain(
  { operator, class: cls }: MessageRule,
  { captures, open, tail }: Reading,
  harmless: HarmlessEndings | undefined,
): Pick<Match, "unexplained" | "notParty"> {
  const { kind, direction } = kindFor(operator, null, cls);
  const collects = mayCollect(kind);
  const notParty = beyondParty(operator, captures.party, collects);
  if (notParty === null && open.length === 0 && tail === "") return WHOLE;
  return {
    notParty,
    unexplained: [
      ...(notParty === null ? [] : [notParty.words]),
      ...open.flatMap((part) =>
        unexplainedIn(operator, part, "behind", harmless).filter(
          (fragment) => !isValue(operator, fragment, collects, direction !== "credit" && captures.party !== undefined),
        ),
      ),
      ...unexplainedIn(operator, tail, "behind", harmless),
    ],
  };
}
const WHOLE = { unexplained: [], notParty: null } as const;

function accept(layout: CompiledLayout, text: string, harmless: HarmlessEndings | undefined): Match | null {
  const first = read(layout, text, asWritten);
  if (!first) return null;
  const { rule } = layout;
  const { reading, evidence: ambiguous } = secondReading(layout, text, first);
  const { captures, tail } = reading;
  if (rule.needsOne && !rule.needsOne.some((field) => captures[field] !== undefined)) return null;
  if (MONEY.some((field) => beyondMoney(captures[field]))) return null;
  if (!mayBeParty(captures.party) || hidesId(captures.trx, captures.ref, text)) return null;
  // Without its id such a text may have lost more than a figure; with it, the figure alone is in doubt.
  const cut = cutFigure(captures, text);
  if (cut !== undefined && captures.trx === undefined) return null;
  const doubted: Evidence | null = cut === undefined ? null : { code: "layout_unusual", detail: captures[cut] ?? "" };
  if (cut !== undefined) delete captures[cut];
  if (tornId(rule.operator, captures.trx, tail)) return null;
  const reference = captures.ref === undefined ? null : cleanReference(captures.ref);
  const evidence = [ambiguous, doubted, imitatingReference(reference), fieldsInTail(tail)].filter((item) => item !== null);
  return { rule, captures, tail, evidence, ...explain(rule, reading, harmless) };
}

const UNKNOWN = 0;
const HOLDS = 1;
const LACKS = 2;

/**
 * What one text holds of an operator's words, each looked for once. Plain loops and two arrays that serve text after
 * text: every message asks some hundred times.
 */
class WordsOfText {
  private readonly words: Uint8Array;
  private readonly lists: Uint8Array;
  private lowerText = "";

  constructor(private readonly layouts: OperatorLayouts) {
    this.words = new Uint8Array(layouts.words.length);
    this.lists = new Uint8Array(layouts.lists.length);
  }

  /** Forgets the text before. */
  take(lowerText: string): this {
    this.lowerText = lowerText;
    this.words.fill(UNKNOWN);
    this.lists.fill(UNKNOWN);
    return this;
  }

  private hasWord(word: number): boolean {
    if (this.words[word] === UNKNOWN) this.words[word] = this.lowerText.includes(this.layouts.words[word] as string) ? HOLDS : LACKS;
    return this.words[word] === HOLDS;
  }

  private search(list: number): boolean {
    for (const word of this.layouts.lists[list] as readonly number[]) if (this.hasWord(word)) return true;
    return false;
  }

  private hasOneOf(list: number): boolean {
    if (this.lists[list] === UNKNOWN) this.lists[list] = this.search(list) ? HOLDS : LACKS;
    return this.lists[list] === HOLDS;
  }

  private hasAll(head: readonly number[]): boolean {
    for (const list of head) if (!this.hasOneOf(list)) return false;
    return true;
  }

  /** Whether the text holds what one of the layout's heads needs. */
  lets({ guards }: CompiledLayout): boolean {
    for (const head of guards) if (this.hasAll(head)) return true;
    return false;
  }
}

const readers = new WeakMap<OperatorLayouts, WordsOfText>();

function wordsOf(layouts: OperatorLayouts): WordsOfText {
  let words = readers.get(layouts);
  if (!words) readers.set(layouts, (words = new WordsOfText(layouts)));
  return words;
}

/** The layout that came with the product for the operator and fits the text best; see {@link matchAmong}. */
export function matchLayout(operator: MessageOperator, text: string, lowerText: string, harmless?: HarmlessEndings): Match | null {
  return matchAmong(layoutsOf(operator), text, lowerText, harmless);
}

/** The first of these layouts that explains every word of the text, else the first that fits it. */
export function matchAmong(layouts: OperatorLayouts, text: string, lowerText: string, harmless?: HarmlessEndings): Match | null {
  const words = wordsOf(layouts).take(lowerText);
  let best: Match | null = null;
  for (const entry of layouts.byStart.get(startOf(lowerText)) ?? layouts.open) {
    if (!words.lets(entry)) continue;
    const match = accept(entry, text, harmless);
    if (match === null) continue;
    if (match.unexplained.length === 0) return match;
    best ??= match;
  }
  return best;
}

/** Operator's clock as an ISO offset source, minutes. */
export function offsetMinutesOf(operator: MessageOperator): number {
  return OPERATOR_INFO[operator].offsetMinutes;
}

/** All built sources, for the test that holds the shape of the patterns. */
export function builtSources(): readonly string[] {
  return MESSAGE_OPERATORS.flatMap((operator) =>
    layoutsOf(operator)
      .all.map(readyOf)
      .flatMap(({ head, tails }) => [head, ...tails].flatMap((pattern) => [asWritten(pattern).source, longReference(pattern).source])),
  );
}
