import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { bigArray, callOf, columnParam, plainArray, textArray, textLiteral } from "./calls.ts";
import { connectTo } from "./hosts/index.ts";
import { answerOf, Db, isAway, type Tx } from "./pool.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.appUrl, max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Every text that PostgreSQL can hold. */
const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));

describe("parameters that are written out", () => {
  it("come back as they were: texts of every kind, also as elements of arrays", async () => {
    const hostile = [
      "",
      "'",
      "''",
      "\\",
      "\\'",
      "E'",
      "'; drop table accounts; --",
      '"',
      '{"a":"b\\\\"}',
      "{1,2}",
      "NULL",
      "null",
      ",",
      " ",
      "\n\t",
      "收付台",
      "𝄞",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...hostile, null), text), { maxLength: 6 }), async (values) => {
        const [first = null] = values;
        expect(await answerOf(db, { ...callOf("text", [first]), text: "select $1::text as answer" })).toBe(first);
        expect(await answerOf(db, { ...callOf("to_json", [textArray(values)]), name: "texts", text: "select to_json($1::text[]) as answer" })).toEqual(values);
        const literal = { ...callOf("to_json", [textLiteral(values)]), name: "literal", text: "select to_json($1::text::text[]) as answer" };
        expect(await answerOf(db, literal)).toEqual(values);
      }),
      { numRuns: 200 },
    );
    const long = ["收".repeat(500_000), null, "b"];
    expect(await answerOf(db, { ...callOf("to_json", [textArray(long)]), name: "texts", text: "select to_json($1::text[]) as answer" })).toEqual(long);
  });
  it("hold numbers and nothing exactly", async () => {
    const sql = `select array_to_json('${plainArray([1n, null, 9_007_199_254_740_991, "2026-11-21T00:00:00.000Z"])}'::text[]) as answer`;
    expect((await db.one<{ answer: unknown }>(sql))?.answer).toEqual(["1", null, "9007199254740991", "2026-11-21T00:00:00.000Z"]);
  });
});

describe("columns of bigints", () => {
  const told = async (values: readonly (bigint | number | string | null)[]): Promise<unknown> =>
    answerOf(db, { ...callOf("bigs", [columnParam(values)]), text: "select array_to_json($1::bigint[]::text[]) as answer" });
  it("come back as they were, whatever their size and however many are missing", async () => {
    const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
    const value = fc.oneof(fc.bigInt(least, most), fc.constantFrom(0n, -1n, least, most), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 20 }), async (values) => {
        expect(await told(values)).toEqual(values.map((one) => one?.toString() ?? null));
      }),
      { numRuns: 100 },
    );
  });
  it("are sent as digits where anything else is among them", async () => {
    expect(Buffer.isBuffer(columnParam([1n, null]))).toBe(true);
    expect(columnParam([1n, 2, "3", null])).toBe("{1,2,3,NULL}");
    expect(columnParam([null])).toBe("{NULL}");
    expect(columnParam([])).toBe("{}");
    expect(await told([1n, 2, "3", null])).toEqual(["1", "2", "3", null]);
    expect(bigArray([7n]).toString("hex")).toBe("0000000100000000000000140000000100000001000000080000000000000007");
  });
});

describe("a transaction in two round trips", () => {
  it("commits with its last statement, and leaves nothing when that fails", async () => {
    await expect(
      db.batchTx<number, string>(callOf("pg_backend_pid", []), (_tx, answer) => Promise.resolve({ value: typeof answer, last: null })),
    ).resolves.toBe("number");
    const failing = db.batchTx(callOf("pg_backend_pid", []), () =>
      Promise.resolve({ value: null, last: { name: "fails", text: "select 1 / 0 as answer", values: [] } }),
    );
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    // The connection is fit for use again.
    await expect(db.batchTx(callOf("pg_backend_pid", []), (tx) => tx.one("select 1 as n").then((value) => ({ value, last: null })))).resolves.toEqual({
      n: 1,
    });
  });
});

describe("calls that are made while another is under way", () => {
  const asking = (text: string) => db.batchCall<unknown>({ name: `asking-${text}`, text: `select ${text} as answer`, values: [] });
  it("stand in line on one connection, each a transaction of its own", async () => {
    const [first, slow, second] = await Promise.all([asking("pg_backend_pid()"), asking("pg_sleep(0.05) is null"), asking("pg_backend_pid()")]);
    expect([second, slow]).toEqual([first, false]);
    const [one, failed, other] = await Promise.allSettled([asking("txid_current()"), asking("1 / 0"), asking("txid_current() ")]);
    expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
    expect([one.status, other.status]).toEqual(["fulfilled", "fulfilled"]);
    expect((one as PromiseFulfilledResult<unknown>).value).not.toBe((other as PromiseFulfilledResult<unknown>).value);
    expect(await asking("7")).toBe(7);
  });
  it("hold no connection when none is under way", async () => {
    const lane = new Db({ url: database.appUrl, max: 2 });
    await Promise.allSettled([1, 2, 3].map((n) => lane.batchCall({ name: `n${n}`, text: `select 1 / ${n - 2} as answer`, values: [] })));
    await lane.close();
    // Every connection was given back: an end waits for those that were not.
    await expect(lane.batchCall({ name: "late", text: "select 1 as answer", values: [] })).rejects.toThrow("end");
  });
});

describe("connections of the batches that end in the middle of a call", () => {
  it("fail their calls and nothing else; new ones take their place", async () => {
    const lane = new Db({ url: database.appUrl, max: 2 });
    let stopped = false;
    let done = 0;
    const failures: unknown[] = [];
    const nap = { name: "nap", text: "select pg_sleep(0.002) is null as answer", values: [] };
    const caller = async (call: () => Promise<unknown>): Promise<void> => {
      while (!stopped) {
        try {
          await call();
          done += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const callers = Array.from({ length: 6 }, () => caller(() => lane.batchTx(nap, () => Promise.resolve({ value: null, last: nap }))));
    for (let round = 0; round < 60; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      await lane.run("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'floatdesk-lane' and datname = current_database()");
    }
    const before = done;
    await new Promise((resolve) => setTimeout(resolve, 100));
    stopped = true;
    await Promise.all(callers);
    await lane.close();
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !isAway(error))).toEqual([]);
    expect(done).toBeGreaterThan(before);
  });
});

describe("sessions of a process that is gone without a word", () => {
  it("are ended by the server, whatever they are for", async () => {
    const asked = "select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_user_timeout') as silent";
    const ends = [{ idle: "10", silent: "25000" }];
    const { pools } = db as unknown as { pools: Readonly<Record<string, pg.Pool>> };
    for (const [name, pool] of Object.entries(pools)) expect([name, (await pool.query(asked)).rows]).toEqual([name, ends]);
    for (const client of [await db.dedicated(), await connectTo(database.ownerUrl)]) {
      expect((await client.query(asked)).rows).toEqual(ends);
      await client.end();
    }
    // Planned as before.
    expect((await pools.sweep?.query("show plan_cache_mode"))?.rows).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
  });

  it("are ended also where the address has options of its own, which stand behind these", async () => {
    const url = `${database.ownerUrl}?options=${encodeURIComponent("-c tcp_keepalives_count=7 -c statement_timeout=9s")}`;
    const asked =
      "select current_setting('tcp_keepalives_idle') as idle, current_setting('tcp_keepalives_count') as count, current_setting('tcp_user_timeout') as silent";
    const ends = [{ idle: "10", count: "7", silent: "25000" }];
    const own = new Db({ url, replicaUrl: url });
    const { pools, replicas } = own as unknown as {
      readonly pools: Readonly<Record<string, pg.Pool>>;
      readonly replicas: { readonly copies: readonly { readonly pool: pg.Pool }[] };
    };
    for (const pool of [...Object.values(pools), ...replicas.copies.map((copy) => copy.pool)]) expect((await pool.query(asked)).rows).toEqual(ends);
    expect((await pools.sweep?.query("show plan_cache_mode"))?.rows).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
    for (const client of [await own.dedicated(), await connectTo(url)]) {
      expect((await client.query(asked)).rows).toEqual(ends);
      await client.end();
    }
    await own.close();
  });

  // Of a batch and of any other: a payout, a person's act.
  it.each([
    [
      "a batch",
      (db: Db, work: (tx: Tx) => Promise<unknown>) => db.batchTx(callOf("pg_backend_pid", []), async (tx) => ({ value: await work(tx), last: null })),
    ],
    ["a call", (db: Db, work: (tx: Tx) => Promise<unknown>) => db.tx(work)],
  ] as const)("that fell silent in the middle of %s hold what others wait for no longer than these are patient", async (_what, begin) => {
    let hold: () => void = () => undefined;
    const held = new Promise<void>((done) => (hold = done));
    const lock = "select pg_advisory_xact_lock(4711)";
    const silent = begin(db, async (tx) => {
      await tx.run(lock);
      hold();
      // Nothing is sent any more until the other one has got it.
      await got;
      return tx.one("select 1 as n");
    });
    const got: Promise<unknown> = held.then(() => db.tx((tx) => tx.run(lock)));
    await got;
    const error = await silent.catch((reason: unknown) => reason);
    expect([error instanceof Error, isAway(error)]).toEqual([true, true]);
  });
});
