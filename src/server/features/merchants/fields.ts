/** What a merchant is given by people: checked beyond the schema, and brought to its columns. */
import type { MerchantCreate } from "../../../contract/merchants.schema.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { MERCHANT_FIELD_PERMISSIONS } from "../../../contract/merchants.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { minor, type FeeRuleJson } from "../../../contract/schema.ts";
import type { App } from "../../platform/context.ts";
import { checkTarget, isForbidden } from "../../core/outbox/target.ts";
import type { Columns } from "../../platform/db/rows.ts";
import { ruleColumns, storedOf } from "../../core/fees/stored.ts";
import { parseRange } from "../../platform/http/ip.ts";
import { Refused } from "../../platform/refusal.ts";
import { disburseFeeOf, paymentFeeOf, type MerchantRaw } from "./queries.ts";

/** The fields that people may set, all optional. */
export type MerchantInput = { [K in keyof MerchantCreate]?: MerchantCreate[K] | undefined };
type Field = keyof MerchantCreate;

/** The fields of an input that are really given. */
export function givenFields(input: MerchantInput): Field[] {
  return (Object.keys(MERCHANT_FIELD_PERMISSIONS) as Field[]).filter((field) => input[field] !== undefined);
}

const feeBounds = (fee: MerchantInput["payment_fee"]): boolean => !fee || fee.min === null || fee.max === null || minor(fee.min) <= minor(fee.max);

/**
 * Checks what no schema can see: bounds that cross, addresses that cannot be read, a target that is not public.
 * @returns `validation_failed` naming each field, `target_not_allowed`; null: nothing is wrong
 */
export async function wrongFields(app: App, input: MerchantInput): Promise<Refused | null> {
  const fields: Record<string, FieldErrors[string]> = {};
  if (!feeBounds(input.payment_fee)) fields["payment_fee.max"] = "too_small";
  if (!feeBounds(input.disburse_fee)) fields["disburse_fee.max"] = "too_small";
  input.ip_whitelist?.forEach((range, index) => {
    if (parseRange(range) === null) fields[`ip_whitelist.${index}`] = "invalid";
  });
  const url = input.notify_url ?? null;
  // A name that does not resolve today may tomorrow; each delivery checks again.
  const target = url === null ? "ok" : await checkTarget(url, { allowPrivate: app.env.webhookAllowPrivate });
  if (target === "invalid") fields["notify_url"] = "invalid";
  if (Object.keys(fields).length > 0) return new Refused("validation_failed", { fields });
  return isForbidden(target) ? new Refused("target_not_allowed", { fields: { notify_url: "not_allowed" } }) : null;
}

function canonicalFee(fee: NonNullable<MerchantInput["payment_fee"]>): FeeRuleJson {
  const orNull = (value: string | null): string | null => formatAmountOrNull(value === null ? null : minor(value));
  return { rate_bps: fee.rate_bps, fixed: formatAmount(minor(fee.fixed)), min: orNull(fee.min), max: orNull(fee.max) };
}

/** The given fields as they will stand: amounts with two decimals, ranges once each. */
export function canonical(input: MerchantInput): Partial<MerchantCreate> {
  const { payment_fee, disburse_fee, ip_whitelist, withdrawal_reserve, ...rest } = input;
  const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...plain,
    ...(payment_fee ? { payment_fee: canonicalFee(payment_fee) } : {}),
    ...(disburse_fee ? { disburse_fee: canonicalFee(disburse_fee) } : {}),
    ...(withdrawal_reserve === undefined ? {} : { withdrawal_reserve: formatAmount(minor(withdrawal_reserve)) }),
    ...(ip_whitelist ? { ip_whitelist: [...new Set(ip_whitelist.map((range) => range.trim()))] } : {}),
  };
}

/** The same fields of a stored merchant. */
export function storedFields(raw: MerchantRaw): Record<Field, unknown> {
  return {
    name: raw.name,
    owner: raw.owner,
    payment_fee: paymentFeeOf(raw),
    disburse_fee: disburseFeeOf(raw),
    withdrawal_reserve: formatAmount(raw.withdrawal_reserve),
    ip_whitelist: raw.ip_whitelist,
    notify_url: raw.notify_url,
    require_ack: raw.require_ack,
  };
}

/** The columns of canonical fields. */
export function columnsOf(fields: Partial<MerchantCreate>): Columns {
  const { payment_fee, disburse_fee, withdrawal_reserve, ...rest } = fields;
  return {
    ...rest,
    ...(withdrawal_reserve === undefined ? {} : { withdrawal_reserve: minor(withdrawal_reserve) }),
    ...(payment_fee ? ruleColumns("payment", storedOf({ ...payment_fee, tiers: [] })) : {}),
    ...(disburse_fee ? ruleColumns("disburse", storedOf({ ...disburse_fee, tiers: [] })) : {}),
  };
}
