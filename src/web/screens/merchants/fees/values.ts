/** A fee rule as the form's texts, and back as the body of its call. Pure. */
import type { FeeDirection } from "../../../../contract/fees.ts";
import type { FeeRuleTieredJson, FeeVersion } from "../../../../contract/fees.schema.ts";
import { parseAmount } from "../../../../contract/money.ts";
import type { Operator } from "../../../../contract/operators.ts";
import type { Values } from "../../../forms/spec.ts";
import { isOff, rateText } from "../../../i18n/format.ts";
import { bpsOf } from "../values.ts";

/** One tier as it is typed. */
export interface TierText {
  readonly from: string;
  readonly rate: string;
  readonly fixed: string;
}
export const EMPTY_TIER: TierText = { from: "", rate: "", fixed: "" };

/** Tiers stand in one text of the form: a tier per line, its parts separated by blanks. */
export function tiersOf(text: string): TierText[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const [from = "", rate = "", fixed = ""] = line.split("\t");
    return { from, rate, fixed };
  });
}
export const tiersText = (tiers: readonly TierText[]): string => tiers.map((tier) => [tier.from, tier.rate, tier.fixed].join("\t")).join("\n");

type TierBody = FeeRuleTieredJson["tiers"][number];

/** The tiers as the server takes them; null while one cannot be read or they do not rise. */
export function readTiers(text: string): TierBody[] | null {
  let before = 0n;
  const read: TierBody[] = [];
  for (const tier of tiersOf(text)) {
    const from = parseAmount(tier.from.trim());
    const rate = bpsOf(tier.rate);
    const fixed = tier.fixed.trim() === "" ? "0.00" : tier.fixed.trim();
    if (from === null || from <= before || rate === null || parseAmount(fixed) === null) return null;
    before = from;
    read.push({ from_amount: tier.from.trim(), rate_bps: rate, fixed });
  }
  return read;
}

/** The rule as it stands in the form; null while something in it cannot be read. */
export function ruleOf(values: Values): FeeRuleTieredJson | null {
  const text = (name: string): string => (values[name] ?? "").trim();
  const rate = text("rate") === "" ? 0 : bpsOf(text("rate"));
  const fixed = text("fixed") === "" ? "0.00" : text("fixed");
  const [min, max] = [text("min") || null, text("max") || null];
  const tiers = readTiers(values.tiers ?? "");
  const amounts = [fixed, min, max].every((amount) => amount === null || parseAmount(amount) !== null);
  if (rate === null || tiers === null || !amounts) return null;
  if (min !== null && max !== null && (parseAmount(min) ?? 0n) > (parseAmount(max) ?? 0n)) return null;
  return { rate_bps: rate, fixed, min, max, tiers };
}

/** True of a rule under which no order pays anything, in whatever tier. */
export const isFree = (rule: FeeRuleTieredJson): boolean => [rule, ...rule.tiers].every((one) => one.rate_bps === 0 && !isOff(one.fixed)) && !isOff(rule.min);

const percent = (bps: number): string => rateText(bps).slice(0, -1);

/** A rule as texts. */
export function ruleValues(rule: FeeRuleTieredJson): Values {
  return {
    rate: percent(rule.rate_bps),
    fixed: rule.fixed,
    min: rule.min ?? "",
    max: rule.max ?? "",
    tiers: tiersText(rule.tiers.map((tier) => ({ from: tier.from_amount, rate: percent(tier.rate_bps), fixed: tier.fixed }))),
  };
}

/** What a rule is for. */
type Place = { readonly direction: FeeDirection; readonly operator: Operator | null };
export const placeOf = (values: Values): Place => ({
  direction: values.direction === "disburse" ? "disburse" : "payment",
  operator: values.operator === undefined || values.operator === "" || values.operator === "all" ? null : (values.operator as Operator), // one of the options
});

/** The rule in force at a place: the operator's own, else that of all operators; null: none is known. */
export function ruleAt(items: readonly FeeVersion[], { direction, operator }: Place): FeeRuleTieredJson | null {
  const present = items.filter((item) => item.state === "present" && item.direction === direction && item.rule !== null);
  return (present.find((item) => item.operator === operator) ?? present.find((item) => item.operator === null))?.rule ?? null;
}
