/** Signs of life by the database's clock: who is alive, who fell silent, who said goodbye. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeParts, type TestParts } from "../../../../test/support/parts/notifications.ts";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { Heartbeat, SILENT_AFTER_MS, WorkerWatch } from "./heartbeat.ts";

let database: TestDatabase;
let parts: TestParts;
beforeAll(async () => {
  database = await testDatabase();
  parts = makeParts(database.appUrl);
});
afterAll(async () => {
  await parts.db.close();
  await database.drop();
});

it("knows who lives, who fell silent and who said goodbye", async () => {
  const watch = new WorkerWatch(parts.app);
  await watch.start();
  expect(watch.state()).toEqual({ alive: 0, silent: 0, ageMs: null, working: false });
  const [one, two] = [new Heartbeat(parts.app), new Heartbeat(parts.app)];
  expect(one.isFresh).toBe(false);
  await one.start();
  await two.start();
  expect(one.isFresh).toBe(true);
  await vi.waitFor(() => expect(watch.state()).toMatchObject({ alive: 2, silent: 0 }), 60_000);
  await two.stop();
  await vi.waitFor(() => expect(watch.state()).toMatchObject({ alive: 1, silent: 0 }), 60_000);
  await one.stop();
  // Restarted within a few seconds, it is not missed.
  await vi.waitFor(() => expect(watch.state()).toMatchObject({ alive: 0, silent: 0, working: true }), 60_000);
  const next = new Heartbeat(parts.app);
  await next.start();
  await vi.waitFor(() => expect(watch.state()).toMatchObject({ alive: 1, working: true }), 60_000);
  await next.stop();
  await vi.waitFor(() => expect(watch.state()).toMatchObject({ alive: 0, working: false }), 60_000);
  // Told twice: that somebody works, and that nobody does any more.
  await vi.waitFor(() => expect(parts.published.map(({ kind }) => kind)).toEqual(["home", "home"]), 60_000);
  await watch.stop();
});

it("tells home when the last worker falls silent, and when it is back", async () => {
  const said = (secondsAgo: number): Promise<number> =>
    parts.db.run(
      `insert into worker_heartbeats (id, host, pid, beat_at) values ('other', 'h', 1, clock_timestamp() - make_interval(secs => $1))
       on conflict (id) do update set beat_at = excluded.beat_at`,
      [secondsAgo],
    );
  const kinds = (): string[] => parts.published.map(({ kind }) => kind);
  await said(0);
  const watch = new WorkerWatch(parts.app);
  await watch.start();
  expect(watch.state()).toMatchObject({ alive: 1, working: true });
  parts.published.length = 0;
  await said(SILENT_AFTER_MS / 1000 + 1);
  await vi.waitFor(() => expect(kinds()).toEqual(["home"]), 60_000);
  expect(watch.state()).toMatchObject({ alive: 0, silent: 1, working: false });
  expect(watch.state().ageMs).toBeGreaterThan(SILENT_AFTER_MS);
  await said(0);
  await vi.waitFor(() => expect(kinds()).toEqual(["home", "home"]), 60_000);
  expect(watch.state()).toMatchObject({ alive: 1, silent: 0, working: true });
  await watch.stop();
  await parts.db.run("delete from worker_heartbeats");
});

it("forgets a worker that died an hour ago", async () => {
  await parts.db.run("insert into worker_heartbeats (id, host, pid, beat_at) values ('dead', 'h', 1, clock_timestamp() - interval '61 minutes')");
  const worker = new Heartbeat(parts.app);
  await worker.start();
  expect(await parts.db.rows("select id from worker_heartbeats where id = 'dead'")).toEqual([]);
  await worker.stop();
  expect(await parts.db.rows("select 1 from worker_heartbeats")).toEqual([]);
});

it("grows older while the database cannot be asked", async () => {
  const worker = new Heartbeat(parts.app);
  await worker.start();
  const away = makeParts(database.appUrl);
  const watch = new WorkerWatch(away.app);
  await watch.start();
  const before = watch.state().ageMs ?? Number.NaN;
  await away.db.close();
  const later = performance.now() + SILENT_AFTER_MS + 1;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => later);
  try {
    expect(watch.state().alive).toBe(0);
    expect((watch.state().ageMs ?? 0) - before).toBeGreaterThan(SILENT_AFTER_MS - 1_000);
  } finally {
    clock.mockRestore();
  }
  await worker.stop();
  await watch.stop();
});
