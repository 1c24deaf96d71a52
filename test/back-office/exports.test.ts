/** Files that are made in the background, and exports that repeat: due, missed, broken off, refused, expired; whose they are. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExportFileOut, ExportScheduleOut, ExportsOut } from "../../src/contract/exports.schema.ts";
import {
  EXPORT_ALL_BYTES,
  EXPORT_FILE_BYTES,
  EXPORT_LISTS,
  EXPORT_PROBLEMS,
  EXPORT_SCHEDULES_MAX,
  EXPORT_SOURCES,
  EXPORT_WAITING_MAX,
  type ExportProblem,
} from "../../src/contract/exports.ts";
import { businessDayStart } from "../../src/contract/time.ts";
import { exportSourceOf, exportSources } from "../../src/server/platform/lists/export-source.ts";
import { queueDue } from "../../src/server/features/exports/due.ts";
import { enterDownload } from "../../src/server/features/exports/files.ts";
import { makeFiles } from "../../src/server/features/exports/make.ts";
import { NotOurs, PIECE_BYTES, Pieces, TooLarge } from "../../src/server/features/exports/pieces.ts";
import { sweepFiles } from "../../src/server/features/exports/sweep.ts";
import type { App } from "../../src/server/platform/context.ts";
import { idAt } from "../../src/server/platform/db/ids.ts";
import * as en from "../../src/web/i18n/en/errors.ts";
import * as zh from "../../src/web/i18n/zh/errors.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { bkashTrx, received, type TestMerchant, TestProduct } from "../support/app.ts";
import { people, person, roleOf, session, type Person, startTarget } from "../support/attack.ts";

let product: TestProduct;
let merchants: [TestMerchant, TestMerchant];
let staff: Person;
let theirs: Person;
let other: Person;

beforeAll(async () => {
  // Nothing is made by itself: each test says when.
  product = await startTarget({ ROLE: "api" });
  merchants = [await product.merchant({ name: "Alpha" }), await product.merchant({ name: "Beta" })];
  staff = await person(product, "admin");
  theirs = (await people(product, merchants[0].id)).merchant_admin;
  other = (await people(product, merchants[1].id)).merchant_admin;
});
afterAll(() => product.stop());
beforeEach(async () => {
  await db().run("delete from export_files");
  await db().run("delete from export_schedules");
});

const db = (): App["db"] => product.product.app.db;
/** The product at another moment. */
const at = (ms: number): App => ({ ...product.product.app, now: () => ms });
const noon = (day: string, hour = 8, minute = 0): number => businessDayStart(day) + (hour * 60 + minute) * 60_000;
async function makeAll(app: App = product.product.app): Promise<void> {
  while (await makeFiles(app));
}

const PLAN = {
  list: "merchants",
  filters: {},
  columns: ["name"],
  format: "csv",
  lang: "en",
  frequency: "daily",
  time: "08:00",
  name: "Every morning",
} as const;
const schedule = (token: string, more: Record<string, unknown> = {}): Promise<ExportScheduleOut> =>
  product.good("POST", "/api/exports/schedules", token, { ...PLAN, ...more });
const own = (token: string): Promise<ExportsOut> => product.good("GET", "/api/exports", token);
const content = (token: string, id: number): ReturnType<TestProduct["call"]> => product.call("GET", `/api/exports/files/${id}/content`, token);
/** A schedule whose next moment is this one. */
async function dueAt(token: string, ms: number, more: Record<string, unknown> = {}): Promise<ExportScheduleOut> {
  const made = await schedule(token, more);
  await db().run("update export_schedules set next_at = $2 where id = $1", [made.id, new Date(ms)]);
  return made;
}
const act = (token: string, path: string, body: Record<string, unknown> = {}): ReturnType<TestProduct["call"]> =>
  product.call("POST", `/api/exports/${path}`, token, body);

describe("a scheduled export", () => {
  it("is made at its moment, counted from it, and holds what the export of the list holds", async () => {
    const made = await dueAt(staff.token, noon("2026-03-10"), { range: "yesterday", list: "audit", columns: ["id", "action"] });
    await queueDue(at(noon("2026-03-10") - 1));
    expect((await own(staff.token)).files).toEqual([]);
    await queueDue(at(noon("2026-03-10")));
    await makeAll();
    const [file] = (await own(staff.token)).files;
    expect(file).toMatchObject({
      schedule: made.id,
      by_hand: false,
      status: "ready",
      from: "2026-03-09",
      to: "2026-03-09",
      missed: 0,
      rows: 0,
      name: "Every morning",
    });
    const answer = await content(staff.token, file?.id ?? 0);
    const direct = await product.call("GET", "/api/audit/export?lang=en&columns=id,action&from=2026-03-09&to=2026-03-09", staff.token);
    expect([answer.status, answer.text]).toEqual([200, direct.text]);
    expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(answer.text)));
    expect((await own(staff.token)).schedules[0]).toMatchObject({ next_at: new Date(noon("2026-03-11")).toISOString(), last: { status: "ready" } });
  });

  it("holds the rows of its business day alone, to the millisecond on both sides of midnight in Shanghai", async () => {
    const day = "2026-03-09";
    const [begins, ends] = [businessDayStart(day), businessDayStart("2026-03-10")];
    for (const [ms, account] of [
      [begins - 1, "evening before"],
      [begins, "first"],
      [ends - 1, "last"],
      [ends, "morning after"],
    ] as const)
      await db().run("insert into audit (id, actor_type, account, action, object_type, at) values ($1, 'user', $2, 'sms.match', 'sms', $3)", [
        idAt(ms),
        account,
        new Date(ms),
      ]);
    await dueAt(staff.token, noon("2026-03-10", 0, 1), { range: "yesterday", list: "audit", columns: ["actor", "at"], time: "00:01" });
    await queueDue(at(noon("2026-03-10", 0, 1)));
    await makeAll();
    const [file] = (await own(staff.token)).files;
    expect(file).toMatchObject({ status: "ready", from: day, to: day, rows: 2 });
    const lines = (await content(staff.token, file?.id ?? 0)).text.trim().split(/\r?\n/).slice(1);
    expect(lines.map((line) => line.replaceAll('"', ""))).toEqual(["User,last,2026/03/09 23:59", "User,first,2026/03/09 00:00"]);
  });

  it("is made once after a time in which nobody worked, for its last moment, and says how many were missed", async () => {
    await dueAt(staff.token, noon("2026-03-10"), { range: "yesterday" });
    // Nobody worked until the 13th, before eight o'clock: the last moment was on the 12th.
    await queueDue(at(noon("2026-03-13", 7)));
    await queueDue(at(noon("2026-03-13", 7, 30)));
    const { files, schedules } = await own(staff.token);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ missed: 2, from: "2026-03-11", to: "2026-03-11" });
    expect(schedules[0]?.next_at).toBe(new Date(noon("2026-03-13")).toISOString());
  });

  it("makes one file of a moment that two workers see, and none beside one that is under way", async () => {
    await dueAt(staff.token, noon("2026-03-10"));
    const moment = at(noon("2026-03-10"));
    await Promise.all([queueDue(moment), queueDue(moment), queueDue(moment)]);
    // The next moment comes while the first file still waits: it is made once that has ended, and not forgotten.
    await queueDue(at(noon("2026-03-11")));
    expect((await own(staff.token)).files).toHaveLength(1);
    await makeAll();
    await queueDue(at(noon("2026-03-11", 9)));
    expect((await own(staff.token)).files.map(({ missed }) => missed)).toEqual([0, 0]);
  });

  it("runs at once beside its moments, one at a time, and not while it is paused", async () => {
    const { id, version } = await schedule(staff.token);
    const [first, second] = await Promise.all([act(staff.token, `schedules/${id}/run`, { version }), act(staff.token, `schedules/${id}/run`, { version })]);
    expect([first, second].map(({ status, error }) => error?.code ?? status).sort()).toEqual([201, "export_under_way"]);
    await makeAll();
    expect((await own(staff.token)).files.map(({ status, by_hand: byHand, name }) => ({ status, byHand, name }))).toEqual([
      { status: "ready", byHand: true, name: "Every morning" },
    ]);
    const paused = await act(staff.token, `schedules/${id}/pause`, { version });
    expect(paused.data).toMatchObject({ status: "paused", pause_reason: "by_person", next_at: null });
    expect((await act(staff.token, `schedules/${id}/run`, { version: version + 1 })).error?.code).toBe("wrong_state");
    await queueDue(at(Date.now() + 40 * 86_400_000));
    expect((await own(staff.token)).files).toHaveLength(1);
    expect((await act(staff.token, `schedules/${id}/resume`, { version })).error?.code).toBe("conflict");
    expect((await act(staff.token, `schedules/${id}/resume`, { version: version + 1 })).data).toMatchObject({ status: "active", pause_reason: null });
  });

  it("is changed and deleted by its version, and comes back as it was, without what passed meanwhile", async () => {
    const { id, version } = await schedule(staff.token);
    const changed = await product.good<ExportScheduleOut>("PATCH", `/api/exports/schedules/${id}`, staff.token, {
      version,
      frequency: "monthly",
      on: 31,
      time: "23:59",
      range: "prev_month",
    });
    expect(changed).toMatchObject({ frequency: "monthly", on: 31, time: "23:59", range: "prev_month", version: version + 1, name: "Every morning" });
    expect((await product.call("PATCH", `/api/exports/schedules/${id}`, staff.token, { version, name: "late" })).error?.code).toBe("conflict");
    await act(staff.token, `schedules/${id}/delete`, { version: changed.version });
    expect((await own(staff.token)).schedules).toEqual([]);
    await db().run("update export_schedules set next_at = now() - interval '3 days' where id = $1", [id]);
    await queueDue(product.product.app);
    const back = await act(staff.token, `schedules/${id}/restore`, { version: changed.version + 1 });
    expect(Date.parse(String((back.data as Record<string, unknown>)["next_at"]))).toBeGreaterThan(Date.now());
    await queueDue(product.product.app);
    expect((await own(staff.token)).files).toEqual([]);
  });

  it("keeps its filters when its days begin to move, without the days that stood", async () => {
    const { id } = await schedule(staff.token, { list: "audit", columns: ["id"], filters: { from: "2026-01-01", to: "2026-01-02", action: "export" } });
    const changed = await product.good<ExportScheduleOut>("PATCH", `/api/exports/schedules/${id}`, staff.token, { version: 1, range: "yesterday" });
    expect(changed).toMatchObject({ range: "yesterday", filters: { action: "export" } });
    expect(Object.keys(changed.filters)).toEqual(["action"]);
  });

  it("refuses what cannot be meant, and names the field", async () => {
    const fields = async (more: Record<string, unknown>): Promise<unknown> =>
      (await product.call("POST", "/api/exports/schedules", staff.token, { ...PLAN, ...more })).error?.fields;
    expect(await fields({ time: "24:00" })).toEqual({ time: "invalid" });
    expect(await fields({ frequency: "weekly" })).toEqual({ on: "required" });
    expect(await fields({ frequency: "weekly", on: 8 })).toEqual({ on: "too_large" });
    expect(await fields({ on: 1 })).toEqual({ on: "not_allowed" });
    expect(await fields({ columns: ["nothing"] })).toEqual({ columns: "invalid" });
    expect(await fields({ filters: { nonsense: "1" } })).toEqual({ nonsense: "unknown_field" });
    expect(await fields({ filters: { cursor: "x" } })).toEqual({ cursor: "not_allowed" });
    expect(await fields({ range: "today", filters: { from: "2026-01-01" } })).toEqual({ range: "not_allowed" });
    expect(await fields({ channel: "telegram" })).toEqual({ channel: "not_allowed" });
    expect(await fields({ name: "two\nlines" })).toEqual({ name: "invalid" });
  });

  it("has an end: so many schedules, so many files that wait", async () => {
    const { id } = await schedule(staff.token);
    await db().run(
      "insert into export_schedules (user_id, user_type, name, list, filters, totals, format, language, frequency, at_minute, next_at, created_at) select user_id, user_type, name, list, filters, totals, format, language, frequency, at_minute, next_at, created_at from export_schedules, generate_series(2, $2) where id = $1",
      [id, EXPORT_SCHEDULES_MAX],
    );
    expect((await product.call("POST", "/api/exports/schedules", staff.token, PLAN)).error?.code).toBe("too_many_schedules");
    await act(staff.token, `schedules/${id}/delete`, { version: 1 });
    await schedule(staff.token);
    expect((await act(staff.token, `schedules/${id}/restore`, { version: 2 })).error?.code).toBe("too_many_schedules");
    const asked = { list: "merchants", filters: {}, format: "csv", lang: "en" };
    const answers = await Promise.all(Array.from({ length: EXPORT_WAITING_MAX + 2 }, () => act(staff.token, "files", asked)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(EXPORT_WAITING_MAX);
    expect(answers.filter(({ status, error }) => status === 429 && error?.code === "too_many_files")).toHaveLength(2);
    const [one] = (await own(staff.token)).schedules;
    expect((await act(staff.token, `schedules/${one?.id}/run`, { version: one?.version })).error?.code).toBe("too_many_files");
    // Each is told in a sentence of its own, which names the bound.
    for (const { errors } of [zh, en]) {
      expect(errors.code.too_many_schedules).toContain(String(EXPORT_SCHEDULES_MAX));
      expect(errors.code.too_many_files).toContain(String(EXPORT_WAITING_MAX));
    }
  });
});

describe("a file in the background", () => {
  const ask = async (token: string, more: Record<string, unknown> = {}): Promise<ExportFileOut> =>
    product.good("POST", "/api/exports/files", token, { list: "merchants", filters: {}, format: "csv", lang: "en", ...more });

  it("is byte for byte what the export of the list gives, in both formats, with chosen rows and totals", async () => {
    const shown = { columns: ["name", "id"], totals: true, ids: [merchants[0].id] };
    for (const format of ["csv", "xlsx"] as const) {
      const file = await ask(staff.token, { ...shown, format });
      await makeAll();
      const direct = await product.call("GET", `/api/merchants/export?lang=en&format=${format}&columns=name,id&totals=1&ids=${merchants[0].id}`, staff.token);
      const answer = await content(staff.token, file.id);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, direct.headers["content-type"]]);
      if (format === "csv") expect(answer.text).toBe(direct.text);
      const made = (await own(staff.token)).files.find(({ id }) => id === file.id);
      expect(made).toMatchObject({ status: "ready", rows: 1, chosen: 1 });
      expect(made?.file).toMatch(/^merchants_\d{8}-\d{4}\.(?:csv|xlsx)$/);
    }
  });

  it("is begun anew when its maker dies, and what the dead one still writes does not count", async () => {
    const { id } = await ask(staff.token);
    // Taken by a process that dies in the middle, with a piece written.
    await db().run("update export_files set status = 'running', attempts = 1, lease_at = now() + interval '1 minute' where id = $1", [id]);
    await db().run("insert into export_pieces values ($1, 0, 'half of it')", [id]);
    await makeAll();
    expect((await own(staff.token)).files[0]?.status).toBe("running");
    await makeAll(at(Date.now() + 120_000));
    const [file] = (await own(staff.token)).files;
    expect(file?.status).toBe("ready");
    const late = new Pieces(
      db(),
      { id, attempts: 1 },
      () => new Date(),
      () => undefined,
    );
    const ended = new Promise((done) => late.once("error", done));
    late.end(Buffer.alloc(10));
    expect(await ended).toBeInstanceOf(NotOurs);
    const direct = await product.call("GET", "/api/merchants/export?lang=en", staff.token);
    expect((await content(staff.token, id)).text).toBe(direct.text);
  });

  it("fails after some beginnings, and leaves nothing behind", async () => {
    const { id } = await ask(staff.token);
    await db().run("update export_files set status = 'running', attempts = 3, failures = 2, lease_at = now() - interval '1 second' where id = $1", [id]);
    await db().run("insert into export_pieces values ($1, 0, 'half of it')", [id]);
    await makeAll();
    expect((await own(staff.token)).files[0]).toMatchObject({ status: "failed", problem: "internal", bytes: 0 });
    expect(await db().rows("select 1 from export_pieces")).toEqual([]);
  });

  /** The same file again with one column as a fault of the program would leave it: the application itself cannot change it. */
  const copyWith = async ({ id }: ExportFileOut, column: "counted_from" | "date_range", value: string): Promise<number> => {
    const rest = "user_id, list, filters, totals, format, language, lease_at, created_at";
    const counted = column === "counted_from" ? [column, `'${value}'`] : [`counted_from, ${column}`, `counted_from, '${value}'`];
    const made = await db().one<{ id: number }>(
      `insert into export_files (${rest}, ${counted[0]}) select ${rest}, ${counted[1]} from export_files where id = $1 returning id`,
      [id],
    );
    return made?.id ?? 0;
  };
  const endOf = (id: number): Promise<unknown> => db().one("select status, problem from export_files where id = $1", [id]);

  it("lets the others pass when it cannot even be begun, and fails in the end", async () => {
    const bad = await copyWith(await ask(staff.token), "counted_from", "infinity");
    const { id } = await ask(staff.token);
    await makeAll();
    expect([await endOf(bad), await endOf(id)]).toEqual([
      { status: "waiting", problem: null },
      { status: "ready", problem: null },
    ]);
    for (const minute of [1, 2]) await makeAll(at(Date.now() + minute * 60_000));
    expect(await endOf(bad)).toEqual({ status: "failed", problem: "internal" });
  });

  it("does not take an unknown stretch of days for all days", async () => {
    const bad = await copyWith(await ask(staff.token), "date_range", "some_day");
    await makeAll();
    expect(await endOf(bad)).toEqual({ status: "failed", problem: "invalid" });
  });

  it("is given back by a process that ends, and counts no beginning", async () => {
    const { id } = await ask(staff.token);
    const stop = new AbortController();
    const app = product.product.app;
    const ending: App = { ...app, db: Object.assign(Object.create(app.db) as App["db"], { readUrl: async () => (stop.abort(), app.db.readUrl()) }) };
    await makeFiles(ending, stop.signal);
    expect(await db().one("select status, failures from export_files where id = $1", [id])).toEqual({ status: "waiting", failures: 0 });
    await makeAll();
    expect((await own(staff.token)).files[0]?.status).toBe("ready");
  });

  /** Messages as a list whose first row comes late: it waits for a lock. */
  const whileListWaits = (act: () => Promise<void>): Promise<void> =>
    withClient(product.ownerUrl, async (client) => {
      await client.query("begin; lock table sms in access exclusive mode");
      await act();
      await client.query("rollback");
    });

  it("stays its maker's while the list gives no row yet, and is given back at once by a process that ends", async () => {
    const { id } = await ask(staff.token, { list: "sms" });
    const stop = new AbortController();
    const state = (): Promise<unknown> => db().one("select status, attempts, failures from export_files where id = $1", [id]);
    const lives = async (): Promise<boolean> =>
      (await db().one("select 1 from export_files where id = $1 and status = 'running' and lease_at > now() + interval '30 seconds'", [id])) !== null;
    await whileListWaits(async () => {
      const making = makeFiles(product.product.app, stop.signal, 20);
      await vi.waitUntil(lives, { timeout: 60_000 });
      await db().run("update export_files set lease_at = now() - interval '1 minute' where id = $1", [id]);
      await vi.waitUntil(lives, { timeout: 60_000 });
      // Another worker finds nothing to do.
      await makeFiles(product.product.app);
      expect(await state()).toEqual({ status: "running", attempts: 1, failures: 0 });
      stop.abort();
      await making;
      expect(await state()).toEqual({ status: "waiting", attempts: 1, failures: 0 });
    });
    await makeAll();
    expect(await state()).toEqual({ status: "ready", attempts: 2, failures: 0 });
  });

  /** The product as long as its database is away, from when the list is to be read on. */
  const losing = (app: App): { app: App; back: () => void } => {
    let isAway = false;
    const lost = (): never => {
      isAway = true;
      throw new Error("Connection terminated unexpectedly");
    };
    const through =
      <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> =>
        isAway ? lost() : ask.apply(app.db, args);
    const { tx, one, rows, run } = app.db;
    const db = { tx: through(tx), one: through(one), rows: through(rows), run: through(run), readUrl: async () => lost() };
    // A process of its own has an environment of its own.
    return { app: { ...app, env: { ...app.env }, db: Object.assign(Object.create(app.db) as App["db"], db) }, back: () => (isAway = false) };
  };

  it("that an outage breaks off is given back once the database is there again, and counts no beginning", async () => {
    const { id } = await ask(staff.token);
    const state = (): Promise<unknown> => db().one("select status, attempts, failures from export_files where id = $1", [id]);
    const { app, back } = losing(product.product.app);
    await expect(makeFiles(app)).rejects.toThrow("Connection terminated");
    await expect(makeFiles(app)).rejects.toThrow("Connection terminated");
    expect(await state()).toEqual({ status: "running", attempts: 1, failures: 0 });
    back();
    // Its time has run out long ago; whoever had it tells what came of it first.
    await expect(makeFiles({ ...app, now: () => Date.now() + 120_000 })).resolves.toBe(false);
    expect(await state()).toEqual({ status: "waiting", attempts: 1, failures: 0 });
    await makeAll(at(Date.now() + 300_000));
    expect(await state()).toEqual({ status: "ready", attempts: 2, failures: 0 });
  });

  it("is left to its maker for the time of a lease by whoever saw the database away, and is taken from him after that", async () => {
    const { id } = await ask(staff.token);
    const { app, back } = losing(product.product.app);
    await expect(makeFiles(app)).rejects.toThrow("Connection terminated");
    const beside = losing(product.product.app);
    await expect(makeFiles({ ...beside.app, db: app.db })).rejects.toThrow("Connection terminated");
    back();
    const later = { ...beside.app, db: db(), now: () => Date.now() + 120_000 };
    await makeFiles(later);
    expect(await db().one("select status, failures from export_files where id = $1", [id])).toEqual({ status: "running", failures: 0 });
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 61_000);
    await makeFiles(later).finally(() => clock.mockRestore());
    expect(await db().one("select attempts, failures from export_files where id = $1", [id])).toEqual({ attempts: 2, failures: 1 });
  });

  it("is not begun by a process that ends already", async () => {
    const { id } = await ask(staff.token);
    const stop = new AbortController();
    const app = product.product.app;
    const events: App["events"] = { ...app.events, publish: () => stop.abort() };
    await makeFiles({ ...app, events }, stop.signal);
    expect(await db().one("select status, failures, byte_count from export_files where id = $1", [id])).toEqual({
      status: "waiting",
      failures: 0,
      byte_count: 0n,
    });
  });

  it("that takes too long fails at once, and says so", async () => {
    const { id } = await ask(staff.token, { list: "sms" });
    await whileListWaits(async () => {
      const making = makeFiles(product.product.app);
      // As the database ends a statement whose time is over.
      const ended =
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'floatdesk-export' and datname = current_database() and wait_event_type = 'Lock'";
      await vi.waitUntil(async () => (await db().rows(ended)).length > 0, { timeout: 60_000 });
      await making;
    });
    expect(await db().one("select status, problem from export_files where id = $1", [id])).toEqual({ status: "failed", problem: "too_slow" });
  });

  it("goes first for whoever has the fewest under way", async () => {
    const busy = await Promise.all([ask(staff.token), ask(staff.token)]);
    const running = Math.min(...busy.map(({ id }) => id));
    await db().run("update export_files set status = 'running', attempts = 1, lease_at = now() + interval '1 hour' where id = $1", [running]);
    const one = await ask(theirs.token, { list: "payments" });
    await makeFiles(product.product.app);
    expect(await endOf(one.id)).toEqual({ status: "ready", problem: null });
  });

  it("that its owner takes away counts no beginning, however often its maker is gone", async () => {
    const { id } = await ask(staff.token);
    await db().run("update export_files set status = 'running', attempts = 3, failures = 2, lease_at = now() + interval '1 hour' where id = $1", [id]);
    await act(staff.token, `files/${id}/delete`);
    await makeAll();
    expect(await db().one("select status, failures from export_files where id = $1", [id])).toEqual({ status: "waiting", failures: 2 });
  });

  it("keeps its owner's and everybody's bounds when it was deleted, and when it comes back", async () => {
    const big = await ask(staff.token);
    await makeAll();
    await db().run("update export_files set byte_count = 1 << 30 where id = $1", [big.id]);
    await act(staff.token, `files/${big.id}/delete`);
    const next = await ask(staff.token);
    await makeAll();
    expect(await endOf(next.id)).toEqual({ status: "failed", problem: "no_room" });
    // Almost full: what is left is all that the next one may have.
    await db().run("update export_files set byte_count = (1 << 30) - 5 where id = $1", [big.id]);
    const last = await ask(staff.token);
    await makeAll();
    expect(await endOf(last.id)).toEqual({ status: "failed", problem: "no_room" });
    const waiting = await ask(staff.token);
    await act(staff.token, `files/${waiting.id}/delete`);
    for (let count = 0; count < EXPORT_WAITING_MAX; count += 1) await ask(staff.token);
    expect((await act(staff.token, `files/${waiting.id}/restore`)).status).toBe(429);
  });

  it("keeps within the bound of all files together, also where others that are being made may take the rest", async () => {
    const id = product.product.app.publicIds.decode("user", other.id);
    const theirsOf = (status: "ready" | "running", bytes: number, count: number): Promise<number> =>
      db().run(
        `insert into export_files (user_id, list, filters, totals, format, language, lease_at, created_at, counted_from, status, byte_count, file_name, row_count, ended_at, expires_at)
         select $1, 'payments', '{}', false, 'csv', 'en', now() + interval '1 hour', now(), now(), $2, $3, 'x', 1, case $2 when 'ready' then now() end, now() + interval '1 day'
         from generate_series(1, $4)`,
        [id, status, bytes, count],
      );
    await theirsOf("ready", EXPORT_ALL_BYTES, 1);
    const full = await ask(staff.token);
    await makeAll();
    expect(await endOf(full.id)).toEqual({ status: "failed", problem: "no_room" });
    // Five bytes are left to everybody: no file fits into them.
    await db().run("update export_files set byte_count = $2 where user_id = $1", [id, EXPORT_ALL_BYTES - 5]);
    const large = await ask(staff.token);
    await makeAll();
    expect(await endOf(large.id)).toEqual({ status: "failed", problem: "no_room" });
    await db().run("delete from export_files where user_id = $1", [id]);
    await theirsOf("running", 0, EXPORT_ALL_BYTES / EXPORT_FILE_BYTES);
    const later = await ask(staff.token);
    await makeAll();
    expect(await endOf(later.id)).toEqual({ status: "waiting", problem: null });
    await db().run("delete from export_files where user_id = $1", [id]);
    await makeAll(at(Date.now() + 60_000));
    expect(await endOf(later.id)).toEqual({ status: "ready", problem: null });
  });

  it("that is deleted while it is downloaded arrives whole; once it is gone for good its reader sees that it is not", async () => {
    const COUNT = 48;
    const { http } = product.product;
    await http.listen({ port: 0, host: "127.0.0.1" });
    const { port } = http.server.address() as { port: number };
    /** A download that has begun and is not read on. */
    const begun = async () => {
      const { id } = await ask(staff.token);
      await makeAll();
      await db().run("delete from export_pieces where file_id = $1", [id]);
      await db().run("insert into export_pieces select $1, n, convert_to(repeat('x', $2), 'UTF8') from generate_series(0, $3) n", [id, PIECE_BYTES, COUNT - 1]);
      await db().run("update export_files set byte_count = $2 where id = $1", [id, COUNT * PIECE_BYTES]);
      const answer = await fetch(`http://127.0.0.1:${port}/api/exports/files/${id}/content`, { headers: { authorization: `Bearer ${staff.token}` } });
      expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(COUNT * PIECE_BYTES)]);
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader(); // an answer of 200 has one
      let bytes = (await reader.read()).value?.length ?? 0;
      expect((await act(staff.token, `files/${id}/delete`)).status).toBe(200);
      const rest = async (): Promise<number> => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length;
        return bytes;
      };
      return { id, rest };
    };
    const kept = await begun();
    expect((await content(staff.token, kept.id)).status).toBe(404);
    expect(await kept.rest()).toBe(COUNT * PIECE_BYTES);
    const lost = await begun();
    while (await sweepFiles(at(Date.now() + 2 * 3_600_000)));
    expect(await db().rows("select 1 from export_files where id = $1", [lost.id])).toEqual([]);
    await expect(lost.rest()).rejects.toThrow();
    // Its place is free again.
    const leave = await vi.waitUntil(() => enterDownload(product.product.app.publicIds.decode("user", staff.id) ?? 0n), { timeout: 60_000 });
    leave();
  });

  it("is not larger than a file may be, and a person does not keep more than he may", async () => {
    const { id } = await ask(staff.token);
    await db().run("update export_files set status = 'running', attempts = 1, lease_at = now() + interval '1 hour' where id = $1", [id]);
    const pieces = new Pieces(
      db(),
      { id, attempts: 1 },
      () => new Date(),
      () => undefined,
      PIECE_BYTES + 5,
    );
    const ended = new Promise((done) => pieces.once("error", done));
    pieces.write(Buffer.alloc(PIECE_BYTES));
    pieces.write(Buffer.alloc(6));
    expect(await ended).toBeInstanceOf(TooLarge);
    await db().run(
      "update export_files set status = 'ready', file_name = 'x', row_count = 1, byte_count = 1 << 30, ended_at = now(), expires_at = now() + interval '1 day' where id = $1",
      [id],
    );
    await ask(staff.token);
    await makeAll();
    expect((await own(staff.token)).files[0]).toMatchObject({ status: "failed", problem: "no_room" });
  });

  it("is handed out to a person a few times at once", async () => {
    const { id } = await ask(staff.token);
    await makeAll();
    const leave = Array.from({ length: 3 }, () => enterDownload(product.product.app.publicIds.decode("user", staff.id) ?? 0n));
    expect((await content(staff.token, id)).error?.code).toBe("rate_limited");
    leave[0]?.();
    for (let again = 0; again < 3; again += 1) expect((await content(staff.token, id)).status).toBe(200);
    for (const one of leave.slice(1)) one?.();
  });

  it("that failed is made again from its line, once, with the same request and the same days", async () => {
    const made = await dueAt(staff.token, noon("2026-03-10"), { range: "yesterday", list: "audit", columns: ["id", "action"] });
    await queueDue(at(noon("2026-03-10")));
    await db().run("update export_files set status = 'failed', problem = 'internal', ended_at = now() where schedule_id = $1", [made.id]);
    const [failed] = (await own(staff.token)).files;
    expect(failed).toMatchObject({ status: "failed", again: true });
    const again = () => act(staff.token, `files/${failed?.id}/again`);
    const answers = await Promise.all([again(), again(), again()]);
    expect(answers.map(({ status, error }) => error?.code ?? status).sort()).toEqual([201, "wrong_state", "wrong_state"]);
    await makeAll();
    const { files } = await own(staff.token);
    // Of the days that the first one was to hold, not of today's yesterday.
    expect(files.map(({ status, again: offered, from, to, name, schedule: of, by_hand: byHand }) => ({ status, offered, from, to, name, of, byHand }))).toEqual(
      [
        { status: "ready", offered: false, from: "2026-03-09", to: "2026-03-09", name: "Every morning", of: null, byHand: true },
        { status: "failed", offered: false, from: "2026-03-09", to: "2026-03-09", name: "Every morning", of: made.id, byHand: false },
      ],
    );
    expect((await again()).error?.code).toBe("wrong_state");
  });

  it("is offered to be made again where that may come to a file, to its owner alone, and counts among those that wait", async () => {
    const first = await ask(staff.token, { ids: [merchants[0].id], columns: ["name"] });
    const same = "user_id, list, filters, columns, ids, totals, format, language, lease_at, created_at, counted_from";
    const failedAs = async (problem: ExportProblem): Promise<number> =>
      (
        await db().one<{ id: number }>(
          `insert into export_files (${same}, status, problem, ended_at) select ${same}, 'failed', $2, now() from export_files where id = $1 returning id`,
          [first.id, problem],
        )
      )?.id ?? 0;
    const again = (id: number, token = staff.token) => act(token, `files/${id}/again`);
    expect((await again(first.id)).error?.code).toBe("wrong_state");
    for (const problem of EXPORT_PROBLEMS) {
      const id = await failedAs(problem);
      const isOffered = !["merchant_changed", "invalid", "too_many_rows", "too_large"].includes(problem);
      expect((await own(staff.token)).files.find((file) => file.id === id)?.again, problem).toBe(isOffered);
      for (const { token } of [theirs, other]) expect((await again(id, token)).status).toBe(404);
      const answer = await again(id);
      expect(answer.error?.code ?? answer.status, problem).toBe(isOffered ? 201 : "wrong_state");
      if (isOffered) expect(answer.data).toMatchObject({ chosen: 1, columns: ["name"], status: "waiting", schedule: null });
    }
    const late = await failedAs("too_slow");
    while ((await act(staff.token, "files", { list: "merchants", filters: {}, format: "csv", lang: "en" })).status === 201);
    expect((await again(late)).error?.code).toBe("too_many_files");
    await act(staff.token, `files/${late}/delete`);
    expect((await again(late)).status).toBe(404);
  });

  it("says which columns of its list it can hold, as a direct export does, to each as he may", async () => {
    const { held } = await own(staff.token);
    expect(Object.keys(held).sort()).toEqual([...EXPORT_LISTS].sort());
    expect(Object.keys((await own(theirs.token)).held)).not.toContain("wallets");
    const asked = ["id", "health", "today", "balance"];
    const direct = await product.call("GET", `/api/wallets/export?lang=en&columns=${asked.join(",")}`, staff.token);
    expect(asked.filter((name) => !held.wallets?.includes(name)).join(",")).toBe(direct.headers["x-left-out"]);
    const file = await ask(staff.token, { list: "wallets", columns: asked });
    expect(file.columns).toEqual(asked);
  });

  it("is gone from its owner when deleted, comes back within the hour, and loses its content when its days are over", async () => {
    const { id } = await ask(staff.token);
    await makeAll();
    await act(staff.token, `files/${id}/delete`);
    expect((await own(staff.token)).files).toEqual([]);
    expect((await content(staff.token, id)).status).toBe(404);
    await sweepFiles(product.product.app);
    await act(staff.token, `files/${id}/restore`);
    expect((await content(staff.token, id)).status).toBe(200);
    await sweepFiles(at(Date.now() + 15 * 86_400_000));
    expect((await own(staff.token)).files[0]?.status).toBe("expired");
    expect((await content(staff.token, id)).error?.code).toBe("wrong_state");
    expect(await db().rows("select 1 from export_pieces")).toEqual([]);
    await act(staff.token, `files/${id}/delete`);
    await sweepFiles(at(Date.now() + 2 * 3_600_000));
    expect((await act(staff.token, `files/${id}/restore`)).status).toBe(404);
  });

  it("is not made once it is deleted", async () => {
    const { id } = await ask(staff.token);
    await act(staff.token, `files/${id}/delete`);
    await makeAll();
    expect(await db().one("select status from export_files where id = $1", [id])).toEqual({ status: "waiting" });
  });

  it("leaves its rows in the trail: asked for, made in its owner's name, downloaded", async () => {
    const before = (await db().one<{ id: bigint }>("select max(id) as id from audit"))?.id ?? 0n;
    const { id } = await ask(staff.token);
    await makeAll();
    await content(staff.token, id);
    const rows = await db().rows("select account, action, object_type from audit where id > $1 order by id", [before]);
    expect(rows).toEqual([
      { account: staff.account, action: "exports.request", object_type: "export-file" },
      { account: staff.account, action: "export", object_type: "merchants" },
      { account: staff.account, action: "exports.download", object_type: "export-file" },
    ]);
  });
});

describe("whose it is", () => {
  it("shows nobody else's, of the same merchant or another, nor lets them act on it", async () => {
    const made = await schedule(theirs.token, { list: "payments", columns: ["id"] });
    await act(theirs.token, `schedules/${made.id}/run`, { version: made.version });
    await makeAll();
    const [file] = (await own(theirs.token)).files;
    expect(file?.status).toBe("ready");
    const colleague = await person(product, "merchant_admin", { merchantId: merchants[0].id });
    for (const { token } of [other, colleague, staff]) {
      expect(await own(token)).toMatchObject({ files: [], schedules: [] });
      const version = made.version;
      const answers = await Promise.all([
        content(token, file?.id ?? 0),
        act(token, `files/${file?.id}/delete`),
        product.call("PATCH", `/api/exports/schedules/${made.id}`, token, { version, name: "mine" }),
        ...["pause", "resume", "run", "delete", "restore"].map((verb) => act(token, `schedules/${made.id}/${verb}`, { version })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
  });

  it("holds the rows of its owner's merchant alone, whatever is asked", async () => {
    const asked = { list: "audit", filters: {}, format: "csv", lang: "en" };
    for (const [mine, foreign] of [
      [theirs, other],
      [other, theirs],
    ] as const) {
      const file = await product.good<ExportFileOut>("POST", "/api/exports/files", mine.token, asked);
      await makeAll();
      const { text } = await content(mine.token, file.id);
      expect(text).toContain(mine.account);
      expect(text).not.toContain(foreign.account);
    }
    expect((await act(theirs.token, "files", { ...asked, list: "wallets" })).error?.code).toBe("forbidden");
    await db().run("update alert_channels set enabled = true, secret = 'x', secret_last4 = 'x', url = 'https://example.org' where channel = 'webhook'");
    const told = await product.call("POST", "/api/exports/schedules", theirs.token, { ...PLAN, list: "payments", columns: ["id"], channel: "webhook" });
    expect([told.error?.fields, (await own(theirs.token)).channels]).toEqual([{ channel: "not_allowed" }, []]);
  });

  const CASES = [
    ["owner_inactive", "update users set enabled = false where id = $1"],
    ["owner_inactive", "update users set deleted_at = now() where id = $1"],
    ["role_changed", "update users set user_type = 'operator' where id = $1"],
    ["merchant_changed", "update users set user_type = 'merchant_admin', merchant_id = $2 where id = $1"],
  ] as const;
  it.each(CASES)("ends as %s and pauses: %s", async (problem, change) => {
    const owner = await person(product, "finance");
    const made = await dueAt(owner.token, noon("2026-03-10"));
    const id = product.product.app.publicIds.decode("user", owner.id);
    await db().run(change, change.includes("$2") ? [id, product.product.app.publicIds.decode("merchant", merchants[0].id)] : [id]);
    await queueDue(at(noon("2026-03-10")));
    await makeAll();
    expect(await db().one("select status, problem from export_files where schedule_id = $1", [made.id])).toEqual({ status: "failed", problem });
    expect(await db().one("select status, pause_reason from export_schedules where id = $1", [made.id])).toEqual({ status: "paused", pause_reason: problem });
    await queueDue(at(noon("2026-03-12")));
    expect(await db().rows("select 1 from export_files where schedule_id = $1", [made.id])).toHaveLength(1);
  });

  it("is refused once the permission is gone, in the making and at the door", async () => {
    const owner = await person(product, "admin");
    const id = product.product.app.publicIds.decode("user", owner.id);
    const file = await product.good<ExportFileOut>("POST", "/api/exports/files", owner.token, { list: "merchants", filters: {}, format: "csv", lang: "en" });
    await makeAll();
    expect((await content(owner.token, file.id)).status).toBe(200);
    const made = await dueAt(owner.token, noon("2026-03-10"));
    // The same role all the time: what it lists has changed.
    const role = await roleOf(product, "admin", ["merchants.see", "amounts.see", "phones.unmask"]);
    await db().run("update users set role_id = $2 where id = $1", [id, role]);
    await db().run("update export_schedules set role_id = $2 where id = $1", [made.id, role]);
    await db().run("update user_roles set permissions = '{search}' where id = $1", [role]);
    await queueDue(at(noon("2026-03-10")));
    await makeAll();
    expect(await db().one("select pause_reason from export_schedules where id = $1", [made.id])).toEqual({ pause_reason: "permission_lost" });
    const fresh = await signedIn(id);
    expect((await content(fresh, file.id)).error?.code).toBe("forbidden");
    expect((await act(fresh, `schedules/${made.id}/resume`, { version: made.version + 1 })).error?.code).toBe("forbidden");
  });

  it("masks as its owner is masked when it is made, and is not read by whoever reads less by now", async () => {
    const owner = await person(product, "admin");
    const id = product.product.app.publicIds.decode("user", owner.id);
    const wallet = await product.wallet();
    await product.sms(wallet, received({ amount: "500.00", from: "01712345678", trx: bkashTrx() }));
    const ask = (token: string): Promise<ExportFileOut> =>
      product.good("POST", "/api/exports/files", token, { list: "sms", filters: {}, columns: ["counterparty"], format: "csv", lang: "en" });
    const open = await ask(owner.token);
    await makeAll();
    expect((await content(owner.token, open.id)).text).toContain("01712345678");
    await db().run("update users set role_id = $2 where id = $1", [id, await roleOf(product, "admin", ["sms.see", "amounts.see", "messages.read"])]);
    const fresh = await signedIn(id);
    expect((await content(fresh, open.id)).error?.code).toBe("forbidden");
    const masked = await ask(fresh);
    await makeAll();
    const { text } = await content(fresh, masked.id);
    expect(text).not.toContain("01712345678");
    expect(text).toContain("5678");
    // Whoever reads more by now reads a file that shows less.
    await db().run("update users set role_id = null where id = $1", [id]);
    expect((await content(await signedIn(id), masked.id)).status).toBe(200);
  });

  it.each([
    ["messages.read", "sms", ["text"], "Thrush sings", ["sms.see", "amounts.see", "phones.unmask"]],
    ["amounts.see", "sms", ["amount", "trx_id"], "511.00", ["sms.see", "messages.read", "phones.unmask"]],
  ] as const)("is not read at the door by who lacks %s by now, nor shows it to him in a new one", async (_lost, list, columns, mark, rights) => {
    const owner = await person(product, "admin");
    const id = product.product.app.publicIds.decode("user", owner.id);
    await product.sms(await product.wallet(), received({ amount: "511.00", from: "01712345678", trx: bkashTrx() }).replace(/$/, " Thrush sings"));
    const ask = (token: string): Promise<ExportFileOut> =>
      product.good("POST", "/api/exports/files", token, { list, filters: {}, columns, format: "csv", lang: "en" });
    const open = await ask(owner.token);
    await makeAll();
    expect((await content(owner.token, open.id)).text).toContain(mark);
    await db().run("update users set role_id = $2 where id = $1", [id, await roleOf(product, "admin", rights)]);
    const fresh = await signedIn(id);
    expect((await content(fresh, open.id)).error?.code).toBe("forbidden");
    const masked = await ask(fresh);
    await makeAll();
    const { status, text } = await content(fresh, masked.id);
    expect(status).toBe(200);
    expect(text).not.toContain(mark);
    await db().run("update users set role_id = null where id = $1", [id]);
    expect((await content(await signedIn(id), masked.id)).status).toBe(200);
  });

  async function signedIn(id: bigint | null): Promise<string> {
    return (await session(product, id ?? 0n)).token;
  }
});

describe("a channel", () => {
  it("hears that a file is ready or failed, by its name and a link, and of nothing in it", async () => {
    await db().run("update alert_channels set enabled = true, secret = 'x', secret_last4 = 'x', url = 'https://example.org' where channel = 'webhook'");
    const made = await dueAt(staff.token, noon("2026-03-10"), { channel: "webhook", name: "Morning 01712345678" });
    await act(staff.token, `schedules/${made.id}/run`, { version: made.version });
    await makeAll();
    // Whoever runs it by hand sees what comes of it.
    expect(await db().rows("select 1 from alert_outbox where body::text like '%export.%'")).toEqual([]);
    await queueDue(at(noon("2026-03-10")));
    await makeAll();
    const told = await db().rows<{ body: string }>("select body from alert_outbox order by id desc limit 1");
    expect(JSON.parse(told[0]?.body ?? "")).toMatchObject({ type: "export.ready", data: { name: "Morning 017****5678" } });
    expect(Object.keys((JSON.parse(told[0]?.body ?? "") as { data: object }).data).sort()).toEqual(["name", "text", "url"]);
  });

  it("is told of and known to those alone who may write to its people, at each moment", async () => {
    await db().run("update alert_channels set enabled = true, secret = 'x', secret_last4 = 'x', url = 'https://example.org' where channel = 'webhook'");
    const auditor = await person(product, "auditor");
    const answer = await product.call("POST", "/api/exports/schedules", auditor.token, { ...PLAN, channel: "webhook" });
    expect([answer.error?.fields, (await own(auditor.token)).channels]).toEqual([{ channel: "not_allowed" }, []]);
    const finance = await person(product, "finance");
    expect((await own(finance.token)).channels).toEqual(["webhook"]);
    await dueAt(finance.token, noon("2026-03-10"), { channel: "webhook" });
    const role = await roleOf(product, "finance", ["merchants.see", "amounts.see"]);
    await db().run("update users set role_id = $2 where id = $1", [product.product.app.publicIds.decode("user", finance.id), role]);
    await db().run("delete from alert_outbox");
    await queueDue(at(noon("2026-03-10")));
    await makeAll();
    expect(await db().rows("select 1 from alert_outbox")).toEqual([]);
  });
});

it("all that can be asked for can be made, and all that can be made can be asked for", () => {
  const { app } = product.product;
  expect(
    exportSources(app)
      .map(({ of }) => of)
      .sort(),
  ).toEqual([...EXPORT_SOURCES].sort());
  // Every route that gives a list as a file stands among them.
  const lists = app.offers.routes.flatMap(({ url }) => /^\/api\/(\w+)\/export$/.exec(url)?.[1] ?? []);
  expect(lists.filter((list) => exportSourceOf(app, list) === null)).toEqual([]);
});
