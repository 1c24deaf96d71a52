/** A merchant as the form's texts, and back as the bodies of its calls. Pure. */
import { MERCHANT_FIELD_PERMISSIONS } from "../../../contract/merchants.ts";
import { feeOn, type FeeRule, formatAmount, parseAmount } from "../../../contract/money.ts";
import type { MerchantCreate, MerchantPatch, MerchantRow } from "../../../contract/merchants.schema.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import { linesOf } from "../../forms/entries.ts";
import type { Values } from "../../forms/spec.ts";
import { rateText } from "../../i18n/format.ts";

const FEE_SIDES = ["payment", "disburse"] as const;
export type FeeSide = (typeof FEE_SIDES)[number];
/** The order that a fee is tried on: 1,000.00. */
export const SAMPLE_MINOR = 1_000_00n;
const RATE_MAX_BPS = 10_000n;

/** A percentage with at most two decimals as basis points; null for anything else and above 100. */
export function bpsOf(percent: string): number | null {
  // Hundredths of a percent are to a percent what minor units are to an amount.
  const bps = parseAmount(percent.trim());
  return bps === null || bps > RATE_MAX_BPS ? null : Number(bps);
}

const part = (values: Values, side: FeeSide, name: string): string => (values[`${side}_${name}`] ?? "").trim();

/** The fee rule of a side as it stands in the form; null while something in it cannot be read. */
export function ruleOf(values: Values, side: FeeSide): FeeRule | null {
  const rateBps = part(values, side, "rate") === "" ? 0 : bpsOf(part(values, side, "rate"));
  const bound = (name: string): bigint | null | undefined => (part(values, side, name) === "" ? null : (parseAmount(part(values, side, name)) ?? undefined));
  const [fixed, min, max] = [bound("fixed"), bound("min"), bound("max")];
  if (rateBps === null || fixed === undefined || min === undefined || max === undefined) return null;
  return { rateBps, fixedMinor: fixed ?? 0n, minMinor: min, maxMinor: max };
}

/** True of a rule under which no order pays anything. */
export const isFree = (rule: FeeRule | null): boolean => rule !== null && rule.rateBps === 0 && rule.fixedMinor === 0n && (rule.minMinor ?? 0n) === 0n;

/** The sides whose fee these values make nothing, where it was something (or there was none). */
export const madeFree = (values: Values, base: Values | null): FeeSide[] =>
  FEE_SIDES.filter((side) => isFree(ruleOf(values, side)) && (base === null || !isFree(ruleOf(base, side))));

/** What a fee makes of an order. */
export interface FeeExample {
  readonly fee: string;
  /** What the merchant gets (payment) or gives (disburse). */
  readonly net: string;
  /** The fee is larger than the order: such orders are not accepted. */
  readonly refused: boolean;
}

/** Tries a rule on an order of `amountMinor`. */
export function feeExample(rule: FeeRule, side: FeeSide, amountMinor: bigint): FeeExample {
  const fee = feeOn(rule, amountMinor);
  return { fee: formatAmount(fee), net: formatAmount(side === "payment" ? amountMinor - fee : amountMinor + fee), refused: fee > amountMinor };
}

function feeValues(side: FeeSide, fee: FeeRuleJson): Values {
  return {
    [`${side}_rate`]: rateText(fee.rate_bps).slice(0, -1),
    [`${side}_fixed`]: fee.fixed,
    [`${side}_min`]: fee.min ?? "",
    [`${side}_max`]: fee.max ?? "",
  };
}

/** What the form shows of a merchant; of a new one, the platform's default fees. */
export function valuesOf(row: MerchantRow | { readonly payment_fee: FeeRuleJson; readonly disburse_fee: FeeRuleJson }): Values {
  const fees = { ...feeValues("payment", row.payment_fee), ...feeValues("disburse", row.disburse_fee) };
  if (!("id" in row)) return { name: "", owner: "", withdrawal_reserve: "", ip_whitelist: "", notify_url: "", require_ack: "", ...fees };
  return {
    name: row.name,
    owner: row.owner,
    withdrawal_reserve: row.withdrawal_reserve,
    ip_whitelist: row.ip_whitelist.join("\n"),
    notify_url: row.notify_url ?? "",
    require_ack: row.require_ack ? "true" : "",
    ...fees,
  };
}

const orNull = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor));
function feeJson(values: Values, side: FeeSide): FeeRuleJson {
  const rule = ruleOf(values, side);
  // The form's checks have passed by then; a rule that cannot be read is sent as nothing and refused by the server.
  return rule === null
    ? { rate_bps: -1, fixed: "0.00", min: null, max: null }
    : { rate_bps: rule.rateBps, fixed: formatAmount(rule.fixedMinor), min: orNull(rule.minMinor), max: orNull(rule.maxMinor) };
}

function fieldsOf(values: Values): MerchantCreate {
  const url = (values.notify_url ?? "").trim();
  return {
    name: (values.name ?? "").trim(),
    owner: (values.owner ?? "").trim(),
    payment_fee: feeJson(values, "payment"),
    disburse_fee: feeJson(values, "disburse"),
    withdrawal_reserve: formatAmount(parseAmount((values.withdrawal_reserve ?? "").trim()) ?? 0n),
    ip_whitelist: linesOf(values.ip_whitelist),
    notify_url: url === "" ? null : url,
    require_ack: values.require_ack === "true",
  };
}

/** Body of a new merchant. */
export function createBody(values: Values): MerchantCreate {
  return fieldsOf(values);
}

/** Body of a change: only what differs and what this person may change. */
export function patchBody(row: MerchantRow, values: Values, may: (permission: Permission) => boolean): MerchantPatch {
  const before = fieldsOf(valuesOf(row));
  const after = fieldsOf(values);
  const names = (Object.keys(MERCHANT_FIELD_PERMISSIONS) as (keyof MerchantCreate)[]).filter(
    (name) => may(MERCHANT_FIELD_PERMISSIONS[name]) && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  return { version: row.version, ...Object.fromEntries(names.map((name) => [name, after[name]])) };
}
