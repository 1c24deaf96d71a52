/** Servers that fall silent without a word, as behind a network that swallows: nobody waits for them longer than for an answer. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type pg from "pg";
import { describe, it, type TestContext, vi } from "vitest";
import { addressOf } from "./address.ts";
import { connectTo } from "./connect.ts";
import { Primary } from "./primary.ts";

/** One message of the protocol. */
function message(type: string, ...parts: readonly (string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : Buffer.from(part))));
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const int16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const int32 = (value: number): number[] => [...int16(value >> 16), ...int16(value)];
const READY = message("Z", [73]);

/** Just enough of a PostgreSQL to be asked who it is; `pg_sleep` is never answered. */
class FakeServer {
  /** Takes connections and answers nothing any more. */
  silent = false;
  /** How long it takes to answer, ms. */
  takesMs = 0;
  readonly waiting: Socket[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(public timeline: number | null) {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.sockets.delete(socket));
      let started = false;
      socket.on("data", (bytes) => {
        if (this.silent) return void this.waiting.push(socket);
        if (!started) socket.write(Buffer.concat([message("R", int32(0)), READY]));
        else if (bytes.includes("pg_sleep")) this.waiting.push(socket);
        else if (bytes[0] === 81) setTimeout(() => socket.write(Buffer.concat([this.row(), message("C", "SELECT 1"), READY])), this.takesMs);
        started = true;
      });
    });
  }

  private row(): Buffer {
    const text = this.timeline === null ? null : String(this.timeline);
    const value = text === null ? int32(-1) : [...int32(text.length), ...Buffer.from(text)];
    const column = [...int32(0), ...int16(0), ...int32(23), ...int16(4), ...int32(-1), ...int16(0)];
    return Buffer.concat([message("T", int16(1), "timeline", column), message("D", int16(1), value)]);
  }

  async listen(): Promise<this> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    return this;
  }
  get place(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

type Ends = Pick<TestContext, "onTestFinished">;

async function serversOf({ onTestFinished }: Ends, ...timelines: readonly (number | null)[]): Promise<readonly [FakeServer, FakeServer, ...FakeServer[]]> {
  const servers = await Promise.all(timelines.map((timeline) => new FakeServer(timeline).listen()));
  onTestFinished(() => {
    for (const server of servers) server.close();
  });
  return servers as [FakeServer, FakeServer];
}
const urlOf = (servers: readonly FakeServer[]): string => `postgres://app@${servers.map(({ place }) => place).join(",")}/d?target_session_attrs=read-write`;
function primaryOf({ onTestFinished }: Ends, servers: readonly FakeServer[]): Primary {
  const primary = new Primary(addressOf(urlOf(servers)));
  onTestFinished(() => primary.close());
  return primary;
}
async function commandOn({ onTestFinished }: Ends, servers: readonly FakeServer[]): Promise<pg.Client> {
  const client = await connectTo(urlOf(servers));
  onTestFinished(() => void client.end().catch(() => undefined));
  return client;
}

// Each waits for seconds: at the same time, on servers of its own.
describe.concurrent("a server that falls silent", () => {
  it("does not hold up the one that was promoted since: that one is taken as soon as it says so", async (test) => {
    const servers = await serversOf(test, 1, null, null);
    const [one, two] = servers;
    const primary = primaryOf(test, servers);
    test.expect((await primary.find()).host.place).toBe(one.place);
    one.silent = true;
    await vi.waitFor(() => test.expect(primary.none().message).toContain(`${one.place}: Query read timeout`), 60_000);
    // It is asked anew: who waits for the answer waits until that is given up.
    const asks = one.waiting.length;
    await vi.waitFor(() => test.expect(one.waiting.length).toBeGreaterThan(asks), 60_000);
    const givenUp = once(one.waiting.at(-1) as Socket, "close").then(() => null);
    two.timeline = 2;
    test.expect(await Promise.race([primary.find(), givenUp])).toMatchObject({ host: { place: two.place }, timeline: 2 });
  });

  it("and comes back under a newer timeline than the one found without it is the primary again", async (test) => {
    const servers = await serversOf(test, 1, null);
    const [one, two] = servers;
    const primary = primaryOf(test, servers);
    await primary.find();
    one.silent = true;
    await vi.waitFor(() => test.expect(primary.none().message).toContain("Query read timeout"), 60_000);
    two.timeline = 2;
    test.expect((await primary.find()).host.place).toBe(two.place);
    [one.timeline, one.silent] = [3, false];
    await vi.waitFor(async () => test.expect(await primary.find()).toMatchObject({ host: { place: one.place }, timeline: 3 }), 60_000);
  });

  it("or follows again, while a former primary takes writes: that is said, and believed by nobody", async (test) => {
    const servers = await serversOf(test, 1, 2);
    const [former, newer] = servers;
    const primary = primaryOf(test, servers);
    test.expect((await primary.find()).host.place).toBe(newer.place);
    newer.timeline = null;
    const said = `${former.place}: takes writes on timeline 1, although timeline 2 has taken some: it is a former primary`;
    await vi.waitFor(() => test.expect(primary.find(1)).rejects.toThrow(said), 60_000);
  });

  it("is told from one that is only slow: a newer one is heard late, and by who asks for the first time before anything is believed", async (test) => {
    const servers = await serversOf(test, 1, 2);
    const [former, slow] = servers;
    slow.takesMs = 700;
    const primary = primaryOf(test, servers);
    test.expect((await primary.find()).host.place).toBe(slow.place);
    [former.timeline, former.takesMs] = [3, 700];
    slow.takesMs = 0;
    await vi.waitFor(async () => test.expect(await primary.find()).toMatchObject({ host: { place: former.place }, timeline: 3 }), 60_000);
  });

  it("in the middle of a sign-in is not waited for as long as the pool is patient", async (test) => {
    const servers = await serversOf(test, 1, null);
    const primary = primaryOf(test, servers);
    await primary.find();
    servers[0].silent = true;
    await test.expect(new primary.Client().connect()).rejects.toThrow(/terminated|no server takes writes/);
  });

  it("ends a command that waits for it, as soon as another one is the primary", async (test) => {
    const servers = await serversOf(test, 1, null);
    const [one, two] = servers;
    const asked = (await commandOn(test, servers)).query("select pg_sleep(1000)");
    await vi.waitFor(() => test.expect(one.waiting).toHaveLength(1), 60_000);
    one.silent = true;
    two.timeline = 2;
    await test.expect(asked).rejects.toThrow(/terminated/);
  });

  it("for a moment costs a command nothing", async (test) => {
    const servers = await serversOf(test, 1, null);
    const [one] = servers;
    const client = await commandOn(test, servers);
    one.silent = true;
    // Asked by who watches beside the command, given up, and asked anew.
    await vi.waitFor(() => test.expect(one.waiting.length).toBeGreaterThan(1), 60_000);
    one.silent = false;
    test.expect((await client.query("select 1")).rows).toHaveLength(1);
  });
});
