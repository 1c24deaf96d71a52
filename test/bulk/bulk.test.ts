/** Acts on many objects (docs/decisions/0048): what is rehearsed, what is done, by whom, and never twice. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fundMerchant, payout } from "../support/attack-money.ts";
import { configure, person, type Person } from "../support/attack.ts";
import { received, TestProduct, type Answer, type TestMerchant } from "../support/app.ts";
import { BULK_ACT_NAMES, BULK_ACTS, bulkAct } from "../../src/contract/bulk.ts";
import { formatDateTime } from "../../src/contract/time.ts";
import type { BulkItemsOut, BulkJobDetail } from "../../src/contract/bulk.schema.ts";
import { typeHas, USER_TYPES } from "../../src/contract/permissions.ts";
import { OFFERS } from "../../src/server/app.ts";
import { tidyBulk, workBulk } from "../../src/server/core/bulk/work.ts";

type Row = { id: string; version: number; status: string };
let product: TestProduct;
let merchant: TestMerchant;
let maker: Person;
let finance: Person;
let operator: Person;

beforeAll(async () => {
  // No jobs run by themselves: each test says when the worker comes.
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  await fundMerchant(product, merchant, 100_000_000n);
  maker = await person(product, "merchant_admin", { merchantId: merchant.id });
  finance = await person(product, "finance");
  operator = await person(product, "operator");
});
afterAll(async () => {
  // The trail is chained by a job as well; a run that lasts a minute would find it unchained.
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const work = (): Promise<void> => product.product.jobs.runOnce("bulk");
const workAll = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await work();
};
const withdrawal = (amount = "10.00", by = maker): Promise<Row> =>
  product.good<Row>("POST", "/api/withdrawal", by.token, { receiving_account: "City Bank 0001 A. Rahman", amount });
const withdrawals = async (count: number, amount?: string): Promise<Row[]> => {
  const made: Row[] = [];
  for (let at = 0; at < count; at += 1) made.push(await withdrawal(amount));
  return made;
};
const chosen = (rows: readonly Row[], more: (row: Row, index: number) => object = () => ({})): object[] =>
  rows.map((row, index) => ({ id: row.id, version: row.version, ...more(row, index) }));
const prepare = (act: string, what: object, who = finance): Promise<Answer<BulkJobDetail>> =>
  product.call<BulkJobDetail>("POST", "/api/bulk", who.token, { act, ...what });
const prepared = async (act: string, what: object, who = finance): Promise<BulkJobDetail> => {
  const answer = await prepare(act, what, who);
  if (!answer.success) throw new Error(answer.text);
  return checked(answer.data, who);
};
/** A job once all of it has been checked: what the call had no time for, the worker does. */
const checked = (job: BulkJobDetail, who = finance): Promise<BulkJobDetail> =>
  vi.waitFor(
    async () => {
      const now = job.status === "checking" ? await work().then(() => read(job.id, who)) : job;
      expect(now.status).not.toBe("checking");
      return now;
    },
    { timeout: 60_000 },
  );
const saysYes = (job: BulkJobDetail, more: object = {}): object => ({
  version: job.version,
  count: job.waiting,
  ...(job.amount === null ? {} : { sum: job.amount }),
  ...(job.typed ? { typed: job.amount } : {}),
  ...more,
});
const start = (job: BulkJobDetail, who = finance, more: object = {}): Promise<Answer<BulkJobDetail>> =>
  product.call<BulkJobDetail>("POST", `/api/bulk/${job.id}/start`, who.token, saysYes(job, more));
const act = (job: { id: string; version: number }, what: string, who = finance): Promise<Answer<BulkJobDetail>> =>
  product.call<BulkJobDetail>("POST", `/api/bulk/${job.id}/${what}`, who.token, what === "again" ? {} : { version: job.version });
const read = (id: string, who = finance): Promise<BulkJobDetail> => product.good<BulkJobDetail>("GET", `/api/bulk/${id}`, who.token);
const items = (id: string, who = finance, query = ""): Promise<BulkItemsOut> => product.good<BulkItemsOut>("GET", `/api/bulk/${id}/items${query}`, who.token);
const statuses = async (rows: readonly Row[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { id } of rows) found.push((await product.good<Row>("GET", `/api/withdrawal/${id}`, finance.token)).status);
  return found;
};
/** How often each withdrawal was approved, by its own history. */
const approvals = async (rows: readonly Row[]): Promise<number[]> => {
  const { app } = product.product;
  const counts: number[] = [];
  for (const { id } of rows) {
    const row = await app.db.one<{ n: number }>("select count(*)::int as n from order_events where object_id = $1 and kind = 'approved'", [
      app.publicIds.decode("withdrawal", id),
    ]);
    counts.push(row?.n ?? 0);
  }
  return counts;
};
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

it("knows every act, each offered by one part", () => {
  expect([...OFFERS.bulkActs.keys()].sort()).toEqual([...BULK_ACT_NAMES].sort());
});

describe("a job", () => {
  it("is rehearsed, changes nothing until it is started, then does each item once", async () => {
    const rows = await withdrawals(10, "12.50");
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    expect(job).toMatchObject({ status: "draft", items: 10, waiting: 10, blocked: 0, amount: "125.00", typed: false, over_limit: null, changed: 0, added: 0 });
    expect(job.merchants).toEqual([{ merchant_id: merchant.id, merchant_name: expect.any(String), count: 10, amount: "125.00" }]);
    expect(await statuses(rows)).toEqual(rows.map(() => "pending"));
    expect(await approvals(rows)).toEqual(rows.map(() => 0));
    const started = await start(job);
    expect(started.data).toMatchObject({ status: "running", waiting: 10 });
    await workAll();
    expect(await read(job.id)).toMatchObject({ status: "done", done: 10, waiting: 0, failed: 0, done_amount: "125.00", account: finance.account, mine: true });
    expect(await approvals(rows)).toEqual(ones(10));
    const audited = await product.product.app.db.one<{ n: number }>(
      "select count(*)::int as n from audit where action = 'withdrawal.approve' and account = $1 and object_id = any ($2)",
      [finance.account, rows.map(({ id }) => id)],
    );
    expect(audited?.n).toBe(10);
    // What has ended is not started again.
    expect((await start(job)).error?.code).toBe("wrong_state");
  });

  it("answers with its first ten checked where there is no time for more; the worker checks the rest, and nothing starts before", async () => {
    const rows = await withdrawals(15);
    let passed = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (passed += 1000));
    const answer = await prepare("withdrawal.approve", { items: chosen(rows) }).finally(() => clock.mockRestore());
    expect(answer.data).toMatchObject({ status: "checking", items: 15, unchecked: 5, waiting: 10 });
    expect((await start(answer.data)).error?.code).toBe("wrong_state");
    const job = await checked(answer.data);
    expect(job).toMatchObject({ status: "draft", items: 15, unchecked: 0, waiting: 15, amount: "150.00" });
    expect((await act(job, "cancel")).data).toMatchObject({ status: "cancelled" });
  });

  it("leaves out what the verb itself refuses, with its reason, and says how often", async () => {
    const own = await person(product, "admin");
    const [fresh, stale, approved, rejected] = (await withdrawals(4)) as [Row, Row, Row, Row];
    const mine = await product.good<Row>("POST", "/api/withdrawal", own.token, { merchant_id: merchant.id, receiving_account: "X 1", amount: "1.00" });
    await product.good("POST", `/api/withdrawal/${approved.id}/approve`, finance.token, { version: 1 });
    await product.good("POST", `/api/withdrawal/${rejected.id}/reject`, finance.token, { version: 1, reason: "no" });
    const list = [
      ...chosen([fresh]),
      { id: stale.id, version: 2 },
      { id: approved.id, version: 2 },
      { id: rejected.id, version: 2 },
      { id: mine.id, version: 1 },
    ];
    // Chosen twice it stands there once.
    const job = await prepared("withdrawal.approve", { items: [...list, ...chosen([fresh])] }, own);
    expect(job).toMatchObject({ items: 5, waiting: 1, blocked: 4, amount: "10.00" });
    expect(job.reasons.map(({ code, state, count }) => [code, state, count]).sort()).toEqual([
      ["conflict", "pending", 1],
      ["same_person", null, 1],
      ["wrong_state", "approved", 1],
      ["wrong_state", "rejected", 1],
    ]);
    const page = await items(job.id, own, "?status=blocked");
    expect(page.items.map(({ id, code, state }) => [id, code, state])).toEqual([
      [stale.id, "conflict", "pending"],
      [approved.id, "wrong_state", "approved"],
      [rejected.id, "wrong_state", "rejected"],
      [mine.id, "same_person", null],
    ]);
    await start(job, own);
    await workAll();
    expect(await statuses([fresh, stale, mine])).toEqual(["approved", "pending", "pending"]);
  });

  it("asks for what was seen once more: count, sum, and a large sum typed", async () => {
    const rows = await withdrawals(3, "20000.00");
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    expect(job).toMatchObject({ amount: "60000.00", typed: true });
    expect((await start(job, finance, { count: 2 })).error?.code).toBe("conflict");
    expect((await start(job, finance, { sum: "59999.99", typed: "59999.99" })).error?.code).toBe("conflict");
    expect((await start(job, finance, { typed: undefined })).error?.fields).toEqual({ typed: "required" });
    expect((await start(job, finance, { typed: "6000.00" })).error?.fields).toEqual({ typed: "mismatch" });
    expect((await start(job, finance, { reason: "x" })).error?.fields).toEqual({ reason: "not_allowed" });
    await product.product.app.db.run("update sessions set rechecked_at = null where id = $1", [
      product.product.app.publicIds.decode("session", finance.sessionId),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // sessions are remembered for less
    expect((await start(job)).error?.code).toBe("recheck_required");
    await product.product.app.db.run("update sessions set rechecked_at = now() where id = $1", [
      product.product.app.publicIds.decode("session", finance.sessionId),
    ]);
    expect(await statuses(rows)).toEqual(["pending", "pending", "pending"]);
    // One re-authentication is enough for all of them, also when it is over before the last.
    expect((await start(job)).status).toBe(200);
    await product.product.app.db.run("update sessions set rechecked_at = null where id = $1", [
      product.product.app.publicIds.decode("session", finance.sessionId),
    ]);
    await workAll();
    expect(await statuses(rows)).toEqual(["approved", "approved", "approved"]);
    await product.product.app.db.run("update sessions set rechecked_at = now() where id = $1", [
      product.product.app.publicIds.decode("session", finance.sessionId),
    ]);
  });

  it("freezes what a filter matches, and says what has changed since", async () => {
    const other = await product.merchant();
    await fundMerchant(product, other, 1_000_000n);
    const theirs = await person(product, "merchant_admin", { merchantId: other.id });
    const rows = [await withdrawal("1.00", theirs), await withdrawal("2.00", theirs), await withdrawal("3.00", theirs)];
    const job = await prepared("withdrawal.reject", { filter: { merchant_id: other.id, status: "pending" } });
    expect(job).toMatchObject({ items: 3, waiting: 3, amount: "6.00", more: false, filter: { merchant_id: other.id, status: "pending" } });
    const late = await withdrawal("4.00", theirs);
    await product.good("POST", `/api/withdrawal/${rows[0]?.id ?? ""}/approve`, finance.token, { version: 1 });
    expect(await read(job.id)).toMatchObject({ changed: 1, added: 1 });
    expect((await start(job)).error?.fields).toEqual({ reason: "required" });
    expect((await start(job, finance, { reason: "wrong account" })).status).toBe(200);
    await workAll();
    expect(await read(job.id)).toMatchObject({ status: "done", done: 2, failed: 1, reason: "wrong account" });
    expect(await statuses([...rows, late])).toEqual(["approved", "rejected", "rejected", "pending"]);
    // What failed, once more, on its object as it is now.
    const again = await act(job, "again");
    expect(again.data).toMatchObject({ status: "draft", items: 1, waiting: 1 });
    await start(again.data, finance, { reason: "wrong account" });
    await workAll();
    expect(await statuses([...rows, late])).toEqual(["rejected", "rejected", "rejected", "pending"]);
    expect((await prepare("withdrawal.reject", { filter: { status: "nonsense" } })).error?.fields).toEqual({ "filter.status": "not_allowed" });
    expect((await prepare("withdrawal.reject", { filter: { no_such: "x" } })).status).toBe(422);
    expect((await prepare("withdrawal.reject", { filter: { merchant_id: other.id, status: "paid" } })).error?.code).toBe("not_found");
  });

  it("is given up without a trace in the list, and forgotten after a day", async () => {
    const rows = await withdrawals(1);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    const listed = async (): Promise<boolean> =>
      (await product.good<{ items: { id: string }[] }>("GET", "/api/bulk?size=100", finance.token)).items.some(({ id }) => id === job.id);
    expect(await listed()).toBe(true);
    expect((await act(job, "cancel")).data.status).toBe("cancelled");
    expect(await listed()).toBe(false);
    await product.product.jobs.runOnce("bulk.tidy");
    expect((await read(job.id)).status).toBe("cancelled");
    const { app } = product.product;
    const later = app.now() + 25 * 3_600_000;
    await tidyBulk({ ...app, now: () => later });
    expect((await product.call("GET", `/api/bulk/${job.id}`, finance.token)).status).toBe(404);
    expect(await statuses(rows)).toEqual(["pending"]);
  });

  it("stands still, goes on and ends between two items", async () => {
    const rows = await withdrawals(60);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    await start(job);
    await work();
    const half = await read(job.id);
    expect(half.done).toBeGreaterThan(0);
    expect(half.waiting).toBeGreaterThan(0);
    // Somebody else who may do the act may stop it; only its maker sets it going.
    const other = await person(product, "finance");
    expect((await act(half, "pause", other)).data).toMatchObject({ status: "paused", pause_reason: "by_person" });
    await workAll();
    const still = await read(job.id);
    expect(still.done).toBe(half.done);
    expect((await act(still, "resume", other)).error?.code).toBe("forbidden");
    expect((await act(still, "resume")).data.status).toBe("running");
    await work();
    const now = await read(job.id);
    const ended = (await act(now, "cancel")).data;
    expect(ended).toMatchObject({ status: "cancelled", waiting: 0, skipped: now.waiting });
    await workAll();
    expect((await statuses(rows)).filter((status) => status === "approved")).toHaveLength(ended.done);
    const again = (await act(ended, "again")).data;
    expect(again).toMatchObject({ items: ended.skipped, waiting: ended.skipped });
    await start(again);
    await workAll();
    expect(await approvals(rows)).toEqual(ones(60));
  });

  it("gives its result as a file that starts no formula", async () => {
    const [row] = (await withdrawals(1)) as [Row];
    await product.good("POST", `/api/withdrawal/${row.id}/approve`, finance.token, { version: 1 });
    const job = await prepared("withdrawal.paid", { items: chosen([{ ...row, version: 2 }], () => ({ reference: "=1+1" })) });
    await start(job);
    await workAll();
    const file = await product.call("GET", `/api/bulk/${job.id}/result?lang=en`, finance.token);
    expect(file.headers["content-type"]).toContain("text/csv");
    expect(file.text).toContain("'=1+1");
    expect(file.text).toContain(row.id);
    expect(file.text).toContain("Done");
    // The moment as in every other file: Shanghai time, in minutes.
    const [item] = (await product.good<{ items: { at: string }[] }>("GET", `/api/bulk/${job.id}/items`, finance.token)).items;
    expect(file.text.trim().split(",").at(-1)).toBe(formatDateTime(item?.at ?? ""));
  });
});

describe("nothing is done twice", () => {
  it("when the process dies between an act and the next", async () => {
    const rows = await withdrawals(12);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    await start(job);
    const { db } = product.product.app;
    const real = db.tx.bind(db);
    for (const dies of ["before", "after"] as const) {
      let calls = 0;
      const broken = async (work: Parameters<typeof real>[0]): Promise<unknown> => {
        calls += 1;
        const gone = (): Error => Object.assign(new Error("the connection is gone"), { code: "57P01" });
        if (calls === 4 && dies === "before") throw gone();
        const answer = await real(work);
        // Committed, and nobody was told.
        if (calls === 4) throw gone();
        return answer;
      };
      Object.assign(db, { tx: broken });
      await work();
      Object.assign(db, { tx: real });
    }
    expect((await approvals(rows)).reduce((sum, one) => sum + one, 0)).toBe(7);
    await workAll();
    expect(await approvals(rows)).toEqual(ones(12));
    expect(await read(job.id)).toMatchObject({ status: "done", done: 12, failed: 0 });
  });

  it("by two workers at the same moment", async () => {
    const rows = await withdrawals(20);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    await start(job);
    const { app } = product.product;
    await Promise.all([workBulk(app), workBulk(app), workBulk(app)]);
    await workAll();
    expect(await approvals(rows)).toEqual(ones(20));
    expect(await read(job.id)).toMatchObject({ status: "done", done: 20, failed: 0 });
  });

  it("when an object is done by hand while it waits its turn", async () => {
    const rows = await withdrawals(3);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    await start(job);
    await product.good("POST", `/api/withdrawal/${rows[1]?.id ?? ""}/approve`, finance.token, { version: 1 });
    await workAll();
    expect(await approvals(rows)).toEqual(ones(3));
    expect(await read(job.id)).toMatchObject({ done: 2, failed: 1, reasons: [{ status: "failed", code: "conflict", state: "approved", count: 1 }] });
  });
});

describe("a maker who may not go on", () => {
  const stops = async (how: string, why: string): Promise<void> => {
    const who = await person(product, "finance");
    const rows = await withdrawals(40);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) }, who);
    await start(job, who);
    await work();
    const { app } = product.product;
    await app.db.run(how, [how.includes("sessions") ? app.publicIds.decode("session", who.sessionId) : app.publicIds.decode("user", who.id)]);
    const before = (await read(job.id)).done;
    expect(before).toBeGreaterThan(0);
    await workAll();
    expect(await read(job.id)).toMatchObject({ status: "paused", pause_reason: why, done: before });
    expect((await approvals(rows)).reduce((sum, one) => sum + one, 0)).toBe(before);
  };
  it("is disabled", () => stops("update users set enabled = false where id = $1", "user_inactive"));
  it("has signed out", () => stops("update sessions set ended_at = now() where id = $1", "session_ended"));
  it("has become somebody else", () => stops("update users set user_type = 'operator' where id = $1", "permission_lost"));
});

describe("whose it is", () => {
  it("nobody prepares what he may not do one by one", async () => {
    for (const type of USER_TYPES) {
      const who = await person(product, type, { merchantId: merchant.id });
      for (const name of BULK_ACT_NAMES) {
        const { kind } = { kind: name.split(".")[0] };
        const answer = await prepare(name, { filter: { from: "2020-01-01", to: "2020-01-02" } }, who);
        const may = typeHas(type, bulkAct(name).by) && typeHas(type, "bulk.run");
        // Who may is told that nothing matches, or that it takes chosen objects or a target.
        expect(answer.error?.code, `${type} ${name} ${kind ?? ""}`).toBe(
          may ? ("references" in BULK_ACTS[name] || "target" in BULK_ACTS[name] ? "validation_failed" : "not_found") : "forbidden",
        );
      }
    }
  });

  it("is seen by who sees its objects, a draft by its maker alone, and touched by nobody else", async () => {
    const rows = await withdrawals(2);
    const job = await prepared("withdrawal.approve", { items: chosen(rows) });
    const viewer = await person(product, "finance");
    for (const who of [operator, maker, viewer]) {
      expect((await product.call("GET", `/api/bulk/${job.id}`, who.token)).status).toBe(404);
      expect((await start(job, who)).status).toBe(404);
      expect((await product.call("GET", `/api/bulk/${job.id}/items`, who.token)).status).toBe(404);
      expect((await product.call("GET", `/api/bulk/${job.id}/result`, who.token)).status).toBe(404);
    }
    await start(job);
    const auditor = await person(product, "auditor");
    expect((await product.call("GET", `/api/bulk/${job.id}`, auditor.token)).status).toBe(200);
    expect((await product.call<BulkJobDetail>("GET", `/api/bulk/${job.id}`, viewer.token)).data.actions).toEqual(["pause", "cancel"]);
    for (const who of [operator, maker]) expect((await product.call("GET", `/api/bulk/${job.id}`, who.token)).status).toBe(404);
    for (const what of ["pause", "resume", "cancel"]) expect((await act(job, what, auditor)).status).toBe(403);
    await workAll();
    const list = async (who: Person): Promise<string[]> =>
      (await product.good<{ items: { id: string }[] }>("GET", "/api/bulk?size=100", who.token)).items.map(({ id }) => id);
    expect(await list(viewer)).toContain(job.id);
    expect(await list(operator)).not.toContain(job.id);
    expect(await list(maker)).not.toContain(job.id);
  });

  it("merchants' people act on their own objects alone", async () => {
    const [mine, theirs] = [await product.merchant({ notify_url: "http://127.0.0.1:9/a" }), await product.merchant({ notify_url: "http://127.0.0.1:9/b" })];
    const [me, they] = [await person(product, "merchant_admin", { merchantId: mine.id }), await person(product, "merchant_admin", { merchantId: theirs.id })];
    for (const one of [mine, theirs]) await fundMerchant(product, one, 1_000_000n);
    const orders = [await payout(product, mine), await payout(product, theirs)];
    for (const id of orders) {
      const row = await product.good<Row>("GET", `/api/disburses/${id}`);
      await product.good("POST", `/api/disburses/${id}/reject`, product.admin, { version: row.version, reason: "no" });
    }
    const job = await prepared("disburses.notify", { items: orders.map((id) => ({ id })) }, me);
    expect(job).toMatchObject({ items: 2, waiting: 1, blocked: 1, reasons: [{ code: "not_found", count: 1 }] });
    expect((await items(job.id, me)).items.map(({ id, label, code }) => [id, label === null, code])).toEqual([
      [orders[0], false, null],
      [orders[1], true, "not_found"],
    ]);
    expect((await product.call("GET", `/api/bulk/${job.id}`, they.token)).status).toBe(404);
    await start(job, me);
    await workAll();
    expect((await read(job.id, me)).status).toBe("done");
    expect((await product.call("GET", `/api/bulk/${job.id}`, they.token)).status).toBe(404);
    const all = await prepared("deliveries.resend", { filter: {} }, me);
    expect((await items(all.id, me)).items).toHaveLength(1);
    await start(all, me);
    await workAll();
    expect(await read(all.id, me)).toMatchObject({ status: "done", done: 1, amount: null });
  });
});

describe("payouts", () => {
  it("are approved many at once, within what their decider may decide alone: the sum counts", async () => {
    await configure(product, { disburse_approval_threshold: "100.00" });
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await payout(product, merchant, { amount: "4000.00" }));
    const filter = { status: "review", merchant_id: merchant.id };
    const job = await prepared("disburses.approve", { filter }, operator);
    expect(job).toMatchObject({ items: 3, waiting: 3, amount: "12000.00", over_limit: "10000.00" });
    expect((await start(job, operator)).error).toMatchObject({ code: "forbidden", details: { limit: "10000.00" } });
    const two = await prepared("disburses.approve", { items: ids.slice(0, 2).map((id) => ({ id })) }, operator);
    expect(two.over_limit).toBeNull();
    await start(two, operator);
    await workAll();
    expect(await read(two.id, operator)).toMatchObject({ status: "done", done: 2 });
    const rest = await prepared("disburses.approve", { filter }, finance);
    expect(rest).toMatchObject({ items: 1, over_limit: null });
    await start(rest);
    await workAll();
    expect(await read(rest.id)).toMatchObject({ done: 1, done_amount: "4000.00" });
  });
});

describe("wallets", () => {
  it("are switched many at once", async () => {
    const wallets = [await product.wallet(), await product.wallet()];
    const job = await prepared("wallets.disable", { items: wallets.map(({ id, version }) => ({ id, version })) }, operator);
    expect(job).toMatchObject({ waiting: 2, amount: null, merchants: [] });
    expect((await items(job.id, operator)).items[0]?.label).toContain("Wallet");
    await start(job, operator);
    await workAll();
    const list = await product.good<{ items: { id: string; enabled: boolean }[] }>("GET", "/api/wallets?size=200");
    expect(wallets.map(({ id }) => list.items.find((row) => row.id === id)?.enabled)).toEqual([false, false]);
  });
});

describe("messages", () => {
  it("are matched with their only candidate, and from a sum on each asks for a second approval", async () => {
    await configure(product, { manual_complete_threshold: "700.00" });
    await product.onlyWallet({});
    const wallet = await product.wallet();
    const other = await product.wallet();
    // The money came first, so nobody but a person matches it.
    for (const [from, amount] of [
      ["01711111111", "500.00"],
      ["01722222222", "400.00"],
      ["01733333333", "333.00"],
    ] as const) {
      await product.sms(wallet, received({ amount, from }));
      await product.sms(other, received({ amount, from: from.replace("017", "018") }));
    }
    const orders = [];
    for (const [customer, amount] of [
      ["01711111111", "500.00"],
      ["01722222222", "400.00"],
      ["01811111111", "500.00"],
    ] as const)
      orders.push(await product.pay(merchant, { customer, amount }));
    const list = await product.good<{ items: { id: string; version: number; amount: string }[] }>("GET", "/api/sms?status=unmatched&size=100");
    const job = await prepared("sms.match", { items: list.items.map(({ id, version }) => ({ id, version })) });
    const nothing = job.reasons.filter(({ code }) => code === "no_candidate" || code === "several_candidates");
    expect(nothing.reduce((sum, { count }) => sum + count, 0)).toBe(job.blocked);
    expect(job.waiting).toBeGreaterThan(1);
    // Each alone is below the threshold; together they are above it.
    expect(Number(job.amount)).toBeGreaterThanOrEqual(700);
    expect(job.asks).toBe(job.waiting);
    await start(job);
    await workAll();
    expect(await read(job.id)).toMatchObject({ status: "done", done: 0, failed: 0, asked: job.waiting, done_amount: "0.00" });
    const waiting = await product.good<{ items: { kind: string; maker: string }[] }>("GET", "/api/approvals?status=waiting&kind=sms.match&size=100");
    expect(waiting.items).toHaveLength(job.waiting);
    const still = await product.good<{ items: unknown[] }>("GET", "/api/sms?status=unmatched&size=100");
    expect(still.items).toHaveLength(list.items.length);
    expect(orders.every(({ status }) => status === 201)).toBe(true);
  });

  it("alone and below the threshold are matched at once", async () => {
    await configure(product, { manual_complete_threshold: "10000.00" });
    const wallet = await product.onlyWallet({});
    await product.sms(wallet, received({ amount: "212.00", from: "01744444444" }));
    const order = await product.pay(merchant, { customer: "01744444444", amount: "212.00" });
    const list = await product.good<{ items: { id: string; version: number; amount: string }[] }>("GET", "/api/sms?status=unmatched&size=100");
    const one = list.items.filter(({ amount }) => amount === "212.00");
    const job = await prepared("sms.match", { items: one.map(({ id, version }) => ({ id, version })) });
    expect(job).toMatchObject({ waiting: 1, asks: 0, amount: "212.00" });
    await start(job);
    await workAll();
    expect(await read(job.id)).toMatchObject({ done: 1, asked: 0 });
    expect((await product.good<{ status: string }>("GET", `/v1/payments/${order.data.id}`, merchant.secret)).status).toBe("completed");
  });
});
