import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AddressInfo } from "node:net";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { EVENT_KINDS } from "../../../contract/events.ts";
import { rightsOf, USER_TYPES } from "../../../contract/permissions.ts";
import type { App, OutgoingEvent, UserActor } from "../context.ts";
import { idAt } from "../db/ids.ts";
import { addMerchant, makeParts, type TestParts } from "../../../../test/support/parts/notifications.ts";
import { until } from "../../../../test/support/parts/until.ts";
import { testServer, testUser } from "../../../../test/support/parts/http.ts";
import { makeEventBus, type LiveBus } from "./bus.ts";
import { eventsJobs } from "./jobs.ts";
import { eventsPlugin, eventsRoutes } from "./routes.ts";
import { ANY_OBJECT, visible, type LiveRow } from "./view.ts";

let database: TestDatabase;
let parts: TestParts;
let app: App;
let bus: LiveBus;
let far: { parts: TestParts; bus: LiveBus };
let server: FastifyInstance;
let url: string;
const users: Record<string, UserActor> = {};
let own: bigint;
let other: bigint;
const open: AbortController[] = [];

/** A user with a live session. */
async function addUser(name: string, userType: UserActor["userType"], merchantId: bigint | null): Promise<UserActor> {
  const [id, sessionId] = [parts.app.ids.next(), parts.app.ids.next()];
  await parts.db.run("insert into users (id, account, email, password_hash, user_type, merchant_id) values ($1, $2, $3, '', $4, $5)", [
    id,
    `${name}${id}`,
    `${name}${id}@example.com`,
    userType,
    merchantId,
  ]);
  await parts.db.run("insert into sessions (id, user_id, token_hash) values ($1, $2, $3)", [sessionId, id, randomBytes(32)]);
  return (users[name] = testUser(userType, merchantId, sessionId, id));
}

beforeAll(async () => {
  database = await testDatabase();
  parts = makeParts(database.appUrl);
  const farParts = makeParts(database.appUrl, 1);
  bus = await makeEventBus({ db: parts.db, ids: parts.app.ids, log: parts.app.log, now: parts.app.now });
  far = { parts: farParts, bus: await makeEventBus({ db: farParts.db, ids: farParts.app.ids, log: parts.app.log, now: parts.app.now }) };
  app = { ...parts.app, events: bus };
  own = (await addMerchant(app)).id;
  other = (await addMerchant(app)).id;
  await addUser("admin", "admin", null);
  await addUser("own", "merchant_admin", own);
  await addUser("other", "merchant_viewer", other);
  server = await testServer(app, { routes: eventsRoutes, plugins: [eventsPlugin], users });
  await server.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/events`; // a TCP server's address is never a path
});
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort();
});
afterAll(async () => {
  const closing = server.close();
  // An aborted fetch opens a fresh connection that never asks for anything.
  server.server.closeAllConnections();
  await closing;
  await Promise.all([bus.close(), far.bus.close()]);
  await Promise.all([parts.db.close(), far.parts.db.close()]);
  await database.drop();
});

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  text: string;
  ended: boolean;
  lastId(): string;
  events(): { kind: string; id: string; version: number; change: string }[];
}
async function connect(token: string | null, lastEventId?: string): Promise<Stream> {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(url, {
    signal: controller.signal,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(lastEventId ? { "last-event-id": lastEventId } : {}) },
  });
  const stream: Stream = {
    status: response.status,
    headers: response.headers,
    text: "",
    ended: false,
    lastId: () => [...stream.text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "",
    events: () => [...stream.text.matchAll(/^data: (\{"kind.*\})$/gm)].map((match) => JSON.parse(match[1] ?? "") as ReturnType<Stream["events"]>[number]),
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) stream.text += decoder.decode(part as Uint8Array, { stream: true });
    stream.ended = true;
  };
  void read().catch(() => (stream.ended = true));
  return stream;
}
const event = (values: Partial<OutgoingEvent>): OutgoingEvent => ({
  kind: "payments",
  objectId: app.ids.next(),
  version: 1,
  change: "changed",
  merchantId: own,
  ...values,
});
const has = (stream: Stream, id: bigint, kind: "payment" | "wallet" = "payment") => stream.events().some((item) => item.id === app.publicIds.encode(kind, id));
/** Whether an object's event is kept for who connects later, which may come after it was told. */
const isKept = async (id: bigint): Promise<boolean> => (await parts.db.rows("select 1 from live_events where object_id = $1", [id])).length === 1;
/**
 * Lets the three seconds pass in which a new stream would replay what other tests sent. What they sent may not be kept yet: events are
 * kept one batch behind the other, so one of its own comes last.
 */
async function quiet(): Promise<void> {
  const id = app.ids.next();
  bus.publish([event({ objectId: id })]);
  await until(() => isKept(id));
  await parts.db.run("delete from live_events");
}

describe("GET /api/events", () => {
  it("is refused without a session, and beyond ten streams of a user", async () => {
    expect((await connect(null)).status).toBe(401);
    await addUser("many", "admin", null);
    for (let index = 0; index < 10; index += 1) expect((await connect("many")).status).toBe(200);
    const refused = await connect("many");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
  });

  it("is an uncompressed stream that nobody keeps, with the security headers", async () => {
    const stream = await connect("admin");
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.headers.get("cache-control")).toContain("no-store");
    expect(stream.headers.get("content-encoding")).toBeNull();
    expect(stream.headers.get("content-security-policy")).toContain("default-src 'self'");
  });

  it("shows a merchant's people their own merchant's events, staff all of them, nobody what his type may not see", async () => {
    await quiet();
    const [admin, mine, theirs] = [await connect("admin"), await connect("own"), await connect("other")];
    const [a, b, wallet] = [app.ids.next(), app.ids.next(), app.ids.next()];
    bus.publish([
      event({ objectId: a, merchantId: own, version: 3, change: "created" }),
      event({ objectId: b, merchantId: other }),
      event({ objectId: wallet, kind: "wallets", merchantId: null }),
    ]);
    await until(() => has(admin, a) && has(admin, b) && has(admin, wallet, "wallet") && has(mine, a) && has(theirs, b));
    await new Promise((done) => setTimeout(done, 100));
    expect(admin.events().find((item) => item.id === app.publicIds.encode("payment", a))).toEqual({
      kind: "payments",
      id: app.publicIds.encode("payment", a),
      version: 3,
      change: "created",
    });
    expect([mine.events().length, theirs.events().length]).toEqual([1, 1]);
    expect(mine.text).not.toContain(app.publicIds.encode("payment", b));
    expect(theirs.text).not.toContain(app.publicIds.encode("payment", a));
  });

  it("carries events of another process", async () => {
    const stream = await connect("admin");
    const id = app.ids.next();
    far.bus.publish([event({ objectId: id })]);
    await until(() => has(stream, id));
  });

  it("resumes after Last-Event-ID without a gap", async () => {
    const first = await connect("own");
    const [seen, missed] = [app.ids.next(), app.ids.next()];
    bus.publish([event({ objectId: seen })]);
    await until(() => has(first, seen));
    open.splice(0).forEach((controller) => controller.abort());
    bus.publish([event({ objectId: missed }), event({ merchantId: other })]);
    await until(async () => (await parts.db.rows("select 1 from live_events where object_id = $1", [missed])).length === 1);
    const second = await connect("own", first.lastId());
    await until(() => has(second, missed));
    expect(second.text).not.toContain("event: reset");
    expect(second.events().every((item) => item.kind === "payments")).toBe(true);
  });

  it("has what was told before it came and is kept only afterwards", async () => {
    const admin = await connect("admin");
    const rows = parts.db.rows.bind(parts.db);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((done) => (letGo = done));
    const slow = vi.spyOn(parts.db, "rows").mockImplementation(async (text, params, name) => {
      if (name === "live_events_write") await held;
      return (await rows(text, params, name)) as never; // whatever was asked for
    });
    const id = app.ids.next();
    bus.publish([event({ objectId: id })]);
    await until(() => has(admin, id));
    const late = await connect("own");
    await new Promise((done) => setTimeout(done, 300));
    letGo();
    slow.mockRestore();
    await until(() => has(late, id));
  });

  it("is not ended by a look at sessions that began before it came", async () => {
    await connect("admin");
    const rows = parts.db.rows.bind(parts.db);
    let [letGo, looks]: [() => void, number] = [() => undefined, 0];
    const held = new Promise<void>((done) => (letGo = done));
    const slow = vi.spyOn(parts.db, "rows").mockImplementation(async (text, params, name) => {
      const answer = await rows(text, params, name);
      if (name === "live_sessions" && (looks += 1) === 1) await held;
      return answer as never; // whatever was asked for
    });
    await until(() => looks === 1);
    const late = await connect("own");
    letGo();
    await until(() => looks > 1);
    slow.mockRestore();
    expect(late.ended).toBe(false);
    const id = app.ids.next();
    bus.publish([event({ objectId: id })]);
    await until(() => has(late, id));
  });

  it.each([
    ["too old", () => idAt(Date.now() - 700_000).toString()],
    ["not ours", () => "abc"],
    ["of the future", () => idAt(Date.now() + 3_600_000).toString()],
  ])("says reset when the id is %s", async (_name, id) => {
    const stream = await connect("own", id());
    await until(() => stream.text.includes("event: reset\nid: "));
  });

  it.each([
    ["the session ends", (user: UserActor) => parts.db.run("update sessions set ended_at = now() where id = $1", [user.sessionId])],
    [
      "it was idle for too long",
      (user: UserActor) => parts.db.run("update sessions set last_act_at = now() - interval '31 minutes' where id = $1", [user.sessionId]),
    ],
    ["the user is disabled", (user: UserActor) => parts.db.run("update users set enabled = false where id = $1", [user.id])],
    ["the user's type changes", (user: UserActor) => parts.db.run("update users set user_type = 'auditor' where id = $1", [user.id])],
  ])("ends when %s", async (_name, revoke) => {
    const user = await addUser("leaving", "finance", null);
    const stream = await connect("leaving");
    await new Promise((done) => setTimeout(done, 700));
    expect(stream.ended).toBe(false);
    await revoke(user);
    await until(() => stream.ended);
  });
});

describe("the end of the server", () => {
  it("does not wait for open streams", async () => {
    const brief = await testServer({ ...app }, { routes: eventsRoutes, plugins: [eventsPlugin], users });
    await brief.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`http://127.0.0.1:${(brief.server.address() as AddressInfo).port}/api/events`, { headers: { authorization: "Bearer admin" } }); // a TCP server's address is never a path
    const began = Date.now();
    await brief.close();
    await response.text();
    // A stream that nobody ends lasts for ever; this is no measure of speed.
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});

describe("bursts", () => {
  it("one object changed often is one event with the newest version", async () => {
    await quiet();
    const stream = await connect("admin");
    const id = app.ids.next();
    bus.publish([event({ objectId: id, version: 1, change: "created" }), event({ objectId: id, version: 3 }), event({ objectId: id, version: 2 })]);
    await until(() => has(stream, id));
    expect(stream.events().filter((item) => item.id === app.publicIds.encode("payment", id))).toEqual([
      { kind: "payments", id: app.publicIds.encode("payment", id), version: 3, change: "created" },
    ]);
    await until(() => isKept(id));
  });

  it("tells each merchant's people when things of a whole kind change for several at once", async () => {
    await quiet();
    const [admin, mine, theirs] = [await connect("admin"), await connect("own"), await connect("other")];
    bus.publish([null, own, other].map((merchantId) => event({ objectId: ANY_OBJECT, merchantId })));
    await until(() => mine.events().length > 0 && theirs.events().length > 0 && admin.events().length > 0);
    expect([mine.events().length, theirs.events().length]).toEqual([1, 1]);
  });

  it("thousands become one 'any of this kind', also for each merchant, at next to no cost", async () => {
    await quiet();
    const [admin, mine, theirs] = [await connect("admin"), await connect("own"), await connect("other")];
    const events = Array.from({ length: 20_000 }, (_unused, index) => event({ merchantId: index % 2 === 0 ? own : 5n }));
    // The processor's time: what else the machine does is no cost of ours.
    const began = process.cpuUsage();
    bus.publish(events);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(200);
    await until(() => admin.events().length > 0 && mine.events().length > 0);
    expect(admin.events()).toEqual([{ kind: "payments", id: "*", version: 0, change: "changed" }]);
    expect(mine.events()).toEqual([{ kind: "payments", id: "*", version: 0, change: "changed" }]);
    expect(theirs.events()).toEqual([]);
    await until(async () => (await parts.db.rows("select 1 from live_events")).length === 2);
  });
});

describe("keeping", () => {
  it("forgets after ten minutes", async () => {
    await parts.db.run("insert into live_events (id, kind, object_id, version, change) values ($1, 'payments', 1, 1, 'changed')", [idAt(Date.now() - 601_000)]);
    await eventsJobs[0]?.run(app);
    expect(await parts.db.rows("select 1 from live_events where id < $1", [idAt(Date.now() - 600_000)])).toEqual([]);
  });
});

describe("visible", () => {
  it("never shows a merchant's people another merchant, nor anything without a merchant", () => {
    for (const userType of USER_TYPES) {
      for (const kind of EVENT_KINDS) {
        const row = (merchantId: bigint | null): Pick<LiveRow, "kind" | "merchantId"> => ({ kind, merchantId });
        if (!userType.startsWith("merchant")) continue;
        expect(visible({ userType, rights: rightsOf(userType, null), merchantId: 7n }, row(8n))).toBe(false);
        expect(visible({ userType, rights: rightsOf(userType, null), merchantId: 7n }, row(null))).toBe(false);
        expect(visible({ userType, rights: rightsOf(userType, null), merchantId: null }, row(7n))).toBe(false);
        expect(visible({ userType, rights: rightsOf(userType, null), merchantId: null }, row(0n))).toBe(false);
      }
    }
    expect(visible({ userType: "auditor", rights: rightsOf("auditor", null), merchantId: null }, { kind: "users", merchantId: null })).toBe(true);
    expect(visible({ userType: "finance", rights: rightsOf("finance", null), merchantId: null }, { kind: "users", merchantId: null })).toBe(false);
    expect(visible({ userType: "merchant_viewer", rights: rightsOf("merchant_viewer", null), merchantId: 7n }, { kind: "merchants", merchantId: 7n })).toBe(
      true,
    );
  });
});
