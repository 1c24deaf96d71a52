/** What a call or an item of a job leaves behind its commit: its events, and a worker that is awake for what was queued for merchants. */
import { beforeEach, expect, it } from "vitest";
import type { OutgoingEvent } from "./context.ts";
import { Outgoing } from "./outgoing.ts";

const event: OutgoingEvent = { kind: "payments", objectId: 1n, version: 2, change: "changed", merchantId: null };
/** In the order in which it happened. */
const happened: string[] = [];
const app = {
  events: { publish: (events: readonly OutgoingEvent[]) => void happened.push(`told ${events.length}`) },
  wakeOutbox: () => void happened.push("woken"),
} as unknown as ConstructorParameters<typeof Outgoing>[0]; // what of it is used
beforeEach(() => {
  happened.length = 0;
});

it("tells and wakes once the act is committed, once for each commit", () => {
  const outgoing = new Outgoing(app);
  outgoing.emit(event);
  outgoing.emit(event);
  expect(happened).toEqual([]);
  outgoing.publish();
  outgoing.publish();
  expect(happened).toEqual(["told 2", "woken"]);
});

it("neither tells nor wakes for what was taken back", () => {
  const outgoing = new Outgoing(app);
  outgoing.emit(event);
  outgoing.forget();
  outgoing.publish();
  expect(happened).toEqual([]);
});
