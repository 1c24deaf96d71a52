/** The wire that the sweeps cut: no part of a cut is left for what comes after it. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DatabaseWire } from "../support/attack-proxy.ts";

/** Eight bytes that open a connection, as long as they say. */
const STARTUP = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

let database: Server;
let wire: DatabaseWire;
let client: Socket;
let answers: Socket;

beforeEach(async () => {
  database = createServer().listen(0, "127.0.0.1");
  await once(database, "listening");
  const address = database.address();
  wire = await DatabaseWire.open(`postgres://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/x`);
  const taken = once(database, "connection") as Promise<[Socket]>;
  client = connect({ host: "127.0.0.1", port: Number(new URL(wire.url).port), noDelay: true });
  // Reset or ended: the wire has let it go.
  client.on("error", () => undefined);
  [answers] = await taken;
  answers.setNoDelay(true);
});
afterEach(async () => {
  await wire.close();
  database.close();
});

/** Sends a statement whose answer will be kept back, and waits until the database has it. */
async function cutAfter(): Promise<void> {
  wire.arm({ at: 1, when: "after" });
  client.write(Buffer.concat([STARTUP, SYNC]));
  await once(answers, "data");
}

it("is not disarmed before the answer of its statement has come", async () => {
  const seen: string[] = [];
  wire.onCut = () => void seen.push("cut");
  await cutAfter();
  answers.write(READY);
  seen.push(`disarmed ${await wire.disarm()}`);
  expect(seen).toEqual(["cut", "disarmed true"]);
});

it("is disarmed where whoever waited for the answer has gone", async () => {
  await cutAfter();
  client.destroy();
  expect(await wire.disarm()).toBe(true);
});

it("knows the end of an answer that comes in two parts", async () => {
  const cut = new Promise<void>((done) => (wire.onCut = done));
  await cutAfter();
  answers.write(READY.subarray(0, 2));
  // Whatever has come is read in each turn of the loop: the rest is a piece of its own.
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  answers.write(READY.subarray(2));
  await cut;
  expect(await wire.disarm()).toBe(true);
});

it("counts nothing once it is disarmed", async () => {
  wire.arm({ at: 1, when: "before" });
  expect(await wire.disarm()).toBe(false);
  client.write(Buffer.concat([STARTUP, SYNC]));
  await once(answers, "data");
  answers.write(READY);
  expect(await once(client, "data")).toEqual([READY]);
});
