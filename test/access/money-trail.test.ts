/** Acts of people on money in the sealed audit trail: every such route walked, each act one row with before, after and address. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, MONEY_AREAS, type AuditAction } from "../../src/contract/audit.ts";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { BatchOut, BatchRow } from "../../src/contract/disburse-batches.schema.ts";
import type { SmsEndingCreated, SmsEndingRow } from "../../src/contract/sms-endings.schema.ts";
import { OFFERS, ROUTES } from "../../src/server/app.ts";
import { person, type Person } from "../support/attack.ts";
import { bkashTrx, next, received, type TestMerchant, type TestWallet } from "../support/app.ts";
import { Phone } from "../books/phone.ts";
import { PayoutLab, trx, type PayWallet } from "../payout/support.ts";

/** An area's name is a word of the program; whatever acts on such an object belongs to it. */
const isMoney = (action: AuditAction): boolean => (action.split(".")[0] ?? "") in MONEY_AREAS || /^(manual|approvals)\./.test(action);
/** Done by time alone, or its secret's own way (test/approvals/acts.test.ts). */
const BESIDE: readonly AuditAction[] = ["approvals.lapse", "approvals.collect", "manual.lapse"];
/** Rules of messages move no money. */
const NO_MONEY = /^sms\.rule_/;

let lab: PayoutLab;
let merchant: TestMerchant & { key: bigint };
let payer: PayWallet;
let other: PayWallet;
let phone: TestWallet;
let boss: Person;
let admin: Person;
let finance: Person;
let second: Person;
let owner: Person;

beforeAll(async () => {
  lab = await PayoutLab.start({});
  merchant = await lab.merchant(10_000_000_00n, { notify_url: "http://127.0.0.1:9/never" });
  payer = await lab.wallet(10_000_000_00n, { collect: false });
  other = await lab.wallet(1_000_00n, { collect: false });
  phone = await lab.product.wallet();
  boss = await person(lab.product, "admin");
  admin = await person(lab.product, "admin");
  finance = await person(lab.product, "finance");
  second = await person(lab.product, "finance");
  owner = await person(lab.product, "merchant_admin", { merchantId: merchant.id });
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  await lab.stop();
});

interface Row {
  readonly id: bigint;
  readonly action: AuditAction;
  readonly account: string;
  readonly ip: string | null;
  readonly object_type: string;
  readonly object_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown>;
  readonly approval_id: bigint | null;
}
let mark = 0n;
/** Rows that were written since it was asked last. */
async function fresh(): Promise<Row[]> {
  const rows = await lab.owner.rows<Row>("select * from audit where id > $1 order by id", [mark]);
  mark = rows.at(-1)?.id ?? mark;
  return rows;
}
async function call<T = { id: string; version: number; status: string }>(url: string, who: Person, body: unknown, status = 200): Promise<T> {
  const answer = await lab.product.call<T>("POST", `/api${url}`, who.token, body);
  expect(answer.status, `${url}: ${answer.text}`).toBe(status);
  return answer.data;
}
const read = (url: string): Promise<{ version: number; status: string }> => lab.product.good("GET", `/api${url}`);
/** The object's public id of one row, and what it says. */
const seen = new Set<AuditAction>();
async function left(action: AuditAction, who: Person, objectId: string, before: Record<string, unknown> | null, after: Record<string, unknown>): Promise<Row> {
  const rows = (await fresh()).filter((row) => row.action === action);
  expect(rows.length, action).toBe(1);
  const row = rows[0] as Row;
  expect([row.account, row.ip, row.object_id]).toEqual([who.account, "127.0.0.1", objectId]);
  if (before === null) expect(row.before).toBeNull();
  else expect(row.before).toMatchObject(before);
  expect(row.after).toMatchObject(after);
  seen.add(action);
  return row;
}

async function payment(amount = "500.00"): Promise<{ id: string; from: string }> {
  const from = `019${String(next()).padStart(8, "0")}`;
  const made = await lab.product.pay(merchant, { amount, customer: from });
  expect(made.status, made.text).toBe(201);
  return { id: made.data.id, from };
}
async function message(amount: string, from = `018${String(next()).padStart(8, "0")}`, code = bkashTrx(), to = phone): Promise<string> {
  const answer = await lab.product.sms(to, received({ amount, from, trx: code }));
  return answer.data.items[0]?.id ?? "";
}
/** An order in review: its TrxID came with another amount. */
async function reviewed(): Promise<{ id: string; smsId: string; trxId: string; version: number }> {
  const [order, trxId] = [await payment(), bkashTrx()];
  await lab.product.good("POST", `/v1/payments/${order.id}/trx`, merchant.secret, { trx_id: trxId });
  const smsId = await message("400.00", order.from, trxId);
  const now = await read(`/payments/${order.id}`);
  expect(now.status).toBe("review");
  return { id: order.id, smsId, trxId, version: now.version };
}
describe("payments", () => {
  it("approve, reject, re-check", async () => {
    const one = await reviewed();
    await fresh();
    await call(`/payments/${one.id}/approve`, finance, { version: one.version, message_id: one.smsId, amount: "received", note: "seen" });
    await left(
      "payments.approve",
      finance,
      one.id,
      { status: "review", version: one.version, amount: "500.00", received_amount: null },
      { status: "completed", amount: "500.00", received_amount: "400.00", trx_id: one.trxId, sms_id: one.smsId, note: "seen" },
    );
    const two = await reviewed();
    await fresh();
    const rejected = await call(`/payments/${two.id}/reject`, finance, { version: two.version, reason: "not ours" });
    await left("payments.reject", finance, two.id, { status: "review" }, { status: "rejected", reason: "not ours", version: rejected.version });
    const three = await payment();
    await fresh();
    await call(`/payments/${three.id}/recheck`, finance, { version: 1 });
    await left("payments.recheck", finance, three.id, { status: "pending" }, { status: "pending" });
  });

  it("complete, correct, note, notify", async () => {
    // Its phone has reported before: what a person says of the wallet waits for its message.
    await message("1.00");
    const order = await payment("321.00");
    await fresh();
    const done = await call(`/payments/${order.id}/complete`, finance, { version: 1, trx_id: "HANDMADE01", note: "the payer showed it" });
    await left(
      "payments.complete",
      finance,
      order.id,
      { status: "pending", version: 1, trx_id: null },
      { status: "completed", version: done.version, trx_id: "HANDMADE01", received_amount: "321.00", note: "the payer showed it" },
    );
    await call(`/payments/${order.id}/correct`, second, { version: done.version, trx_id: "HANDMADE02", reason: "mistyped" });
    await left("payments.correct", second, order.id, { status: "completed", trx_id: "HANDMADE01" }, { trx_id: "HANDMADE02", note: "mistyped" });
    await call(`/payments/${order.id}/note`, second, { text: "called them" });
    await left("payments.note", second, order.id, { status: "completed" }, { note: "called them" });
    await call(`/payments/${order.id}/notify`, second, {});
    await left("payments.notify", second, order.id, {}, { count: 1 });
  });
});

describe("payouts", () => {
  const failed = async (): Promise<{ id: string; version: number }> => {
    lab.port.onSubmit = () => ({ kind: "rejected", code: "busy", message: "" });
    const { id } = await lab.ordered(merchant);
    await lab.dispatch();
    return { id, version: (await lab.detail(id)).version };
  };

  it("approve, reject, note, notify", async () => {
    const { id } = await lab.ordered(merchant, { amount: "20000.00" });
    await fresh();
    await call(`/disburses/${id}/approve`, finance, { version: 1 });
    await left("disburses.approve", finance, id, { status: "review", amount: "20000.00" }, { status: "approved" });
    const { version } = await read(`/disburses/${id}`);
    await call(`/disburses/${id}/reject`, second, { version, reason: "stopped" });
    await left("disburses.reject", second, id, { status: "approved", version }, { status: "rejected", reason: "stopped" });
    await call(`/disburses/${id}/note`, second, { text: "told them" });
    await left("disburses.note", second, id, {}, { note: "told them" });
    await call(`/disburses/${id}/notify`, boss, {});
    await left("disburses.notify", boss, id, {}, { count: 1 });
  });

  it("re-check, fail, complete", async () => {
    lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
    const { id } = await lab.ordered(merchant);
    await lab.dispatch();
    let { version } = await read(`/disburses/${id}`);
    await fresh();
    await call(`/disburses/${id}/recheck`, finance, { version });
    await left("disburses.recheck", finance, id, { status: "unknown" }, { status: "unknown" });
    version = (await read(`/disburses/${id}`)).version;
    await call(`/disburses/${id}/fail`, finance, { version, reason: "the operator says no" });
    await left("disburses.fail", finance, id, { status: "unknown" }, { status: "attempt_failed", reason: "the operator says no" });
    version = (await read(`/disburses/${id}`)).version;
    const code = trx();
    await call(`/disburses/${id}/complete`, finance, { version, trx_id: code, note: "it came through" });
    await left("disburses.complete", finance, id, { status: "attempt_failed", version }, { status: "completed", trx_id: code, note: "it came through" });
  });

  it("reset names both people and the approval, and so do the rows of the approval", async () => {
    const { id, version } = await failed();
    await fresh();
    const asked = await lab.product.call<{ approval: ApprovalRow }>("POST", `/api/disburses/${id}/reset`, finance.token, { version, reason: "try again" });
    expect(asked.status, asked.text).toBe(202);
    const approval = asked.data.approval;
    const request = await left("approvals.request", finance, approval.id, null, { kind: "disburses.reset", object: id, version, amount: "100.00" });
    expect(request.object_type).toBe("approval");
    expect((await read(`/disburses/${id}`)).status).toBe("attempt_failed");
    await call(`/approvals/${approval.id}/approve`, second, { version: approval.version });
    const rows = await fresh();
    expect(rows.map((row) => row.action)).toEqual(["disburses.reset", "approvals.approve"]);
    const [reset, approved] = rows;
    const both = { maker: finance.account, checker: second.account };
    expect(reset).toMatchObject({
      account: second.account,
      ip: "127.0.0.1",
      object_type: "disburse",
      object_id: id,
      before: { status: "attempt_failed", version },
    });
    expect(reset?.after).toMatchObject({ status: "pending", reason: "try again", ...both });
    expect(approved).toMatchObject({ account: second.account, before: { status: "waiting" }, after: { status: "approved", object: id, ...both } });
    for (const row of rows) expect(row.approval_id).toBe(lab.app.publicIds.decode("approval", approval.id));
    seen.add("disburses.reset").add("approvals.approve");
  });

  it("a request that is rejected, and one that is taken back", async () => {
    const { id, version } = await failed();
    const ask = async (reason: string): Promise<ApprovalRow> =>
      (await lab.product.call<{ approval: ApprovalRow }>("POST", `/api/disburses/${id}/reset`, finance.token, { version, reason })).data.approval;
    const one = await ask("once");
    await fresh();
    await call(`/approvals/${one.id}/reject`, second, { version: one.version, reason: "no" });
    await left(
      "approvals.reject",
      second,
      one.id,
      { status: "waiting" },
      { status: "rejected", reason: "no", object: id, maker: finance.account, checker: second.account },
    );
    const two = await ask("twice");
    await fresh();
    await call(`/approvals/${two.id}/cancel`, finance, { version: two.version });
    await left("approvals.cancel", finance, two.id, { status: "waiting" }, { status: "cancelled", object: id, maker: finance.account });
  });
});

describe("several at once", () => {
  it("each has its own row, what was refused has none", async () => {
    const ids = [(await lab.ordered(merchant)).id, (await lab.ordered(merchant)).id, (await lab.ordered(merchant)).id];
    const items = ids.map((id, index) => ({ id, version: index === 2 ? 9 : 1 }));
    await fresh();
    await call<unknown>("/disburses/bulk", finance, { action: "reject", items, reason: "the file was wrong" });
    const rows = await fresh();
    expect(rows.map((row) => [row.action, row.object_id, row.ip, row.after["reason"]])).toEqual(
      ids.slice(0, 2).map((id) => ["disburses.reject", id, "127.0.0.1", "the file was wrong"]),
    );
    const orders = [await payment(), await payment()];
    await fresh();
    await call<unknown>("/payments/bulk", finance, { action: "recheck", items: orders.map(({ id }) => ({ id, version: 1 })) });
    expect((await fresh()).map((row) => [row.action, row.object_id])).toEqual(orders.map(({ id }) => ["payments.recheck", id]));
  });

  it("a file: submitted, stopped, taken up again, by the merchant's own person", async () => {
    const csv = `merchant_order_id,operator,amount,customer,user_id\nF-${next()},bkash,10.00,01900000001,\nF-${next()},bkash,11.00,01900000002,`;
    await fresh();
    const file = { csv, file_name: "may.csv", dry_run: false };
    await call<unknown>("/disburses/batch", owner, { ...file, dry_run: true });
    expect(await fresh()).toEqual([]);
    const made = (await call<BatchOut>("/disburses/batch", owner, { ...file, expect: { count: 2, amount: "21.00" } })).batch as BatchRow;
    const row = await left("batches.submit", owner, made.id, null, { status: "running", amount: "21.00", row_count: 2, file_name: "may.csv" });
    expect((row as unknown as { merchant_id: bigint }).merchant_id).toBe(merchant.key);
    expect((await call<BatchOut>("/disburses/batch", owner, { ...file, expect: { count: 2, amount: "21.00" } })).again).toBe(true);
    expect(await fresh()).toEqual([]);
    const stopped = await call(`/disburses/batches/${made.id}/stop`, owner, { version: made.version });
    await left("batches.stop", owner, made.id, { status: "running", waiting: 2 }, { status: "stopped", waiting: 0 });
    await call(`/disburses/batches/${made.id}/retry`, owner, { version: stopped.version });
    await left("batches.retry", owner, made.id, { status: "stopped" }, { status: "running", waiting: 2 });
  });
});

describe("transfers", () => {
  const body = () => ({ kind: "wallet", from_wallet_id: payer.id, to_wallet_id: other.id, amount: "30.00", expected_cost: "5.00", note: "refill" });

  it("create, approve, complete, fail, cancel", async () => {
    await fresh();
    const one = await call("/transfers", finance, body(), 201);
    await left("transfers.create", finance, one.id, null, {
      status: "pending",
      amount: "30.00",
      expected_cost: "5.00",
      from_wallet_id: payer.id,
      to_wallet_id: other.id,
      note: "refill",
    });
    const going = await call(`/transfers/${one.id}/approve`, second, { version: one.version });
    await left("transfers.approve", second, one.id, { status: "pending", frozen: "0.00" }, { status: "processing", frozen: "35.00" });
    const code = trx();
    await call(`/transfers/${one.id}/complete`, second, { version: going.version, trx_id: code });
    await left("transfers.complete", second, one.id, { status: "processing", trx_id: null }, { status: "completed", trx_id: code, cost: "5.00" });
    const two = await call("/transfers", finance, body(), 201);
    const under = await call(`/transfers/${two.id}/approve`, second, { version: two.version });
    await fresh();
    await call(`/transfers/${two.id}/fail`, second, { version: under.version, reason: "the app is down" });
    await left("transfers.fail", second, two.id, { status: "processing" }, { status: "failed", frozen: "0.00", reason: "the app is down" });
    const three = await call("/transfers", finance, body(), 201);
    await fresh();
    await call(`/transfers/${three.id}/cancel`, finance, { version: three.version });
    await left("transfers.cancel", finance, three.id, { status: "pending" }, { status: "cancelled" });
  });
});

describe("withdrawals", () => {
  it("submit, approve, paid, reject; the receiving account stands in none of them", async () => {
    const body = { receiving_account: "DBBL 123456789", amount: "50.00" };
    await fresh();
    const one = await call("/withdrawal", owner, body, 201);
    const row = await left("withdrawal.submit", owner, one.id, null, { status: "pending", amount: "50.00", merchant_id: merchant.id });
    expect(JSON.stringify(row.after)).not.toContain("123456789");
    const approved = await call(`/withdrawal/${one.id}/approve`, finance, { version: one.version });
    await left("withdrawal.approve", finance, one.id, { status: "pending" }, { status: "approved", version: approved.version });
    await call(`/withdrawal/${one.id}/paid`, second, { version: approved.version, reference: "FT26112100" });
    await left("withdrawal.paid", second, one.id, { status: "approved", reference: null }, { status: "paid", reference: "FT26112100", amount: "50.00" });
    const two = await call("/withdrawal", owner, body, 201);
    await fresh();
    await call(`/withdrawal/${two.id}/reject`, finance, { version: two.version, reason: "another account" });
    await left("withdrawal.reject", finance, two.id, { status: "pending" }, { status: "rejected", reason: "another account" });
  });
});

describe("messages and manual operations", () => {
  it("match, accept, ignore, parse again, type in", async () => {
    const order = await payment("612.00");
    const found = await message("611.00");
    const { version } = await read(`/sms/${found}`);
    await fresh();
    await call(`/sms/${found}/match`, finance, { version, payment_id: order.id, note: "same payer" });
    await left(
      "sms.match",
      finance,
      found,
      { match_status: "unmatched", payment_id: null },
      { match_status: "matched", payment_id: order.id, note: "same payer" },
    );
    const doubted = received({ amount: "6.00", from: "01812345678", trx: bkashTrx() });
    const believed = (await lab.product.sms(phone, `${doubted} Sing along in our choir.`)).data.items[0]?.id ?? "";
    const shown = await read(`/sms/${believed}`);
    await fresh();
    await call(`/sms/${believed}/accept`, finance, { version: shown.version, note: "seen on the phone" });
    await left("sms.accept", finance, believed, { match_status: "review" }, { match_status: "unmatched", note: "seen on the phone" });
    const aside = await message("7.00");
    const at = await read(`/sms/${aside}`);
    await fresh();
    await call(`/sms/${aside}/ignore`, finance, { version: at.version, reason: "a test" });
    await left("sms.ignore", finance, aside, { match_status: "unmatched" }, { match_status: "ignored", reason: "a test" });
    const { version: put } = await read(`/sms/${aside}`);
    await fresh();
    await call(`/sms/${aside}/restore`, finance, { version: put });
    await left("sms.restore", finance, aside, { match_status: "ignored" }, { match_status: "unmatched" });
    const strange = (await lab.product.sms(phone, "bKash: something that nobody knows, Tk 5 and more")).data.items[0]?.id ?? "";
    const now = await read(`/sms/${strange}`);
    await fresh();
    await call(`/sms/${strange}/parse`, finance, { version: now.version });
    await left("sms.parse", finance, strange, { version: now.version }, { version: now.version + 1 });
    const typed = await call(
      "/sms",
      finance,
      { wallet_id: phone.id, sender: "bKash", text: received({ amount: "8.00", from: "01812345678", trx: bkashTrx() }) },
      201,
    );
    await left("sms.typed_in", finance, typed.id, null, { amount: "8.00", wallet_id: phone.id, sender: "bKash" });
  });

  it("request, apply, reject", async () => {
    const body = { kind: "merchant_credit", merchant_id: merchant.id, amount: "3.00", note: "goodwill" };
    await fresh();
    const one = await call("/manual", finance, body, 201);
    await left("manual.request", finance, one.id, null, { kind: "merchant_credit", amount: "3.00", note: "goodwill" });
    await call(`/manual/${one.id}/apply`, second, { version: one.version });
    await left(
      "manual.apply",
      second,
      one.id,
      { status: "requested", version: 1 },
      { status: "applied", amount: "3.00", merchant_id: merchant.id, maker: finance.account, checker: second.account },
    );
    const two = await call("/manual", finance, body, 201);
    await fresh();
    await call(`/manual/${two.id}/reject`, second, { version: two.version, reason: "no ground" });
    await left("manual.reject", second, two.id, { status: "requested" }, { status: "rejected", reason: "no ground" });
  });
});

describe("harmless words", () => {
  it("written down, let pass by two people, taken back", async () => {
    await fresh();
    const made = (await call<SmsEndingCreated>("/sms/endings", boss, { operator: "bkash", text: "Sing along in our choir tonight", note: "seen often" }, 201))
      .ending as SmsEndingRow;
    await left("sms.ending_create", boss, made.id, null, { operator: "bkash", text: made.text, note: "seen often" });
    const { approval } = await call<{ approval: ApprovalRow }>(`/sms/endings/${made.id}/on`, boss, { version: made.version }, 202);
    await fresh();
    await call(`/approvals/${approval.id}/approve`, admin, {});
    const row = await left("sms.ending_on", admin, made.id, { status: made.status }, { status: "on" });
    expect(row.approval_id).not.toBeNull();
    await call(`/sms/endings/${made.id}/off`, boss, { version: made.version + 1 });
    await left("sms.ending_off", boss, made.id, { status: "on" }, { status: "off" });
  });
});

describe("a payout whose wallet forwards its messages", () => {
  it("correct", async () => {
    await Phone.start(lab);
    const { id } = await lab.ordered(merchant, { amount: "90.00" });
    await lab.dispatch();
    await lab.acted(id, "complete", { trx_id: "HANDMADE03", note: "seen" });
    const { version } = await read(`/disburses/${id}`);
    await fresh();
    await call(`/disburses/${id}/correct`, finance, { version, trx_id: "HANDMADE04", reason: "mistyped" });
    await left("disburses.correct", finance, id, { version, trx_id: "HANDMADE03" }, { status: "completed", trx_id: "HANDMADE04", note: "mistyped" });
  });
});

describe("all of it", () => {
  it("has been walked: every act on money that a route names was done above and left its row", () => {
    const named = ROUTES.flatMap((route) => (route.audit === null ? [] : [route.audit].flat()));
    const money = [...new Set(named)].filter((action) => isMoney(action) && !NO_MONEY.test(action) && !BESIDE.includes(action));
    expect(money.filter((action) => !seen.has(action))).toEqual([]);
    // What runs on many objects alone is walked in test/bulk.
    const onMany = [...OFFERS.bulkActs.values()].flatMap((act) => act.audit);
    expect(AUDIT_ACTIONS.filter((action) => (action.split(".")[0] ?? "") in MONEY_AREAS && ![...named, ...onMany].includes(action))).toEqual([]);
  });

  it("what is refused leaves nothing, and a repeated call nothing more", async () => {
    const order = await payment();
    await fresh();
    await call(`/payments/${order.id}/complete`, finance, { version: 5, trx_id: "HANDMADE09", note: "x" }, 409);
    await call(`/payments/${order.id}/approve`, owner, { version: 1, message_id: order.id, amount: "received" }, 403);
    expect(await fresh()).toEqual([]);
    const once = () => lab.product.call("POST", `/api/payments/${order.id}/note`, finance.token, { text: "once" }, { "idempotency-key": "note-once" });
    expect([(await once()).status, (await once()).status]).toEqual([200, 200]);
    expect((await fresh()).map((row) => row.action)).toEqual(["payments.note"]);
  });

  it("names nobody of the platform to a merchant, whoever decided about it", async () => {
    const { version } = await lab.product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
    const fee = { version, payment_fee: { rate_bps: 5 } };
    const asked = await lab.product.call<{ approval: ApprovalRow }>("PATCH", `/api/merchants/${merchant.id}`, finance.token, fee);
    await call(`/approvals/${asked.data.approval.id}/approve`, second, { version: asked.data.approval.version });
    const of = async (url: string, who: Person): Promise<string> => (await lab.product.call("GET", `/api${url}`, who.token)).text;
    for (const url of [`/audit?object_id=${merchant.id}`, `/audit/export?format=csv&object_id=${merchant.id}`, `/merchants/${merchant.id}`]) {
      expect(await of(url, boss), url).toContain(finance.account);
      expect(await of(url, boss), url).toContain(second.account);
      const told = await of(url, owner);
      expect(told, url).toContain("merchant.update");
      for (const name of [finance.account, second.account]) expect(told, url).not.toContain(name);
    }
  });

  it("a request that can never succeed any more ends with a row of its own, whether a newer one or its time ended it", async () => {
    const url = `/merchants/${merchant.id}`;
    const ask = async (rate_bps: number): Promise<ApprovalRow> => {
      const { version } = await read(url);
      const asked = await lab.product.call<{ approval: ApprovalRow }>("PATCH", `/api${url}`, finance.token, { version, payment_fee: { rate_bps } });
      expect(asked.status, asked.text).toBe(202);
      return asked.data.approval;
    };
    const first = await ask(61);
    await lab.product.good("PATCH", `/api${url}`, boss.token, { version: (await read(url)).version, name: "Padma" });
    await fresh();
    const newer = await ask(62);
    const rows = await fresh();
    expect(rows.map((row) => [row.action, row.object_id])).toEqual([
      ["approvals.lapse", first.id],
      ["approvals.request", newer.id],
    ]);
    expect(rows[0]).toMatchObject({ account: finance.account, before: { status: "waiting", version: 1 }, after: { status: "lapsed", reason: "changed" } });
    const real = lab.app.now;
    Object.assign(lab.app, { now: () => real() + 24 * 3_600_000 + 1000 });
    await lab.product.product.jobs.runOnce("lapse-approvals").finally(() => Object.assign(lab.app, { now: real }));
    const ended = (await fresh()).filter((row) => row.object_id === newer.id);
    expect(ended).toMatchObject([{ action: "approvals.lapse", after: { status: "lapsed", reason: "expired", maker: finance.account } }]);
  });

  it("is read where it belongs: by its object, and not once more in the timeline of the order", async () => {
    const order = await payment("77.00");
    await call(`/payments/${order.id}/complete`, finance, { version: 1, trx_id: trx(), note: "seen" });
    const { items } = await lab.product.good<{ items: { action: string; actor: { account: string }; object: { type: string; id: string } }[] }>(
      "GET",
      `/api/audit?object_id=${order.id}&object_type=payment&action=payments.complete`,
    );
    expect(items).toMatchObject([{ action: "payments.complete", actor: { account: finance.account }, object: { type: "payment", id: order.id } }]);
    const { timeline } = await lab.product.good<{ timeline: { kind: string; actor: { account: string | null } | null }[] }>("GET", `/api/payments/${order.id}`);
    expect(timeline.filter((item) => item.actor?.account === finance.account).map((item) => item.kind)).toEqual(["completed_by_hand"]);
    // Merchants learn what happened from the order; who of the platform did it stays with the platform.
    expect((await lab.product.good<{ items: unknown[] }>("GET", `/api/audit?object_id=${order.id}`, owner.token)).items).toEqual([]);
  });
});
