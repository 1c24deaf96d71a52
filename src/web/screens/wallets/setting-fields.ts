/** Fields of what a wallet may do and how much: of a wallet itself, and of a template. */
import { parseAmount } from "../../../contract/money.ts";
import type { FieldSpec, Values } from "../../forms/spec.ts";
import type { MessageKey } from "../../i18n/keys.ts";

const COOL_MAX = 86_400;
const checkMost = (value: string): MessageKey | null => (parseAmount(value) === 0n ? "errors.field.too_small" : null);
function checkMax(value: string, values: Values): MessageKey | null {
  const max = parseAmount(value);
  const min = parseAmount((values.min_amount ?? "").trim());
  return max !== null && min !== null && max < min ? "wallets.form.minAboveMax" : checkMost(value);
}
const checkCool = (value: string): MessageKey | null => (Number(value) > COOL_MAX ? "wallets.form.cooling" : null);
const checkCount = (value: string): MessageKey | null => (Number(value) === 0 ? "errors.field.too_small" : null);

/**
 * The settings that a template says, in the order of the form.
 * @param disabled whether the person may not change what is no limit
 */
export function settingFields<Subject>(disabled: () => boolean = () => false): readonly FieldSpec<Subject>[] {
  const locked = { disabled } as const;
  const limit = { half: true } as const;
  return [
    {
      name: "min_amount",
      kind: "amount",
      zero: true,
      label: "wallets.column.min_amount",
      help: "wallets.form.blankNone",
      section: "wallets.form.section.limits",
      ...limit,
    },
    { name: "max_amount", kind: "amount", label: "wallets.column.max_amount", help: "wallets.form.blankNone", check: checkMax, ...limit },
    { name: "daily_max", kind: "amount", label: "wallets.column.daily_max", help: "wallets.form.blankNone", check: checkMost, ...limit },
    { name: "month_max", kind: "amount", label: "wallets.column.month_max", help: "wallets.form.blankNone", check: checkMost, ...limit },
    { name: "daily_count_max", kind: "integer", label: "wallets.column.daily_count_max", help: "wallets.form.blankNone", check: checkCount, ...limit },
    { name: "month_count_max", kind: "integer", label: "wallets.column.month_count_max", help: "wallets.form.blankNone", check: checkCount, ...limit },
    { name: "cool_interval", kind: "integer", label: "wallets.column.cool_interval", help: "wallets.form.cool", check: checkCool },
    { name: "collect", kind: "switch", label: "wallets.form.collect", section: "wallets.form.section.use", half: true, ...locked },
    { name: "payout", kind: "switch", label: "words.field.payout", half: true, ...locked },
    {
      name: "phone_trust_limit",
      kind: "amount",
      label: "wallets.column.phone_trust_limit",
      help: "wallets.form.phoneTrust",
      check: checkMost,
      ...locked,
    },
    { name: "payments_open", kind: "switch", label: "wallets.form.paymentsOpen", half: true, ...locked },
    { name: "disburses_open", kind: "switch", label: "wallets.form.disbursesOpen", half: true, ...locked },
  ];
}
