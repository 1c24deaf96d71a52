/** Clients that never end what they begin, and bodies that are far too large: everybody else is answered, and memory stays what it was. */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times, tried } from "../support/attack.ts";
import { prepareSite, type Site } from "../support/attack-load.ts";
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { programOf } from "../support/parts/programs.ts";

const LIMIT_MS = 240_000;
/** Calls that others make meanwhile. */
const OTHERS = 40;
/** What a process may grow by in megabytes: what is read is let go of, but the program's own memory is swept when it likes. */
const GROWTH_MB = 120;
let deployment: Deployment;
let server: ServerProcess;
let site: Site;
const open: Socket[] = [];
beforeAll(async () => {
  deployment = new Deployment(await programOf("main"));
  server = await deployment.start();
  site = await prepareSite(server);
}, LIMIT_MS);
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await deployment?.remove();
}, LIMIT_MS);

/** Opens connections that say so much and then no more. */
async function hanging(count: number, says: string): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const socket = connect(server.port, "127.0.0.1");
    open.push(socket);
    // One that the server ends is what it may do.
    socket.on("error", () => undefined);
    await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
    if (says !== "") socket.write(says);
  }
}

async function expectOthersServed(): Promise<void> {
  for (let call = 0; call < OTHERS; call += 1) {
    const [orders, balance] = await Promise.all([server.call("GET", "/api/payments", site.admin), server.call("GET", "/v1/balance", site.merchant)]);
    expect([orders.status, balance.status]).toEqual([200, 200]);
  }
}

/** Memory of the server's process in megabytes. */
const memoryMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

describe("others are served while", () => {
  it.each([
    ["heads of requests do not end", times(40, 200), "POST /v1/payments HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    [
      "bodies do not end",
      times(40, 200),
      'POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"merchant_order_id":"',
    ],
    ["connections ask nothing", times(200, 1_000), ""],
  ])(
    "%s",
    async (_what, count, says) => {
      await hanging(count, says);
      await expectOthersServed();
      tried("K8");
    },
    LIMIT_MS,
  );
});

describe("a body that is far too large", () => {
  const large = Buffer.alloc(10 * 1_048_576, "7");
  const bomb = gzipSync(Buffer.alloc(50 * 1_048_576, "7"));
  const post = (body: Buffer, headers: Record<string, string>): Promise<number> =>
    fetch(`${server.address}/v1/payments`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${site.merchant}`, "content-type": "application/json", ...headers },
    }).then(
      (answer) => answer.status,
      // The server may end a connection over which it will not read the rest.
      () => 0,
    );

  it.skipIf(process.platform !== "linux")(
    "is refused, packed or not, and costs no memory",
    async () => {
      await post(large, {});
      const before = memoryMb();
      for (let round = 0; round < times(8, 60); round += 1) {
        const answers = await Promise.all([post(large, {}), post(bomb, { "content-encoding": "gzip" })]);
        tried("K8");
        for (const status of answers) expect([0, 400, 413, 415]).toContain(status);
      }
      expect(memoryMb() - before).toBeLessThan(GROWTH_MB);
      await expectOthersServed();
    },
    LIMIT_MS,
  );
});
