import * as z from "zod";
import { SCHEDULE_PROBLEMS, SCHEDULE_STATUSES } from "./config.ts";
import { isBookable } from "./currencies.ts";
import { OPERATORS } from "./operators.ts";
import { amountKept, feeRule, flag, inAddress, instant, ipList, line, operator, reason, version } from "./schema.ts";

const key = z.string().regex(/^[a-z0-9_]{1,64}$/);
/** Numbers that the database counts up: of versions, of scheduled changes. */
const count = z.int().min(1).max(2_147_483_647);
const whole = (min: number, max: number) => z.int().min(min).max(max);
const perOperator = <T extends z.ZodType>(suffix: string, schema: T): Record<string, T> =>
  Object.fromEntries(OPERATORS.map((id) => [`${id}_${suffix}`, schema]));

const shape = {
  currency: z.string().regex(/^[A-Z]{3}$/),
  business_timezone: z.literal("Asia/Shanghai"),
  operators: z
    .array(operator)
    .min(1)
    .refine((list) => new Set(list).size === list.length, { params: { code: "invalid" } }),
  payments_open: flag,
  disburses_open: flag,
  payment_expiry_minutes: whole(1, 1440),
  late_match_hours: whole(0, 720),
  early_match_minutes: whole(0, 10_080),
  match_by_amount: flag,
  hold_on_chain_break: flag,
  chain_wait_minutes: whole(0, 120),
  trx_date_check: z.enum(["off", "warn", "refuse"]),
  silent_after_minutes: whole(1, 1440),
  bind_code_minutes: whole(1, 60),
  one_person: flag,
  manual_complete_threshold: amountKept,
  payout_reset_threshold: amountKept,
  second_person_fees: flag,
  second_person_secrets: flag,
  second_person_unbind: flag,
  operator_approve_limit: amountKept,
  disburse_approval_threshold: amountKept,
  bulk_typed_sum_from: amountKept,
  auto_fail_minutes: whole(1, 1440),
  payout_answer_minutes: whole(1, 1440),
  proof_wait_minutes: whole(1, 10_080),
  queued_alert_hours: whole(1, 168),
  wallet_near_limit_percent: whole(1, 100),
  default_payment_fee: feeRule,
  default_disburse_fee: feeRule,
  session_idle_minutes: whole(1, 720),
  session_absolute_hours: whole(1, 72),
  totp_required_for_staff: flag,
  staff_ip_allowlist: ipList,
  signin_per_address_minute: whole(1, 1000),
  signin_per_account_half_hour: whole(1, 1000),
  v1_requests_per_second: whole(1, 100_000),
  v1_burst: whole(1, 100_000),
  device_requests_per_second: whole(1, 100_000),
  device_task_answer_seconds: whole(10, 3600),
  device_task_wait_minutes: whole(1, 1440),
  ...perOperator("payments_open", flag),
  ...perOperator("disburses_open", flag),
  ...perOperator("min_amount", amountKept),
  ...perOperator("max_amount", amountKept.nullable()),
  ...perOperator("sender_ids", z.array(line(32)).max(50)),
};
/** The whole configuration, as stored. */
export const configValues = z.strictObject(shape);
export const configOut = z.object({
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
  defaults: z.record(z.string(), z.unknown()),
  sandbox: z.boolean(),
});
export type ConfigOut = z.infer<typeof configOut>;
/** `PATCH /api/config {version, key: value, …, reason?}`. What is chosen anew is looked at more closely than what stands: that must load. */
export const configPatch = z.strictObject({
  ...z.strictObject(shape).partial().shape,
  currency: shape.currency.refine(isBookable, { params: { code: "not_allowed" } }).optional(),
  version,
  reason: reason.optional(),
});
/** What an approval of default fees runs: a save, which may have put back a version. */
export const configAsked = configPatch.extend({ restored: count.optional() });
const changes = z.array(z.object({ key: z.string(), before: z.unknown().nullable(), after: z.unknown().nullable() }));

/** Puts values back as they were after version `to`: all that differ, or the named ones. `version` is the present one. */
export const configRestore = z.strictObject({
  version,
  to: count,
  keys: z.array(key).min(1).max(100).optional(),
  reason: reason.optional(),
});
export const configRestoreQuery = z.strictObject({ to: inAddress(version) });
/** What putting back version `to` would change, and what of it is not allowed any more. */
export const configRestoreOut = z.object({ version: z.int(), to: z.int(), changes, refused: z.record(z.string(), z.string()) });

/** As a change by hand, from the moment `at` on (left out: at once, and then with an end), and up to `until` where that is given: then what stood before returns. `replaces` takes away one that was held, refused, or still waits. */
export const configSchedule = configPatch.extend({ at: z.iso.datetime().optional(), until: z.iso.datetime().optional(), replaces: count.optional() });
/** What an approval of scheduled default fees runs: what its checker was shown, and what stood there then. */
export const configScheduleAsked = configSchedule.extend({ expected: z.record(key, z.unknown()).default({}) });
export const configScheduleCancel = z.strictObject({ version });
export const configScheduleRestore = z.strictObject({ version });
export const configScheduleItem = z.object({
  id: z.int(),
  version: z.int(),
  status: z.enum(SCHEDULE_STATUSES),
  at: instant,
  /** `before` is what is expected to stand then. */
  changes,
  reason: z.string().nullable(),
  maker: z.string(),
  checker: z.string().nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
  problem: z.object({ code: z.enum(SCHEDULE_PROBLEMS), keys: z.array(z.string()) }).nullable(),
  /** When it ends by itself, while it has an end that is not taken away. */
  until: instant.nullable(),
  /** Of one that was held or refused: when it would have ended. Its end went with it. */
  would_end: instant.nullable(),
  /** The scheduled change whose end this is. */
  ends: z.int().nullable(),
  /** The version of the configuration that it made. */
  applied_version: z.int().nullable(),
});
export type ConfigScheduleItem = z.infer<typeof configScheduleItem>;
/** What waits or needs a person first, the next one on top; then the last that are over. */
export const configSchedules = z.object({ items: z.array(configScheduleItem) });

/** Of one setting alone; older than a version, to read on. */
export const configHistoryQuery = z.strictObject({ key: key.optional(), before: inAddress(version).optional() });
export const configHistoryItem = z.object({
  version: z.int(),
  at: instant,
  account: z.string().nullable(),
  /** Who approved it, where somebody else had to. */
  checker: z.string().nullable(),
  reason: z.string().nullable(),
  /** The version whose values were put back. */
  restored: z.int().nullable(),
  /** The scheduled change that it was. */
  schedule: z.int().nullable(),
  /** The scheduled change whose end it was: what stood before that has returned. */
  ended: z.int().nullable(),
  changes,
});
export const configHistoryOut = z.object({ items: z.array(configHistoryItem), more: flag });
export type ConfigHistoryItem = z.infer<typeof configHistoryItem>;
export const acceptanceOut = z.object({
  version: z.int(),
  payments_open: flag,
  disburses_open: flag,
  operators: z.array(z.object({ operator, payments_open: flag, disburses_open: flag })),
});
export type AcceptanceOut = z.infer<typeof acceptanceOut>;
export const acceptancePatch = z.strictObject({ version, operator: operator.optional(), payments: flag.optional(), disburses: flag.optional() });
