/**
 * The language that layouts are written in, and its compiler to anchored regular expressions.
 *
 * - words match in any case; a space may be lost, doubled or a line break
 * - `.` an optional full stop or comma; `:` an optional colon or dot; `-` an optional hyphen or space; `'` any apostrophe
 * - `<` not after a letter, `>` not before one: a whole word
 * - `[ ... ]` optional, with `|` between alternatives; `( ... | ... )` exactly one alternative
 * - `{field}` a captured value (`types.ts` FIELDS); `{msisdn}`, `{phone}` and `{account}` capture the party as a number; `{skip}`
 *   passes over a little, `{words}` over a little of a heading: what stands there must be explained as what follows the layout; `{money}` an amount and `{number}` digits that are not kept, `{code}` an account; `{line}` a line break
 * - `{open}` and `{close}` the brackets of the text itself; `{invoice}` a number that a shop gave out, read as the reference; `{theirs}` an id of another system, not kept
 * - `@NAME` a macro (`macros.ts`); `$` at the end: nothing may follow, otherwise any text (promotion) may
 *
 * Matching stays cheap by construction: repetition exists only inside the fragments, always bounded, never around a
 * group (a test over the built sources holds this), and at most one part of a layout is free text of the payer.
 */
import {
  ACCOUNT,
  dateTimePattern,
  GAP,
  INVOICE,
  MONEY_CAPTURE,
  moneyPattern,
  MSISDN,
  NAME,
  PHONE,
  pricePattern,
  REFERENCE,
  SKIP,
  STOP,
  THEIR_ID,
  TRX,
  WORDS,
} from "./fragments.ts";
import { MACROS, SHARED_TAILS } from "./macros.ts";
import { guardsOf, startsOf, type Node } from "./dispatch.ts";
import type { Dialect, Field } from "./types.ts";

/** What a capture group holds: a field, the text after the layout, or what was skipped in an open place of it. */
export type Part = Field | "tail" | "skip";

/** An expression and the fields its capture groups hold, in order; `tail` is the text after the layout. */
export interface Pattern {
  readonly source: string;
  readonly fields: readonly Part[];
}

/** The expressions of a rule's layouts. */
export interface Patterns {
  readonly head: Pattern;
  /** Shared tails, matched on the text after the head; empty when the head's expression holds them itself. */
  readonly tails: readonly Pattern[];
}

/** The layouts of a rule: what its words tell at once, its expressions when they are wanted. */
export interface Layout {
  /** Per head: of each set a matching text holds at least one literal. A cheap test before the pattern runs. */
  readonly guards: readonly (readonly (readonly string[])[])[];
  /** The first two characters a matching text can have, lower case; null when it may begin with a value. */
  readonly starts: ReadonlySet<string> | null;
  /** Builds the expressions, which takes a hundred times what reading the words does. Throws on a mistake in a template. */
  build(): Patterns;
}

/**
 * The payer's text as short as possible. Each source has a twin with the text as long as possible (see
 * {@link greedy}); other values there mean that the message has two readings.
 */
const SHORT_REFERENCE = REFERENCE.lazy;

/** The twin of a source; the same source when the layout has no payer's text. */
export function greedy(source: string): string {
  return source.replaceAll(SHORT_REFERENCE, REFERENCE.greedy);
}

/** What a shared tail can begin with, or the end: where a head may stop. */
const ANCHOR = "( <(Reference|Ref|রেফারেন্স|রেফ)>| @COUNTER| @FEE| @COMM| @BAL| @ID)";

const CAPTURED = {
  amount: "amount",
  fee: "fee",
  comm: "comm",
  balance: "balance",
  extra: "extra",
  trx: "trx",
  dt: "dt",
  party: "party",
  msisdn: "party",
  phone: "party",
  account: "party",
  ref: "ref",
  invoice: "ref",
  skip: "skip",
  words: "skip",
} as const satisfies Record<string, Part>;

function fieldSource(name: string, dialect: Dialect): string {
  switch (name) {
    case "amount":
    case "fee":
    case "comm":
    case "balance":
    case "extra":
      return moneyPattern(dialect, MONEY_CAPTURE.kept);
    case "money":
      return moneyPattern(dialect, MONEY_CAPTURE.dropped);
    case "trx":
      return TRX[dialect];
    case "dt":
      return dateTimePattern();
    case "party":
      return NAME;
    case "msisdn":
      return MSISDN;
    case "phone":
      return PHONE;
    case "account":
      return ACCOUNT.kept;
    case "invoice":
      return INVOICE;
    case "code":
      return ACCOUNT.dropped;
    case "theirs":
      return THEIR_ID;
    case "open":
      return "\\(";
    case "close":
      return "\\)";
    case "ref":
      return SHORT_REFERENCE;
    case "price":
      return pricePattern(dialect);
    case "number":
      return "\\+?[\\d*]{1,20}";
    case "skip":
      return SKIP;
    case "words":
      return WORDS;
    case "line":
      return "\\s?\\n\\s?";
    default:
      throw new Error(`unknown field {${name}}`);
  }
}

/** Stands for any few signs between words; own rules have no other. */
export const ANY_SIGNS = "~";
const MARKS: Readonly<Record<string, string>> = {
  [ANY_SIGNS]: "[\\s.,:;!।'’‘\"“”–-]{0,6}",
  " ": GAP,
  ".": STOP,
  ":": "\\s?[:.]?",
  "-": "[-–\\s]{0,3}",
  "'": "['‘’`]?",
  "<": "(?<![A-Za-z])",
  ">": "(?![A-Za-z])",
};

function literalSource(char: string): string {
  const mark = MARKS[char];
  if (mark !== undefined) return mark;
  if (/[a-z]/i.test(char)) return `[${char.toUpperCase()}${char.toLowerCase()}]`;
  return char.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}

interface Cursor {
  readonly text: string;
  position: number;
}

function parseAlternatives(cursor: Cursor, closing: string): readonly (readonly Node[])[] {
  const alternatives: (readonly Node[])[] = [];
  for (;;) {
    alternatives.push(parseSequence(cursor));
    const next = cursor.text[cursor.position];
    cursor.position += 1;
    if (next === closing) return alternatives;
    if (next !== "|") throw new Error(`expected ${closing} at ${cursor.position} in ${cursor.text}`);
  }
}

function parseSequence(cursor: Cursor): readonly Node[] {
  const nodes: Node[] = [];
  while (cursor.position < cursor.text.length) {
    const char = cursor.text[cursor.position] as string;
    if (char === "|" || char === ")" || char === "]") break;
    cursor.position += 1;
    if (char === "[" || char === "(") nodes.push({ type: "group", optional: char === "[", alternatives: parseAlternatives(cursor, char === "[" ? "]" : ")") });
    else if (char === "{") {
      const end = cursor.text.indexOf("}", cursor.position);
      nodes.push({ type: "field", name: cursor.text.slice(cursor.position, end) });
      cursor.position = end + 1;
    } else nodes.push({ type: "char", char });
  }
  return nodes;
}

function emit(nodes: readonly Node[], dialect: Dialect, fields: Part[]): string {
  let source = "";
  for (const node of nodes) {
    if (node.type === "char") source += literalSource(node.char);
    else if (node.type === "field") {
      if (node.name in CAPTURED) fields.push(CAPTURED[node.name as keyof typeof CAPTURED]);
      source += fieldSource(node.name, dialect);
    } else source += `(?:${node.alternatives.map((alternative) => emit(alternative, dialect, fields)).join("|")})${node.optional ? "?" : ""}`;
  }
  return source;
}

/** The expression of a row of nodes with the fields that its groups hold, for a text that begins so. */
export function patternOf(nodes: readonly Node[], dialect: Dialect): Pattern {
  const fields: Part[] = [];
  return { source: `^${emit(nodes, dialect, fields)}`, fields };
}

function expandMacros(template: string): string {
  let text = template;
  for (let depth = 0; depth < 4 && text.includes("@"); depth += 1) {
    text = text.replace(/@([A-Z]{2,7})/g, (whole, name: string) => {
      if (!(name in MACROS)) throw new Error(`unknown macro ${whole}`);
      return MACROS[name as keyof typeof MACROS];
    });
  }
  return text;
}

/** Reads a template. Throws on a mistake in it. */
export function parseTemplate(template: string): readonly Node[] {
  const cursor: Cursor = { text: expandMacros(template).normalize("NFC"), position: 0 };
  const nodes = parseSequence(cursor);
  if (cursor.position !== cursor.text.length) throw new Error(`unbalanced brackets in ${template}`);
  return nodes;
}

function tailPattern(tail: string, dialect: Dialect, fields: Part[]): string {
  const expanded = expandMacros(tail);
  const body = emit(parseTemplate(expanded.replace(/\$$/, "")), dialect, fields);
  fields.push("tail");
  return body + (expanded.endsWith("$") ? `${STOP}\\s?()$` : "([^]*)$");
}

/** What is built once per template and dialect, whichever rules use it. */
function remembering<T>(build: (template: string, dialect: Dialect) => T): (template: string, dialect: Dialect) => T {
  const built = new Map<string, T>();
  return (template, dialect) => {
    const key = `${dialect} ${template}`;
    const known = built.get(key) ?? build(template, dialect);
    built.set(key, known);
    return known;
  };
}

const sharedTail = remembering((tail, dialect): Pattern => {
  const fields: Part[] = [];
  return { source: `^${tailPattern(tail, dialect, fields)}`, fields };
});

const anchorSource = remembering((anchor, dialect) => {
  const valueless = expandMacros(anchor).replace(/\{(?:fee|comm|balance)\}/g, "{price}");
  return `(?=${emit(parseTemplate(valueless), dialect, [])}|${STOP}\\s?$)`;
});

/** Reads the layouts of one rule. Throws on a mistake in a head; a test builds every rule. */
export function compileLayouts(heads: readonly string[], tails: readonly string[], dialect: Dialect): Layout {
  const trees = heads.map(parseTemplate);
  const starts = trees.map(startsOf);
  return {
    guards: trees.map(guardsOf),
    starts: starts.includes(null) ? null : new Set(starts.flatMap((set) => [...(set ?? [])])),
    build: () => {
      const fields: Part[] = [];
      const begin = trees.map((nodes) => emit(nodes, dialect, fields)).join("|");
      const shared = tails.every((tail) => SHARED_TAILS.has(tail));
      const end = shared ? anchorSource(ANCHOR, dialect) : `(?:${tails.map((tail) => tailPattern(tail, dialect, fields)).join("|")})`;
      return { head: { source: `^(?:${begin})${end}`, fields }, tails: shared ? tails.map((tail) => sharedTail(tail, dialect)) : [] };
    },
  };
}
