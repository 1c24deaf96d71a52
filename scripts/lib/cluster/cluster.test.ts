/** What a storm says is counted right: lost, doubled, recovery; and the files of the cluster name only what is filled in. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { membersOf } from "./cluster.mjs";
import { compare, judgePayouts } from "./count.mjs";
import { CUTS } from "./door.mjs";
import { seeded } from "../random.mjs";
import { Draws, drawn, kill, KINDS } from "./kinds.mjs";
import { filled, nodeLines } from "./place.mjs";
import { quantile, recoveryOf } from "./storm.mjs";

const DEPLOY = join(import.meta.dirname, "../../../deploy/cluster");
const names = (file: string): string[] =>
  [...new Set([...readFileSync(join(DEPLOY, file), "utf8").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name))].toSorted();

describe("payouts", () => {
  const send = (times: number): object => ({ times, minor: BigInt(times) * 2_100n });

  it("are well where each completed one left once, and an unknown one at most once", () => {
    const rows = [
      ["a", "completed", "r1"],
      ["b", "unknown", "r2"],
      ["c", "unknown", "r3"],
    ];
    const sends = new Map([
      ["r1", send(1)],
      ["r2", send(1)],
    ]);
    expect(judgePayouts(rows, sends)).toEqual({ completed: 1, unknown: 2, sentTwice: [], neverSent: [], open: [], strangers: [] });
  });

  it("are not where one attempt was sent twice, two attempts of one payout, or one that is completed never", () => {
    const rows = [
      ["a", "completed", "r1"],
      ["b", "completed", "r2"],
      ["b", "completed", "r3"],
      ["c", "completed", "r4"],
      ["d", "approved", ""],
      ["e", "attempt_failed", "r5"],
    ];
    const sends = new Map([
      ["r1", send(2)],
      ["r2", send(1)],
      ["r3", send(1)],
      ["r9", send(1)],
    ]);
    expect(judgePayouts(rows, sends)).toMatchObject({ sentTwice: ["a", "b"], neverSent: ["c"], open: ["d", "e"], strangers: ["r9"] });
  });
});

describe("a kill", () => {
  it("of a process that is not there is none", () => {
    expect(() => kill(null)).toThrow("no process to kill");
  });
});

describe("the count", () => {
  it("finds what was acknowledged and is not there, and what is there twice though nobody acknowledged it", () => {
    expect(compare(["a", "b", "c"], ["a", "c", "c", "d", "d", "e"])).toEqual({ acknowledged: 3, found: 4, lost: ["b"], doubled: ["c", "d"] });
    expect(compare([], [])).toEqual({ acknowledged: 0, found: 0, lost: [], doubled: [] });
  });
});

describe("recovery", () => {
  const call = (began: number, ended: number, taken = true): { began: number; ended: number; taken: boolean } => ({ began, ended, taken });
  it("ends with the last call that was not taken, or not in time", () => {
    expect(recoveryOf([call(0, 50, false), call(90, 110), call(120, 400, false), call(410, 430)], 100)).toBe(300);
    expect(recoveryOf([call(120, 1_900)], 100)).toBe(1_800);
  });
  it("is nothing where nobody noticed", () => {
    expect(recoveryOf([call(0, 50, false), call(120, 900)], 100)).toBe(0);
  });
  it("at p99 is the longest of less than a hundred", () => {
    expect([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99), quantile([], 0.99)]).toEqual([2, 3, 0]);
    expect(
      quantile(
        Array.from({ length: 200 }, (_unused, at) => at + 1),
        0.99,
      ),
    ).toBe(198);
  });
});

describe("kills", () => {
  it("come in an order that the seed repeats, each kind once before one comes again", () => {
    const take = (seed: number, count: number): string[] => {
      const kinds = drawn(seeded(seed));
      return Array.from({ length: count }, () => kinds.next().value as string);
    };
    expect(take(7, 30)).toEqual(take(7, 30));
    expect(take(7, 30)).not.toEqual(take(8, 30));
    const all = Object.keys(KINDS).length;
    expect(new Set(take(7, all)).size).toBe(all);
    expect(new Set(take(7, 2 * all).slice(all)).size).toBe(all);
  });
});

describe("a cut", () => {
  const WAYS = ["etcd", "peers", "peersRest", "proxy", "proxyRest", "product"];
  const NODES = ["node1", "node2", "node3"];
  let told: string[] = [];
  const statements: { port: number; text: string }[] = [];
  let answer: (port: number, text: string) => Promise<string[][]>;
  const wrong: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    [told, answer] = [[], () => new Promise(() => undefined)];
    for (const list of [statements, wrong]) list.splice(0);
  });
  afterEach(() => void vi.useRealTimers());

  /** A cluster of which node2 leads, that notes what is done to it, and the second at which. */
  function run(kind: keyof typeof KINDS, draws: Draws): Promise<string | undefined> {
    const from = Date.now();
    const note = (text: string): void => void told.push(`${(Date.now() - from) / 1000} s: ${text}`);
    const door = (node: string, way: string): unknown => ({
      close: (how: string, name: string | null) => note(`${node} ${way} ${how}${name === null ? "" : ` for ${name}`}`),
      reopen: () => note(`${node} ${way} open`),
    });
    const cluster = {
      doors: Object.fromEntries(NODES.map((node) => [node, Object.fromEntries(WAYS.map((way) => [way, door(node, way)]))])),
      kept: new Map(NODES.map((node) => [node, { kill: (signal: string) => note(`${node} ${signal}`) }])),
      place: { ports: { node1: 1, node2: 2, node3: 3 } },
      sqlAt: (port: number, text: string) => {
        statements.push({ port, text });
        return answer(port, text);
      },
    };
    return KINDS[kind]({ cluster, leader: "node2", draws, wrong } as never);
  }
  const drawing = (values: Readonly<Record<string, unknown>>): Draws => Object.assign(new Draws(seeded(1)), { turn: (name: string) => values[name] });

  it("takes each way of cutting once before one comes again", () => {
    const draws = new Draws(seeded(3));
    const taken = Array.from({ length: 6 }, () => draws.turn("cut", CUTS) as string);
    expect([taken.slice(0, 3).toSorted(), taken.slice(3).toSorted()]).toEqual([CUTS.toSorted(), CUTS.toSorted()]);
  });

  it.each([
    ["primary cannot see etcd", ["etcd"], 15],
    ["primary cut off from its standbys", ["peers"], 6],
    ["primary cut off from its callers", ["proxy", "proxyRest", "product"], 6],
  ] as const)("%s: exactly its ways, and for its time", async (kind, ways, lasts) => {
    const done = run(kind, drawing({ cut: "refused" }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe(`refused, ${lasts} s`);
    expect(told).toEqual([...ways.map((way) => `0 s: node2 ${way} refused`), ...ways.map((way) => `${lasts} s: node2 ${way} open`)]);
  });

  it("standby cut off from the primary: that one alone", async () => {
    const done = run("standby cut off from the primary", drawing({ cut: "held, then late" }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe("held, then late, 15 s");
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/^0 s: node2 peers held, then late for node[13]$/);
    expect(told[1]).toBe("15 s: node2 peers open");
  });

  it("product cut off from one server: the way of those who name all hosts", async () => {
    const done = run("product cut off from one server", drawing({ cut: "held, then lost", server: "the primary" }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe("the primary, held, then lost, 15 s");
    expect(told).toEqual(["0 s: node2 product held, then lost", "15 s: node2 product open"]);
  });

  it("primary cut off from everything: a former one that lives on is written to by hand, and looked at until its Patroni wakes up", async () => {
    answer = (_port, text) =>
      text.includes("pg_logical_emit_message")
        ? new Promise(() => undefined)
        : Promise.resolve(text.includes("now()") ? [["then"]] : text.includes("pg_is_in_recovery") ? [["f"]] : []);
    const done = run("primary cut off from everything", drawing({ cut: "refused", Patroni: true }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe("refused, 15 s, its Patroni stood still");
    expect(told.filter((line) => line.startsWith("0 s: node2") && line.endsWith("refused"))).toHaveLength(WAYS.length);
    expect([told[0], told.at(-1)]).toEqual(["0 s: node2 SIGSTOP", "19 s: node2 SIGCONT"]);
    expect(statements.filter(({ port, text }) => port === 2 && text.includes("backend_start > 'then'")).length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });

  it("primary cut off from everything: a commit that it acknowledges, and work of the product on it, are told", async () => {
    answer = (_port, text) => Promise.resolve(text.includes("pg_stat_activity") ? [["floatdesk-lane"]] : [[text.includes("pg_is_in") ? "t" : "now"]]);
    const done = run("primary cut off from everything", drawing({ cut: "refused", Patroni: true }));
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    expect([...new Set(wrong)]).toEqual([
      "node2 acknowledged a commit while it was cut off",
      "floatdesk-lane works on node2, which is not the primary any more",
      "node2 should have taken writes beside the new primary",
    ]);
  });

  it("primary cut off from everything: where its Patroni lives it is left to it, and what fails there opens the ways all the same", async () => {
    const done = run("primary cut off from everything", drawing({ cut: "held, then late", Patroni: false }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe("held, then late, 15 s");
    expect(told).not.toContain("0 s: node2 SIGSTOP");
    answer = (_port, text) => (text.includes("now()") ? Promise.reject(new Error("gone")) : new Promise(() => undefined));
    told = [];
    const failed = run("primary cut off from everything", drawing({ cut: "refused", Patroni: true })).catch(String);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toBe("Error: gone");
    expect(told.filter((line) => line.endsWith("open"))).toHaveLength(WAYS.length);
    expect(told.at(-1)).toMatch(/node2 SIGCONT$/);
  });
});

describe("a piece of the log that the archive has with other contents", () => {
  const folder = mkdtempSync(join(tmpdir(), "floatdesk-archive-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const command = /archive_command: >-\n([^]*?)\n {4}[\w#]/.exec(readFileSync(join(DEPLOY, "patroni.yml"), "utf8"))?.[1] ?? "";
  /** As PostgreSQL runs it on a node whose newest timeline is 7, with an archive that answers so. */
  function pushed(file: string, answers: number): number | null {
    mkdirSync(join(folder, "pg_wal"), { recursive: true });
    for (const name of ["00000006.history", "00000007.history"]) writeFileSync(join(folder, "pg_wal", name), "");
    writeFileSync(join(folder, "push"), `#!/bin/sh\nexit ${answers}\n`, { mode: 0o755 });
    const text = filled(command.replaceAll("\n", " "), { pgbackrest: join(folder, "push"), conf: folder, name: "node1" });
    return spawnSync("sh", ["-c", text.replaceAll("%p", `pg_wal/${file}`).replaceAll("%f", file)], { cwd: folder }).status;
  }
  const [OLD, NOW] = ["00000006000000000000000A", "00000007000000000000000A"];

  it("is let go where its timeline has ended, and waits for a person where it has not", () => {
    expect([pushed(OLD, 45), pushed(`${OLD}.partial`, 45), pushed("0000000A00000000000000FF", 45)]).toEqual([0, 0, 1]);
    expect([pushed(NOW, 45), pushed("00000007.history", 45)]).toEqual([1, 1]);
  });

  it("is archived where it can be, and any other refusal is one", () => {
    expect([pushed(OLD, 0), pushed(NOW, 0)]).toEqual([0, 0]);
    expect([pushed(OLD, 82), pushed(NOW, 1)].every((code) => code !== 0)).toBe(true);
  });
});

describe("a machine that stands still", () => {
  /** Processes that do nothing, and how the system says that they are. */
  const idle = (): ChildProcess => spawn("sleep", ["60"]);
  const stateOf = ({ pid }: ChildProcess): string => /\) (\w)/.exec(readFileSync(`/proc/${pid ?? 0}/stat`, "utf8"))?.[1] ?? "";

  it("is none where there is no process", async () => {
    const cluster = { kept: new Map(), processesOf: () => [], place: { ports: {} }, sqlAt: async () => [["1"]] };
    await expect(KINDS["machine of the primary stands still"]({ cluster, leader: "node2", begins: vi.fn() } as never)).rejects.toThrow("no process to stop");
  });

  it("stops first what Patroni asks its database through, then all of the node, and lets all of it go on, whatever has ended meanwhile", async () => {
    vi.useFakeTimers();
    const [asked, patroni, database, ended] = [idle(), idle(), idle(), idle()];
    const all = [asked, patroni, database];
    const begins = vi.fn();
    /** Once the system has come to it: real time, while the test's stands still. */
    const states = (wanted: string): string => {
      let now = "";
      for (let looks = 0; looks < 10_000 && now !== wanted; looks += 1) now = all.map(stateOf).join("");
      return now;
    };
    try {
      const cluster = {
        kept: new Map([["node2", patroni]]),
        processesOf: () => [database.pid, ended.pid],
        place: { ports: { node2: 2 } },
        sqlAt: async () => [[String(asked.pid)]],
      };
      ended.kill();
      await once(ended, "exit");
      const done = KINDS["machine of the primary stands still"]({ cluster, leader: "node2", begins } as never);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(states("TSS")).toBe("TSS");
      // All of it still works: what is measured begins later.
      expect(begins).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(begins).toHaveBeenCalledTimes(1);
      expect(states("TTT")).toBe("TTT");
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await done).toBe("15 s");
      expect(states("SSS")).toBe("SSS");
    } finally {
      vi.useRealTimers();
      for (const one of all) one.kill("SIGKILL");
    }
  });
});

describe("who leads", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });
  const serve = async (answer: (response: ServerResponse) => void): Promise<number> => {
    const server = createServer((_request, response) => answer(response)).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return (server.address() as AddressInfo).port; // listens on a port
  };

  it("is asked of the next node where one says only the beginning of an answer, or something that is none", async () => {
    // As a node that is stopped right after it began.
    const begins = await serve((response) => {
      response.write('{"members": [');
      setImmediate(() => response.destroy());
    });
    const wrong = await serve((response) => response.end("no node"));
    const whole = await serve((response) => response.end('{"members": [{"name": "node3", "role": "leader"}]}'));
    expect(await membersOf({ rest1: begins, rest2: wrong, rest3: whole })).toEqual([{ name: "node3", role: "leader" }]);
    expect(await membersOf({ rest1: begins, rest2: wrong, rest3: wrong })).toEqual([]);
  });
});

describe("the files", () => {
  it("name what is filled in, and an unknown name is refused", () => {
    const node = [
      "bin",
      "conf",
      "door",
      "folder",
      "name",
      "peers",
      "peersRest",
      "pgbackrest",
      "port",
      "replicationPassword",
      "rest",
      "rewindPassword",
      "superPassword",
    ];
    expect(names("patroni.yml")).toEqual(node);
    expect(names("pgbackrest.conf")).toEqual(["folder", "nodes"]);
    expect(names("haproxy.cfg")).toEqual(["api1", "api2", "primaryPort", "proxy1", "proxy2", "proxy3", "proxyRest1", "proxyRest2", "proxyRest3", "webPort"]);
    expect(filled("a {{x}} b", { x: 5 })).toBe("a 5 b");
    expect(() => filled("a {{y}} b", { x: 5 })).toThrow("y, which is not known");
  });

  it("name a node for its log, all of them for a backup", () => {
    const [one, two] = [1, 2].map((number) => ({ folder: `/c/node${number}`, port: 5430 + number }));
    if (one === undefined || two === undefined) throw new Error("two");
    expect(nodeLines([two])).toBe("pg1-path=/c/node2/data\npg1-port=5432\npg1-socket-path=/c/node2\npg1-user=postgres");
    expect(nodeLines([one, two]).split("\n")).toEqual(expect.arrayContaining(["pg1-path=/c/node1/data", "pg2-path=/c/node2/data", "pg2-port=5432"]));
  });

  it("wait for synchronous standbys, always", () => {
    const text = readFileSync(join(DEPLOY, "patroni.yml"), "utf8");
    for (const line of [
      "synchronous_mode: true",
      "synchronous_mode_strict: true",
      "synchronous_node_count: 2",
      'synchronous_commit: "on"',
      'fsync: "on"',
      'full_page_writes: "on"',
    ])
      expect(text).toContain(line);
  });
});
