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
  const thing = folded(text.replace(NEW, ""));
  return [...labels, ...things].some((name) => folded(name).includes(thing));
}
