/** Days of figures: how they stand in the address, and how they are read. */
import { type DatePreset, isDay, presetRange, RELATIVE_DATES } from "../../contract/time.ts";

export interface ShownRange {
  /** A stretch that moves with the day, or null where days are given. */
  readonly range: DatePreset | null;
  readonly from: string;
  readonly to: string;
}

/** Reads it from the address; what makes no sense there is not believed. @param fallback where the address names none */
export function readRange(params: URLSearchParams, fallback: DatePreset, nowMs: number): ShownRange {
  const [from, to] = [params.get("from"), params.get("to")];
  if (from !== null && to !== null && isDay(from) && isDay(to) && from <= to) return { range: null, from, to };
  const asked = params.get("range");
  const range = RELATIVE_DATES.find((preset) => preset === asked) ?? fallback;
  return { range, ...presetRange(range, nowMs) };
}

/** Puts it there. */
export function writeRange(params: URLSearchParams, { range, from, to }: ShownRange): void {
  if (range !== null) return params.set("range", range);
  params.set("from", from);
  params.set("to", to);
}
