/** Reads "stop bKash collecting for 30 minutes", "停用 Lotus 代付 1 小时", "resume Nagad" and "resume". Pure. */
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../contract/operators.ts";
import { type MoneyDirection, REOPEN_MAX_DAYS } from "../../../contract/switches.ts";
import { readMinutes } from "./minutes-words.ts";

export interface StopAsked {
  readonly act: "stop" | "resume";
  /** null: all of them. */
  readonly operators: readonly Operator[] | null;
  readonly directions: readonly MoneyDirection[];
  /** Until it opens again by itself; null: the person has to say. */
  readonly minutes: number | null;
  /** A merchant or a wallet by name: what to look for, the likelier first (a name may hold an operator's); none: the operators themselves. */
  readonly names: readonly string[];
  readonly reason: string;
}

const STOP = /^(?:(?:stop|halt|pause)(?![a-z])|紧急停用|停用|停止|暂停|停)/iu;
const RESUME = /^(?:(?:resume|reopen|unpause)(?![a-z])|恢复|重新开放)/iu;
const IN = /\b(?:collect\w*|payments?|incoming)\b|代收|收款/giu;
const OUT = /\b(?:pay ?outs?|disburse\w*|paying(?: out)?|outgoing)\b|代付|付款|出款/giu;
const EVERY = /\b(?:all|everything|everybody)\b|全部|所有/giu;
/** A number alone, behind what is to be stopped, is minutes: no name of ours is digits alone but for 01 and its kin. */
const BARE = /^[1-9]\d{0,4}$/;
const BETWEEN = /\b(?:for|of|at|on|the|and|wallet|merchant|operator)\b|运营商|钱包|商户|的|和|与|[、，,“”"&+]/giu;
const WHY = /\s*(?:\bbecause(?: of)?\b|\breason:?|因为|原因[::]?)\s*(.*)$/isu;

const withinReach = (minutes: number | null): number | null => (minutes !== null && minutes >= 1 && minutes <= REOPEN_MAX_DAYS * 1440 ? minutes : null);
const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();
const has = (text: string, words: RegExp): boolean => text.search(words) >= 0;

/** What of the product would be stopped or opened again; null: the text asks for neither, or does not say of what. */
export function readStop(typed: string): StopAsked | null {
  const text = typed.normalize("NFKC").trim();
  const act = STOP.test(text) ? "stop" : RESUME.test(text) ? "resume" : null;
  if (act === null) return null;
  const reason = squeezed(WHY.exec(text)?.[1] ?? "");
  const rest = text.replace(WHY, "").replace(act === "stop" ? STOP : RESUME, "");
  const long = readMinutes(rest);
  const named = long.rest.replace(IN, " ").replace(OUT, " ").replace(EVERY, " ").replace(BETWEEN, " ");
  const words = OPERATORS.flatMap((operator) => [OPERATOR_INFO[operator].name.toLowerCase(), operator]);
  const lower = rest.toLowerCase();
  const operators = OPERATORS.filter((operator) => lower.includes(operator) || lower.includes(OPERATOR_INFO[operator].name.toLowerCase()));
  const left = squeezed(words.reduce((before, word) => before.replaceAll(word, " "), named.toLowerCase()));
  const [isIn, isOut] = [has(rest, IN), has(rest, OUT)];
  // "resume" alone asks for whatever is stopped; nothing is stopped by a word alone.
  const isSaid = operators.length > 0 || isIn || isOut || has(rest, EVERY) || (act === "resume" && left === "");
  const bare = act === "stop" && isSaid && BARE.test(left) ? left : null;
  const name = bare === null ? left : "";
  if (!isSaid && name.length < 2) return null;
  return {
    act,
    operators: operators.length === 0 ? null : operators,
    directions: [...(isIn || !isOut ? (["in"] as const) : []), ...(isOut || !isIn ? (["out"] as const) : [])],
    minutes: withinReach(long.minutes ?? (bare === null ? null : Number(bare))),
    names: name.length < 2 ? [] : [...new Set([squeezed(named).toLowerCase(), name])],
    reason,
  };
}
