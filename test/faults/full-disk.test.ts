/** Disks that are full under load (rule 82): nobody is told what is not kept, who only reads goes on, and with room again all of it does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times, tried } from "../support/attack.ts";
import { expectKept, Load, prepareSite, type Site } from "../support/attack-load.ts";
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { until } from "../support/parts/until.ts";
import { programOf } from "../support/parts/programs.ts";
import { SmallDisk } from "../support/parts/small-disk.ts";

const LIMIT_MS = times(300_000, 900_000);
/** How long a database may take that ended over its full disk and starts again, ms. */
const BACK_MS = 60_000;
/** The database's own files take half of it. */
const disk = SmallDisk.mount(640);
const logDisk = SmallDisk.mount(8);
afterAll(() => {
  disk?.remove();
  logDisk?.remove();
});

describe.skipIf(disk === null || logDisk === null)("under load", () => {
  const log = join(logDisk?.folder ?? "", "log");
  let deployment: Deployment;
  let server: ServerProcess;
  let site: Site;
  let load: Load;
  beforeAll(async () => {
    deployment = new Deployment(await programOf("main"), { LOG_LEVEL: "info" }, disk?.folder, log);
    server = await deployment.start();
    site = await prepareSite(server);
    load = new Load(() => [server], site);
    load.start(4);
  }, LIMIT_MS);
  afterAll(async () => {
    disk?.empty();
    logDisk?.empty();
    await deployment?.remove();
  }, LIMIT_MS);

  /** Whether a screen's list is answered. */
  const reads = async (): Promise<boolean> => (await server.call("GET", "/api/payments?size=10", site.admin)).status === 200;

  it(
    "the database's disk is full: writes are refused with 503 and counted, lists are read; with room again everything goes on by itself",
    async () => {
      for (let cycle = 0; cycle < times(1, 5); cycle += 1) {
        tried("K4");
        await load.progress(30);
        disk?.fill();
        await until(async () => (await server.call("POST", "/api/merchants", site.admin, { name: "Full" })).status === 503, BACK_MS);
        await until(reads, BACK_MS);
        const metrics = await (await fetch(`${server.address}/metrics`)).text();
        expect(metrics).toMatch(/^floatdesk_http_request_seconds_count\{[^}]*route="\/api\/merchants",status="503"\} [1-9]/m);
        disk?.empty();
        await server.ready(BACK_MS);
        await load.progress(30);
      }
      expect(readFileSync(log, "utf8")).toContain('"code":"53100"');
    },
    LIMIT_MS,
  );

  it(
    "the log's disk is full: what cannot be written down is served all the same",
    async () => {
      for (let cycle = 0; cycle < times(1, 5); cycle += 1) {
        tried("K4");
        logDisk?.fill();
        await load.progress(60);
        expect([await reads(), logDisk?.free]).toEqual([true, 0]);
        logDisk?.empty();
        const { length } = readFileSync(log, "utf8");
        await until(async () => (await reads()) && readFileSync(log, "utf8").length > length, BACK_MS);
      }
    },
    LIMIT_MS,
  );

  it(
    "nothing that was acknowledged is lost, and nothing happened twice",
    async () => {
      const { pid } = server;
      await load.stop();
      expect([server.running, server.pid], server.said).toEqual([true, pid]);
      await expectKept(server, site, load);
    },
    LIMIT_MS,
  );
});
