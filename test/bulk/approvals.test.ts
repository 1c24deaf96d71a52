/** Many requests for a second approval at once: two people for each of them still, whoever asked decides none of his own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configure, person, type Person } from "../support/attack.ts";
import { bkashTrx, next, TestProduct, type Answer, type TestMerchant } from "../support/app.ts";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { BulkItemsOut, BulkJobDetail } from "../../src/contract/bulk.schema.ts";

let product: TestProduct;
let merchant: TestMerchant;
let maker: Person;
let checker: Person;

beforeAll(async () => {
  // No jobs run by themselves: each test says when the worker comes.
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  await product.wallet();
  maker = await person(product, "finance");
  checker = await person(product, "finance");
});
afterAll(async () => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

interface Asked {
  readonly order: string;
  readonly approval: ApprovalRow;
}
/** A request to complete an order of its own by hand. */
async function asked(amount = "20000.00", by = maker): Promise<Asked> {
  const made = await product.pay(merchant, { amount, customer: `0194${String(next()).padStart(7, "0")}` });
  const body = { version: 1, trx_id: bkashTrx(), note: "seen on the phone" };
  const answer = await product.call<{ approval: ApprovalRow }>("POST", `/api/payments/${made.data.id}/complete`, by.token, body);
  expect(answer.status, answer.text).toBe(202);
  return { order: made.data.id, approval: answer.data.approval };
}
const work = async (): Promise<void> => {
  for (let round = 0; round < 6; round += 1) await product.product.jobs.runOnce("bulk");
};
const read = (id: string, who = checker): Promise<BulkJobDetail> => product.good<BulkJobDetail>("GET", `/api/bulk/${id}`, who.token);
async function prepared(act: string, what: object, who = checker): Promise<BulkJobDetail> {
  const job = await product.good<BulkJobDetail>("POST", "/api/bulk", who.token, { act, ...what });
  if (job.status === "checking") await work();
  return read(job.id, who);
}
const chosen = (all: readonly Asked[]): object => ({ items: all.map(({ approval }) => ({ id: approval.id, version: approval.version })) });
const start = (job: BulkJobDetail, more: object = {}, who = checker): Promise<Answer<BulkJobDetail>> =>
  product.call<BulkJobDetail>("POST", `/api/bulk/${job.id}/start`, who.token, {
    version: job.version,
    count: job.waiting,
    sum: job.amount,
    ...(job.typed ? { typed: job.amount } : {}),
    ...more,
  });
const endings = async (job: BulkJobDetail, who = checker): Promise<(string | null)[][]> =>
  (await product.good<BulkItemsOut>("GET", `/api/bulk/${job.id}/items`, who.token)).items.map(({ id, status, code, state }) => [id, status, code, state]);
const requests = async (all: readonly Asked[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { approval } of all) found.push((await product.good<ApprovalRow>("GET", `/api/approvals/${approval.id}`)).status);
  return found;
};
const orders = async (all: readonly Asked[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { order } of all) found.push((await product.good<{ status: string }>("GET", `/api/payments/${order}`)).status);
  return found;
};
/** Rows of the trail about a request, as who did what. */
const trail = (one: Asked): Promise<{ action: string; account: string }[]> =>
  product.product.app.db.rows("select action, account from audit where object_id = $1 and action <> 'approvals.request' order by id", [one.approval.id]);

describe("approving many", () => {
  it("leaves out what this person asked for himself, runs the rest once, each with its row in the trail", async () => {
    const theirs = [await asked("10000.01"), await asked("10000.02")];
    const own = await asked("10000.03", checker);
    const job = await prepared("approvals.approve", chosen([...theirs, own]));
    expect(job).toMatchObject({ status: "draft", items: 3, waiting: 2, blocked: 1, amount: "20000.03", typed: false, asks: 0 });
    expect(await endings(job)).toEqual([
      [theirs[0]?.approval.id, "waiting", null, null],
      [theirs[1]?.approval.id, "waiting", null, null],
      [own.approval.id, "blocked", "same_person", null],
    ]);
    const [first] = (await product.good<BulkItemsOut>("GET", `/api/bulk/${job.id}/items`, checker.token)).items;
    expect(first).toMatchObject({ label: "payments.complete", amount: "10000.01" });
    // The rehearsal has done nothing.
    expect([await requests([...theirs, own]), await orders([...theirs, own])]).toEqual([Array(3).fill("waiting"), Array(3).fill("pending")]);
    expect((await start(job)).status).toBe(200);
    await work();
    expect(await read(job.id)).toMatchObject({ status: "done", done: 2, failed: 0, done_amount: "20000.03" });
    expect([await requests([...theirs, own]), await orders([...theirs, own])]).toEqual([
      ["approved", "approved", "waiting"],
      ["completed", "completed", "pending"],
    ]);
    for (const one of theirs) expect(await trail(one)).toEqual([{ action: "approvals.approve", account: checker.account }]);
    expect(await trail(own)).toEqual([]);
  });

  it("takes all that the list's filter matches, asks for the sum typed and for the password once", async () => {
    const many = [await asked("30000.00"), await asked("30000.00")];
    const job = await prepared("approvals.approve", { filter: { status: "waiting", mine: "false", min_amount: "30000.00" } });
    expect(job).toMatchObject({ items: 2, waiting: 2, amount: "60000.00", typed: true, more: false });
    expect((await start(job, { typed: undefined })).error?.fields).toEqual({ typed: "required" });
    expect((await start(job, { typed: "6000.00" })).error?.fields).toEqual({ typed: "mismatch" });
    const { app } = product.product;
    const aged = (minutes: number): Promise<number> =>
      app.db.run("update sessions set rechecked_at = now() - make_interval(mins => $2) where id = $1", [
        app.publicIds.decode("session", checker.sessionId),
        minutes,
      ]);
    await aged(6);
    expect((await start(job)).error?.code).toBe("recheck_required");
    await aged(0);
    expect((await start(job)).status).toBe(200);
    await aged(6);
    await work();
    await aged(0);
    expect(await requests(many)).toEqual(["approved", "approved"]);
  });

  it("lapses a request whose object has changed, as a single yes does, and says that the item failed", async () => {
    const [changed, fine] = [await asked(), await asked()];
    const rehearsed = await prepared("approvals.approve", chosen([changed, fine]));
    // Somebody completes it without asking, where that is allowed for a moment.
    await configure(product, { manual_complete_threshold: "50000.00" });
    await product.good("POST", `/api/payments/${changed.order}/complete`, maker.token, { version: 1, trx_id: bkashTrx(), note: "by hand" });
    await configure(product, { manual_complete_threshold: "10000.00" });
    // A rehearsal finds it and leaves the request as it is.
    const late = await prepared("approvals.approve", chosen([changed]));
    expect(late).toMatchObject({ waiting: 0, blocked: 1, reasons: [{ status: "blocked", code: "conflict" }] });
    expect([await requests([changed]), await trail(changed)]).toEqual([["waiting"], []]);
    await start(rehearsed);
    await work();
    expect(await endings(rehearsed)).toEqual([
      [changed.approval.id, "failed", "conflict", "completed"],
      [fine.approval.id, "done", null, null],
    ]);
    expect([await requests([changed, fine]), await orders([changed, fine])]).toEqual([
      ["lapsed", "approved"],
      ["completed", "completed"],
    ]);
    expect(await trail(changed)).toEqual([{ action: "approvals.lapse", account: checker.account }]);
  });

  it("is no way for an operator to pass his limit in pieces, nor to decide what he may not", async () => {
    await configure(product, { manual_complete_threshold: "3000.00", operator_approve_limit: "5000.00" });
    const operator = await person(product, "operator");
    const many = [await asked("4000.00"), await asked("4000.00")];
    const job = await prepared("approvals.approve", chosen(many), operator);
    expect(job).toMatchObject({ waiting: 2, amount: "8000.00", over_limit: "5000.00" });
    expect((await start(job, {}, operator)).error).toMatchObject({ code: "forbidden", details: { limit: "5000.00" } });
    const one = await prepared("approvals.approve", chosen(many.slice(0, 1)), operator);
    expect(one.over_limit).toBeNull();
    await start(one, {}, operator);
    await work();
    expect([await requests(many), await orders(many)]).toEqual([
      ["approved", "waiting"],
      ["completed", "pending"],
    ]);
    await configure(product, { manual_complete_threshold: "10000.00" });
  });

  it("is offered to nobody outside, and merchants' people find their own requests alone", async () => {
    const [one] = [await asked()];
    const own = await person(product, "merchant_admin", { merchantId: merchant.id });
    expect(await prepared("approvals.approve", chosen([one]), own)).toMatchObject({ waiting: 0, blocked: 1, reasons: [{ code: "not_found" }] });
    const auditor = await person(product, "auditor");
    expect((await product.call("POST", "/api/bulk", auditor.token, { act: "approvals.approve", ...chosen([one]) })).status).toBe(403);
  });
});

describe("rejecting many", () => {
  it("has one reason for all, and again none of one's own", async () => {
    const [theirs, own] = [await asked(), await asked("20000.00", checker)];
    const job = await prepared("approvals.reject", chosen([theirs, own]));
    expect(job).toMatchObject({ waiting: 1, blocked: 1, reasons: [{ code: "same_person" }] });
    expect((await start(job)).error?.fields).toEqual({ reason: "required" });
    expect((await start(job, { reason: "not on the statement" })).status).toBe(200);
    await work();
    expect([await requests([theirs, own]), await orders([theirs, own])]).toEqual([
      ["rejected", "waiting"],
      ["pending", "pending"],
    ]);
    expect(await product.good("GET", `/api/approvals/${theirs.approval.id}`)).toMatchObject({ reason: "not on the statement", checker: checker.account });
  });
});
