/**
 * Rules that the platform's own people write in the template language, when an operator prints a new wording.
 *
 * They may do less than the shipped ones: a rule has one template, which must be the whole text; no macros; every field
 * once. What stays free (names, the payer's words, what is skipped) must be parted by words and is bounded in number, so
 * that matching stays cheap and the payer's words cannot pass for a field.
 */
import { MONEY_CLASSES, RULE_FIELDS, type RuleClass, type RuleField, type RuleProblem } from "../../contract/sms-rules.ts";
import { startsOf, type Node } from "./dispatch.ts";
import { compileRules } from "./layouts.ts";
import { parseTemplate } from "./template.ts";
import type { MessageOperator, MessageRule, OwnRules } from "./types.ts";

/** A rule as it is kept. */
export interface OwnRule {
  /** Public id; stands with every message that the rule has read. */
  readonly id: string;
  readonly edition: number;
  readonly operator: MessageOperator;
  readonly class: RuleClass;
  readonly template: string;
}

const GROUPS_MAX = 6;
const ALTERNATIVES_MAX = 6;
/** Names, payer's words and skipped text, together. */
const FREE_MAX = 2;
/** Spaces, stops and other signs that may be missing, in a row: each is tried in many ways. */
const MARKS_MAX = 3;
/** Letters and digits of each alternative of a group. */
const GROUP_WORDS_MIN = 2;
/** Letters and digits outside fields and optional parts, at least. */
const WORDS_MIN = 12;
const WORD_CHAR = /[\p{L}\p{M}\d]/u;
const FREE: ReadonlySet<string> = new Set(["party", "ref", "skip"] satisfies RuleField[]);
/** Fields that can begin or end in many places: words part them from others. */
const LOOSE: ReadonlySet<string> = new Set([...FREE, "money", "number"]);
/** Fields whose value is dropped; each of the others may stand once, and a number is a party, too. */
const DROPPED: ReadonlySet<string> = new Set(["money", "number", "skip", "line"] satisfies RuleField[]);

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

/** Whether signs stand in a longer row than may be. Groups hold words, and their brackets end a row. */
function hasLongRow(nodes: readonly Node[]): boolean {
  let row = 0;
  for (const node of nodes) {
    if (node.type === "group") {
      if (node.alternatives.some(hasLongRow)) return true;
    } else if (node.type === "char" && !WORD_CHAR.test(node.char)) row += 1;
    else row = 0;
    if (row > MARKS_MAX) return true;
  }
  return false;
}

/** Whether a loose field stands beside another field without a word between them that is always there. */
function touches(nodes: readonly Node[], begun: "open" | "closed"): boolean {
  // What stands before a group's first word is not known: a field there could touch a loose one.
  let before: "word" | "field" | "loose" = begun === "open" ? "word" : "loose";
  for (const node of nodes) {
    if (isWord(node)) before = "word";
    else if (node.type === "field" && node.name !== "line") {
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
  return names.filter((name) => FREE.has(name)).length > FREE_MAX ? "too_free" : null;
}

/** What is wrong with a template for texts of a class; null: nothing. Its length is the contract's to check. */
export function templateProblem(cls: RuleClass, template: string): RuleProblem | null {
  const brackets = bracketProblem(template);
  if (brackets !== null) return brackets;
  const nodes = parseTemplate(template);
  const groups = nodes.filter((node) => node.type === "group");
  if (groups.length > GROUPS_MAX || groups.some((group) => group.alternatives.length > ALTERNATIVES_MAX)) return "too_many_groups";
  if (groups.some((group) => group.alternatives.some((alternative) => alternative.filter(isWord).length < GROUP_WORDS_MIN))) return "empty_group";
  if (hasLongRow(nodes)) return "too_many_marks";
  const wrong = fieldProblem(fieldsOf(nodes));
  if (wrong !== null) return wrong;
  const always = nodes.flatMap((node) => (node.type === "field" ? [node.name] : []));
  const movesMoney = (MONEY_CLASSES as readonly string[]).includes(cls);
  if (movesMoney && !always.includes("amount")) return "needs_amount";
  if (movesMoney && !always.includes("trx")) return "needs_trx";
  if (touches(nodes, "open")) return "touching";
  if (startsOf(nodes) === null) return "starts_free";
  return nodes.filter(isWord).length < WORDS_MIN ? "too_few_words" : null;
}

/** A kept rule as the matcher takes it: the template is the whole text. */
function asMessageRule({ id, edition, operator, class: name, template }: OwnRule): MessageRule {
  return { id, version: edition, operator, class: `${operator}.${name}`, heads: [template], tails: ["$"], examples: [] };
}

/** Compiles rules, the newest of an operator first. Throws on a template that {@link templateProblem} refuses. */
export function ownRules(rules: readonly OwnRule[]): OwnRules {
  const operators = [...new Set(rules.map((rule) => rule.operator))];
  return new Map(operators.map((operator) => [operator, compileRules(rules.filter((rule) => rule.operator === operator).map(asMessageRule))]));
}
