import * as z from "zod";
import { amountOut, instant, instantOrNull, operator, publicId, reason, version } from "./schema.ts";
import { REOPEN_MAX_DAYS, STOP_TARGETS_MAX, SWITCH_DIRECTIONS, SWITCH_SCOPES } from "./switches.ts";

const count = z.object({ count: z.int(), amount: amountOut });

export const switchRow = z.object({
  id: publicId,
  scope: z.enum(SWITCH_SCOPES),
  direction: z.enum(SWITCH_DIRECTIONS),
  /** Of a merchant's switch: the one operator that it is for, null for all of them. */
  operator: operator.nullable(),
  merchant: z.object({ id: publicId, name: z.string() }).nullable(),
  wallet: z.object({ id: publicId, name: z.string() }).nullable(),
  /** Null for merchants' users: the words are the platform's own. */
  reason: z.string().nullable(),
  closed_by: z.string().nullable(),
  closed_at: instant,
  reopen_at: instantOrNull,
  opened_at: instantOrNull,
  opened_by: z.string().nullable(),
  version: z.int(),
  actions: z.array(z.enum(["open"])),
});
export type SwitchRow = z.infer<typeof switchRow>;
export const switchList = z.object({ items: z.array(switchRow) });
/** `state=all`: also the last that were opened again. */
export const switchQuery = z.strictObject({ state: z.enum(["closed", "all"]).optional() });
const target = {
  scope: z.enum(SWITCH_SCOPES),
  direction: z.enum(SWITCH_DIRECTIONS),
  operator: operator.optional(),
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
};
export const switchTarget = z.strictObject(target);
export type SwitchTarget = z.infer<typeof switchTarget>;
export const switchClose = z.strictObject({ ...target, reason, reopen_at: z.iso.datetime().nullable().optional() });
export type SwitchClose = z.infer<typeof switchClose>;
export const switchOpen = z.strictObject({ version, note: reason.optional() });
const targets = z.array(switchTarget).min(1).max(STOP_TARGETS_MAX);
/** Several at once, until the server's clock has gone on by so many minutes; null: until somebody opens them again. */
export const switchStop = z.strictObject({
  targets,
  reason,
  minutes: z
    .int()
    .min(1)
    .max(REOPEN_MAX_DAYS * 1440)
    .nullable(),
});
export type SwitchStop = z.infer<typeof switchStop>;
/** `already`: those that were stopped as long or longer before. */
export const switchStopped = z.object({ items: z.array(switchRow), already: z.array(switchRow) });
export type SwitchStopped = z.infer<typeof switchStopped>;
export const switchStopTargets = z.strictObject({ targets });
const named = z.object({ count: z.int(), names: z.array(z.string()) });
/** What would stop, and what goes on. */
export const stopEffect = z.object({
  wallets: named,
  merchants: named,
  /** Payments that are open now: they go on. */
  open_payments: count,
  /** Payouts that are not sent yet: they wait. */
  waiting_disburses: count,
  /** Payouts of which an attempt is under way, or its outcome unknown: what was sent goes on. */
  sent_disburses: count,
});
export type StopEffect = z.infer<typeof stopEffect>;
/** What a switch would touch, before it is confirmed. */
export const switchEffect = z.object({
  ...stopEffect.shape,
  /** A switch that closes exactly this already, or null. */
  existing: publicId.nullable(),
  /** Waiting and sent together. */
  open_disburses: count,
  today_payments: count,
  today_disburses: count,
});
export type SwitchEffect = z.infer<typeof switchEffect>;
