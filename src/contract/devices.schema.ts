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
  balance: z.string().max(20).optional().meta({ description: "as the operator's app shows it, a decimal string; not from a phone with two wallets" }),
  queue_length: z.int().min(0).max(1_000_000).optional().meta({ description: "messages that wait on the phone" }),
  device_time: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "the phone's clock: ISO 8601 with a zone, or the digits of milliseconds or seconds since 1970" }),
});
export const heartbeatOut = z.object({ server_time: z.string(), wallet: z.object({ name: z.string(), account: z.string(), enabled: z.boolean() }) });
/** A moment of the phone's: `stampMs` reads it. */
const stamp = (what: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.number()])
    .optional()
    .meta({ description: `${what}: ISO 8601 with a zone, or milliseconds or seconds since 1970; any other number counts as none` });
const one = z.strictObject({
  sender: text(64).nullable().meta({ description: "as the phone shows it: the operator's name or number; null where it shows none" }),
  text: text(4000, 1).meta({ description: "the whole message as it came" }),
  received_at: stamp("when the phone got it"),
  sent_at: stamp("when the operator sent it, as the message itself carries it"),
  id: text(128, 1).optional().meta({ description: "your own id of the message, the same whenever it is sent again" }),
  sim: z.enum(["sim1", "sim2"]).optional().meta({ description: "the card that got it; required where the phone is bound to two wallets" }),
});
/** The header that numbers a phone's calls, and what it may be. */
export const COUNTER_HEADER = "X-Device-Counter";
export const DEVICE_COUNTER = /^\d{1,18}$/;
export const deviceSmsHeaders = z.object({
  [COUNTER_HEADER]: z.string().regex(DEVICE_COUNTER).optional().meta({
    description:
      "a number that rises with every call: a call whose number is not above the last one that was taken is a replay. Nothing in it is looked at, each of its messages is answered as `duplicate` with a null id. So send such calls one after another, and a call that failed or got no answer again under the next number",
  }),
});
export type DeviceMessage = z.infer<typeof one>;
export const deviceSms = z.union([one, z.array(one).min(1).max(500)]);
export const deviceSmsOut = z.object({
  items: z.array(
    z.object({ id: z.string().nullable().meta({ description: "null in a replay, see `X-Device-Counter`" }), result: z.enum(["stored", "duplicate"]) }),
  ),
});

/** Seconds that a phone is willing to wait for a task. */
export const deviceTaskQuery = z.strictObject({ wait: inAddress(z.int().min(0).max(25)).optional() });
/** One payout for the phone to make. Once this has left the server it counts as possibly paid: it is never given out again. */
export const deviceTask = z.object({
  id: publicId,
  wallet: z.object({ name: z.string(), account: z.string(), operator, sim: z.enum(["sim1", "sim2"]).nullable() }),
  customer: z.string().meta({ description: "number to be paid, in the operator's national form" }),
  amount: amountOut,
  reference: z.string().meta({ description: "our reference of this attempt: write it into the operator's reference field where there is one" }),
  answer_until: instant.meta({
    description: "an answer after this instant is still taken, but the payout counts as unknown until a person has looked at it",
  }),
});
export type DeviceTask = z.infer<typeof deviceTask>;
export const deviceTaskOut = deviceTask.nullable();
export const DEVICE_TASK_RESULTS = ["sent", "failed", "unknown"] as const;
export type DeviceTaskResult = (typeof DEVICE_TASK_RESULTS)[number];
/** What became of a task. */
export const deviceTaskAnswer = z.discriminatedUnion("result", [
  z.strictObject({ result: z.literal("sent"), trx_id: line(40) }),
  z.strictObject({ result: z.literal("failed").meta({ description: "certainly not paid" }), reason: line(500) }),
  z.strictObject({ result: z.literal("unknown").meta({ description: "for whoever is not certain: a person looks at it" }) }),
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
