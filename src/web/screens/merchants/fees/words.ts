/** Fee rules in words. */
import type { FeeRuleTieredJson, FeeVersion } from "../../../../contract/fees.schema.ts";
import { operatorInfo } from "../../../../contract/operators.ts";
import { amountText, rateText } from "../../../i18n/format.ts";
import type { text } from "../../../i18n/keys.ts";

/** The words of the list's column: a rate, an amount for each order, both, or nothing at all. */
function part(rule: { rate_bps: number; fixed: string; min?: string | null }, t: typeof text): string {
  const [rate, fixed] = [rateText(rule.rate_bps), amountText(rule.fixed)];
  if (/[1-9]/.test(rule.fixed)) return rule.rate_bps === 0 ? t("merchants.fee.fixed", { fixed }) : t("fees.rule", { rate, fixed });
  return rule.rate_bps === 0 && (rule.min ?? null) === null ? t("merchants.fee.none") : rate;
}

/** Lines of a rule: its own rate with its bounds, then a line per tier. */
export function ruleLines(rule: FeeRuleTieredJson, t: typeof text): string[] {
  const own = [
    part(rule, t),
    ...(rule.min === null ? [] : [t("fees.bounds.min", { min: amountText(rule.min) })]),
    ...(rule.max === null ? [] : [t("fees.bounds.max", { max: amountText(rule.max) })]),
  ];
  return [own.join(" · "), ...rule.tiers.map((tier) => t("fees.tier", { from: amountText(tier.from_amount), rule: part(tier, t) }))];
}

/** What a rule is for: `bKash · payments`. */
export function placeWords(version: Pick<FeeVersion, "direction" | "operator">, t: typeof text): string {
  const operator = version.operator === null ? t("fees.allOperators") : operatorInfo(version.operator).name;
  return `${t(`fees.direction.${version.direction}`)} · ${operator}`;
}
