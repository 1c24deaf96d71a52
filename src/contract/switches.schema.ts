import * as z from "zod";
import { amountOut, instant, instantOrNull, operator, publicId, reason, version } from "./schema.ts";
import { SWITCH_DIRECTIONS, SWITCH_SCOPES } from "./switches.ts";

const count = z.object({ count: z.int(), amount: amountOut });

export const switchRow = z.object({
  id: publicId,
  scope: z.enum(SWITCH_SCOPES),
  direction: z.enum(SWITCH_DIRECTIONS),
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
/** What a switch would touch, before it is confirmed. */
export const switchEffect = z.object({
  /** A switch that closes exactly this already, or null. */
  existing: publicId.nullable(),
  wallets: z.object({ count: z.int(), names: z.array(z.string()) }),
  merchants: z.object({ count: z.int(), names: z.array(z.string()) }),
  /** Orders that are open now: they go on; queued payouts wait. */
  open_payments: count,
  open_disburses: count,
  today_payments: count,
  today_disburses: count,
});
export type SwitchEffect = z.infer<typeof switchEffect>;
