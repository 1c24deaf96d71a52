import * as z from "zod";
import { operator, text } from "./schema.ts";

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
  id: z.string().min(1).max(128).optional(),
  sim: z.enum(["sim1", "sim2"]).optional(),
});
export type DeviceMessage = z.infer<typeof one>;
export const deviceSms = z.union([one, z.array(one).min(1).max(500)]);
export const deviceSmsOut = z.object({ items: z.array(z.object({ id: z.string().nullable(), result: z.enum(["stored", "duplicate"]) })) });
