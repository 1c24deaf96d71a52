/**
 * Rules that the platform's own people write in the template language, when an operator prints a new wording.
 *
 * They may do less than the shipped ones, so that nobody can write one that a payer's words get through:
 * - one template, which must be the whole text; no macros; every field once; groups hold words and are not nested;
 * - one field at most is free (a name, the payer's words, skipped text). Everything behind it must be there, up to the
 *   end of the text, so what a payer writes into it cannot be what stands behind it;
 * - where money moves, the amount stands before the free field: a wording that is only like this one could have a
 *   payer's words there. Nothing is skipped: what is not read could say that it was reversed.
 *
 * Where money moves, the words must not say that it did not, or that it was taken back: such a text is of another class.
 *
 * Signs between words (spaces, stops, hyphens) are one bounded class for each row of them, whatever the template has:
 * matching stays cheap.
 */
import { MONEY_CLASSES, RULE_FIELDS, type RuleClass, type RuleField, type RuleProblem } from "../../contract/sms-rules.ts";
import { startsOf, type Node } from "./dispatch.ts";
import type { OwnRules } from "./input.ts";
import { undoneBy } from "./negation-phrases.ts";
import { compileRules } from "./layouts.ts";
import { ANY_SIGNS, parseTemplate } from "./template.ts";
import type { MessageOperator, MessageRule } from "./types.ts";

/** A rule as it is kept. */
export interface OwnRule {
  /** Public id; stands with every message that the rule has read. */
  readonly id: string;
  readonly edition: number;
  readonly operator: MessageOperator;
  readonly class: RuleClass;
  readonly template: string;
}

const GROUPS_MAX = 4;
const ALTERNATIVES_MAX = 6;
/** Letters and digits of each alternative of a group. */
const GROUP_WORDS_MIN = 2;
/** Letters and digits outside fields and optional parts, at least. */
const WORDS_MIN = 12;
const WORD_CHAR = /[\p{L}\p{M}\d]/u;
const FREE: ReadonlySet<string> = new Set(["party", "ref", "skip"] satisfies RuleField[]);
/** Fields that can begin or end in many places: words part them from others. */
const LOOSE: ReadonlySet<string> = new Set([...FREE, "money", "number", "msisdn"]);
/** Fields whose value is dropped; each of the others may stand once, and a number is a party, too. */
const DROPPED: ReadonlySet<string> = new Set(["money", "number", "skip", "line", "open", "close"] satisfies RuleField[]);
/** Signs of the text itself, written as fields because the template uses them for something else. */
const SIGNS: ReadonlySet<string> = new Set(["line", "open", "close"] satisfies RuleField[]);
/** Classes that tell of money which goes back: there the words may say so. */
const UNDOING: ReadonlySet<RuleClass> = new Set(["refund_received", "returned", "reversal_credit", "reversal_debit"]);

/** A template with every row of signs as one sign that stands for any few of them. */
export function oneSign(template: string): string {
  return template.replace(/[\s.,:;!'’‘"“”–~<>-]+/g, ANY_SIGNS);
}

/** What is wrong with the brackets and braces, which must be right before a template can be read. */
function bracketProblem(template: string): RuleProblem | null {
  if (/[@$]/.test(template)) return "macro";
  const text = template.replace(/\{[^{}[\]()|]*\}/g, "");
  if (/[{}]/.test(text)) return "brackets";
  const open: string[] = [];
  for (const char of text) {
    if (char === "[" || char === "(") {
      if (open.push(char) > 1) return "nested";
    } else if (char === "]" || char === ")") {
      if (open.pop() !== (char === "]" ? "[" : "(")) return "brackets";
    } else if (char === "|" && open.length === 0) return "brackets";
  }
  return open.length > 0 ? "brackets" : null;
}

/** All nodes, those of groups in the place of their group. */
const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => (node.type === "group" ? node.alternatives.flatMap(flat) : [node]));
const fieldsOf = (nodes: readonly Node[]): readonly string[] => flat(nodes).flatMap((node) => (node.type === "field" ? [node.name] : []));
const isWord = (node: Node): boolean => node.type === "char" && WORD_CHAR.test(node.char);

/** Whether a loose field stands beside another field without a word between them that is always there. */
function touches(nodes: readonly Node[], begun: "open" | "closed"): boolean {
  // What stands before a group's first word is not known: a field there could touch a loose one.
  let before: "word" | "field" | "loose" = begun === "open" ? "word" : "loose";
  for (const node of nodes) {
    if (isWord(node)) before = "word";
    else if (node.type === "field" && !SIGNS.has(node.name)) {
      const loose = LOOSE.has(node.name);
      if (before === "loose" || (loose && before === "field")) return true;
      before = loose ? "loose" : "field";
    } else if (node.type === "group" && node.alternatives.some((alternative) => fieldsOf(alternative).length > 0 && touches(alternative, "closed")))
      return true;
  }
  return false;
}

function fieldProblem(names: readonly string[]): RuleProblem | null {
  if (names.some((name) => !(RULE_FIELDS as readonly string[]).includes(name))) return "unknown_field";
  const kept = names.filter((name) => !DROPPED.has(name)).map((name) => (name === "msisdn" ? "party" : name));
  if (new Set(kept).size < kept.length) return "twice";
  return names.filter((name) => FREE.has(name)).length > 1 ? "too_free" : null;
}

/** The first word of a part, small. */
const firstWord = (nodes: readonly Node[]): string => {
  const begin = nodes.findIndex(isWord);
  const end = nodes.findIndex((node, at) => at > begin && !isWord(node));
  return (begin < 0 ? [] : nodes.slice(begin, end < 0 ? undefined : end)).map((node) => (node.type === "char" ? node.char.toLowerCase() : "")).join("");
};

/** Whether two alternatives, or those of two groups side by side, begin with one word: a text could then be read in many ways. */
function beginAlike(nodes: readonly Node[]): boolean {
  let before: readonly string[] = [];
  for (const node of nodes) {
    if (node.type === "group") {
      const words = node.alternatives.map(firstWord);
      if (new Set([...before, ...words]).size < before.length + words.length) return true;
      before = [...before, ...words];
    } else if (isWord(node) || node.type === "field") before = [];
  }
  return false;
}

/** What is wrong with the order of the fields where money moves. */
function orderProblem(nodes: readonly Node[]): RuleProblem | null {
  let free = false;
  for (const node of nodes) {
    const names = fieldsOf([node]);
    if (free && names.includes("amount")) return "amount_late";
    const frees = names.some((name) => FREE.has(name));
    // What may be missing behind a payer's words could be the payer's.
    if ((free || frees) && node.type === "group" && names.some((name) => !DROPPED.has(name) && !FREE.has(name))) return "optional_late";
    free ||= frees;
  }
  return fieldsOf(nodes).includes("skip") ? "skips" : null;
}

/** All that a template can say: each choice of its alternatives, with a space where a value stands. Of a template with few enough groups. */
function wordingsOf(nodes: readonly Node[]): readonly string[] {
  let said: readonly string[] = [""];
  for (const node of nodes) {
    const next =
      node.type === "char" ? [node.char] : node.type === "field" ? [" "] : [...(node.optional ? [""] : []), ...node.alternatives.flatMap(wordingsOf)];
    said = said.flatMap((before) => next.map((more) => before + more));
  }
  return said;
}

/** Of what is read as a class the words must not say that it has not happened. */
export function mustHaveMoved(cls: string): boolean {
  return (MONEY_CLASSES as readonly string[]).includes(cls) && !(UNDOING as ReadonlySet<string>).has(cls);
}

/** What is wrong with a template for texts of a class; null: nothing. Its length is the contract's to check. */
export function templateProblem(cls: RuleClass, template: string): RuleProblem | null {
  const brackets = bracketProblem(template);
  if (brackets !== null) return brackets;
  const nodes = parseTemplate(oneSign(template));
  const groups = nodes.filter((node) => node.type === "group");
  if (groups.length > GROUPS_MAX || groups.some((group) => group.alternatives.length > ALTERNATIVES_MAX)) return "too_many_groups";
  if (groups.some((group) => group.alternatives.some((alternative) => alternative.filter(isWord).length < GROUP_WORDS_MIN))) return "empty_group";
  if (beginAlike(nodes)) return "same_parts";
  const wrong = fieldProblem(fieldsOf(nodes));
  if (wrong !== null) return wrong;
  const always = nodes.flatMap((node) => (node.type === "field" ? [node.name] : []));
  const movesMoney = (MONEY_CLASSES as readonly string[]).includes(cls);
  if (movesMoney && !always.includes("amount")) return "needs_amount";
  if (movesMoney && !always.includes("trx")) return "needs_trx";
  const order = movesMoney ? orderProblem(nodes) : null;
  if (order !== null) return order;
  // As it was written: the sign in "hasn't" is none between words.
  if (mustHaveMoved(cls) && wordingsOf(parseTemplate(template)).some((words) => undoneBy(words) !== null)) return "denies";
  if (touches(nodes, "open")) return "touching";
  if (startsOf(nodes) === null) return "starts_free";
  return nodes.filter(isWord).length < WORDS_MIN ? "too_few_words" : null;
}

/** The end of every own rule: nothing may follow. */
export const WHOLE_TEXT = " $";

/** A kept rule as the matcher takes it: the template is the whole text. */
function asMessageRule({ id, edition, operator, class: name, template }: OwnRule): MessageRule {
  return { id, version: edition, operator, class: `${operator}.${name}`, heads: [oneSign(template)], tails: [WHOLE_TEXT], examples: [] };
}

/** Compiles rules, the newest of an operator first. Throws on a template that {@link templateProblem} refuses. */
export function ownRules(rules: readonly OwnRule[]): OwnRules {
  const operators = [...new Set(rules.map((rule) => rule.operator))];
  return new Map(operators.map((operator) => [operator, compileRules(rules.filter((rule) => rule.operator === operator).map(asMessageRule))]));
}
