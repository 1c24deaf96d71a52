/** kill -9 of server and database under load (rule 82): nothing acknowledged is lost, nothing happens twice, nobody has to do anything. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../support/messages/random.ts";
import { SEED, times, tried } from "../support/attack.ts";
import { expectKept, Load, prepareSite, type Site } from "../support/attack-load.ts";
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { programOf } from "../support/parts/programs.ts";

const CALLERS = 8;
const LIMIT_MS = times(600_000, 3_600_000);
let deployment: Deployment;
let server: ServerProcess;
let site: Site;
beforeAll(async () => {
  deployment = new Deployment(await programOf("main"));
  server = await deployment.start();
  site = await prepareSite(server);
}, LIMIT_MS);
afterAll(async () => {
  await deployment?.remove();
}, LIMIT_MS);

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe("under load", () => {
  it(
    "the server is killed at any moment and started again",
    async () => {
      const random = seeded(SEED);
      const load = new Load(() => [server], site);
      load.start(CALLERS);
      for (let cycle = 0; cycle < times(5, 100); cycle += 1) {
        tried("K1b");
        await load.progress(5 + random() * 40);
        await server.kill();
        server = await deployment.start(server.port);
      }
      await load.progress(5);
      await load.stop();
      await expectKept(server, site, load);
    },
    LIMIT_MS,
  );

  it(
    "all processes of the database are killed; the server comes back by itself",
    async () => {
      const random = seeded(SEED + 1);
      const load = new Load(() => [server], site);
      load.start(CALLERS);
      const { pid } = server;
      for (let cycle = 0; cycle < times(3, 100); cycle += 1) {
        tried("K2");
        await load.progress(5 + random() * 40);
        deployment.killDatabase();
        await sleep(50);
        await server.ready(30_000);
      }
      await load.progress(5);
      await load.stop();
      expect([server.running, server.pid]).toEqual([true, pid]);
      await expectKept(server, site, load);
    },
    LIMIT_MS,
  );

  it(
    "the server is told to stop: what it took it finishes, and idle connections do not hold it up",
    async () => {
      const load = new Load(() => [server], site);
      load.start(CALLERS);
      for (let cycle = 0; cycle < times(2, 20); cycle += 1) {
        tried("K9");
        await load.progress(20);
        const idle = connect(server.port, "127.0.0.1");
        await new Promise((done, fail) => idle.once("connect", done).once("error", fail));
        const startedAt = performance.now();
        expect([await server.terminate(), server.said]).toEqual([0, server.said]);
        expect(performance.now() - startedAt).toBeLessThan(18_000);
        idle.destroy();
        server = await deployment.start(server.port);
      }
      await load.stop();
      await expectKept(server, site, load);
    },
    LIMIT_MS,
  );

  it(
    "two servers work side by side; every call goes to both of them, and one of them is killed now and then",
    async () => {
      const random = seeded(SEED + 2);
      let second = await deployment.start();
      const load = new Load(() => [server, second], site);
      load.start(CALLERS);
      for (let cycle = 0; cycle < times(1, 20); cycle += 1) {
        tried("K9b");
        await load.progress(20 + random() * 40);
        await second.kill();
        await load.progress(5);
        second = await deployment.start(second.port);
      }
      await load.progress(20);
      await load.stop();
      await expectKept(server, site, load);
      await expectKept(second, site, load);
    },
    LIMIT_MS,
  );
});
