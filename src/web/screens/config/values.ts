/** Values of the configuration: compared, checked and written as words. */
import type { FeeRuleText } from "../../../contract/config.ts";
import { parseAmount } from "../../../contract/money.ts";
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { ABSENT, amountText, countText, moneyText, rateText } from "../../i18n/format.ts";
import type { text } from "../../i18n/keys.ts";
import { type Field, readKey } from "./keys.ts";

export type Values = Readonly<Record<string, unknown>>;

/** A value as it counts: amounts written differently are the same amount. */
function counted(field: Field | undefined, value: unknown): unknown {
  const amount = (written: unknown): unknown => parseAmount(written)?.toString() ?? written;
  if (field?.kind === "amount") return amount(value);
  if (field?.kind !== "fee") return value;
  const rule = asFee(value);
  return [rule.rate_bps, amount(rule.fixed), amount(rule.min), amount(rule.max)];
}

/** True when two values of a key of the configuration say the same. */
export function same(key: string, a: unknown, b: unknown): boolean {
  const field = readKey(key)?.field;
  return JSON.stringify(counted(field, a)) === JSON.stringify(counted(field, b));
}

/** Only what differs from the stored values. */
export function changesOf(stored: Values, draft: Values): Values {
  return Object.fromEntries(Object.entries(draft).filter(([key, value]) => !same(key, stored[key], value)));
}

function isAmount(value: unknown): boolean {
  return parseAmount(value) !== null;
}

/** A fee rule as it comes from the server or the form. */
export function asFee(value: unknown): FeeRuleText {
  const rule = (typeof value === "object" && value !== null ? value : {}) as Partial<FeeRuleText>; // fields are defaulted one by one
  return { rate_bps: rule.rate_bps ?? 0, fixed: rule.fixed ?? "0.00", min: rule.min ?? null, max: rule.max ?? null };
}

/** A list of texts, whatever came. */
export function asLines(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** True when a value may be saved. */
export function isValid(field: Field, value: unknown): boolean {
  switch (field.kind) {
    case "number":
      return typeof value === "number" && Number.isInteger(value) && value >= field.min && value <= field.max;
    case "amount":
      return value === null ? field.nullable === true : isAmount(value);
    case "fee": {
      const rule = asFee(value);
      const bounds = [rule.min, rule.max].filter((bound) => bound !== null);
      return (
        Number.isInteger(rule.rate_bps) &&
        rule.rate_bps >= 0 &&
        rule.rate_bps <= 10_000 &&
        isAmount(rule.fixed) &&
        bounds.every(isAmount) &&
        (rule.min === null || rule.max === null || (parseAmount(rule.min) ?? 0n) <= (parseAmount(rule.max) ?? 0n))
      );
    }
    case "lines": {
      const lines = asLines(value)
        .map((line) => line.trim())
        .filter(Boolean);
      return lines.length <= field.most && lines.every((line) => line.length <= field.length);
    }
    case "operators":
      return asLines(value).length > 0;
    case "text":
      return typeof value === "string" && field.pattern.test(value);
    default:
      return true;
  }
}

/** Name of a flat key, with the operator where it belongs to one. */
export function keyWords(t: typeof text, flat: string): string {
  const known = readKey(flat);
  if (known === null) return flat;
  return "operator" in known ? `${known.name} ${t(`config.operatorKeys.${known.key}`)}` : t(`config.keys.${known.key}`);
}

/** A value in words with its unit, for diff and history; amounts have theirs where the currency is given. */
export function valueWords(t: typeof text, flat: string, value: unknown, currency?: string): string {
  const money = (amount: string): string => (currency === undefined ? amountText(amount) : moneyText(amount, currency));
  if (value === null || value === undefined) return flat.endsWith("max_amount") ? t("config.fee.none") : ABSENT;
  const field = readKey(flat)?.field;
  switch (field?.kind) {
    case "flag":
      return t(value === true ? (flat.endsWith("_open") ? "common.open" : "common.on") : flat.endsWith("_open") ? "common.closed" : "common.off");
    case "number":
      return `${countText(Number(value))} ${t(`config.units.${field.unit}`)}`;
    case "amount":
      return money(String(value));
    case "fee":
      return feeWords(t, asFee(value), money);
    case "lines":
      return asLines(value).join(", ") || t("common.none");
    case "operators":
      return asLines(value)
        .map((id) => OPERATORS.filter((operator) => operator === id).map((operator) => OPERATOR_INFO[operator].name)[0] ?? id)
        .join(", ");
    case "choice":
      return t(`config.trxDate.${field.values.find((one) => one === value) ?? "off"}`);
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

function feeWords(t: typeof text, rule: FeeRuleText, money: (amount: string) => string): string {
  const parts = [rateText(rule.rate_bps)];
  if (parseAmount(rule.fixed) !== 0n) parts.push(`+ ${money(rule.fixed)}`);
  if (rule.min !== null) parts.push(`${t("words.field.min")} ${money(rule.min)}`);
  if (rule.max !== null) parts.push(`${t("words.field.max")} ${money(rule.max)}`);
  return parts.join(" ");
}

/** What a field takes, with its unit: said beside it. Null where its control shows all there is. */
export function boundsWords(t: typeof text, field: Field): string | null {
  switch (field.kind) {
    case "number":
      return t("config.bounds.number", { min: countText(field.min), max: countText(field.max), unit: t(`config.units.${field.unit}`) });
    case "amount":
      return t("config.bounds.amount");
    case "fee":
      return t("config.bounds.fee");
    case "lines":
      return t("config.bounds.lines", { most: field.most, length: field.length });
    default:
      return null;
  }
}
