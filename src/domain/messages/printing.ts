/** What an operator's own printing never shows in its figures and ids: a text that has it was written or changed by somebody else. */
import { nagadLayout, trxDay, USUAL_LENGTH } from "./evidence.ts";
import type { Evidence, Field, MessageOperator } from "./types.ts";
import { isPrintedNumber } from "./values.ts";

const FIGURES = ["amount", "fee", "comm", "balance", "extra"] as const satisfies readonly Field[];

/** Operators none of whose ids was ever longer than usual. */
const NEVER_LONGER: ReadonlySet<MessageOperator> = new Set(["bkash", "nagad"]);

/** Nagad's counter, as it stands since 2020. */
const NAGAD_COUNTER = /^7\d/;
/** A date needs ten characters to be read; only the first three carry it. */
const DATED_REST = "AAAAAAA";

/** The id is one of the operator's own scheme, as far as it goes: bKash's begins with the day of the message, Nagad's with its counter. */
function ofScheme(operator: MessageOperator, key: string, operatorTime: string | null): boolean {
  if (operator === "nagad") return NAGAD_COUNTER.test(key);
  return operatorTime !== null && trxDay(operator, key.slice(0, 3) + DATED_REST) === operatorTime.slice(0, 10);
}

/**
 * How far an id's length tells against the text. A short one that ends the text may have lost its rest on the way, and old and
 * foreign ones have other lengths; one that follows the operator's scheme has the scheme's length, or somebody changed it.
 */
function idLength(operator: MessageOperator, key: string, operatorTime: string | null, text: string): "broken" | "unusual" | null {
  const usual = USUAL_LENGTH[operator];
  if (usual === undefined || key.length === usual) return null;
  if (key.length > usual) return NEVER_LONGER.has(operator) ? "broken" : "unusual";
  const ends = text
    .replace(/[\s.।]{1,4}$/, "")
    .toUpperCase()
    .endsWith(key);
  return !ends && ofScheme(operator, key, operatorTime) ? "broken" : "unusual";
}

interface Read {
  readonly captures: Partial<Record<Field, string>>;
  readonly trxId: string | null;
  readonly trxKey: string | null;
  readonly operatorTime: string | null;
}

/** Observations on how figures, ids and, for Nagad, the layout are printed; a person is shown the places. */
export function printingOf(operator: MessageOperator, { captures, trxId, trxKey, operatorTime }: Read, text: string): readonly Evidence[] {
  const layout = operator === "nagad" ? nagadLayout(text) : null;
  const odd = FIGURES.filter((field) => !isPrintedNumber(captures[field]));
  const length = trxKey === null ? null : idLength(operator, trxKey, operatorTime, text);
  if (layout === null && odd.length === 0 && length === null) return [];
  // Nagad's tells show the figures among them already.
  if (layout?.code === "layout_broken") return [layout];
  const places: Record<"broken" | "unusual", string[]> = { broken: odd.map((field) => captures[field] ?? ""), unusual: layout === null ? [] : [layout.detail] };
  if (length !== null && trxId !== null) places[length].push(trxId);
  return (["broken", "unusual"] as const).flatMap((kind) =>
    places[kind].length === 0 ? [] : [{ code: `layout_${kind}` as const, detail: places[kind].join("; ") }],
  );
}
