/** Runs the compiled layouts of an operator over a normalised text. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { BEYOND_NAME, fieldsInTail, hidesId, imitatingReference, NO_PROMOTION, REVOKED } from "./evidence.ts";
import { operatorsOwn, payersAlone } from "./payer-words.ts";
import { RULES } from "./rules/index.ts";
import { MESSAGE_OPERATORS } from "./senders.ts";
import { startOf } from "./dispatch.ts";
import { compileLayouts, greedy, type Layout, type Pattern } from "./template.ts";
import type { Dialect, Evidence, Field, MessageOperator, MessageRule } from "./types.ts";
import { beyondMoney, cleanReference } from "./values.ts";

const DIALECT = {
  bkash: "bd",
  nagad: "bd",
  rocket: "bd",
  upay: "bd",
  mpesa_ke: "ke",
  mpesa_mz: "mz",
  mpesa_tz: "tz",
  mtn_rw: "rw",
  mtn_gh: "gh",
  airtel_ke: "ke",
  airtel_zm: "zm",
  emola_mz: "mz",
  mixx_tz: "tz",
} as const satisfies Record<MessageOperator, Dialect>;

/** A pattern ready to run; equal sources share one, since sentences and tails serve several operators and rules. */
interface Runnable {
  readonly fields: Pattern["fields"];
  readonly short: RegExp;
  /** The twin that makes the payer's text as long as possible; built when a reference is first seen. */
  long: RegExp | null;
}

/** What a text must hold for a layout to be tried, as {@link Layout} has it: the words by their numbers in {@link OperatorLayouts.words}. */
type Guards = readonly (readonly (readonly number[])[])[];

interface CompiledLayout {
  readonly rule: MessageRule;
  readonly guards: Guards;
  readonly starts: Layout["starts"];
  readonly head: Runnable;
  readonly tails: readonly Runnable[];
}

/** Captured texts by field; absent fields are missing. */
export type Captures = Partial<Record<Field, string>>;

/** A layout that fitted. */
export interface Match {
  readonly rule: MessageRule;
  readonly captures: Captures;
  readonly tail: string;
  readonly evidence: readonly Evidence[];
}

const runnables = new Map<string, Runnable>();

function runnable({ source, fields }: Pattern): Runnable {
  let found = runnables.get(source);
  if (!found) {
    found = { fields, short: new RegExp(source), long: null };
    runnables.set(source, found);
  }
  return found;
}

/** @param words the operator's words so far; new ones are added */
function compileRule(rule: MessageRule, words: Map<string, number>): CompiledLayout {
  const { head, tails, guards, starts } = compileLayouts(rule.heads, rule.tails, DIALECT[rule.operator]);
  const numberOf = (word: string): number => {
    const number = words.get(word) ?? words.size;
    words.set(word, number);
    return number;
  };
  const numbered = guards.map((all) => all.map((any) => any.map(numberOf)));
  return { rule, guards: numbered, starts, head: runnable(head), tails: tails.map(runnable) };
}

interface OperatorLayouts {
  readonly all: readonly CompiledLayout[];
  /** All words of the guards, in lower case. */
  readonly words: readonly string[];
  /** Layouts that may begin with the key, in order; texts with any other beginning use `open`. */
  readonly byStart: ReadonlyMap<string, readonly CompiledLayout[]>;
  readonly open: readonly CompiledLayout[];
}

function compileOperator(operator: MessageOperator): OperatorLayouts {
  const words = new Map<string, number>();
  const all = RULES.filter((rule) => rule.operator === operator).map((rule) => compileRule(rule, words));
  const keys = new Set(all.flatMap(({ starts }) => [...(starts ?? [])]));
  const beginning = (key: string): readonly CompiledLayout[] => all.filter(({ starts }) => starts === null || starts.has(key));
  return { all, words: [...words.keys()], byStart: new Map([...keys].map((key) => [key, beginning(key)])), open: all.filter(({ starts }) => starts === null) };
}

// Compiled per operator on first use: a deployment reads two operators, not thirteen.
const compiled = new Map<MessageOperator, OperatorLayouts>();

function layoutsOf(operator: MessageOperator): OperatorLayouts {
  let layouts = compiled.get(operator);
  if (!layouts) {
    layouts = compileOperator(operator);
    compiled.set(operator, layouts);
  }
  return layouts;
}

interface Reading {
  readonly captures: Captures;
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
    const field = fields[index] as Field | "tail";
    if (field === "tail") reading.tail = text;
    else if (captures[field] === undefined || captures[field] === "") captures[field] = text;
    else if (captures[field] !== text) doubled.push(field);
  }
}

function read({ head, tails }: CompiledLayout, text: string, form: Form): Reading | null {
  const found = form(head).exec(text);
  if (!found) return null;
  const reading: Reading = { captures: {}, doubled: [], tail: "" };
  collect(reading, head, found);
  if (tails.length === 0) return reading;
  const rest = text.slice(found[0].length);
  for (const tail of tails) {
    const end = form(tail).exec(rest);
    if (!end) continue;
    collect(reading, tail, end);
    return reading;
  }
  return null;
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
  if (captures.ref === undefined) return { reading, evidence: null };
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

const MONEY = ["amount", "fee", "comm", "balance", "extra"] as const satisfies readonly Field[];

function accept(layout: CompiledLayout, text: string): Match | null {
  const first = read(layout, text, asWritten);
  if (!first) return null;
  const { rule } = layout;
  const { reading, evidence: ambiguous } = secondReading(layout, text, first);
  const { captures, tail } = reading;
  if (rule.needsOne && !rule.needsOne.some((field) => captures[field] !== undefined)) return null;
  if (MONEY.some((field) => beyondMoney(captures[field]))) return null;
  if (hidesId(captures.trx, captures.ref)) return null;
  if (REVOKED.test(tail) || (captures.party !== undefined && BEYOND_NAME.test(captures.party))) return null;
  const reference = captures.ref === undefined ? null : cleanReference(captures.ref);
  const evidence = [ambiguous, imitatingReference(reference), fieldsInTail(tail)];
  return { rule, captures, tail, evidence: evidence.filter((item) => item !== null) };
}

/** Whether one of some words occurs in one text; each word is looked for once. */
function wordTest(words: readonly string[], lowerText: string): (anyOf: readonly number[]) => boolean {
  const known: (boolean | undefined)[] = [];
  const occurs = (word: number): boolean => (known[word] ??= lowerText.includes(words[word] as string));
  return (anyOf) => anyOf.some(occurs);
}

/** The first layout of the operator that fits the whole text. */
export function matchLayout(operator: MessageOperator, text: string, lowerText: string): Match | null {
  const layouts = layoutsOf(operator);
  const holds = wordTest(layouts.words, lowerText);
  for (const entry of layouts.byStart.get(startOf(lowerText)) ?? layouts.open) {
    if (!entry.guards.some((guards) => guards.every(holds))) continue;
    const match = accept(entry, text);
    if (match) return match;
  }
  return null;
}

const HEAD_LIMIT = 300;
/** An amount in the skipped text is a promotion's only where a line break parts it from the message. */
const AMOUNT = /(?:tk|bdt|৳)\.? ?\d|\d ?(?:tk|taka|টাকা)/i;

/**
 * A promotion may stand before the message (Nagad): the layout is then sought at the line breaks of the first part,
 * and after a sentence or an address where line breaks were lost. The text skipped must not speak of money itself:
 * otherwise a payer's reference inside an unknown layout could pose as a message of its own.
 */
export function matchAfterPromotion(operator: MessageOperator, text: string): Match | null {
  if (OPERATOR_INFO[operator].currency !== "BDT") return null;
  for (const found of text.slice(0, HEAD_LIMIT).matchAll(/\n|[.!?।]\s|\S\/\S{1,30}?(?:\s|(?=(?:Money|Cash (?:In|Out)|Payment|B2B) Received))/g)) {
    const start = found.index + found[0].length;
    const head = text.slice(0, start);
    if (NO_PROMOTION.test(head)) return null;
    if (!head.endsWith("\n") && AMOUNT.test(head)) continue;
    const rest = text.slice(start);
    const match = matchLayout(operator, rest, rest.toLowerCase());
    if (match?.captures.amount !== undefined) return { ...match, evidence: [...match.evidence, { code: "leading_text", detail: "" }] };
  }
  return null;
}

/** Operator's clock as an ISO offset source, minutes. */
export function offsetMinutesOf(operator: MessageOperator): number {
  return OPERATOR_INFO[operator].offsetMinutes;
}

/** All built sources, for the test that holds the shape of the patterns. */
export function builtSources(): readonly string[] {
  return MESSAGE_OPERATORS.flatMap((operator) =>
    layoutsOf(operator).all.flatMap(({ head, tails }) => [head, ...tails].flatMap((pattern) => [asWritten(pattern).source, longReference(pattern).source])),
  );
}
