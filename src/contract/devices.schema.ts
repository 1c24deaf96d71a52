import * as z from "zod";
import { amountOut, inAddress, instant, line, operator, publicId, text } from "./schema.ts";

export const deviceBind = z.strictObject({
  code: z.string().min(1).max(40),
  device: z.strictObject({ name: text(64, 1), model: text(64).optional(), app_version: text(32).optional() }),
});
export const deviceBound = z.object({ token: z.string(), wallet: z.object({ name: z.string(), account: z.string(), operator }) });
export const heartbeat = z.strictObject({
  battery: z.int().min(0).max(100).optional(),
  charging: z.boolean().optional(),
  net: text(32).optional(),
  app_version: text(32).optional(),
  location: text(128).optional(),
  balance: z.string().max(20).optional(),
  queue_length: z.int().min(0).max(1_000_000).optional(),
  device_time: z.string().max(40).optional(),
});
export const heartbeatOut = z.object({ server_time: z.string(), wallet: z.object({ name: z.string(), account: z.string(), enabled: z.boolean() }) });
const one = z.strictObject({
  sender: text(64).nullable(),
  text: text(4000, 1),
  received_at: z.union([z.iso.datetime({ offset: true }), z.number()]).optional(),
  sent_at: z.union([z.iso.datetime({ offset: true }), z.number()]).optional(),
  id: text(128, 1).optional(),
  sim: z.enum(["sim1", "sim2"]).optional(),
});
export type DeviceMessage = z.infer<typeof one>;
export const deviceSms = z.union([one, z.array(one).min(1).max(500)]);
export const deviceSmsOut = z.object({ items: z.array(z.object({ id: z.string().nullable(), result: z.enum(["stored", "duplicate"]) })) });

/** Seconds that a phone is willing to wait for a task. */
export const deviceTaskQuery = z.strictObject({ wait: inAddress(z.int().min(0).max(25)).optional() });
/** One payout for the phone to make. Once this has left the server it counts as possibly paid: it is never given out again. */
export const deviceTask = z.object({
  id: publicId,
  wallet: z.object({ name: z.string(), account: z.string(), operator, sim: z.enum(["sim1", "sim2"]).nullable() }),
  /** Number to be paid, in the operator's national form. */
  customer: z.string(),
  amount: amountOut,
  /** Our reference of this attempt; written into the operator's reference field where there is one. */
  reference: z.string(),
  /** An answer after this instant is still taken, but the payout counts as unknown until a person has looked at it. */
  answer_until: instant,
});
export type DeviceTask = z.infer<typeof deviceTask>;
export const deviceTaskOut = deviceTask.nullable();
export const DEVICE_TASK_RESULTS = ["sent", "failed", "unknown"] as const;
export type DeviceTaskResult = (typeof DEVICE_TASK_RESULTS)[number];
/** What became of a task. `failed`: certainly not paid. Whoever is not certain says `unknown`. */
export const deviceTaskAnswer = z.discriminatedUnion("result", [
  z.strictObject({ result: z.literal("sent"), trx_id: line(40) }),
  z.strictObject({ result: z.literal("failed"), reason: line(500) }),
  z.strictObject({ result: z.literal("unknown") }),
]);
export type DeviceTaskAnswer = z.infer<typeof deviceTaskAnswer>;
export const deviceTaskAnswered = z.object({
  id: publicId,
  result: z.enum(DEVICE_TASK_RESULTS),
  trx_id: z.string().nullable(),
  reason: z.string().nullable(),
  answered_at: instant,
});
export type DeviceTaskAnswered = z.infer<typeof deviceTaskAnswered>;
