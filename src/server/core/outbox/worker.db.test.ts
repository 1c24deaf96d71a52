import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { Db } from "../../platform/db/pool.ts";
import { type Attempt, claimRows, wasMoved } from "./claim.ts";
import { makeOutbound, type Outbound } from "./outbound.ts";
import { OUTBOX_FIGURE } from "./figures.ts";
import { insertNotifications, notificationRow } from "./queue.ts";
import { requeue } from "./resend.ts";
import { secretText } from "./sign.ts";
import { addMerchant, addPayment, makeParts, makeReceiver, queue, type Receiver, said, type TestParts } from "../../../../test/support/parts/notifications.ts";
import { until } from "../../../../test/support/parts/until.ts";
import { times, tried } from "../../../../test/support/parts/effort.ts";
import { makeNotificationWorker, type NotificationWorker, type WorkerOptions } from "./worker.ts";

let database: TestDatabase;
let parts: TestParts;
/** Empties the outbox between the tests, which the application may not. */
let owner: Db;
const workers: NotificationWorker[] = [];
const receivers: Receiver[] = [];
/** Waits in milliseconds where the product waits seconds and hours. */
const SHORT = [0, 60, 60, 60, 60, 60];
/** Whoever does not answer within this time is given up; for who does it never ends, however slow the machine. */
const [HASTE_MS, PATIENCE_MS] = [1_500, 60_000];

interface Row {
  id: bigint;
  status: string;
  attempts: number;
  attempt_log: Attempt[];
  last_code: number | null;
  next_at: Date | null;
}

const client = (deadlineMs: number): Outbound => makeOutbound({ allowPrivate: true, deadlineMs });

async function start(options: WorkerOptions = {}, from = parts): Promise<NotificationWorker> {
  const worker = makeNotificationWorker(from.app, { waits: SHORT, pollMs: 25, outbound: client(PATIENCE_MS), ...options });
  workers.push(worker);
  await worker.start();
  return worker;
}
async function receiver(...args: Parameters<typeof makeReceiver>): Promise<Receiver> {
  const made = await makeReceiver(...args);
  receivers.push(made);
  return made;
}
const waitingRow = (id: bigint): Promise<Row | null> =>
  parts.db.one<Row>("select id, status, attempts, attempt_log, last_code, next_at from outbox where id = $1", [id]);
const sentRow = (id: bigint): Promise<Row | null> =>
  parts.db.one<Row>("select id, status, attempts, attempt_log, last_code from deliveries where id = $1", [id]);
const isSent = (id: bigint) => async (): Promise<boolean> => (await sentRow(id)) !== null;
const attempts = async (id: bigint): Promise<Attempt[]> => ((await waitingRow(id)) ?? (await sentRow(id)))?.attempt_log ?? [];

beforeAll(async () => {
  database = await testDatabase();
  parts = makeParts(database.appUrl);
  owner = new Db({ url: database.ownerUrl, max: 1 });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(receivers.splice(0).map((item) => item.close()));
  await owner.run("delete from outbox");
});
afterAll(async () => {
  await parts.db.close();
  await owner.close();
  await database.drop();
});

describe("what is never sent", () => {
  it("has no target: it stands in the history from the beginning", async () => {
    const merchant = await addMerchant(parts.app);
    const row = await queue(parts.app, { merchantId: merchant.id, url: null });
    const worker = await start();
    await worker.idle();
    expect([await waitingRow(row.id), await sentRow(row.id)]).toMatchObject([null, { status: "none", attempts: 0, attempt_log: [] }]);
  });

  it("is the newest word on an order, however late an older one goes", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response) => void response.end("ok"));
    const payment = await addPayment(parts.app, merchant.id);
    const older = await queue(parts.app, { merchantId: merchant.id, url: target.url, objectId: payment, type: "payment.review" });
    await queue(parts.app, { merchantId: merchant.id, url: null, objectId: payment });
    await parts.db.run("update payments set notify_status = 'none' where id = $1", [payment]);
    await start();
    await until(isSent(older.id));
    expect(await parts.db.one("select notify_status from payments where id = $1", [payment])).toEqual({ notify_status: "none" });
  });

  it.each([
    ["http://10.0.0.1/hook", "not_https"],
    ["https://127.0.0.1/hook", "private"],
    ["https://user:word@example.com/", "invalid"],
    ["nonsense", "invalid"],
  ])("would go to %s: the attempt is logged as %s", async (url, error) => {
    const merchant = await addMerchant(parts.app);
    const row = await queue(parts.app, { merchantId: merchant.id, url });
    await start({ waits: [0, 60_000], outbound: makeOutbound({ allowPrivate: false }) });
    await until(async () => (await waitingRow(row.id))?.attempts === 1);
    expect((await attempts(row.id))[0]).toMatchObject({ code: null, error });
  });
});

describe("a delivery", () => {
  it("is signed with the merchant's secret, moves to the history and shows on the order", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver();
    const payment = await addPayment(parts.app, merchant.id);
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url, objectId: payment, data: { amount: "12.50", note: "收付" } });
    await start();
    await until(isSent(row.id));
    const [seen] = target.got;
    expect(seen?.id).toBe(parts.app.publicIds.encode("webhook", row.id));
    expect(new Webhook(secretText(merchant.secret)).verify(seen?.body ?? "", seen?.headers as Record<string, string>)).toMatchObject({
      type: "payment.completed",
      data: { amount: "12.50", note: "收付" },
    });
    expect(await waitingRow(row.id)).toBeNull();
    expect(await sentRow(row.id)).toMatchObject({
      status: "delivered",
      attempts: 1,
      last_code: 200,
      attempt_log: [{ code: 200, body_start: "ok", error: null }],
    });
    expect(
      await parts.db.one("select notify_status, notify_attempts, notify_last_code, notify_next_at, version from payments where id = $1", [payment]),
    ).toEqual({ notify_status: "delivered", notify_attempts: 1, notify_last_code: 200, notify_next_at: null, version: 1 });
    expect(parts.published.some((event) => event.kind === "payments" && event.objectId === payment)).toBe(true);
  });

  it("needs the merchant's word where it asked for one", async () => {
    const merchant = await addMerchant(parts.app, { requireAck: true });
    const target = await receiver((response, nth) => void response.end(nth === 1 ? "<html>SUCCESS page</html>" : '"SUCCESS"\n'));
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start();
    await until(isSent(row.id));
    expect((await attempts(row.id)).map((item) => [item.code, item.error])).toEqual([
      [200, "no_ack"],
      [200, null],
    ]);
  });

  it("keeps its id over all attempts and signs each anew", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response, nth) => void response.writeHead(nth < 3 ? 500 : 204).end());
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start({ waits: [0, 1_500, 1_500] });
    await until(isSent(row.id));
    expect(new Set(target.got.map((item) => item.id)).size).toBe(1);
    expect(new Set(target.got.map((item) => item.headers["webhook-timestamp"])).size).toBe(3);
    for (const item of target.got)
      expect(() => new Webhook(secretText(merchant.secret)).verify(item.body, item.headers as Record<string, string>)).not.toThrow();
  });
});

describe("receivers that misbehave", () => {
  const cut = (answer: string) => (response: Parameters<NonNullable<Parameters<typeof makeReceiver>[0]>>[0]) => {
    response.socket?.write(answer);
    response.socket?.destroy();
  };
  it.each<[string, NonNullable<Parameters<typeof makeReceiver>[0]>, { code: number | null; error: string | null; status: string }]>([
    ["500", (response) => void response.writeHead(500).end("broken"), { code: 500, error: null, status: "waiting" }],
    [
      "a redirect, which is not followed",
      (response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      { code: 302, error: "redirect", status: "waiting" },
    ],
    ["410", (response) => void response.writeHead(410).end(), { code: 410, error: null, status: "stopped" }],
    ["silence", () => undefined, { code: null, error: "timeout", status: "waiting" }],
    ["a reset without an answer", cut(""), { code: null, error: "reset", status: "waiting" }],
    ["an answer that is none", cut("what?\r\n\r\n"), { code: null, error: "bad_answer", status: "waiting" }],
    [
      "headers that drip",
      (response) => void (response.socket?.write("HTTP/1.1 200 OK\r\nx-a: "), setInterval(() => response.socket?.write("a"), 100).unref()),
      { code: null, error: "timeout", status: "waiting" },
    ],
  ])("%s", async (_name, behave, expected) => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver(behave);
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start({ waits: [0, 60_000], outbound: client(expected.error === "timeout" ? HASTE_MS : PATIENCE_MS) });
    await until(async () => (await waitingRow(row.id))?.attempts === 1);
    const found = await waitingRow(row.id);
    expect(found?.status).toBe(expected.status);
    expect(found?.attempt_log[0]).toMatchObject({ code: expected.code, error: expected.error });
    expect((await parts.db.rows("select 1 from alerts where kind = 'delivery_failed' and merchant_id = $1", [merchant.id])).length).toBe(
      expected.status === "stopped" ? 1 : 0,
    );
  });

  /** Megabytes that were sent of a body. */
  let blocks = 0;
  it.each<[string, NonNullable<Parameters<typeof makeReceiver>[0]>]>([
    ["a 200 whose body is then reset", (response) => void response.write("partial", () => response.socket?.destroy())],
    ["a 200 whose body drips for ever", (response) => void (response.write("x"), setInterval(() => response.write("x"), 100).unref())],
    [
      "a 200 with a body of 100 MB",
      (response) => {
        const block = Buffer.alloc(1 << 20, 65);
        let left = 100;
        const more = (): void => {
          while (left-- > 0) {
            blocks += 1;
            if (!response.write(block)) return void response.once("drain", more);
          }
          response.end();
        };
        more();
      },
    ],
  ])("%s counts as delivered", async (_name, behave) => {
    blocks = 0;
    const merchant = await addMerchant(parts.app);
    const target = await receiver(behave);
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start();
    await until(isSent(row.id));
    expect((await attempts(row.id))[0]).toMatchObject({ code: 200, error: null });
    expect((await attempts(row.id))[0]?.body_start?.length ?? 0).toBeLessThanOrEqual(200);
    // What nobody reads fills the system's buffers, and no more is sent.
    expect(blocks).toBeLessThan(50);
  });

  it("a closed port, then an open one", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver();
    await target.close();
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start({ waits: [0, 60_000] });
    await until(async () => (await waitingRow(row.id))?.attempts === 1);
    expect((await attempts(row.id))[0]).toMatchObject({ code: null, error: "refused" });
  });

  it("Retry-After is obeyed", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response, nth) => void response.writeHead(nth === 1 ? 429 : 200, { "retry-after": "2" }).end());
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await start();
    await until(isSent(row.id));
    expect((target.got[1]?.atMs ?? 0) - (target.got[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(1_990);
  });

  it("is given up at the end of its time, with an alert, and the order says so", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response) => void response.writeHead(503).end());
    const payment = await addPayment(parts.app, merchant.id);
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url, objectId: payment, giveUpAt: new Date(Date.now() + 30_000).toISOString() });
    await start();
    await until(async () => (await waitingRow(row.id))?.status === "failed");
    expect(await parts.db.one("select notify_status from payments where id = $1", [payment])).toEqual({ notify_status: "failed" });
    expect(
      await parts.db.one("select object_type, object_id, status, data ->> 'code' as code from alerts where kind = 'delivery_failed' and merchant_id = $1", [
        merchant.id,
      ]),
    ).toEqual({ object_type: "merchant", object_id: merchant.id, status: "open", code: "503" });
  });
});

describe("what was given up", () => {
  it("is counted whether it failed or was stopped, in the history too, until it has been sent", async () => {
    const count = async (status: string): Promise<unknown> =>
      (await OUTBOX_FIGURE.read(parts.app, parts.db))["floatdesk_outbox_rows"]?.find((one) => one.labels?.["status"] === status)?.value;
    await owner.run("delete from deliveries where status in ('failed', 'stopped')");
    const merchant = await addMerchant(parts.app);
    let code = 410;
    const target = await receiver((response) => void response.writeHead(code).end());
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    const worker = await start();
    await until(async () => (await waitingRow(row.id))?.status === "stopped");
    expect([await count("stopped"), await count("failed")]).toEqual([1, 0]);
    // A month later it stands in the history, and nobody has seen to it.
    await owner.run("select outbox_tidy($1, 10)", [row.id + 1n]);
    expect((await sentRow(row.id))?.status).toBe("stopped");
    expect(await count("stopped")).toBe(1);
    // To who has left nobody sends it again: the alert would never end.
    for (const [gone, back] of [
      ["enabled = false", "enabled = true"],
      ["deleted_at = now()", "deleted_at = null"],
    ] as const) {
      await owner.run(`update merchants set ${gone} where id = $1`, [merchant.id]);
      expect([gone, await count("stopped")]).toEqual([gone, 0]);
      await owner.run(`update merchants set ${back} where id = $1`, [merchant.id]);
      expect([back, await count("stopped")]).toEqual([back, 1]);
    }
    code = 200;
    await parts.db.tx((tx) => requeue(tx, parts.app, [row.id]));
    worker.wake();
    await until(async () => (await sentRow(row.id))?.status === "delivered");
    expect([await count("stopped"), await count("failed"), await count("waiting")]).toEqual([0, 0, 0]);
  });
});

describe("its tries", () => {
  it.each([200, 503])("are the newest fifty, however often it was sent again, when the last one came to %i", async (code) => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response) => void response.writeHead(code).end());
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url, nextAt: new Date(Date.now() + 3_600_000).toISOString() });
    await owner.run(
      `update outbox set attempts = 70, next_at = now(), attempt_log = (select jsonb_agg(jsonb_build_object('at', '2026-01-01T00:00:00.000Z', 'code', n, 'ms', 1, 'body_start', null, 'error', null) order by n)
         from generate_series(1, 70) n) where id = $1`,
      [row.id],
    );
    await start({ waits: [0, 3_600_000] });
    await until(async () => ((await sentRow(row.id)) ?? (await waitingRow(row.id)))?.attempts === 71);
    const kept = (await attempts(row.id)).map((one) => one.code);
    expect(kept).toEqual([...Array.from({ length: 49 }, (_, index) => 22 + index), code]);
  });
});

describe("order and fairness", () => {
  it("keeps the order of one object, whatever fails, and does not wait for other objects", async () => {
    const merchant = await addMerchant(parts.app);
    const seen: string[] = [];
    const target = await receiver((response, nth, request) => {
      seen.push(`${request.headers["webhook-id"]}`);
      response.writeHead(nth <= 2 ? 500 : 200).end();
    });
    const object = parts.app.ids.next();
    const types = ["payment.review", "payment.expired", "payment.completed"] as const;
    const rows = types.map((type) => notificationRow(parts.app, { merchantId: merchant.id, objectId: object, type, url: target.url, data: said({}) }));
    await insertNotifications(parts.db, rows);
    await start();
    await until(isSent(rows[2]?.id ?? 0n));
    const ids = rows.map((row) => parts.app.publicIds.encode("webhook", row.id));
    expect([...new Set(seen)]).toEqual(ids);
    expect(seen.slice(-2)).toEqual(ids.slice(1));
  });

  it("goes on at the merchant's present address, what waits behind it too, unless its order has one of its own", async () => {
    const [former, present, apart] = [
      await receiver((response) => void response.writeHead(500).end()),
      await receiver(),
      await receiver((response) => void response.writeHead(500).end()),
    ];
    const merchant = await addMerchant(parts.app, { url: former.url });
    const [plain, named] = [await addPayment(parts.app, merchant.id), await addPayment(parts.app, merchant.id, apart.url)];
    const first = await queue(parts.app, { merchantId: merchant.id, url: former.url, objectId: plain, type: "payment.review" });
    const second = await queue(parts.app, { merchantId: merchant.id, url: former.url, objectId: plain });
    const own = await queue(parts.app, { merchantId: merchant.id, url: apart.url, objectId: named });
    await start({ waits: [0, 300, 300] });
    await until(() => former.got.length > 0);
    await parts.db.run("update merchants set notify_url = $2 where id = $1", [merchant.id, present.url]);
    await until(isSent(second.id));
    const id = (row: { id: bigint }): string => parts.app.publicIds.encode("webhook", row.id);
    expect(present.got.map((item) => item.id)).toEqual([id(first), id(second)]);
    expect(await parts.db.one("select url from deliveries where id = $1", [first.id])).toEqual({ url: present.url });
    // The order's own address is kept, however long it fails.
    const tries = apart.got.length;
    await until(() => apart.got.length > tries + 1);
    expect(new Set(apart.got.map((item) => item.id))).toEqual(new Set([id(own)]));
  });

  it("is moved before it is taken, so that its new target's budget holds for it", async () => {
    const [former, present] = ["https://former.example/hook", "https://present.example/hook"];
    const merchant = await addMerchant(parts.app, { url: present });
    const row = await queue(parts.app, { merchantId: merchant.id, url: former });
    // The server's clock tells parts of a millisecond.
    const began = Date.now() + 0.4;
    const at = (seconds: number): number => began + seconds * 1000;
    const claim = (seconds: number, budgets: Record<string, number> = {}) => {
      const nowMs = at(seconds);
      return claimRows(parts.db, { nowMs, leaseUntilMs: Math.floor(nowMs + 1000), after: "", budgets, budget: 100, limit: 10 });
    };
    const [moved, ...others] = await claim(3);
    expect([moved?.id, moved?.url, moved?.lease_until, others]).toEqual([row.id, present, null, []]);
    expect(moved && wasMoved(moved, at(3))).toBe(true);
    expect(await claim(4, { [moved?.target ?? ""]: 0 })).toEqual([]);
    const taken = await claim(4);
    expect(taken).toMatchObject([{ id: row.id, url: present, lease_until: expect.any(Date) }]);
    expect(taken.map((one) => wasMoved(one, at(4)))).toEqual([false]);
  });

  it("lets the next one go after the first is given up or stopped", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver((response, nth) => void response.writeHead(nth === 1 ? 410 : 200).end());
    const object = parts.app.ids.next();
    const first = await queue(parts.app, { merchantId: merchant.id, url: target.url, objectId: object });
    const second = await queue(parts.app, { merchantId: merchant.id, url: target.url, objectId: object });
    await start();
    await until(isSent(second.id));
    expect((await waitingRow(first.id))?.status).toBe("stopped");
  });

  it("a hanging target delays nobody else, of the same merchant neither", async () => {
    const merchant = await addMerchant(parts.app);
    const hanging = await Promise.all(Array.from({ length: 10 }, () => receiver(() => undefined)));
    const good = await receiver();
    for (let index = 0; index < 200; index += 1) await queue(parts.app, { merchantId: merchant.id, url: hanging[index % 10]?.url ?? "" });
    // None of the hanging ones ends while the test waits, however slow the machine: whoever waited for them would be late.
    await start();
    await until(() => hanging.every((item) => item.got.length > 0));
    const rows = await Promise.all(Array.from({ length: 100 }, () => queue(parts.app, { merchantId: merchant.id, url: good.url })));
    await until(async () => (await sentRow(rows.at(-1)?.id ?? 0n)) !== null && good.got.length === 100);
    expect(hanging.every((item) => item.got.length <= 8)).toBe(true);
    await Promise.all(hanging.map((item) => item.close()));
  });
});

describe("several workers", () => {
  const SHARED = times(400, 4_000);
  it("share the work: everything is sent once", async () => {
    const second = makeParts(database.appUrl, 1);
    const merchant = await addMerchant(parts.app);
    const target = await receiver();
    const rows = Array.from({ length: SHARED }, () =>
      notificationRow(parts.app, {
        merchantId: merchant.id,
        objectId: parts.app.ids.next(),
        type: "payment.completed",
        url: target.url,
        data: said({}),
      }),
    );
    await insertNotifications(parts.db, rows);
    tried("R13", SHARED);
    // A receiver that a slow machine keeps waiting is none that has not answered: that would rightly be told again.
    const pair = [await start(), await start({}, second), await start(), await start({}, second)];
    await until(async () => (await parts.db.rows("select 1 from outbox where status = 'waiting' limit 1")).length === 0);
    await Promise.all(pair.map((worker) => worker.stop()));
    await second.db.close();
    expect(target.got.length).toBe(SHARED);
    expect(new Set(target.got.map((item) => item.id)).size).toBe(SHARED);
  });

  it("a dead worker's rows come back when its lease has ended", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver();
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    // Claimed and never recorded: what kill -9 leaves behind.
    await parts.db.rows("select id from outbox_claim(now(), now() + interval '1 hour', '', '{}', 10, 10)");
    await start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(target.got.length).toBe(0);
    await owner.run("update outbox set lease_until = now(), next_at = now() where id = $1", [row.id]);
    await until(isSent(row.id));
    expect(target.got.length).toBe(1);
  });

  it("a stopped worker gives back what it had not begun", async () => {
    const merchant = await addMerchant(parts.app);
    const slow = await receiver((response) => void setTimeout(() => response.end("ok"), 200));
    for (let index = 0; index < 30; index += 1) await queue(parts.app, { merchantId: merchant.id, url: slow.url });
    const worker = await start();
    await until(() => slow.got.length > 0);
    await worker.stop();
    const left = await parts.db.rows<Row>("select id, status, attempts, attempt_log, last_code, next_at from outbox where lease_until is not null");
    expect(left).toEqual([]);
    expect((await parts.db.rows("select 1 from deliveries where merchant_id = $1", [merchant.id])).length).toBe(slow.got.length);
  });

  it("is woken by another process", async () => {
    const merchant = await addMerchant(parts.app);
    const target = await receiver();
    await start({ pollMs: 60_000 });
    const row = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await parts.db.run("select pg_notify('floatdesk_outbox', '')");
    await until(isSent(row.id));
  });
});
