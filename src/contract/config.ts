/** Names and defaults of all parameters. Flat keys (rule 50); amounts are decimal strings. */
import { APPROVAL_SWITCHES } from "./approvals.ts";
import { parseAmount } from "./money.ts";
import type { Transition } from "./transition.ts";
import { OPERATOR_INFO, OPERATORS, type Operator } from "./operators.ts";

export interface FeeRuleText {
  readonly rate_bps: number;
  readonly fixed: string;
  readonly min: string | null;
  readonly max: string | null;
}

const perOperator = <T>(suffix: string, value: (operator: Operator) => T): Record<string, T> =>
  Object.fromEntries(OPERATORS.map((operator) => [`${operator}_${suffix}`, value(operator)]));

/** Defaults of every key; the type of each key is the type of its default. */
export const CONFIG_DEFAULTS = {
  currency: "BDT",
  business_timezone: "Asia/Shanghai",
  operators: ["bkash", "nagad"] as readonly Operator[],
  payments_open: true,
  disburses_open: true,
  payment_expiry_minutes: 15,
  late_match_hours: 24,
  early_match_minutes: 60,
  match_by_amount: false,
  hold_on_chain_break: true,
  chain_wait_minutes: 3,
  trx_date_check: "warn" as "off" | "warn" | "refuse",
  silent_after_minutes: 60,
  bind_code_minutes: 10,
  one_person: false,
  manual_complete_threshold: "10000.00",
  payout_reset_threshold: "0.00" as string,
  second_person_fees: true,
  second_person_secrets: true,
  second_person_unbind: true,
  operator_approve_limit: "10000.00",
  disburse_approval_threshold: "10000.00",
  bulk_typed_sum_from: "50000.00" as string,
  auto_fail_minutes: 30,
  payout_answer_minutes: 15,
  proof_wait_minutes: 15,
  queued_alert_hours: 24,
  wallet_near_limit_percent: 90,
  default_payment_fee: { rate_bps: 0, fixed: "0.00", min: null, max: null } as FeeRuleText,
  default_disburse_fee: { rate_bps: 0, fixed: "0.00", min: null, max: null } as FeeRuleText,
  session_idle_minutes: 30,
  session_absolute_hours: 12,
  totp_required_for_staff: false,
  staff_ip_allowlist: [] as readonly string[],
  signin_per_address_minute: 10,
  signin_per_account_half_hour: 10,
  v1_requests_per_second: 200,
  v1_burst: 400,
  device_requests_per_second: 100,
  device_task_answer_seconds: 300,
  device_task_wait_minutes: 15,
} as const;

/** What keeps people from acting alone: nobody changes it without a fresh proof of who they are. */
export const SAFEGUARDS = ["one_person", "manual_complete_threshold", "payout_reset_threshold", "disburse_approval_threshold", ...APPROVAL_SWITCHES] as const;
/** What somebody else approves, while `second_person_fees` is on. */
export const FEE_KEYS = ["default_payment_fee", "default_disburse_fee"] as const;

/** Keys that exist once per operator: `bkash_payments_open`, `nagad_sender_ids`, … */
export const OPERATOR_KEYS = ["payments_open", "disburses_open", "min_amount", "max_amount", "sender_ids"] as const;

export interface OperatorConfig {
  readonly payments_open: boolean;
  readonly disburses_open: boolean;
  readonly min_amount: string;
  readonly max_amount: string | null;
  /** The two bounds in minor units. */
  readonly minMinor: bigint;
  readonly maxMinor: bigint | null;
  readonly sender_ids: readonly string[];
}
const text = (minor: bigint | null): string | null => (minor === null ? null : `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`);

/** Defaults of the per-operator keys, flat. */
export const OPERATOR_CONFIG_DEFAULTS: Readonly<Record<string, unknown>> = {
  ...perOperator("payments_open", () => true),
  ...perOperator("disburses_open", () => true),
  ...perOperator("min_amount", (operator) => text(OPERATOR_INFO[operator].minAmountMinor)),
  ...perOperator("max_amount", (operator) => text(OPERATOR_INFO[operator].maxAmountMinor)),
  ...perOperator("sender_ids", (operator) => OPERATOR_INFO[operator].senderIds),
};

type Widen<T> = T extends boolean ? boolean : T extends number ? number : T extends string ? (string extends T ? string : T) : T;
/** All parameters as the server reads them. */
export type Config = {
  -readonly [K in keyof typeof CONFIG_DEFAULTS]: (typeof CONFIG_DEFAULTS)[K] extends "BDT" | "Asia/Shanghai" | "10000.00"
    ? string
    : Widen<(typeof CONFIG_DEFAULTS)[K]>;
} & { readonly [key: `${string}_payments_open` | `${string}_disburses_open`]: boolean } & Record<string, unknown>;

/** What was read of a configuration, which is replaced as a whole and never changed in place. */
const operatorConfigs = new WeakMap<object, Map<Operator, OperatorConfig>>();

/** Reads the per-operator keys of one operator. */
export function operatorConfig(config: Readonly<Record<string, unknown>>, operator: Operator): OperatorConfig {
  let known = operatorConfigs.get(config);
  if (!known) operatorConfigs.set(config, (known = new Map()));
  let found = known.get(operator);
  if (!found) known.set(operator, (found = readOperatorConfig(config, operator)));
  return found;
}

function readOperatorConfig(config: Readonly<Record<string, unknown>>, operator: Operator): OperatorConfig {
  const min = config[`${operator}_min_amount`] as string;
  const max = config[`${operator}_max_amount`] as string | null;
  return {
    payments_open: config[`${operator}_payments_open`] as boolean,
    disburses_open: config[`${operator}_disburses_open`] as boolean,
    min_amount: min,
    max_amount: max,
    minMinor: parseAmount(min) ?? 0n,
    maxMinor: max === null ? null : parseAmount(max),
    sender_ids: config[`${operator}_sender_ids`] as readonly string[],
  };
}

/** A change that takes effect at a moment: it waits, and is applied, or held or refused where it is no longer what was decided on. */
export const SCHEDULE_STATUSES = ["waiting", "applied", "held", "refused", "cancelled"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** Every edge of a scheduled change's life. Held and refused stay in view until somebody takes them away. The database refuses all others. */
export const SCHEDULE_TRANSITIONS = [
  { from: "waiting", event: "apply", to: "applied", by: "job" },
  { from: "waiting", event: "hold", to: "held", by: "job" },
  { from: "waiting", event: "refuse", to: "refused", by: "job" },
  { from: "waiting", event: "cancel", to: "cancelled", by: "config.edit" },
  { from: "held", event: "cancel", to: "cancelled", by: "config.edit" },
  { from: "refused", event: "cancel", to: "cancelled", by: "config.edit" },
  { from: "cancelled", event: "restore", to: "waiting", by: "config.edit" },
  { from: "cancelled", event: "restore_held", to: "held", by: "config.edit" },
  { from: "cancelled", event: "restore_refused", to: "refused", by: "config.edit" },
] as const satisfies readonly Transition<ScheduleStatus, "apply" | "hold" | "refuse" | "cancel" | "restore" | "restore_held" | "restore_refused">[];

/** So long, minutes, a scheduled change that was taken away can be brought back: as it was decided on, without anybody deciding anew. */
export const SCHEDULE_RESTORE_MINUTES = 10;

/** What is never scheduled: nobody could say now who will be inside the list then, and whoever is outside could not take it back. */
export const NEVER_SCHEDULED = ["staff_ip_allowlist"] as const;

/** The furthest moment that a change is scheduled for, days from now. */
export const SCHEDULE_MOST_DAYS = 366;

/** Why a scheduled change was held or refused: its values moved; maker or checker lost the right; it would have to be approved by now; its values are not allowed any more. */
export const SCHEDULE_PROBLEMS = ["changed", "maker_inactive", "checker_inactive", "approval_required", "invalid"] as const;
export type ScheduleProblem = (typeof SCHEDULE_PROBLEMS)[number];
