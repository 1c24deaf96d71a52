/** A way that is cut: refused at once, or silent, for everybody or for one; and what was held comes late and whole, or never. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Door, nameIn } from "./door.mjs";
import { Doors } from "./doors.mjs";

/** A start packet of PostgreSQL. */
function startPacket(words: Readonly<Record<string, string>>): Buffer {
  const said = Buffer.from(`${Object.entries(words).flat().join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(said.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, said]);
}
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

describe("a door", () => {
  let server: Server;
  let door: Door;
  let inside: { socket: Socket; heard: string; ended: boolean }[] = [];
  const callers: Socket[] = [];

  beforeEach(async () => {
    inside = [];
    // It repeats what it hears.
    server = createServer((socket) => {
      const one = { socket, heard: "", ended: false };
      inside.push(one);
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        one.heard += bytes.toString("latin1");
        socket.write(bytes);
      });
      socket.on("end", () => (one.ended = true));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    door = new Door(0, [(server.address() as AddressInfo).port]);
    await door.listen();
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.destroy();
    for (const { socket } of inside) socket.destroy();
    door.end();
    server.close();
  });

  function call(): { socket: Socket; heard: string; open: boolean } {
    const socket = connect((door.server.address() as AddressInfo).port, "127.0.0.1");
    const one = { socket, heard: "", open: true };
    callers.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => (one.heard += bytes.toString("latin1")));
    socket.on("close", () => (one.open = false));
    return one;
  }
  const becomes = (holds: () => boolean): Promise<void> => vi.waitFor(() => expect(holds()).toBe(true), 60_000);
  /** Long enough for anything that is let through to have come. */
  const aMoment = (): Promise<void> => new Promise((done) => setTimeout(done, 100));

  it("passes everything in its order, and the end", async () => {
    const one = call();
    const much = "0123456789".repeat(50_000);
    one.socket.end(much);
    await becomes(() => one.heard.length === much.length && inside[0]?.ended === true);
    expect([one.heard === much, inside[0]?.heard === much]).toEqual([true, true]);
    await becomes(() => !one.open);
  });

  it("that refuses ends what stands and what comes, until it is open again", async () => {
    const one = call();
    one.socket.write("a");
    await becomes(() => one.heard === "a");
    door.close("refused");
    await becomes(() => !one.open);
    const two = call();
    await becomes(() => !two.open);
    door.reopen();
    const three = call();
    three.socket.write("c");
    await becomes(() => three.heard === "c");
    expect(inside.map(({ heard }) => heard)).toEqual(["a", "c"]);
  });

  it("that holds is silent and closes nothing; then all of it comes late, of who has given up too", async () => {
    const [one, two] = [call(), call()];
    one.socket.write("a");
    two.socket.write("b");
    await becomes(() => one.heard === "a" && two.heard === "b");
    door.close("held, then late");
    one.socket.write("later");
    two.socket.end("given up");
    inside.find(({ heard }) => heard === "a")?.socket.write("unheard");
    const three = call();
    three.socket.write("new");
    await aMoment();
    expect([one, two, three].map(({ heard, open }) => [heard, open])).toEqual([
      ["a", true],
      ["b", true],
      ["", true],
    ]);
    expect(inside.map(({ heard, ended }) => [heard, ended]).toSorted()).toEqual([
      ["a", false],
      ["b", false],
    ]);
    two.socket.destroy();
    door.reopen();
    await becomes(() => one.heard.length === "aunheardlater".length && three.heard === "new");
    await becomes(() => inside.some(({ heard, ended }) => heard === "bgiven up" && ended));
  });

  it("that holds loses what it held where it is said to, and takes what comes then", async () => {
    const one = call();
    one.socket.write("a");
    await becomes(() => one.heard === "a");
    door.close("held, then lost");
    one.socket.write("never");
    const two = call();
    two.socket.write("never");
    await aMoment();
    expect([one.open, two.open]).toEqual([true, true]);
    door.reopen();
    await becomes(() => !one.open && !two.open);
    const three = call();
    three.socket.write("c");
    await becomes(() => three.heard === "c");
    expect(inside.map(({ heard }) => heard)).toEqual(["a", "c"]);
  });

  it.each(["refused", "held, then late"])("%s for one name alone leaves the others in peace, whether they come before or after", async (how) => {
    const named = (name: string): { socket: Socket; heard: string; open: boolean } => {
      const one = call();
      one.socket.write(TLS_REQUEST);
      void vi.waitFor(() => expect(one.heard.length).toBeGreaterThanOrEqual(8), 60_000).then(() => one.socket.write(startPacket({ application_name: name })));
      return one;
    };
    const whole = 8 + startPacket({ application_name: "node2" }).length;
    const before = [named("node2"), named("node3")] as const;
    await becomes(() => before.every(({ heard }) => heard.length === whole));
    door.close(how, "node2");
    const after = [named("node2"), named("node3")] as const;
    for (const { socket } of before) socket.write("x");
    await becomes(() => before[1].heard.length === whole + 1 && after[1].heard.length === whole);
    await becomes(() => after[0].heard.length === 8);
    await aMoment();
    expect([before[0].heard.length, after[0].heard.length]).toEqual([whole, 8]);
    await becomes(() => before[0].open === (how !== "refused") && after[0].open === (how !== "refused"));
    door.reopen();
    if (how !== "refused") await becomes(() => before[0].heard.length === whole + 1 && after[0].heard.length === whole);
  });

  it("tries all that stand behind it", async () => {
    const gone = createServer();
    await once(gone.listen(0, "127.0.0.1"), "listening");
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    door.targets = [port, (server.address() as AddressInfo).port, port];
    for (let count = 0; count < 4; count += 1) {
      const one = call();
      one.socket.write("a");
      await becomes(() => one.heard === "a");
    }
    door.targets = [port];
    const none = call();
    await becomes(() => !none.open);
  });
});

describe("doors in their thread", () => {
  it("are closed and opened when that is answered, and end with it", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const free = createServer();
    await once(free.listen(0, "127.0.0.1"), "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    const doors = new Doors();
    const door = doors.add(port, [(server.address() as AddressInfo).port]);
    const heard = async (): Promise<string> => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      let text = "";
      socket.on("data", (bytes) => (text += bytes.toString()));
      await new Promise((done) => socket.on("close", done));
      return text;
    };
    try {
      await doors.listen();
      expect(await heard()).toBe("here");
      await door.close("refused", null);
      expect(await heard()).toBe("");
      await door.reopen();
      expect(await heard()).toBe("here");
      const again = new Doors();
      again.add(port, []);
      await expect(again.listen()).rejects.toThrow("EADDRINUSE");
      await again.end();
    } finally {
      await doors.end();
      server.close();
    }
    expect(await heard()).toBe("");
  });
});

describe("a name", () => {
  it("is read from a start packet alone", () => {
    expect(nameIn(startPacket({ user: "application_name", replication: "true", application_name: "node2" }))).toBe("node2");
    expect(nameIn(startPacket({ user: "replicator", database: "application_name" }))).toBeNull();
    expect(nameIn(startPacket({ application_name: "" }))).toBeNull();
    expect([nameIn(TLS_REQUEST), nameIn(Buffer.from("GET /primary HTTP/1.1\r\n"))]).toEqual([null, null]);
  });
});
