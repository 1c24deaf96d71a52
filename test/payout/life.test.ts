/** Payouts end to end: from the merchant's request to the books, through the public interfaces. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completeAttempt } from "../../src/server/core/payouts/outcome.ts";
import type { Answer, TestMerchant } from "../support/app.ts";
import { raced, times } from "../support/attack.ts";
import { until } from "../support/parts/until.ts";
import { PayoutLab, trx, type PayWallet } from "./support.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
let wallet: PayWallet;

beforeAll(async () => {
  lab = await PayoutLab.start();
  merchant = await lab.merchant(100_000_00n, { disburse_fee: { rate_bps: 100, fixed: "1.00" } });
  wallet = await lab.wallet(500_000_00n);
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  expect(await lab.limitsDiffer()).toEqual([]);
  await lab.stop();
});

describe("order acceptance", () => {
  it("holds amount and fee in the same step, and answers the order", async () => {
    const before = await lab.balance(merchant);
    const answer = await lab.order(merchant, { amount: "200.00", customer: "+8801911111111", user_id: "u1", metadata: { a: 1 } });
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({
      status: "approved",
      amount: "200.00",
      fee: "3.00",
      customer: "01911111111",
      trx_id: null,
      expires_at: null,
      user_id: "u1",
      metadata: { a: 1 },
    });
    const after = await lab.balance(merchant);
    expect(Number(before.available) - Number(after.available)).toBeCloseTo(203);
    expect(Number(after.held) - Number(before.held)).toBeCloseTo(203);
    const detail = await lab.detail(answer.data.id);
    expect(detail.entries.map((entry) => [entry.kind, entry.amount])).toEqual([
      ["disburse_hold", "-203.00"],
      ["disburse_hold", "203.00"],
    ]);
    const cancelled = await lab.product.call("POST", `/v1/disburses/${answer.data.id}/cancel`, merchant.secret, {});
    expect(cancelled.data).toMatchObject({ status: "cancelled" });
    expect(await lab.balance(merchant)).toEqual(before);
    expect((await lab.product.call("POST", `/v1/disburses/${answer.data.id}/cancel`, merchant.secret, {})).data).toMatchObject({ status: "cancelled" });
  });

  it("refuses what the balance cannot bear, and leaves no order", async () => {
    const poor = await lab.merchant(101_00n, { disburse_fee: { rate_bps: 100, fixed: "0.00" } });
    const refused = await lab.order(poor, { merchant_order_id: "too-much", amount: "100.01" });
    expect([refused.status, refused.error?.code]).toEqual([422, "insufficient_balance"]);
    expect((await lab.product.call("GET", "/v1/disburses?merchant_order_id=too-much", poor.secret)).status).toBe(404);
    const fits = await lab.order(poor, { merchant_order_id: "too-much", amount: "100.00" });
    expect(fits.status).toBe(201);
    expect(await lab.balance(poor)).toMatchObject({ available: "0.00", held: "101.00" });
    await lab.product.good("POST", `/v1/disburses/${fits.data.id}/cancel`, poor.secret, {});
  });

  it.each([
    [{ amount: "0.00" }, "validation_failed"],
    [{ amount: 100 }, "validation_failed"],
    [{ amount: "100" }, null],
    [{ amount: "0.50" }, "amount_out_of_bounds"],
    [{ amount: "50000.01" }, "amount_out_of_bounds"],
    [{ customer: "123" }, "validation_failed"],
    [{ customer: undefined }, "validation_failed"],
    [{ operator: "rocket" }, "intake_closed"],
    [{ operator: "paypal" }, "validation_failed"],
    [{ expires_in: 60 }, "validation_failed"],
    [{ notify_url: "http://10.0.0.1/" }, null],
    [{ notify_url: "gopher://x" }, "target_not_allowed"],
  ])("judges %j", async (values, code) => {
    const answer = await lab.order(merchant, values);
    expect(answer.error?.code ?? null).toBe(code);
    if (answer.success) await lab.product.good("POST", `/v1/disburses/${answer.data.id}/cancel`, merchant.secret, {});
  });

  it("refuses a number of ours, closed acceptance, a fee above the amount", async () => {
    const own = await lab.order(merchant, { customer: wallet.account });
    expect([own.status, own.error?.code]).toEqual([422, "customer_is_wallet"]);
    const dear = await lab.merchant(100_00n, { disburse_fee: { rate_bps: 0, fixed: "20.00" } });
    expect((await lab.order(dear, { amount: "19.99" })).error?.code).toBe("amount_out_of_bounds");
    const closed = await lab.merchant(100_00n);
    const row = await lab.product.good<{ version: number }>("GET", `/api/merchants/${closed.id}`);
    await lab.product.good("POST", `/api/merchants/${closed.id}/open`, lab.product.admin, { version: row.version, disburses: false });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await lab.order(closed)).error?.code).toBe("intake_closed");
  });

  it("is one order under 20 parallel calls, a conflict with other content, and never more than the balance", async () => {
    const bodyOf = (round: number) => ({ merchant_order_id: `same-again-${round}`, amount: "71.00", customer: "01922222222" });
    const sameOrder = async (one: TestMerchant, round: number): Promise<Awaited<ReturnType<typeof lab.order>>[]> => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => lab.order(one, bodyOf(round))));
      raced("R12", answers);
      expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
      expect(await lab.balance(one)).toMatchObject({ available: "929.00", held: "71.00" });
      return answers;
    };
    for (let round = 1; round < times(4, 60); round += 1) {
      // Each with a merchant of its own: so many calls of one in so short a time are too many.
      const one = await lab.merchant(1_000_00n);
      const [made] = await sameOrder(one, round);
      await lab.product.good("POST", `/v1/disburses/${made?.data.id}/cancel`, one.secret, {});
    }
    const one = await lab.merchant(1_000_00n);
    const body = bodyOf(0);
    const answers = await sameOrder(one, 0);
    expect((await lab.order(one, { ...body, amount: "72.00" })).error?.code).toBe("duplicate_order_mismatch");
    const many = await Promise.all(Array.from({ length: 20 }, () => lab.order(one, { amount: "100.00" })));
    expect(many.filter((answer) => answer.status === 201)).toHaveLength(9);
    expect(many.filter((answer) => answer.error?.code === "insufficient_balance")).toHaveLength(11);
    expect(await lab.balance(one)).toMatchObject({ available: "29.00", held: "971.00" });
    for (const answer of [...many, answers[0]].filter((each) => each?.success))
      await lab.product.good("POST", `/v1/disburses/${answer?.data.id}/cancel`, one.secret, {});
    expect(await lab.balance(one)).toMatchObject({ available: "1000.00", held: "0.00" });
  });

  it("names what is missing, and answers what cannot be stored or found like anything else that is wrong", async () => {
    for (const field of ["merchant_order_id", "amount", "operator", "customer"])
      expect((await lab.order(merchant, { [field]: undefined })).error).toMatchObject({ code: "validation_failed", fields: { [field]: "required" } });
    for (const key of ["\u0000", "a\u0000", "\ud800"]) expect((await lab.order(merchant, { metadata: { [key]: 1 } })).error?.code).toBe("validation_failed");
    for (const length of [201, 1000]) expect((await lab.product.call("GET", `/v1/disburses/${"x".repeat(length)}`, merchant.secret)).status).toBe(404);
  });

  it("is the same content in whatever order its metadata is written", async () => {
    const values = { merchant_order_id: "sorted", customer: "01933333334" };
    const first = await lab.order(merchant, { ...values, metadata: { shop: "a", till: 7 } });
    expect(await lab.order(merchant, { ...values, metadata: { till: 7, shop: "a" } })).toMatchObject({ status: 200, data: { id: first.data.id } });
    expect((await lab.order(merchant, { ...values, metadata: { till: 8, shop: "a" } })).error?.code).toBe("duplicate_order_mismatch");
    await lab.product.good("POST", `/v1/disburses/${first.data.id}/cancel`, merchant.secret, {});
  });

  it("answers an Idempotency-Key with its first answer", async () => {
    const headers = { "idempotency-key": "payout-key-1" };
    const body = { merchant_order_id: "keyed", amount: "73.00", customer: "01933333333" };
    const first = await lab.order(merchant, body, headers);
    const again = await lab.order(merchant, body, headers);
    expect([first.status, again.status, again.headers["idempotency-hit"]]).toEqual([201, 201, "true"]);
    expect(again.data).toEqual(first.data);
    expect((await lab.order(merchant, { ...body, amount: "74.00" }, headers)).error?.code).toBe("idempotency_mismatch");
    await lab.product.good("POST", `/v1/disburses/${first.data.id}/cancel`, merchant.secret, {});
  });

  it("answers another merchant's order like a missing one", async () => {
    const order = await lab.ordered(merchant, { merchant_order_id: "mine-alone" });
    const other = await lab.merchant(0n);
    const missing = await lab.product.call("GET", "/v1/disburses/D261121XXXXXXXX", other.secret);
    for (const [method, url] of [
      ["GET", `/v1/disburses/${order.id}`],
      ["GET", "/v1/disburses?merchant_order_id=mine-alone"],
      ["POST", `/v1/disburses/${order.id}/cancel`],
    ] as const) {
      const answer = await lab.product.call(method, url, other.secret, method === "POST" ? {} : undefined);
      expect([answer.status, answer.error?.code]).toEqual([404, "not_found"]);
      expect(answer.text.replace(/"request_id":"[^"]*"/, "")).toBe(missing.text.replace(/"request_id":"[^"]*"/, ""));
    }
    await lab.product.good("POST", `/v1/disburses/${order.id}/cancel`, merchant.secret, {});
  });
});

describe("a payout", () => {
  it("is sent once, completed and booked: hold, wallet, fees, cost, frozen, home", async () => {
    const before = await lab.walletFigures(wallet);
    const held = await lab.balance(merchant);
    const order = await lab.ordered(merchant, { amount: "300.00" });
    const trxId = trx();
    let seen = "";
    lab.port.onSubmit = async (attempt) => {
      seen = (await lab.walletFigures(wallet)).frozen_balance;
      expect(attempt).toMatchObject({ reference: `${order.id}A1`, amountMinor: 300_00n, no: 1 });
      return { kind: "completed", trxId, costMinor: 5_00n, atMs: null };
    };
    const already = lab.port.sent.length;
    await lab.dispatch();
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(already + 1);
    // The amount, and what the operator is expected to take beside it.
    expect(seen).toBe("305.00");
    const detail = await lab.detail(order.id);
    expect(detail).toMatchObject({ status: "completed", trx_id: trxId, cost: "5.00", fee: "4.00", wallet_id: wallet.id });
    expect(detail.attempts.map((attempt) => [attempt.no, attempt.status, attempt.trx_id])).toEqual([[1, "completed", trxId]]);
    expect(detail.routing?.chosen).toBe(wallet.id);
    const after = await lab.walletFigures(wallet);
    expect(Number(before.balance) - Number(after.balance)).toBeCloseTo(305);
    expect(after.frozen_balance).toBe("0.00");
    const now = await lab.balance(merchant);
    expect(Number(held.available) - Number(now.available)).toBeCloseTo(304);
    expect(now.held).toBe(held.held);
    expect(await lab.product.good("GET", `/v1/disburses/${order.id}`, merchant.secret)).toMatchObject({ status: "completed", trx_id: trxId });
    const home = await lab.product.good<{ today: { paid_out: string; paid_out_count: number; fees: string } }>("GET", "/api/statistics/home");
    expect(home.today).toMatchObject({ paid_out: "300.00", paid_out_count: 1, fees: "4.00" });
    expect(detail.deliveries.map((item) => item.type)).toEqual(["disburse.completed"]);
  });

  it("waits for approval above the threshold; an operator approves up to the limit only", async () => {
    const order = await lab.ordered(merchant, { amount: "10000.01" });
    expect(order.status).toBe("review");
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: null, atMs: null });
    await lab.dispatch();
    expect((await lab.detail(order.id)).status).toBe("review");
    const operator = await lab.staff("operator");
    expect((await lab.act(order.id, "approve", { version: 1 }, operator)).error?.code).toBe("forbidden");
    const finance = await lab.staff("finance");
    expect((await lab.act(order.id, "approve", { version: 9 }, finance)).error?.code).toBe("conflict");
    expect((await lab.act(order.id, "approve", { version: 1 }, finance)).data).toMatchObject({ status: "approved" });
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", cost: null });
  });

  it("is rejected with a reason that the merchant reads, and the hold goes back", async () => {
    const before = await lab.balance(merchant);
    const order = await lab.ordered(merchant, { amount: "20000.00" });
    expect((await lab.act(order.id, "reject", { version: 1 })).error?.code).toBe("validation_failed");
    expect(await lab.acted(order.id, "reject", { reason: "unknown customer" })).toMatchObject({ status: "rejected" });
    expect(await lab.balance(merchant)).toEqual(before);
    expect(await lab.product.good("GET", `/v1/disburses/${order.id}`, merchant.secret)).toMatchObject({ status: "rejected", reason: "unknown customer" });
    expect((await lab.detail(order.id)).deliveries.map((item) => item.type)).toEqual(["disburse.rejected"]);
  });

  it("stays `processing` for its merchant when the attempt fails, and is paid by a second attempt after a reset", async () => {
    const order = await lab.ordered(merchant, { amount: "110.00" });
    lab.port.onSubmit = () => ({ kind: "rejected", code: "not_an_account", message: "no such number" });
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "attempt_failed", reason: "not_an_account" });
    expect((await lab.walletFigures(wallet)).frozen_balance).toBe("0.00");
    expect(await lab.product.good("GET", `/v1/disburses/${order.id}`, merchant.secret)).toMatchObject({ status: "processing", reason: null });
    const cancelled = await lab.product.call("POST", `/v1/disburses/${order.id}/cancel`, merchant.secret, {});
    expect(cancelled.error).toMatchObject({ code: "wrong_state", details: { status: "processing" } });
    // Nor do refusals tell its people more than the order does.
    const login = { account: "payer.lin", password: "another correct horse battery" };
    await lab.product.good("POST", "/api/users", lab.product.admin, {
      ...login,
      email: "lin@example.com",
      user_type: "merchant_admin",
      merchant_id: merchant.id,
    });
    const { token } = await lab.product.good<{ token: string }>("POST", "/api/signin", null, login);
    const { version } = await lab.detail(order.id);
    const notify = (on: number): Promise<Answer> => lab.product.call("POST", `/api/disburses/${order.id}/notify`, token, { version: on });
    expect((await notify(version - 1)).error).toMatchObject({ code: "conflict", details: { version, status: "processing" } });
    expect((await notify(version)).error).toMatchObject({ code: "wrong_state", details: { status: "processing" } });
    const sent = lab.port.sent.length;
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    expect(await lab.acted(order.id, "reset", { reason: "number was corrected by the operator" })).toMatchObject({ status: "pending", wallet_id: null });
    expect(await lab.product.good("GET", `/v1/disburses/${order.id}`, merchant.secret)).toMatchObject({ status: "processing" });
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
    await lab.dispatch();
    const detail = await lab.detail(order.id);
    expect(detail.status).toBe("completed");
    expect(detail.attempts.map((attempt) => [attempt.no, attempt.status, attempt.reference])).toEqual([
      [1, "failed", `${order.id}A1`],
      [2, "completed", `${order.id}A2`],
    ]);
  });

  it("fails for good by hand or by itself, and only then the hold goes back", async () => {
    const before = await lab.balance(merchant);
    lab.port.onSubmit = () => ({ kind: "rejected", code: "closed", message: "" });
    const [first, second] = [await lab.ordered(merchant), await lab.ordered(merchant)];
    await lab.dispatch();
    expect(Number((await lab.balance(merchant)).held)).toBeGreaterThan(0);
    expect(await lab.acted(first.id, "fail", { reason: "the customer withdrew" })).toMatchObject({ status: "failed", reason: "the customer withdrew" });
    await lab.product.product.jobs.runOnce("disburses.give-up");
    expect((await lab.detail(second.id)).status).toBe("attempt_failed");
    await lab.owner.run("update disburse_attempts set ended_at = now() - interval '31 minutes' where status = 'failed'");
    await lab.product.product.jobs.runOnce("disburses.give-up");
    expect(await lab.detail(second.id)).toMatchObject({ status: "failed", reason: "auto_failed" });
    expect(await lab.balance(merchant)).toEqual(before);
    expect((await lab.detail(second.id)).deliveries.map((item) => item.type)).toEqual(["disburse.failed"]);
  });

  it("is not given up when what speaks against it comes in the same moment", async () => {
    lab.port.onSubmit = () => ({ kind: "rejected", code: "closed", message: "" });
    const { id } = await lab.ordered(merchant);
    await lab.dispatch();
    await lab.owner.run("update disburse_attempts set ended_at = now() - interval '31 minutes' where status = 'failed'");
    const key = { disburseId: lab.app.publicIds.decode("disburse", id) as bigint, no: 1 };
    const { db } = lab.app;
    let ended = false;
    // The operator says that something was paid after all; it is written down while the order is about to be given up.
    const job = await lab.owner.tx(async (tx) => {
      const held = await tx.one<{ pid: number }>("select pg_backend_pid() as pid");
      await completeAttempt(lab.app, tx, key, { source: "query", trxId: trx(), costMinor: 0n, amountMinor: 1n }, () => undefined);
      // A machine that stands still for longer than a lock is waited for ends the job, which is tried again.
      const giving = lab.product.product.jobs.runOnce("disburses.give-up").catch(() => undefined);
      void giving.finally(() => (ended = true));
      await until(
        async () => ended || (await db.side.one("select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid)) limit 1", [held?.pid])) !== null,
      );
      return { giving };
    });
    await job.giving;
    expect(await lab.detail(id)).toMatchObject({ status: "attempt_failed" });
    expect(await lab.acted(id, "fail", { reason: "the operator was wrong" })).toMatchObject({ status: "failed" });
  });

  it("ends as the operator says in whatever words it says so", async () => {
    for (const message of ["no\u0000money", `cut ${"😀".slice(0, 1)}`, "x".repeat(10_000)]) {
      lab.port.onSubmit = () => ({ kind: "rejected", code: "2023", message });
      const order = await lab.ordered(merchant);
      await lab.dispatch();
      expect(await lab.detail(order.id)).toMatchObject({ status: "attempt_failed", reason: "2023" });
      await lab.acted(order.id, "fail", { reason: "no money" });
    }
    lab.port.onSubmit = () => ({ kind: "completed", trxId: "AB\u0000CD1234", costMinor: 0n, atMs: null });
    const order = await lab.ordered(merchant);
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", reason: "invalid_trx" });
    lab.port.onQuery = () => ({ kind: "failed", code: "F1", message: "not\u0000paid" });
    expect(await lab.acted(order.id, "recheck")).toMatchObject({ status: "attempt_failed", reason: "F1" });
    lab.port.onQuery = () => ({ kind: "not_supported" });
    await lab.acted(order.id, "fail", { reason: "not paid" });
  });

  it("becomes unknown without a clear answer, is never sent again, and ends by proof", async () => {
    const order = await lab.ordered(merchant, { amount: "120.00" });
    lab.port.onSubmit = () => {
      throw new Error("socket hang up");
    };
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", reason: "error" });
    expect((await lab.walletFigures(wallet)).frozen_balance).toBe("125.00");
    const sent = lab.port.sent.length;
    await lab.expireLeases();
    await lab.dispatch();
    await lab.product.product.jobs.runOnce("disburses.lost");
    expect(lab.port.sent).toHaveLength(sent);
    lab.port.onQuery = () => ({ kind: "not_found" });
    expect(await lab.acted(order.id, "recheck")).toMatchObject({ status: "unknown" });
    lab.port.onQuery = () => ({ kind: "unavailable", code: "503", message: "maintenance" });
    expect(await lab.acted(order.id, "recheck")).toMatchObject({ status: "unknown" });
    expect((await lab.act(order.id, "reset", { version: (await lab.detail(order.id)).version, reason: "x" })).error?.code).toBe("wrong_state");
    lab.port.onQuery = () => ({ kind: "completed", trxId: trx(), costMinor: 3_00n, atMs: null, amountMinor: 121_00n });
    expect(await lab.acted(order.id, "recheck")).toMatchObject({ status: "unknown" });
    lab.port.onQuery = () => ({ kind: "completed", trxId: trx(), costMinor: 3_00n, atMs: null, amountMinor: 120_00n });
    expect(await lab.acted(order.id, "recheck")).toMatchObject({ status: "completed", cost: "3.00" });
    const codes = (await lab.detail(order.id)).evidence.map((item) => item.code);
    expect(codes).toEqual(expect.arrayContaining(["error", "not_found", "503", "amount_differs", "no_message", "completed"]));
  });

  it("counts `not found` as failed only after the grace time and when it was never acknowledged", async () => {
    lab.port.onQuery = () => ({ kind: "not_found" });
    const [lost, taken] = [await lab.ordered(merchant, { amount: "130.00" }), await lab.ordered(merchant, { amount: "131.00" })];
    lab.port.onSubmit = (attempt) =>
      attempt.amountMinor === 130_00n ? { kind: "unknown", code: "timeout", message: "" } : { kind: "accepted", operatorReference: "op-1" };
    await lab.dispatch();
    expect(await lab.acted(lost.id, "recheck")).toMatchObject({ status: "unknown" });
    // The clock moves, not the attempts: what one counted on is the day on which it was started.
    const { app } = lab.product.product;
    const real = app.now;
    const later = (minutes: number): unknown => Object.assign(app, { now: () => real() + minutes * 60_000 });
    later(10);
    expect(await lab.acted(lost.id, "recheck")).toMatchObject({ status: "attempt_failed", reason: "not_found" });
    expect(await lab.acted(taken.id, "recheck")).toMatchObject({ status: "processing" });
    expect(lab.port.asked.at(-1)).toMatchObject({ acknowledged: true, reference: `${taken.id}A1` });
    lab.port.onQuery = () => ({ kind: "pending" });
    await lab.product.product.jobs.runOnce("disburses.ask");
    expect((await lab.detail(taken.id)).status).toBe("processing");
    await lab.owner.run("update disburse_attempts set query_after = null where status = 'sent'");
    later(60);
    await lab.product.product.jobs.runOnce("disburses.ask");
    later(0);
    expect(await lab.detail(taken.id)).toMatchObject({ status: "unknown", reason: "no_answer" });
    await lab.acted(taken.id, "fail", { reason: "the operator's statement shows no such payment" });
    await lab.acted(taken.id, "fail", { reason: "gave up" });
    await lab.acted(lost.id, "fail", { reason: "gave up" });
  });

  it("is completed by hand with a TrxID that paid nothing else", async () => {
    lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
    const [one, two] = [await lab.ordered(merchant, { amount: "140.00" }), await lab.ordered(merchant, { amount: "140.00" })];
    await lab.dispatch();
    const trxId = trx();
    expect((await lab.act(one.id, "complete", { version: (await lab.detail(one.id)).version, trx_id: "?", note: "x" })).error?.code).toBe("validation_failed");
    expect(await lab.acted(one.id, "complete", { trx_id: trxId, cost: "5.00", note: "seen in the operator's app" })).toMatchObject({
      status: "completed",
      trx_id: trxId,
      cost: "5.00",
      reason: "completed_by_hand",
    });
    const used = await lab.act(two.id, "complete", { version: (await lab.detail(two.id)).version, trx_id: trxId.toLowerCase(), note: "x" });
    expect([used.status, used.error?.code]).toEqual([409, "trx_used"]);
    expect((await lab.detail(two.id)).status).toBe("unknown");
    await lab.acted(two.id, "fail", { reason: "proven" });
    await lab.acted(two.id, "fail", { reason: "ended" });
  });
});
