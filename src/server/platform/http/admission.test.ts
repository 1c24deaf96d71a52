import Fastify, { type FastifyInstance } from "fastify";
import { type IncomingMessage, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import type { UserActor } from "../context.ts";
import { until } from "../../../../test/support/parts/until.ts";
import { admitCalls } from "./admission.ts";

let server: FastifyInstance;
let go: (() => void)[] = [];
/** Calls of which the head has come. */
let arrived = 0;
afterEach(async () => {
  for (const one of go) one();
  go = [];
  await server.close();
});

/** A server that takes two of each kind and three looks, two of them of one person, whose calls wait until they are let go. */
async function start(): Promise<string> {
  server = Fastify({ forceCloseConnections: true });
  arrived = 0;
  server.addHook("onRequest", (_request, _reply, done) => {
    arrived += 1;
    done();
  });
  server.decorateRequest("actor");
  server.addHook("onRequest", (request, _reply, done) => {
    const id = request.headers["x-person"];
    if (typeof id === "string") request.actor = { type: "user", id: BigInt(id) } as UserActor; // all that is asked of it
    done();
  });
  admitCalls(server, { v1: 2, device: 2, look: 3, person: 2 });
  server.post("/v1/body", () => "done");
  server.post("/api/act", () => "done");
  server.get("/api/large", () => "x".repeat(20_000_000));
  for (const path of ["/v1/slow", "/device/slow", "/device/tasks", "/api/slow", "/api/events"])
    server.get(path, async () => {
      await new Promise<void>((done) => go.push(done));
      return "done";
    });
  return server.listen({ port: 0, host: "127.0.0.1" });
}

describe("calls of programs", () => {
  it("beyond what is taken at once are sent away and told when to come again; others and people go on", async () => {
    const base = await start();
    const inside = [fetch(`${base}/v1/slow`), fetch(`${base}/v1/slow`)];
    await until(() => go.length === 2);
    const late = await fetch(`${base}/v1/slow`);
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await late.json()).toMatchObject({ error: { code: "not_ready" } });
    inside.push(fetch(`${base}/device/slow`), fetch(`${base}/api/slow`), fetch(`${base}/api/slow`), fetch(`${base}/api/slow`));
    await until(() => go.length === 6);
    for (const one of go) one();
    expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    go = [];
    const again = fetch(`${base}/v1/slow`);
    await until(() => go.length === 1);
    go[0]?.();
    expect((await again).status).toBe(200);
  });

  it("count no longer once their caller has gone", async () => {
    const base = await start();
    const calls = [1, 2].map(() =>
      request(`${base}/v1/slow`)
        .on("error", () => undefined)
        .end(),
    );
    await until(() => go.length === 2);
    expect((await fetch(`${base}/v1/slow`)).status).toBe(503);
    for (const call of calls) call.destroy();
    await expect
      .poll(async () => {
        const next = fetch(`${base}/v1/slow`);
        await Promise.race([next, until(() => go.length > 2)]);
        go[2]?.();
        return (await next).status;
      })
      .toBe(200);
  });

  it("that send their body slowly take nobody's place", async () => {
    const base = await start();
    const slow = Array.from({ length: 4 }, () => {
      const call = request(`${base}/v1/body`, { method: "POST", headers: { "content-type": "application/json", "content-length": "20" } });
      call.on("error", () => undefined).write("{");
      return call;
    });
    await until(() => arrived === 4);
    const whole = await fetch(`${base}/v1/body`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    for (const call of slow) call.destroy();
    expect(whole.status).toBe(200);
  });

  it("one after the other are all taken, over the network and without it", async () => {
    const base = await start();
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await fetch(`${base}/v1/body`, { method: "POST" })).status);
      statuses.push((await server.inject({ method: "POST", url: "/v1/body" })).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it("that wait for a task are not counted", async () => {
    const base = await start();
    const phones = Array.from({ length: 4 }, () => fetch(`${base}/device/tasks?wait=25`));
    await until(() => go.length === 4);
    for (const one of go) one();
    expect((await Promise.all(phones)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe("what people look at", () => {
  const by = (person: string): { headers: Record<string, string> } => ({ headers: { "x-person": person } });

  it("beyond what is worked on at once is sent away and told when to come again; acts and streams go on", async () => {
    const base = await start();
    const inside = [fetch(`${base}/api/slow`, by("1")), fetch(`${base}/api/slow`, by("2")), fetch(`${base}/api/slow`)];
    await until(() => go.length === 3);
    const late = await fetch(`${base}/api/slow`, by("3"));
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${base}/api/act`, { method: "POST", ...by("3") })).status).toBe(200);
    inside.push(fetch(`${base}/api/events`, by("3")), fetch(`${base}/v1/slow`));
    await until(() => go.length === 5);
    for (const one of go) one();
    expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("is not one person's alone", async () => {
    const base = await start();
    const inside = [fetch(`${base}/api/slow`, by("1")), fetch(`${base}/api/slow`, by("1"))];
    await until(() => go.length === 2);
    const late = await fetch(`${base}/api/slow`, by("1"));
    expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(await late.json()).toMatchObject({ error: { code: "rate_limited" } });
    inside.push(fetch(`${base}/api/slow`, by("2")));
    await until(() => go.length === 3);
    for (const one of go) one();
    expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200]);
    go = [];
    const again = fetch(`${base}/api/slow`, by("1"));
    await until(() => go.length === 1);
    go[0]?.();
    expect((await again).status).toBe(200);
  });

  it("counts no longer once its answer is ready, though nobody fetches it", async () => {
    const base = await start();
    const slow = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<IncomingMessage>((answered) =>
            request(`${base}/api/large`, by("1"), (response) => answered(response.pause()))
              .on("error", () => undefined)
              .end(),
          ),
      ),
    );
    const next = await fetch(`${base}/api/large`, by("1"));
    expect([...slow.map(({ statusCode }) => statusCode), next.status]).toEqual([200, 200, 200, 200]);
    await next.body?.cancel();
    for (const response of slow) response.destroy();
  });
});
