/** The layouts of each operator, made when its first message comes: what their words tell at once, their expressions when a text needs them. */
import { RULES } from "./rules/index.ts";
import { compileLayouts, type Layout, type Pattern } from "./template.ts";
import type { Dialect, MessageOperator, MessageRule } from "./types.ts";

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

/** How numbers, ids and dates are printed in an operator's country. */
export function dialectOf(operator: MessageOperator): Dialect {
  return DIALECT[operator];
}

/** A pattern ready to run; equal sources share one, since sentences and tails serve several operators and rules. */
export interface Runnable {
  readonly fields: Pattern["fields"];
  readonly short: RegExp;
  /** The twin that makes the payer's text as long as possible; built when a reference is first seen. */
  long: RegExp | null;
}

/** What a text must hold for a layout to be tried, as {@link Layout} has it: for each head the numbers of {@link OperatorLayouts.lists}. */
type Guards = readonly (readonly number[])[];

export interface CompiledLayout {
  readonly rule: MessageRule;
  readonly guards: Guards;
  readonly starts: Layout["starts"];
  readonly build: Layout["build"];
  /** Built for the first text that its words let through. */
  ready: Ready | null;
}
export interface Ready {
  readonly head: Runnable;
  readonly tails: readonly Runnable[];
}

const runnables = new Map<string, Runnable>();
/** Far more than are shipped: what people tried is not kept for ever. */
const RUNNABLES_MAX = 20_000;

function runnable({ source, fields }: Pattern): Runnable {
  let found = runnables.get(source);
  if (!found) {
    found = { fields, short: new RegExp(source), long: null };
    if (runnables.size >= RUNNABLES_MAX) runnables.clear();
    runnables.set(source, found);
  }
  return found;
}

/** The number of a text, the next one for a new text. */
function numberOf(known: Map<string, number>, text: string): number {
  const number = known.get(text) ?? known.size;
  known.set(text, number);
  return number;
}

/** @param lists the operator's lists of words so far, by their words as JSON; new ones are added */
function compileRule(rule: MessageRule, lists: Map<string, number>): CompiledLayout & { guards: Guards } {
  const { guards, starts, build } = compileLayouts(rule.heads, rule.tails, DIALECT[rule.operator]);
  const numbered = guards.map((all) => all.map((any) => numberOf(lists, JSON.stringify(any))));
  return { rule, guards: numbered, starts, build, ready: null };
}

/** The expressions of a layout. */
export function readyOf(layout: CompiledLayout): Ready {
  if (layout.ready === null) {
    const { head, tails } = layout.build();
    layout.ready = { head: runnable(head), tails: tails.map(runnable) };
  }
  return layout.ready;
}

export interface OperatorLayouts {
  readonly all: readonly CompiledLayout[];
  /** All words of the guards, in lower case. */
  readonly words: readonly string[];
  /** Lists of words of which a text must hold one, by the numbers of the words; heads share them. */
  readonly lists: readonly (readonly number[])[];
  /** Layouts that may begin with the key, in order; texts with any other beginning use `open`. */
  readonly byStart: ReadonlyMap<string, readonly CompiledLayout[]>;
  readonly open: readonly CompiledLayout[];
}

/** Compiles the rules of one operator, which are tried in their order. Throws on a mistake in a template. */
export function compileRules(rules: readonly MessageRule[]): OperatorLayouts {
  const numbers = new Map<string, number>();
  const compiledRules = rules.map((rule) => compileRule(rule, numbers));
  const words = new Map<string, number>();
  const lists = [...numbers.keys()].map((list) => (JSON.parse(list) as string[]).map((word) => numberOf(words, word)));
  // What few heads ask for rules most of them out: it is asked first.
  const uses = lists.map(() => 0);
  for (const list of compiledRules.flatMap(({ guards }) => guards.flat())) uses[list] = (uses[list] ?? 0) + 1;
  const all = compiledRules.map((layout) => ({
    ...layout,
    guards: layout.guards.map((head) => [...head].sort((left, right) => (uses[left] ?? 0) - (uses[right] ?? 0))),
  }));
  const keys = new Set(all.flatMap(({ starts }) => [...(starts ?? [])]));
  const beginning = (key: string): readonly CompiledLayout[] => all.filter(({ starts }) => starts === null || starts.has(key));
  return {
    all,
    words: [...words.keys()],
    lists,
    byStart: new Map([...keys].map((key) => [key, beginning(key)])),
    open: all.filter(({ starts }) => starts === null),
  };
}

// Compiled per operator on first use: a deployment reads two operators, not thirteen.
const compiled = new Map<MessageOperator, OperatorLayouts>();

/** All layouts of an operator. */
export function layoutsOf(operator: MessageOperator): OperatorLayouts {
  let layouts = compiled.get(operator);
  if (!layouts) {
    layouts = compileRules(RULES.filter((rule) => rule.operator === operator));
    compiled.set(operator, layouts);
  }
  return layouts;
}
