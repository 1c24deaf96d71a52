import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { completeAttempt, recordOutcome } from "../../core/payouts/outcome.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { makeAppPort } from "./payout-rail.ts";
import { findingsWithoutJobs } from "../../../../test/support/parts/findings.ts";
import { startTestServer, type TestServer } from "../../../../test/support/parts/wallets.ts";
import { taskHubOf } from "./task-hub.ts";
import { sweepTasks } from "./task-jobs.ts";
import { Payouts } from "../../../../test/support/parts/device-tasks.ts";
import { Phones } from "../../../../test/support/parts/devices.ts";
import { raced, times } from "../../../../test/support/parts/effort.ts";

const ROUNDS = times(6, 60);
const CALLERS = 20;

let database: TestDatabase;
let server: TestServer;
const phones = new Phones(() => server);
const payouts = new Payouts(() => server, phones);

beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer(database.appUrl);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

let trx = 0;
const trxId = (): string => `DKL${String((trx += 1)).padStart(7, "0")}`;
const sent = (): { result: "sent"; trx_id: string } => ({ result: "sent", trx_id: trxId() });
const findings = (): Promise<unknown> => findingsWithoutJobs(server.app);
const alerts = (id: bigint): Promise<{ kind: string; data: Record<string, unknown> }[]> =>
  server.app.db.rows("select kind, data from alerts where object_type = 'disburse' and object_id = $1", [id]);

describe("refused", () => {
  test("no token, another kind of token, a wrong wait, a wrong answer", async () => {
    const mine = await payouts.phone();
    const { task } = await payouts.handed(mine);
    for (const token of ["user:admin:7", "sk_x_y", "dt_", `${mine.token}x`]) {
      expect((await payouts.poll(token)).status).toBe(401);
      expect((await payouts.answer(token, task.id, sent())).status).toBe(401);
    }
    for (const wait of ["-1", "26", "x", "1.5", "1&wait=2"]) expect((await payouts.poll(mine.token, wait)).status, wait).toBe(422);
    for (const body of [
      {},
      { result: "done" },
      { result: "sent" },
      { result: "sent", trx_id: "" },
      { result: "sent", trx_id: "a b" },
      { result: "sent", trx_id: "x".repeat(41) },
      { result: "sent", trx_id: "A\u0000BCDEF" },
      { result: "failed" },
      { result: "failed", reason: " " },
      { result: "failed", reason: "x", trx_id: "DKL0000001" },
      { result: "unknown", reason: "x" },
    ])
      expect((await payouts.answer(mine.token, task.id, body)).status, JSON.stringify(body)).toBe(422);
    expect((await payouts.answer(mine.token, task.id, {})).error).toMatchObject({ fields: { result: "required" } });
    expect((await payouts.answer(mine.token, task.id, { result: "failed", reason: "PIN" })).status).toBe(200);
  });

  test("another phone's task, one that nobody was given, and none at all answer alike", async () => {
    const [mine, other] = [await payouts.phone(), await payouts.phone()];
    const { task } = await payouts.handed(other);
    const waiting = await payouts.payout(mine);
    const hidden = server.app.publicIds.encode("task", (await payouts.state(waiting)).task?.["id"] as bigint);
    const answers = [];
    for (const id of [task.id, hidden, "K26112100000000", "nonsense", waiting.attempt.reference]) {
      const { status, error } = await payouts.answer(mine.token, id, sent());
      answers.push({ status, code: error?.code });
    }
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ status: 404, code: "not_found" })));
    expect((await payouts.state(waiting)).task).toMatchObject({ status: "waiting" });
    expect((await payouts.poll(mine.token)).data?.id).toBe(hidden);
  });

  test("a forwarder pays out for nobody; another phone only when it is chosen", async () => {
    const mine = await payouts.phone();
    const hook = await phones.bind(mine.wallet, { version: mine.version, app: "httpsms" });
    expect(hook.status).toBe(200);
    expect((await phones.bind(mine.wallet, { version: hook.data.version, app: "httpsms", payout: true })).error?.fields).toEqual({ payout: "not_allowed" });
    const second = await phones.bound(mine.wallet, hook.data.version);
    const { devices } = await phones.show(mine.wallet);
    expect(devices.map((device) => [device.app, device.payout])).toEqual([
      ["native", true],
      ["native", false],
      ["httpsms", false],
    ]);
    const choose = (device_id: string | null | undefined, version: number, type: "operator" | "auditor" = "operator") =>
      server.as<{ version: number }>(type, "POST", `/api/wallets/${mine.wallet.id}/payout-device`, { version, device_id });
    expect((await choose(devices[1]?.id, second.version, "auditor")).status).toBe(403);
    expect((await choose(devices[2]?.id, second.version)).error?.fields).toEqual({ device_id: "not_allowed" });
    expect((await choose("G26112100000000", second.version)).status).toBe(422);
    await payouts.payout(mine);
    expect((await payouts.poll(second.token)).data).toBeNull();
    const changed = await choose(devices[1]?.id, second.version);
    expect(changed.status).toBe(200);
    expect((await choose(devices[1]?.id, second.version)).error?.code).toBe("conflict");
    expect((await payouts.poll(mine.token)).data).toBeNull();
    expect((await payouts.poll(second.token)).data).not.toBeNull();
    expect((await choose(null, changed.data.version)).status).toBe(200);
    expect((await payouts.payout(mine)).submitted).toMatchObject({ kind: "rejected", code: "no_payout_device" });
  });

  test("a wallet that may not pay now: its tasks wait, and go on when it may", async () => {
    const mine = await payouts.phone();
    await payouts.payout(mine);
    const id = phones.rowId(mine.wallet);
    for (const [close, open] of [
      ["update wallets set enabled = false where id = $1", "update wallets set enabled = true where id = $1"],
      ["update wallets set payout = false where id = $1", "update wallets set payout = true where id = $1"],
      ["update wallets set disburses_open = false where id = $1", "update wallets set disburses_open = true where id = $1"],
      ["update wallet_continuity set payouts_frozen = true where wallet_id = $1", "update wallet_continuity set payouts_frozen = false where wallet_id = $1"],
    ] as const) {
      await server.app.db.run(close, [id]);
      expect((await payouts.poll(mine.token)).data, close).toBeNull();
      await server.app.db.run(open, [id]);
    }
    server.config.disburses_open = false;
    expect((await payouts.poll(mine.token)).data).toBeNull();
    server.config.disburses_open = true;
    expect((await payouts.poll(mine.token)).data).not.toBeNull();
  });
});

describe("handing out", () => {
  test("says whom to pay, how much, from which wallet, and until when", async () => {
    const mine = await payouts.phone();
    const { payout, task } = await payouts.handed(mine, 1_234_50n);
    expect(task).toEqual({
      id: expect.stringMatching(/^K/),
      wallet: { name: "w", account: mine.wallet.account, operator: "bkash", sim: null },
      customer: "01911111111",
      amount: "1234.50",
      reference: payout.attempt.reference,
      answer_until: expect.any(String),
    });
    expect((await payouts.poll(mine.token)).data).toBeNull();
    expect((await payouts.state(payout)).task).toMatchObject({ status: "handed" });
  });

  test("a waiting poll is answered at once by a task of another process, and with null when its time is over", async () => {
    const mine = await payouts.phone();
    const other = await startTestServer(database.appUrl);
    try {
      const begun = performance.now();
      const waiting = payouts.poll(mine.token, 20);
      await expect.poll(() => taskHubOf(server.app).size).toBe(1);
      const order = await payouts.order(mine);
      expect(await makeAppPort(other.app).submit(order.attempt)).toEqual({ kind: "accepted", operatorReference: null });
      expect((await waiting).data).not.toBeNull();
      expect(performance.now() - begun).toBeLessThan(15_000);
    } finally {
      await other.close();
    }
    const quiet = performance.now();
    expect((await payouts.poll(mine.token, 1)).data).toBeNull();
    expect(performance.now() - quiet).toBeGreaterThan(900);
    expect(taskHubOf(server.app).size).toBe(0);
  });

  test("a server that stops answers those who wait at once", async () => {
    const mine = await payouts.phone();
    const other = await startTestServer(database.appUrl);
    const waiting = other.call<null>({ method: "GET", url: "/device/tasks?wait=25", headers: { authorization: `Bearer ${mine.token}` } });
    await expect.poll(() => taskHubOf(other.app).size).toBe(1);
    const begun = performance.now();
    await other.close();
    expect((await waiting).data).toBeNull();
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("a phone that hangs up is given nothing, and a later poll gets it", async () => {
    const mine = await payouts.phone();
    const base = await server.http.listen({ port: 0, host: "127.0.0.1" });
    const hangUp = new AbortController();
    const gone = fetch(`${base}/device/tasks?wait=20`, { headers: { authorization: `Bearer ${mine.token}` }, signal: hangUp.signal }).catch(() => null);
    await expect.poll(() => taskHubOf(server.app).size).toBe(1);
    hangUp.abort();
    expect(await gone).toBeNull();
    await expect.poll(() => taskHubOf(server.app).size).toBe(0);
    const payout = await payouts.payout(mine);
    expect((await payouts.state(payout)).task).toMatchObject({ status: "waiting" });
    expect((await payouts.poll(mine.token)).data).not.toBeNull();
  });

  test("20 polls of one phone for one task: one gets it; for 20 tasks: each one of them", async () => {
    const mine = await payouts.phone();
    for (let round = 0; round < ROUNDS; round += 1) {
      const polls = Array.from({ length: CALLERS }, () => payouts.poll(mine.token, 1));
      await payouts.payout(mine);
      const told = await Promise.all(polls);
      raced("R14", told);
      expect(told.filter((answer) => answer.data !== null)).toHaveLength(1);
    }
    for (let made = 0; made < CALLERS; made += 1) await payouts.payout(mine);
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => payouts.poll(mine.token)));
    expect(new Set(answers.map((answer) => answer.data?.id)).size).toBe(CALLERS);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });

  test("an order that was completed by hand meanwhile is not given out any more", async () => {
    const mine = await payouts.phone();
    const payout = await payouts.payout(mine);
    await recordOutcome(server.app, (tx, emit) =>
      completeAttempt(server.app, tx, { disburseId: payout.id, no: 1 }, { source: "person", trxId: trxId(), costMinor: 0n }, emit),
    );
    expect((await payouts.poll(mine.token)).data).toBeNull();
    await sweepTasks(server.app);
    expect((await payouts.state(payout)).task).toMatchObject({ status: "withdrawn" });
    expect(await findings()).toEqual([]);
  });
});

describe("answers", () => {
  test("sent: completed, booked once, the same again is harmless, another one is refused", async () => {
    const mine = await payouts.phone();
    const before = await payouts.money(mine);
    const { payout, task } = await payouts.handed(mine);
    const answer = sent();
    const first = await payouts.answer(mine.token, task.id, answer);
    expect(first.data).toEqual({ id: task.id, result: "sent", trx_id: answer.trx_id, reason: null, answered_at: expect.any(String) });
    const again = await payouts.answer(mine.token, task.id, answer);
    expect([again.status, again.text]).toEqual([200, first.text]);
    for (const other of [sent(), { result: "failed", reason: "no" }, { result: "unknown" }])
      expect((await payouts.answer(mine.token, task.id, other)).error).toMatchObject({ code: "already_answered" });
    const after = await payouts.money(mine);
    expect(after).toEqual({ merchant: before.merchant - 502_50n, hold: before.hold, wallet: before.wallet - 500_00n, frozen: 0n });
    expect(await payouts.state(payout)).toMatchObject({
      order: { status: "completed", trxId: answer.trx_id },
      task: { status: "answered", outcome: "changed" },
    });
    expect(await findings()).toEqual([]);
  });

  test("failed: the attempt only; the hold stays, and the attempt is not sent again", async () => {
    const mine = await payouts.phone();
    const before = await payouts.money(mine);
    const { payout, task } = await payouts.handed(mine);
    expect((await payouts.answer(mine.token, task.id, { result: "failed", reason: "wrong PIN" })).status).toBe(200);
    expect(await payouts.state(payout)).toMatchObject({ order: { status: "attempt_failed", reason: "phone_failed" }, attempt: { status: "failed" } });
    expect(await payouts.money(mine)).toEqual({ merchant: before.merchant - 502_50n, hold: before.hold + 502_50n, wallet: before.wallet, frozen: 0n });
    expect((await payouts.poll(mine.token)).data).toBeNull();
    const port = makeAppPort(server.app);
    expect(await port.query(payout.attempt)).toEqual({ kind: "failed", code: "phone_failed", message: "wrong PIN" });
    expect(await port.submit(payout.attempt)).toMatchObject({ kind: "accepted" });
    expect((await payouts.poll(mine.token)).data).toBeNull();
  });

  test("unknown: for a person; nothing moves", async () => {
    const mine = await payouts.phone();
    const { payout, task } = await payouts.handed(mine);
    await payouts.answer(mine.token, task.id, { result: "unknown" });
    expect(await payouts.state(payout)).toMatchObject({ order: { status: "unknown", reason: "phone_unsure" }, attempt: { status: "unknown" } });
    expect((await payouts.money(mine)).frozen).toBe(500_00n);
    expect(await makeAppPort(server.app).query(payout.attempt)).toEqual({ kind: "not_supported" });
  });

  test("a TrxID that paid another order: unknown, with an alert", async () => {
    const mine = await payouts.phone();
    const [one, two] = [await payouts.handed(mine), await payouts.handed(mine)];
    const answer = sent();
    expect((await payouts.answer(mine.token, one.task.id, answer)).status).toBe(200);
    expect((await payouts.answer(mine.token, two.task.id, { ...answer, trx_id: ` ${answer.trx_id.toLowerCase()} ` })).status).toBe(200);
    expect(await payouts.state(two.payout)).toMatchObject({ order: { status: "unknown", reason: "phone_trx_used" }, task: { outcome: "trx_used" } });
    expect(await alerts(two.payout.id)).toMatchObject([{ kind: "disburse_differs", data: { why: "trx_used" } }]);
    expect((await payouts.state(one.payout)).order.status).toBe("completed");
    expect(await findings()).toEqual([]);
  });

  test("another TrxID than the one that completed it: what stands stays, with an alert", async () => {
    const mine = await payouts.phone();
    const { payout, task } = await payouts.handed(mine);
    const by = trxId();
    await recordOutcome(server.app, (tx, emit) =>
      completeAttempt(server.app, tx, { disburseId: payout.id, no: 1 }, { source: "person", trxId: by, costMinor: 0n }, emit),
    );
    expect((await payouts.answer(mine.token, task.id, sent())).status).toBe(200);
    expect(await payouts.state(payout)).toMatchObject({ order: { status: "completed", trxId: by }, task: { outcome: "other_trx" } });
    expect(await alerts(payout.id)).toMatchObject([{ kind: "disburse_differs", data: { why: "other_trx" } }]);
  });

  test("20 times at once, by hand at the same moment: one effect", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      // A phone may speak only so often a second.
      const mine = await payouts.phone();
      const before = await payouts.money(mine);
      const { payout, task } = await payouts.handed(mine);
      const answer = sent();
      const byHand = [0, 1, 2, 3].map(() =>
        recordOutcome(server.app, (tx, emit) =>
          completeAttempt(server.app, tx, { disburseId: payout.id, no: 1 }, { source: "person", trxId: trxId(), costMinor: 0n }, emit),
        ),
      );
      const answers = await Promise.all(Array.from({ length: CALLERS - 4 }, () => payouts.answer(mine.token, task.id, answer)));
      raced("R14", answers, await Promise.all(byHand));
      expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
      expect((await payouts.state(payout)).order.status).toBe("completed");
      const after = await payouts.money(mine);
      expect(after).toEqual({ merchant: before.merchant - 502_50n, hold: before.hold, wallet: before.wallet - 500_00n, frozen: before.frozen });
    }
    expect(await findings()).toEqual([]);
  });

  test("different answers at once: one stands, the others are refused", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const mine = await payouts.phone();
      const { payout, task } = await payouts.handed(mine);
      const bodies = Array.from({ length: CALLERS }, (_unused, index) => (index % 2 === 0 ? sent() : { result: "failed", reason: `r${index}` }));
      const answers = await Promise.all(bodies.map((body) => payouts.answer(mine.token, task.id, body)));
      raced("R14", answers);
      expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
      expect(answers.filter((one) => one.error?.code === "already_answered")).toHaveLength(CALLERS - 1);
      expect(["completed", "attempt_failed"]).toContain((await payouts.state(payout)).order.status);
    }
    expect(await findings()).toEqual([]);
  });
});

describe("time", () => {
  test("handed out and never answered: unknown, never given out again; a late word is taken with care", async () => {
    const mine = await payouts.phone();
    const [paid, unpaid] = [await payouts.handed(mine), await payouts.handed(mine)];
    server.advance(301_000);
    await sweepTasks(server.app);
    for (const { payout } of [paid, unpaid])
      expect(await payouts.state(payout)).toMatchObject({ order: { status: "unknown", reason: "phone_silent" }, task: { status: "lapsed" } });
    expect((await payouts.poll(mine.token)).data).toBeNull();
    expect(await makeAppPort(server.app).submit(paid.payout.attempt)).toMatchObject({ kind: "accepted" });
    expect((await payouts.poll(mine.token)).data).toBeNull();
    expect((await payouts.answer(mine.token, paid.task.id, sent())).status).toBe(200);
    expect((await payouts.answer(mine.token, unpaid.task.id, { result: "failed", reason: "closed" })).status).toBe(200);
    expect((await payouts.state(paid.payout)).order.status).toBe("completed");
    expect(await payouts.state(unpaid.payout)).toMatchObject({ order: { status: "unknown" }, task: { status: "answered", outcome: "noted" } });
    expect(await makeAppPort(server.app).query(unpaid.payout.attempt)).toMatchObject({ kind: "failed", code: "phone_failed" });
    expect(await findings()).toEqual([]);
  });

  test("never taken: the attempt failed, certainly; the task is gone", async () => {
    const mine = await payouts.phone();
    const payout = await payouts.payout(mine);
    server.advance(14 * 60_000);
    await sweepTasks(server.app);
    expect((await payouts.state(payout)).order.status).toBe("processing");
    server.advance(2 * 60_000);
    await sweepTasks(server.app);
    expect(await payouts.state(payout)).toMatchObject({ order: { status: "attempt_failed", reason: "not_taken" }, task: { status: "withdrawn" } });
    expect((await payouts.poll(mine.token)).data).toBeNull();
  });

  test("never taken behind a closed way: it waits on, and has its time again once the way is open", async () => {
    const mine = await payouts.phone();
    const payout = await payouts.payout(mine);
    const status = async () => (await payouts.state(payout)).order.status;
    const later = async (minutes: number) => {
      server.advance(minutes * 60_000);
      await sweepTasks(server.app);
    };
    const person = server.app.ids.next();
    await server.app.db.run("insert into users (id, account, email, password_hash, user_type) values ($1, 'closer', 'closer@example.org', 'x', 'admin')", [
      person,
    ]);
    await server.app.db.run(
      "insert into switches (id, scope, direction, wallet_id, reason, closed_by, closed_at) select $1, 'wallet', 'out', t.wallet_id, 'test', $4, to_timestamp($2 / 1000.0) from device_tasks t where t.disburse_id = $3",
      [server.app.ids.next(), server.app.now(), payout.id, person],
    );
    await later(60);
    expect(await status()).toBe("processing");
    await server.app.db.run("update switches set opened_at = to_timestamp($1 / 1000.0), opened_by = closed_by where opened_at is null", [server.app.now()]);
    await later(14);
    expect(await status()).toBe("processing");
    await server.app.db.run("update merchants set disburses_open = false where id = (select merchant_id from disburses where id = $1)", [payout.id]);
    dropMerchants(server.app);
    await later(2);
    expect(await status()).toBe("processing");
    await server.app.db.run("update merchants set disburses_open = true where id = (select merchant_id from disburses where id = $1)", [payout.id]);
    dropMerchants(server.app);
    await later(0);
    expect(await payouts.state(payout)).toMatchObject({ order: { status: "attempt_failed", reason: "not_taken" }, task: { status: "withdrawn" } });
  });

  test("the sweep and 20 polls at once: either a phone has it, or nobody ever will", async () => {
    const mine = await payouts.phone();
    for (let round = 0; round < ROUNDS; round += 1) {
      const payout = await payouts.payout(mine);
      server.advance(16 * 60_000);
      const [answers] = await Promise.all([Promise.all(Array.from({ length: CALLERS }, () => payouts.poll(mine.token))), sweepTasks(server.app)]);
      raced("R14", answers);
      const given = answers.filter((answer) => answer.data !== null).length;
      const { order, task } = await payouts.state(payout);
      expect([given, order.status, task?.["status"]]).toEqual(given === 1 ? [1, "processing", "handed"] : [0, "attempt_failed", "withdrawn"]);
      if (given === 1) await payouts.answer(mine.token, answers.find((answer) => answer.data)?.data?.id ?? "", { result: "unknown" });
    }
  });

  test("asked about an attempt that was lost before its task was written: proven unpaid, and it stays so", async () => {
    const mine = await payouts.phone();
    const payout = await payouts.order(mine);
    const port = makeAppPort(server.app);
    expect(await port.query(payout.attempt)).toEqual({ kind: "pending" });
    await server.app.db.run("update disburse_attempts set status = 'unknown' where disburse_id = $1", [payout.id]);
    expect(await port.query(payout.attempt)).toMatchObject({ kind: "failed", code: "never_handed" });
    expect(await port.submit(payout.attempt)).toMatchObject({ kind: "rejected" });
    expect((await payouts.poll(mine.token)).data).toBeNull();
  });

  test("an unbound phone gets nothing more and cannot answer", async () => {
    const mine = await payouts.phone();
    const { task } = await payouts.handed(mine);
    const waiting = payouts.poll(mine.token, 2);
    await sleep(100);
    server.config.second_person_unbind = false;
    expect((await phones.unbind(mine.wallet, { version: mine.version })).status).toBe(200);
    await payouts.order(mine).then((order) => makeAppPort(server.app).submit(order.attempt));
    expect((await waiting).data).toBeNull();
    expect((await payouts.answer(mine.token, task.id, sent())).status).toBe(401);
  });
});
