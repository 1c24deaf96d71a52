/** What people do with payouts: second approvals, several at once with a preview, notes, the manual way, closed ways. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BulkOut } from "../../src/contract/bulk.schema.ts";
import { manualPort } from "../../src/server/core/operators/manual.ts";
import { lockRouting } from "../../src/server/platform/db/routing-lock.ts";
import { type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { configure } from "../support/attack.ts";
import { PayoutLab, trx, type PayWallet } from "./support.ts";

let lab: PayoutLab;
let merchant: TestMerchant & { key: bigint };
let wallet: PayWallet;
let finance: string;
let operator: string;

beforeAll(async () => {
  lab = await PayoutLab.start({});
  merchant = await lab.merchant(10_000_000_00n);
  wallet = await lab.wallet(10_000_000_00n, { api_type: "manual" });
  finance = await lab.staff("finance");
  operator = await lab.staff("operator");
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  await lab.stop();
});
const versionOf = async (id: string): Promise<number> => (await lab.detail(id)).version;
const none = { version: 1 };

describe("who may not", () => {
  it("is refused: no session, an auditor, a merchant's people, a key", async () => {
    const { id } = await lab.ordered(merchant);
    const auditor = await lab.staff("auditor");
    for (const action of ["approve", "reject", "recheck", "reset", "complete", "fail", "note"]) {
      const body = { ...none, reason: "x", trx_id: "TRX0001", note: "x", text: "x" };
      expect((await lab.product.call("POST", `/api/disburses/${id}/${action}`, null, body)).status).toBe(401);
      expect((await lab.product.call("POST", `/api/disburses/${id}/${action}`, merchant.secret, body)).status).toBe(401);
      expect((await lab.act(id, action, body, auditor)).error?.code).toBe("forbidden");
    }
    for (const token of [auditor, merchant.secret])
      expect((await lab.product.call("POST", "/api/disburses/bulk", token, { action: "approve", items: [{ id, version: 1 }] })).success).toBe(false);
    await lab.acted(id, "reject", { reason: "end" });
  });

  it("is told of a missing order and of a stale version in the same way for every act", async () => {
    const { id } = await lab.ordered(merchant, { amount: "20000.00" });
    const bodies: Record<string, object> = {
      approve: {},
      reject: { reason: "x" },
      recheck: {},
      reset: { reason: "x" },
      complete: { trx_id: "TRX0001", note: "x" },
      fail: { reason: "x" },
    };
    for (const [action, body] of Object.entries(bodies)) {
      expect([action, (await lab.act("D261121XXXXXXXX", action, { version: 1, ...body })).error?.code]).toEqual([action, "not_found"]);
      expect([action, (await lab.act(id, action, { version: 7, ...body })).status]).toEqual([action, 409]);
    }
    await lab.acted(id, "reject", { reason: "end" });
  });
});

describe("the manual way", () => {
  it("waits for a person: paid with its TrxID, or not", async () => {
    lab.port.onSubmit = (attempt) => manualPort.submit(attempt);
    const [paid, unpaid] = [await lab.ordered(merchant, { amount: "50.00" }), await lab.ordered(merchant, { amount: "51.00" })];
    await lab.dispatch();
    const waiting = await lab.detail(paid.id);
    expect(waiting).toMatchObject({ status: "processing", way: "manual", actions: ["recheck", "complete", "fail", "note"] });
    expect((await lab.walletFigures(wallet)).frozen_balance).toBe("111.00");
    await lab.expireLeases();
    await lab.product.product.jobs.runOnce("disburses.lost");
    expect((await lab.detail(paid.id)).status).toBe("processing");
    expect(await lab.acted(paid.id, "complete", { trx_id: trx(), cost: "5.00", note: "paid from the phone" })).toMatchObject({
      status: "completed",
      cost: "5.00",
    });
    expect(await lab.acted(unpaid.id, "fail", { reason: "the app refused it" })).toMatchObject({ status: "attempt_failed" });
    expect(await lab.acted(unpaid.id, "fail", { reason: "given up" })).toMatchObject({ status: "failed" });
    expect((await lab.walletFigures(wallet)).frozen_balance).toBe("0.00");
    const late = await lab.act(paid.id, "complete", { version: await versionOf(paid.id), trx_id: trx(), note: "again" });
    expect(late.error?.code).toBe("wrong_state");
  });

  it("waits until nobody else promises the money that a failed attempt has frozen no longer", async () => {
    lab.port.onSubmit = (attempt) => manualPort.submit(attempt);
    const { id } = await lab.ordered(merchant, { amount: "52.00" });
    await lab.dispatch();
    await lab.acted(id, "fail", { reason: "the app refused it" });
    const version = await versionOf(id);
    let ended = false;
    // What the wallet has left goes to something else, under the lock that whoever promises it holds.
    const under = await lab.owner.tx(async (tx) => {
      await lockRouting(tx, "bkash");
      const answer = lab.act(id, "complete", { version, trx_id: trx(), note: "it went out after all" }).finally(() => (ended = true));
      const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory' limit 1";
      await until(async () => ended || (await lab.app.db.side.one(waits)) !== null);
      await tx.run("update wallets set frozen_balance = frozen_balance + wallet_free(id) where id = $1", [wallet.key]);
      return { answer };
    });
    const answer = await under.answer;
    await lab.owner.run("update wallets set frozen_balance = 0 where id = $1", [wallet.key]);
    // A machine that stands still for longer than a lock is waited for has answered that it is busy.
    if (answer.status < 500) expect(answer.error, answer.text).toMatchObject({ code: "insufficient_balance", fields: { amount: "too_large" } });
    await lab.acted(id, "fail", { reason: "given up" });
  });
});

describe("a second approval", () => {
  it("approves a reset under the version it was asked for, and is never the first", async () => {
    lab.port.onSubmit = () => ({ kind: "rejected", code: "busy", message: "" });
    const { id } = await lab.ordered(merchant, { amount: "60.00" });
    await lab.dispatch();
    const asked = await lab.act(id, "reset", { version: await versionOf(id), reason: "try again" }, finance);
    expect(asked.status).toBe(202);
    const { approval } = asked.data as unknown as { approval: { id: string; version: number } };
    expect((await lab.detail(id)).status).toBe("attempt_failed");
    expect((await lab.product.call("POST", `/api/approvals/${approval.id}/approve`, finance, { version: approval.version })).error?.code).toBe("same_person");
    // It waits for its checker: time alone does not end the order.
    await lab.owner.run("update disburse_attempts set ended_at = now() - interval '1 hour' where status = 'failed'");
    await lab.product.product.jobs.runOnce("disburses.give-up");
    expect((await lab.detail(id)).status).toBe("attempt_failed");
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
    const sent = lab.port.sent.length;
    await lab.product.good("POST", `/api/approvals/${approval.id}/approve`, lab.product.admin, { version: approval.version });
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent + 1);
    expect(await lab.detail(id)).toMatchObject({ status: "completed" });
    expect((await lab.detail(id)).attempts).toHaveLength(2);
  });

  it("is asked for completing a large one by hand", async () => {
    lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
    const { id } = await lab.ordered(merchant, { amount: "10000.00" });
    await lab.dispatch();
    const body = { version: await versionOf(id), trx_id: trx(), note: "seen" };
    const asked = await lab.act(id, "complete", body, finance);
    expect(asked.status).toBe(202);
    const { approval } = asked.data as unknown as { approval: { id: string; version: number } };
    expect((await lab.detail(id)).status).toBe("unknown");
    await lab.product.good("POST", `/api/approvals/${approval.id}/approve`, lab.product.admin, { version: approval.version });
    expect(await lab.detail(id)).toMatchObject({ status: "completed", trx_id: body.trx_id });
  });

  it("is asked for a cost that makes a small one large, and an operator may not say it at all", async () => {
    lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
    const { id } = await lab.ordered(merchant, { amount: "60.00" });
    await lab.dispatch();
    const body = { version: await versionOf(id), trx_id: trx(), note: "seen", cost: "60000.00" };
    expect((await lab.act(id, "complete", body, operator)).error?.code).toBe("forbidden");
    const asked = await lab.act(id, "complete", body, finance);
    expect([asked.status, (await lab.detail(id)).status], asked.text).toEqual([202, "unknown"]);
    expect(asked.data).toMatchObject({ approval: { amount: "60060.00" } });
    expect((await lab.act(id, "complete", { ...body, cost: "5.00" }, finance)).data).toMatchObject({ status: "completed", cost: "5.00" });
  });
});

describe("several at once", () => {
  it("are done one by one, each with its result", async () => {
    const small = await lab.ordered(merchant, { amount: "10000.01" });
    const large = await lab.ordered(merchant, { amount: "30000.00" });
    const queued = await lab.ordered(merchant, { amount: "70.00" });
    const items = [small, large, queued, { id: "D261121XXXXXXXX" }, small].map(({ id }) => ({ id, version: 1 }));
    expect((await lab.product.call("POST", "/api/disburses/bulk", finance, { action: "reject", items })).error?.fields).toEqual({ reason: "required" });
    const done = await lab.product.good<BulkOut>("POST", "/api/disburses/bulk", finance, { action: "approve", items });
    expect(done.items.map((item) => [item.ok, item.code])).toEqual([
      [true, null],
      [true, null],
      [false, "wrong_state"],
      [false, "not_found"],
      [false, "conflict"],
    ]);
    const rejected = await lab.product.good<BulkOut>("POST", "/api/disburses/bulk", finance, {
      action: "reject",
      items: [...[small, large].map(({ id }) => ({ id, version: 2 })), { id: queued.id, version: 1 }],
      reason: "wrong file",
    });
    expect(rejected.items.every((item) => item.ok)).toBe(true);
    expect(await lab.product.good("GET", `/v1/disburses/${large.id}`, merchant.secret)).toMatchObject({ status: "rejected", reason: "wrong file" });
  });

  it("count together: against what an operator decides alone, and as a sum that is typed; a proof of who acts comes first", async () => {
    const two = [await lab.ordered(merchant, { amount: "20000.00" }), await lab.ordered(merchant, { amount: "20000.00" })];
    const three = [...two, await lab.ordered(merchant, { amount: "20000.00" })];
    const itemsOf = (rows: readonly { id: string }[]): object[] => rows.map(({ id }) => ({ id, version: 1 }));
    const bulk = (token: string, body: object) => lab.product.call<BulkOut>("POST", "/api/disburses/bulk", token, body);
    await configure(lab.product, { operator_approve_limit: "30000.00" });
    expect((await bulk(operator, { action: "approve", items: itemsOf(two) })).error).toMatchObject({ code: "forbidden", details: { limit: "30000.00" } });
    expect((await bulk(operator, { action: "reject", items: itemsOf(two), reason: "no" })).error?.code).toBe("forbidden");
    await configure(lab.product, { operator_approve_limit: "10000.00" });
    const all = { action: "approve", items: itemsOf(three) };
    expect((await bulk(finance, all)).error?.fields).toEqual({ typed: "required" });
    expect((await bulk(finance, { ...all, typed: "6000.00" })).error?.fields).toEqual({ typed: "mismatch" });
    await lab.owner.run("update sessions set rechecked_at = null");
    expect((await bulk(finance, { ...all, typed: "60000.00" })).error?.code).toBe("recheck_required");
    for (const { id } of three) expect((await lab.detail(id)).status).toBe("review");
    await lab.owner.run("update sessions set rechecked_at = now()");
    expect((await bulk(finance, { ...all, typed: "60000.00" })).data.items.map(({ ok }) => ok)).toEqual([true, true, true]);
    for (const { id } of three) await lab.acted(id, "reject", { reason: "end" });
  });

  it("let a merchant's admin notify again about its own, and nothing else", async () => {
    const named = await lab.merchant(1_000_00n, { notify_url: "http://127.0.0.1:9/hook" });
    const { id } = await lab.ordered(named);
    const account = `boss.${named.key}`;
    await lab.product.good("POST", "/api/users", lab.product.admin, {
      account,
      email: `${account}@example.com`,
      user_type: "merchant_admin",
      merchant_id: named.id,
      password: "a third correct horse battery",
    });
    const { token } = await lab.product.good<{ token: string }>("POST", "/api/signin", null, { account, password: "a third correct horse battery" });
    expect((await lab.act(id, "notify", none, token)).error?.code).toBe("wrong_state");
    await lab.acted(id, "reject", { reason: "end" });
    expect((await lab.act(id, "notify", { version: 2 }, token)).data).toMatchObject({ status: "rejected" });
    const foreign = await lab.ordered(merchant);
    expect((await lab.act(foreign.id, "notify", none, token)).error?.code).toBe("not_found");
    for (const action of ["approve", "recheck"])
      expect((await lab.product.call("POST", "/api/disburses/bulk", token, { action, items: [{ id, version: 2 }] })).error?.code).toBe("forbidden");
    const told = await lab.product.good<BulkOut>("POST", "/api/disburses/bulk", token, { action: "notify", items: [{ id: foreign.id, version: 1 }] });
    expect(told.items).toEqual([{ id: foreign.id, ok: false, code: "not_found", version: null }]);
    await lab.acted(foreign.id, "reject", { reason: "end" });
  });
});

describe("a closed way", () => {
  it("keeps what was accepted in the queue until it is open again", async () => {
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
    const { id } = await lab.ordered(merchant, { amount: "80.00" });
    const acceptance = await lab.product.good<{ version: number }>("GET", "/api/intake");
    await lab.product.good("PATCH", "/api/intake", lab.product.admin, { version: acceptance.version, disburses: false });
    const sent = lab.port.sent.length;
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    expect((await lab.order(merchant)).error?.code).toBe("intake_closed");
    expect((await lab.detail(id)).status).toBe("approved");
    const now = await lab.product.good<{ version: number }>("GET", "/api/intake");
    await lab.product.good("PATCH", "/api/intake", lab.product.admin, { version: now.version, disburses: true });
    await lab.owner.run("update disburses set route_after = null where status = 'approved'");
    await lab.dispatch();
    expect((await lab.detail(id)).status).toBe("completed");
  });

  it("is a wallet without money or phone: the order waits and says why", async () => {
    const row = await lab.product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`);
    await lab.product.good("POST", `/api/wallets/${wallet.id}/disable`, lab.product.admin, { version: row.version });
    const bare = await lab.wallet(0n, { api_type: "app", name: "no phone" });
    const poor = await lab.wallet(100_00n, { name: "poor" });
    const { id } = await lab.ordered(merchant, { amount: "100.00" });
    await lab.dispatch();
    const detail = await lab.detail(id);
    expect(detail.status).toBe("approved");
    const why = new Map(detail.routing?.wallets.map((item) => [item.wallet_id, item.result]));
    expect([why.get(wallet.id), why.get(bare.id), why.get(poor.id)]).toEqual(["disabled", "unbound", "balance_low"]);
    expect(await lab.acted(id, "reject", { reason: "nobody can pay it" })).toMatchObject({ status: "rejected" });
  });
});
