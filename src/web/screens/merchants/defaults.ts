/** Default fees as config keeps them. Pure. */
import type { FeeRuleJson } from "../../../contract/schema.ts";

const FREE: FeeRuleJson = { rate_bps: 0, fixed: "0.00", min: null, max: null };

/** Reads a fee rule out of config's values; anything else is free of charge, as config's own default is. */
export function feeOf(unchecked: unknown): FeeRuleJson {
  if (typeof unchecked !== "object" || unchecked === null) return FREE;
  const { rate_bps, fixed, min, max } = unchecked as Partial<Record<keyof FeeRuleJson, unknown>>; // read by name, each checked below
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return { rate_bps: typeof rate_bps === "number" ? rate_bps : 0, fixed: text(fixed) ?? FREE.fixed, min: text(min), max: text(max) };
}
