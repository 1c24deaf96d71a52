/** Reads "new merchant", "新建钱包". Pure. */
import { folded } from "../../../contract/chips.ts";
import { isBegun } from "./object-words.ts";

const NEW = /^(?:(?:new|create|add|make)(?:\s+a)?(?:\s+|$)|新建|新增|创建|添加)\s*/iu;

/**
 * True where the text asks for a new one of something.
 * @param labels names of the act that makes one
 * @param things what it makes, in the words of its screen
 */
export function asksForNew(typed: string, labels: readonly string[], things: readonly string[]): boolean {
  const text = typed.normalize("NFKC").trim();
  if (!NEW.test(text)) return text.length > 1 && isBegun(text, labels);
  const thing = thingOf(text);
  return [...labels, ...things].some((name) => folded(name).includes(thing));
}

const thingOf = (text: string): string => folded(text.normalize("NFKC").trim().replace(NEW, ""));

/** Those that are named whole, where any is: 新建商户 asks for no withdrawal of a merchant. @param labels names of the act that makes one */
export function namedWhole<Made>(typed: string, made: readonly Made[], labels: (one: Made) => readonly string[]): readonly Made[] {
  const whole = made.filter((one) => labels(one).some((label) => thingOf(label) === thingOf(typed)));
  return whole.length > 0 ? whole : made;
}
