/** Reads "stop bKash collecting for 30 minutes" and "停用 Nagad 代付 1 小时". Pure. */
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../contract/operators.ts";
import type { MoneyDirection } from "../../../contract/switches.ts";

export interface StopAsked {
  /** null: all of them. */
  readonly operators: readonly Operator[] | null;
  readonly directions: readonly MoneyDirection[];
  /** Until it opens again by itself; null: the person has to say. */
  readonly minutes: number | null;
}

const VERB = /^(?:stop|halt|pause|紧急停用|停用|停止|暂停|停)/iu;
const IN = /collect|payments?\b|incoming|代收|收款/iu;
const OUT = /pay ?outs?|disburse|paying|outgoing|代付|付款|出款/iu;
const EVERY = /\b(?:all|everything)\b|全部|所有/iu;
const FOR = /(\d{1,4})\s*(m|mins?|minutes?|分钟?|h|hours?|小时)(?![a-z])/iu;
const HALF_HOUR = /half an hour|半小时|半个小时/iu;
const MOST_MINUTES = 1440;

function minutesOf(text: string): number | null {
  if (HALF_HOUR.test(text)) return 30;
  const [, count, unit = ""] = FOR.exec(text) ?? [];
  if (count === undefined) return null;
  const minutes = Number(count) * (/^(?:h|小)/iu.test(unit) ? 60 : 1);
  return minutes >= 1 && minutes <= MOST_MINUTES ? minutes : null;
}

/** What of it would be stopped; null: the text asks for no stop, or does not say of what. */
export function readStop(typed: string): StopAsked | null {
  const text = typed.normalize("NFKC").trim();
  if (!VERB.test(text)) return null;
  const rest = text.replace(VERB, "");
  const operators = OPERATORS.filter(
    (operator) => rest.toLowerCase().includes(OPERATOR_INFO[operator].name.toLowerCase()) || rest.toLowerCase().includes(operator),
  );
  const [isIn, isOut] = [IN.test(rest), OUT.test(rest)];
  if (operators.length === 0 && !isIn && !isOut && !EVERY.test(rest)) return null;
  const directions: MoneyDirection[] = [...(isIn || !isOut ? ["in" as const] : []), ...(isOut || !isIn ? ["out" as const] : [])];
  return { operators: operators.length === 0 ? null : operators, directions, minutes: minutesOf(rest) };
}
