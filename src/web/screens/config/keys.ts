/** The configuration's keys as data: group, kind of field, unit, bounds. The screen is drawn from this table. */
import { CONFIG_DEFAULTS, NEVER_SCHEDULED, OPERATOR_KEYS } from "../../../contract/config.ts";
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../contract/operators.ts";

export type ConfigKey = keyof typeof CONFIG_DEFAULTS;
export type OperatorKey = (typeof OPERATOR_KEYS)[number];
export type Unit = "seconds" | "minutes" | "hours" | "percent" | "perSecond" | "times";
export type Field =
  | { readonly kind: "flag" }
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly unit: Unit }
  | { readonly kind: "amount"; readonly nullable?: boolean }
  | { readonly kind: "fee" }
  | { readonly kind: "lines"; readonly most: number; readonly length: number }
  | { readonly kind: "choice"; readonly values: readonly ["off", "warn", "refuse"] }
  | { readonly kind: "operators" }
  | { readonly kind: "text"; readonly pattern: RegExp }
  | { readonly kind: "fixed" };
export type Group = "general" | "acceptance" | "expiry" | "matching" | "thresholds" | "fees" | "sessions" | "rates";

const flag = { kind: "flag" } as const;
const number = (min: number, max: number, unit: Unit) => ({ kind: "number", min, max, unit }) as const;
const amount = { kind: "amount" } as const;

/** Every key of the configuration once; bounds as in the contract's schema. */
export const FIELDS = {
  payments_open: { group: "acceptance", field: flag },
  disburses_open: { group: "acceptance", field: flag },
  payment_expiry_minutes: { group: "expiry", field: number(1, 1440, "minutes") },
  late_match_hours: { group: "expiry", field: number(0, 720, "hours") },
  early_match_minutes: { group: "expiry", field: number(0, 10_080, "minutes") },
  auto_fail_minutes: { group: "expiry", field: number(1, 1440, "minutes") },
  payout_answer_minutes: { group: "expiry", field: number(1, 1440, "minutes") },
  proof_wait_minutes: { group: "expiry", field: number(1, 10_080, "minutes") },
  queued_alert_hours: { group: "expiry", field: number(1, 168, "hours") },
  silent_after_minutes: { group: "expiry", field: number(1, 1440, "minutes") },
  bind_code_minutes: { group: "expiry", field: number(1, 60, "minutes") },
  match_by_amount: { group: "matching", field: flag },
  hold_on_chain_break: { group: "matching", field: flag },
  chain_wait_minutes: { group: "matching", field: number(0, 120, "minutes") },
  trx_date_check: { group: "matching", field: { kind: "choice", values: ["off", "warn", "refuse"] } },
  manual_complete_threshold: { group: "thresholds", field: amount },
  payout_reset_threshold: { group: "thresholds", field: amount },
  second_person_fees: { group: "thresholds", field: flag },
  second_person_secrets: { group: "thresholds", field: flag },
  second_person_unbind: { group: "thresholds", field: flag },
  operator_approve_limit: { group: "thresholds", field: amount },
  disburse_approval_threshold: { group: "thresholds", field: amount },
  bulk_typed_sum_from: { group: "thresholds", field: amount },
  wallet_near_limit_percent: { group: "thresholds", field: number(1, 100, "percent") },
  one_person: { group: "thresholds", field: flag },
  default_payment_fee: { group: "fees", field: { kind: "fee" } },
  default_disburse_fee: { group: "fees", field: { kind: "fee" } },
  session_idle_minutes: { group: "sessions", field: number(1, 720, "minutes") },
  session_absolute_hours: { group: "sessions", field: number(1, 72, "hours") },
  totp_required_for_staff: { group: "sessions", field: flag },
  staff_ip_allowlist: { group: "sessions", field: { kind: "lines", most: 200, length: 64 } },
  signin_per_address_minute: { group: "rates", field: number(1, 1000, "times") },
  signin_per_account_half_hour: { group: "rates", field: number(1, 1000, "times") },
  v1_requests_per_second: { group: "rates", field: number(1, 100_000, "perSecond") },
  v1_burst: { group: "rates", field: number(1, 100_000, "times") },
  device_requests_per_second: { group: "rates", field: number(1, 100_000, "perSecond") },
  device_task_answer_seconds: { group: "expiry", field: number(10, 3600, "seconds") },
  device_task_wait_minutes: { group: "expiry", field: number(1, 1440, "minutes") },
  operators: { group: "general", field: { kind: "operators" } },
  currency: { group: "general", field: { kind: "text", pattern: /^[A-Z]{3}$/ } },
  business_timezone: { group: "general", field: { kind: "fixed" } },
} as const satisfies Record<ConfigKey, { group: Group; field: Field }>;

export const OPERATOR_FIELDS = {
  payments_open: flag,
  disburses_open: flag,
  min_amount: amount,
  max_amount: { kind: "amount", nullable: true },
  sender_ids: { kind: "lines", most: 50, length: 32 },
} as const satisfies Record<OperatorKey, Field>;

/** Groups in the order of the screen; operators stand after acceptance. */
export const GROUPS = ["acceptance", "expiry", "matching", "thresholds", "fees", "sessions", "rates", "general"] as const satisfies readonly Group[];

/** Keys of a group, in the table's order. */
export function keysOf(group: Group): ConfigKey[] {
  return (Object.keys(FIELDS) as ConfigKey[]).filter((key) => FIELDS[key].group === group); // keys of a literal
}

/** False where one of the keys takes effect at once or not at all. */
export const mayBeScheduled = (keys: readonly string[]): boolean => !NEVER_SCHEDULED.some((key) => keys.includes(key));

/** What a flat key means: a key of its own, or a key of one operator; null for one that this version does not know. */
export function readKey(flat: string): { key: ConfigKey; field: Field } | { operator: Operator; key: OperatorKey; field: Field; name: string } | null {
  if (flat in FIELDS) return { key: flat as ConfigKey, field: FIELDS[flat as ConfigKey].field }; // just looked up
  for (const operator of OPERATORS) {
    const key = OPERATOR_KEYS.find((one) => flat === `${operator}_${one}`);
    if (key !== undefined) return { operator, key, field: OPERATOR_FIELDS[key], name: OPERATOR_INFO[operator].name };
  }
  return null;
}
