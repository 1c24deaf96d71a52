/** A server that a test starts finds its port free, also when it is started there again: nobody is given that port for a call of his own. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "../support/parts/ports.ts";

const RANGE = "/proc/sys/net/ipv4/ip_local_port_range";

it.skipIf(!existsSync(RANGE))("is none of those that the system gives to callers", async () => {
  const [first = 0] = readFileSync(RANGE, "utf8").trim().split(/\s+/).map(Number);
  for (let times = 0; times < 20; times += 1) expect(await freePort()).toBeLessThan(first);
});

it("is another one each time, and none that somebody listens on", async () => {
  const one = await freePort();
  const taken = createServer().listen(one + 1, "127.0.0.1");
  await once(taken, "listening");
  expect((taken.address() as AddressInfo).port).toBe(one + 1); // listens on a port
  const next = await freePort();
  expect(next).toBeGreaterThan(one + 1);
  taken.close();
});
