/** HAProxy as deploy/proxy/ has it, before servers that are not there, not ready or silent: a call goes to whoever takes it. */
import { createServer, request as requestPlain, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../support/parts/until.ts";
import { freePort } from "../support/parts/ports.ts";
import { HAPROXY, type Proxy, startClusterHaproxy, startHaproxy } from "../support/operate/haproxy.ts";

/** A server that says of itself at `/readyz` what it is told to, and counts the calls that it has answered. */
class Fake {
  readiness = 200;
  calls = 0;
  private readonly server: Server;

  constructor(readonly port: number) {
    this.server = createServer((asked, answer) => {
      if (asked.url === "/readyz") return void answer.writeHead(this.readiness).end();
      this.calls += 1;
      answer.writeHead(200, { connection: "close" }).end(String(this.port));
    });
  }

  start(): Promise<void> {
    return new Promise((done) => this.server.listen(this.port, "127.0.0.1", done));
  }

  /** At once, as one that is killed: what is sent to it from now on is refused. */
  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}

function post(port: number, by: typeof request = request): Promise<number> {
  return new Promise((done, fail) => {
    const sent = by({ host: "127.0.0.1", port, path: "/v1/payments", method: "POST", rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume().on("end", () => done(answer.statusCode ?? 0));
    });
    sent.on("error", fail);
    sent.end("{}");
  });
}

describe.skipIf(HAPROXY === undefined)("calls through HAProxy", () => {
  let folder: string;
  let servers: readonly Fake[] = [];
  let proxy: Proxy;
  const start = async (): Promise<void> => {
    folder = mkdtempSync(join(tmpdir(), "floatdesk-haproxy-"));
    servers = [new Fake(await freePort()), new Fake(await freePort())];
    for (const server of servers) await server.start();
    proxy = await startHaproxy(folder, { plain: await freePort(), tls: await freePort(), servers: servers.map(({ port }) => port) });
  };
  afterEach(async () => {
    await proxy.stop();
    for (const server of servers) await server.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  it("are answered by the other server where one refuses the connection and is not out yet, each once", async () => {
    await start();
    const [gone, there] = servers as [Fake, Fake];
    await gone.stop();
    const answers: number[] = [];
    for (let call = 0; call < 10; call += 1) answers.push(await post(proxy.port));
    expect([answers, there.calls]).toEqual([Array.from({ length: 10 }, () => 200), 10]);
  });

  it("are answered by the cluster's other server, too, each once", async () => {
    folder = mkdtempSync(join(tmpdir(), "floatdesk-haproxy-"));
    const [gone, there] = [new Fake(await freePort()), new Fake(await freePort())];
    servers = [gone, there];
    for (const server of servers) await server.start();
    proxy = await startClusterHaproxy(folder, { webPort: await freePort(), primaryPort: await freePort(), api1: gone.port, api2: there.port });
    await gone.stop();
    const answers: number[] = [];
    for (let call = 0; call < 10; call += 1) answers.push(await post(proxy.port, requestPlain as typeof request));
    expect([answers, there.calls]).toEqual([Array.from({ length: 10 }, () => 200), 10]);
  });

  it("are answered by a server that is not ready where none is", async () => {
    await start();
    for (const server of servers) server.readiness = 503;
    await until(() => Promise.resolve(proxy.said().filter((line) => line.includes(" is DOWN")).length === 2));
    expect(await post(proxy.port)).toBe(200);
    // One of them is started again meanwhile.
    await servers[0]?.stop();
    expect([await post(proxy.port), await post(proxy.port), await post(proxy.port)]).toEqual([200, 200, 200]);
  });
});
