/**
 * Money as integer minor units (`bigint`), never a float.
 *
 * In JSON an amount is a decimal string such as `"1250.00"`; in code and in the database it is the number of
 * minor units (paisa for BDT). The bounds are rule 51: no sign, no exponent, no separators, no leading zero,
 * ASCII digits only, at most 13 digits before the point.
 */

/** Decimals of the deployment's currency. Every supported currency has two; one place to change it. */
export const CURRENCY_DECIMALS = 2;
/** Largest amount that an interface accepts: 15 digits in minor units. */
export const MAX_AMOUNT_MINOR = 999_999_999_999_999n;

const AMOUNT_PATTERN = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/;

/**
 * Parses a decimal string into minor units.
 * @returns null for anything that is not exactly an unsigned plain decimal with at most two decimals.
 */
export function parseAmount(uncheckedText: unknown): bigint | null {
  if (typeof uncheckedText !== "string" || uncheckedText.length > 16) return null;
  const found = AMOUNT_PATTERN.exec(uncheckedText);
  if (!found) return null;
  const minor = BigInt(found[1] as string) * 100n + BigInt((found[2] ?? "").padEnd(CURRENCY_DECIMALS, "0"));
  return minor <= MAX_AMOUNT_MINOR ? minor : null;
}

/** With separators: by thousands, or by lakhs. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const CURRENCY_WORD = /^(?:৳|bdt|tk\.?|taka|টাকা)\s*|\s*(?:৳|bdt|tk\.?|taka|টাকা)$/gi;

const plainSigns = (written: string): string =>
  written
    .normalize("NFKC")
    .replace(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x9e6))
    .trim();

/** What people write or paste as an amount, without the currency's sign or word, in plain digits; of a text that is none the rest. */
export function plainAmount(written: string): string {
  return plainSigns(written).replace(CURRENCY_WORD, "");
}

/** What books write around an amount: its sign, brackets for what went out, its side. */
const AROUND = /^[-+\u2212(]\s*|\s*(?:[-\u2212)]|\b[dc]r\.?)$/gi;

/** True of a text that says a sum and can be no number of anything: with decimals, in thousands, or beside its currency, however books write it. */
export function isWrittenSum(cell: string): boolean {
  const signs = plainSigns(cell).replace(AROUND, "");
  const plain = plainAmount(plainAmount(signs).replace(AROUND, ""));
  // `TK500` may be the number of a bank.
  const isPriced = /[৳\s]/.test(signs) && /^\d+$/.test(plain);
  return isPriced || GROUPED.test(plain) || /^[\d ,]*\d\.\d\d$/.test(plain);
}

/** {@link plainAmount} without separators of thousands or lakhs; where they stand at other places they stay. */
export function ungroupedAmount(written: string): string {
  const plain = plainAmount(written);
  return GROUPED.test(plain) ? plain.replaceAll(",", "") : plain;
}

/**
 * An amount as people write or paste it: with separators of thousands, the currency's sign or word, digits of full width or Bengali.
 * @returns minor units; null: it is no amount
 */
export const readAmount = (uncheckedText: string): bigint | null => parseAmount(ungroupedAmount(uncheckedText));

/** Writes minor units as the JSON form, always with the currency's decimals; negative amounts get an ASCII minus. */
export function formatAmount(minor: bigint): string {
  const sign = minor < 0n ? "-" : "";
  const digits = (minor < 0n ? -minor : minor).toString().padStart(CURRENCY_DECIMALS + 1, "0");
  const cut = digits.length - CURRENCY_DECIMALS;
  return `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** As {@link formatAmount}, null for an absent amount. */
export function formatAmountOrNull(minor: bigint | null | undefined): string | null {
  return minor === null || minor === undefined ? null : formatAmount(minor);
}

/** Minor units of an amount that we wrote ourselves ({@link formatAmount}), with its sign; of what comes from outside {@link parseAmount}. */
export const minorOf = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** True of an amount that is known and not zero. */
export function isOff(amount: string | null | undefined): boolean {
  return /[1-9]/.test(amount ?? "");
}

/** `-1234567.50` as `−1,234,567.50`: what people read; the files carry plain numbers. */
export function grouped(amount: string): string {
  const [whole = "", decimals = ""] = amount.replace("-", "").split(".");
  return `${amount.startsWith("-") ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

/** From `fromMinor` on (included), these hold for the whole amount instead of the rule's own rate and fixed part. */
export interface FeeTier {
  readonly fromMinor: bigint;
  readonly rateBps: number;
  readonly fixedMinor: bigint;
}

/**
 * A fee rule: `rateBps` hundredths of a percent of the amount plus a fixed part, kept within optional bounds (minor
 * units). `tiers` rise in their amount; an amount below the first one is charged by the rule itself.
 */
export interface FeeRule {
  readonly rateBps: number;
  readonly fixedMinor: bigint;
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly tiers?: readonly FeeTier[];
}

/** The rule that holds for one amount, without tiers: its fee on that amount is the same. */
export function flatRule(rule: FeeRule, amountMinor: bigint): FeeRule {
  let part: Pick<FeeRule, "rateBps" | "fixedMinor"> = rule;
  for (const tier of rule.tiers ?? []) if (tier.fromMinor <= amountMinor) part = tier;
  return { rateBps: part.rateBps, fixedMinor: part.fixedMinor, minMinor: rule.minMinor, maxMinor: rule.maxMinor };
}

/** Divides rounding half up (away from zero is the same here: both arguments are never negative). */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator * 2n + denominator) / (denominator * 2n);
}

/**
 * True when the fee on an amount is not above it.
 * @param amountMinor minor units, > 0
 */
export function feeFits(rule: FeeRule, amountMinor: bigint): boolean {
  const isShare = rule.rateBps <= 10_000 && rule.fixedMinor === 0n && rule.minMinor === null && (rule.tiers === undefined || rule.tiers.length === 0);
  // A share of the amount, rounded to a whole number, is never above the amount.
  return isShare || feeOn(rule, amountMinor) <= amountMinor;
}

/**
 * The fee on a received amount, in minor units, rounded half up once, after adding the fixed part, then bounded. Previews over many
 * orders ask the database's `fee_on`.
 * @param amountMinor received amount, > 0
 */
export function feeOn(rule: FeeRule, amountMinor: bigint): bigint {
  const part = rule.tiers === undefined || rule.tiers.length === 0 ? rule : flatRule(rule, amountMinor);
  let fee = divideHalfUp(amountMinor * BigInt(part.rateBps), 10_000n) + part.fixedMinor;
  if (rule.minMinor !== null && fee < rule.minMinor) fee = rule.minMinor;
  if (rule.maxMinor !== null && fee > rule.maxMinor) fee = rule.maxMinor;
  return fee;
}
