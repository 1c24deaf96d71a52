/** Messages of the native app. */
import type * as z from "zod";
import { COUNTER_HEADER, DEVICE_COUNTER, type DeviceMessage, type deviceSmsOut } from "../../../contract/devices.schema.ts";
import { stampMs } from "../../../domain/forwarders/values.ts";
import type { DeviceCtx } from "../../platform/context.ts";
import type { IncomingSms } from "../../core/posting/incoming.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { admittedDevice, networkOrNull } from "./admit.ts";
import type { DeviceRecord } from "../../core/devices/directory.ts";
import { touch } from "./notes.ts";
import { linkOf } from "./sims.ts";

/** Reads the rising counter; null: none was sent. */
function readCounter(unchecked: string | readonly string[] | undefined): bigint | Refused | null {
  if (unchecked === undefined) return null;
  return typeof unchecked === "string" && DEVICE_COUNTER.test(unchecked) ? BigInt(unchecked) : refusedField(COUNTER_HEADER);
}

/**
 * Stores messages; answers after all of them are committed. A counter that is not above the last accepted one marks a
 * replay: nothing of it is looked at, all items are `duplicate`. The counter moves on after the commit only, so that a
 * report that failed can be sent again under the next number. Refuses validation_failed
 */
export async function takeMessages(
  ctx: DeviceCtx,
  messages: readonly DeviceMessage[],
  single: boolean,
  uncheckedCounter: string | readonly string[] | undefined,
): Promise<z.input<typeof deviceSmsOut> | Refused> {
  const { app } = ctx;
  const counter = readCounter(uncheckedCounter);
  if (counter instanceof Refused) return counter;
  const record = await admittedDevice(app, ctx.actor.deviceId);
  const incoming: IncomingSms[] = [];
  for (const [index, message] of messages.entries()) {
    const one = incomingOf(record, message, single ? "sim" : `${index}.sim`);
    if (one instanceof Refused) return one;
    incoming.push(one);
  }
  await touch(app, record.id, ctx.ip, networkOrNull(ctx.ip), null);
  if (counter !== null && (await isReplay(ctx, counter))) return { items: messages.map(() => ({ id: null, result: "duplicate" })) };
  const stored = await Promise.all(incoming.map((message) => app.posting.submit(message)));
  if (counter !== null) await app.db.run("update devices set counter = greatest(counter, $2) where id = $1", [record.id, counter], "device_counter");
  return { items: stored.map((item) => ({ id: app.publicIds.encode("sms", item.id), result: item.result })) };
}

async function isReplay(ctx: DeviceCtx, counter: bigint): Promise<boolean> {
  const row = await ctx.app.db.one<{ counter: bigint }>("select counter from devices where id = $1", [ctx.actor.deviceId], "device_counter_read");
  return row !== null && counter <= row.counter;
}

function incomingOf(record: DeviceRecord, message: DeviceMessage, field: string): IncomingSms | Refused {
  const link = linkOf(record.links, message.sim ?? null);
  if (!link) return refusedField(field, message.sim === undefined ? "required" : "not_allowed");
  return {
    walletId: link.walletId,
    deviceId: record.id,
    sender: message.sender,
    text: message.text,
    sentAtMs: stampMs(message.sent_at),
    receivedAtMs: stampMs(message.received_at),
    externalId: message.id ?? null,
    origin: "device",
  };
}
