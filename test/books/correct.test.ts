/** A TrxID that was said before proof is a claim: a person with a reason moves it, and a message that waits proves it then. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PaymentRow } from "../../src/contract/payments.schema.ts";
import { PayoutLab } from "../payout/support.ts";
import { configure, missingId, person } from "../support/attack.ts";
import { bkashTrx, next, type Answer, type TestMerchant } from "../support/app.ts";
import { Phone } from "./phone.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
let phone: Phone;

beforeAll(async () => {
  lab = await PayoutLab.start({ one_person: true });
  merchant = await lab.merchant(200_000_00n, { notify_url: "http://127.0.0.1:9/never" });
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.stop());

const customer = (): string => `019${String(next()).padStart(8, "0")}`;
const REASON = "the payer showed another receipt";

/** A payout that a person completed with a TrxID before any message. */
async function paidOut(amount: string, trxId: string, to = customer()): Promise<{ id: string; key: bigint; to: string }> {
  const order = await lab.ordered(merchant, { amount, customer: to });
  await lab.dispatch();
  await lab.acted(order.id, "complete", { trx_id: trxId, note: "seen on the phone" });
  return { id: order.id, key: lab.app.publicIds.decode("disburse", order.id) as bigint, to };
}
const paymentNow = (id: string): Promise<PaymentRow & { timeline: { kind: string; data: Record<string, unknown> }[] }> =>
  lab.product.good("GET", `/api/payments/${id}`);
/** A payment that a person completed with a TrxID before any message. */
async function paidIn(amount: string, trxId: string, payer?: string): Promise<{ id: string; key: bigint }> {
  const { data } = await lab.product.pay(merchant, { amount, ...(payer === undefined ? {} : { customer: payer }) });
  await lab.product.good("POST", `/api/payments/${data.id}/complete`, lab.product.admin, { version: 1, trx_id: trxId, note: "told by the merchant" });
  return { id: data.id, key: lab.app.publicIds.decode("payment", data.id) as bigint };
}
async function correct(
  area: "payments" | "disburses",
  id: string,
  trxId: string,
  more: { version?: number; token?: string | null } = {},
): Promise<Answer<PaymentRow>> {
  const { version } = await lab.product.good<{ version: number }>("GET", `/api/${area}/${id}`);
  const token = more.token === undefined ? lab.product.admin : more.token;
  return lab.product.call("POST", `/api/${area}/${id}/correct`, token, { version: more.version ?? version, trx_id: trxId, reason: REASON });
}
const outcome = (answer: Answer<unknown>): unknown => (answer.success ? answer.status : [answer.status, answer.error?.code]);
const smsOf = (trxId: string): Promise<Record<string, unknown> | null> =>
  lab.owner.one("select match_status, in_suspense, payment_id, disburse_id, reasons from sms where trx_key = $1", [trxId]);
const claimOf = (trxId: string): Promise<{ object_id: bigint; proven: boolean } | null> =>
  lab.owner.one("select object_id, sms_id is not null as proven from trx_used where trx_key = $1", [trxId]);
const auditOf = (action: string, id: string): Promise<{ before: Record<string, unknown>; after: Record<string, unknown>; ip: string }[]> =>
  lab.owner.rows("select before, after, ip from audit where action = $1 and object_id = $2", [action, id]);
const openAlerts = async (kind: string, id: bigint): Promise<number> =>
  (await lab.owner.rows("select 1 from alerts where kind = $1 and object_id = $2 and status in ('open', 'claimed', 'muted')", [kind, id])).length;
const notified = (id: bigint): Promise<unknown[]> =>
  lab.owner.rows("select id from outbox where object_id = $1 union all select id from deliveries where object_id = $1", [id]);
async function reconciled(): Promise<void> {
  const { books, real, inTransit, difference } = await phone.figures();
  expect({ books, inTransit, difference }).toEqual({ books: real, inTransit: 0n, difference: 0n });
}

describe("payouts", () => {
  it("with swapped TrxIDs, whose messages name no payee, are put right by a person", async () => {
    phone = await Phone.start(lab);
    const [first, second] = [bkashTrx(), bkashTrx()];
    const [one, two] = [await paidOut("120.00", second), await paidOut("130.00", first)];
    await phone.sendsUnnamed(120_00n, first);
    await phone.sendsUnnamed(130_00n, second);
    expect(await phone.figures()).toMatchObject({ inTransit: -250_00n, stopped: true });
    expect([await openAlerts("disburse_differs", one.key), await openAlerts("disburse_differs", two.key)]).toEqual([1, 1]);
    expect((await lab.detail(one.id)).actions).toContain("correct");
    const before = await notified(one.key);

    expect(outcome(await correct("disburses", one.id, first))).toBe(200);
    expect(await lab.detail(one.id)).toMatchObject({
      status: "completed",
      trx_id: first,
      cost: "5.00",
      disputed_at: null,
      attempts: [{ trx_id: first, cost: "5.00" }],
    });
    expect((await lab.detail(one.id)).actions).not.toContain("correct");
    // The other debit is still unexplained.
    expect(await phone.figures()).toMatchObject({ inTransit: -130_00n, stopped: true });
    expect(outcome(await correct("disburses", two.id, second))).toBe(200);
    expect(await lab.detail(two.id)).toMatchObject({ status: "completed", trx_id: second, cost: "5.00" });

    await reconciled();
    expect((await phone.figures()).stopped).toBe(false);
    expect(await smsOf(first)).toMatchObject({ match_status: "matched", disburse_id: one.key, reasons: ["corrected_by_hand"] });
    expect(await claimOf(second)).toEqual({ object_id: two.key, proven: true });
    expect([await openAlerts("disburse_differs", one.key), await openAlerts("disburse_differs", two.key)]).toEqual([0, 0]);
    expect((await lab.owner.rows("select 1 from alerts where kind = 'debit_unexplained' and status <> 'resolved'")).length).toBe(0);
    const [row] = await auditOf("disburses.correct", one.id);
    expect(row).toMatchObject({ before: { trx_id: second, cost: null }, after: { trx_id: first, cost: "5.00", note: REASON }, ip: "127.0.0.1" });
    expect(await notified(one.key)).toEqual(before);
  });

  it("take the claim of another one over: that loses its key, both timelines say so, and the messages find each its own", async () => {
    phone = await Phone.start(lab);
    const [right, other] = [bkashTrx(), bkashTrx()];
    const [one, two] = [await paidOut("140.00", "SAIDWRONG1"), await paidOut("150.00", right)];
    const { version } = await lab.detail(two.id);
    expect(outcome(await correct("disburses", one.id, right))).toBe(200);
    expect(await claimOf(right)).toEqual({ object_id: one.key, proven: false });
    expect(await claimOf("SAIDWRONG1")).toBeNull();
    expect(await lab.owner.rows("select trx_id, trx_key from unreported_movements where object_id = any ($1) order by amount", [[one.key, two.key]])).toEqual([
      { trx_id: right, trx_key: right },
      { trx_id: right, trx_key: null },
    ]);
    const [winner, loser] = [await lab.detail(one.id), await lab.detail(two.id)];
    expect(winner.timeline.find((item) => item.kind === "corrected")?.data).toMatchObject({ trx_id: right, was: "SAIDWRONG1", reason: REASON, from: two.id });
    expect(loser.timeline.find((item) => item.kind === "claim_moved")?.data).toMatchObject({ trx_id: right, to: one.id });
    expect(loser.version).toBe(version + 1);
    expect(outcome(await correct("disburses", two.id, other))).toBe(200);
    await phone.sendsUnnamed(150_00n, other);
    await phone.sendsUnnamed(140_00n, right);
    expect([await lab.detail(one.id), await lab.detail(two.id)]).toMatchObject([
      { trx_id: right, cost: "5.00" },
      { trx_id: other, cost: "5.00" },
    ]);
    await reconciled();
  });

  it("are proven by a message to another number when a person says so: noted, and told", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const order = await paidOut("160.00", trx);
    await phone.sends(160_00n, customer(), trx);
    expect(await phone.figures()).toMatchObject({ inTransit: -160_00n, stopped: true });
    expect(outcome(await correct("disburses", order.id, trx))).toBe(200);
    const now = await lab.detail(order.id);
    expect(now.timeline.find((item) => item.kind === "corrected")?.data).toMatchObject({ differs: "payee_differs" });
    const alert = await lab.owner.one("select data from alerts where kind = 'disburse_differs' and object_id = $1 and status = 'open'", [order.key]);
    expect(alert).toMatchObject({ data: { why: "payee_differs", trx_id: trx } });
    await reconciled();
  });

  it("take a debit that two people wrote off: the loss is taken back", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const order = await paidOut("170.00", "SAIDWRONG2");
    await phone.sendsUnnamed(170_00n, trx);
    const sms = await lab.owner.one<{ id: bigint; version: number }>("select id, version from sms where trx_key = $1", [trx]);
    const sms_id = lab.app.publicIds.encode("sms", sms?.id as bigint);
    const asked = await lab.product.good<{ id: string; version: number }>("POST", "/api/manual", lab.product.admin, {
      kind: "write_off",
      sms_id,
      note: "lost",
    });
    await lab.product.good("POST", `/api/manual/${asked.id}/apply`, lab.product.admin, { version: asked.version });
    const adjustments = (): Promise<{ balance: bigint } | null> => lab.owner.one("select balance from accounts where kind = 'adjustments'");
    const lost = (await adjustments())?.balance ?? 0n;
    expect(outcome(await correct("disburses", order.id, trx))).toBe(200);
    expect(((await adjustments())?.balance ?? 0n) - lost).toBe(-170_00n);
    await reconciled();
  });
});

describe("on different wallets", () => {
  it("a claim moves over, and two that exchange their claims at once end with one each", async () => {
    const [first, second] = [bkashTrx(), bkashTrx()];
    const far = await Phone.start(lab);
    const one = await paidOut("175.00", second);
    phone = await Phone.start(lab);
    const two = await paidOut("176.00", first);
    const answers = await Promise.all([correct("disburses", one.id, first), correct("disburses", two.id, second)]);
    expect(answers.map((answer) => answer.status).every((status) => status === 200 || status === 409)).toBe(true);
    expect(answers.some((answer) => answer.success)).toBe(true);
    for (const [order, trx] of [
      [one, first],
      [two, second],
    ] as const)
      if ((await claimOf(trx))?.object_id !== order.key) expect(outcome(await correct("disburses", order.id, trx))).toBe(200);
    await far.sendsUnnamed(175_00n, first);
    await phone.sendsUnnamed(176_00n, second);
    expect([await lab.detail(one.id), await lab.detail(two.id)]).toMatchObject([
      { trx_id: first, cost: "5.00" },
      { trx_id: second, cost: "5.00" },
    ]);
    expect(await far.figures()).toMatchObject({ inTransit: 0n, difference: 0n, stopped: false });
    await reconciled();
  });
});

describe("payments", () => {
  it("with a mistyped TrxID, whose message went to suspense, take it", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const order = await paidIn("3000.00", "MISTYPED01");
    await phone.receivesUnnamed(3_000_00n, trx);
    expect(await smsOf(trx)).toMatchObject({ match_status: "unmatched", in_suspense: true });
    expect(await phone.figures()).toMatchObject({ inTransit: 3_000_00n });
    const before = await notified(order.key);
    const row = await correct("payments", order.id, trx);
    expect(row.data).toMatchObject({ status: "completed", trx_id: trx, received_amount: "3000.00" });
    expect(row.data.actions).not.toContain("correct");
    expect(await smsOf(trx)).toMatchObject({ match_status: "matched", in_suspense: false, payment_id: order.key });
    expect([await claimOf(trx), await claimOf("MISTYPED01")]).toEqual([{ object_id: order.key, proven: true }, null]);
    const [audited] = await auditOf("payments.correct", order.id);
    expect(audited).toMatchObject({ before: { trx_id: "MISTYPED01" }, after: { trx_id: trx, note: REASON } });
    expect(await notified(order.key)).toEqual(before);
    await reconciled();
  });

  it("wait for a message that has not come: the claim moves, and the message proves it then", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const order = await paidIn("3100.00", "MISTYPED02");
    expect(outcome(await correct("payments", order.id, trx))).toBe(200);
    expect((await paymentNow(order.id)).actions).toContain("correct");
    expect(await phone.figures()).toMatchObject({ inTransit: 3_100_00n });
    await phone.receivesUnnamed(3_100_00n, trx);
    expect((await paymentNow(order.id)).timeline.map((item) => item.kind)).toEqual(expect.arrayContaining(["corrected", "proven"]));
    // How the staff came to the right proof is not the merchant's business.
    const owner = await person(lab.product, "merchant_admin", { merchantId: merchant.id });
    const told = await lab.product.good<{ timeline: { kind: string }[] }>("GET", `/api/payments/${order.id}`, owner.token);
    expect(told.timeline.map((item) => item.kind)).not.toContain("corrected");
    await reconciled();
  });
});

describe("a message that waits for its wallet's continuity", () => {
  it("is not taken by the act: the claim alone moves, and what was held proves it when its turn comes", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const order = await paidIn("3600.00", "MISTYPED07");
    const late = phone.delayed(50_00n);
    await phone.receivesUnnamed(3_600_00n, trx);
    expect(await smsOf(trx)).toMatchObject({ match_status: "held" });
    expect(outcome(await correct("payments", order.id, trx))).toBe(200);
    expect([await smsOf(trx), await claimOf(trx)]).toMatchObject([
      { match_status: "held", payment_id: null },
      { object_id: order.key, proven: false },
    ]);
    expect(await phone.figures()).toMatchObject({ inTransit: 3_600_00n });
    await late();
    expect([await smsOf(trx), await claimOf(trx)]).toMatchObject([
      { match_status: "matched", payment_id: order.key },
      { object_id: order.key, proven: true },
    ]);
    await reconciled();
    const less = bkashTrx();
    const other = await paidIn("3700.00", "MISTYPED08");
    phone.delayed(50_00n);
    await phone.receivesUnnamed(3_699_00n, less);
    expect(outcome(await correct("payments", other.id, less))).toEqual([422, "trx_mismatch"]);
  });
});

describe("is refused", () => {
  it("without a session, to who may not decide, for another version, for no TrxID", async () => {
    phone = await Phone.start(lab);
    const [order, payout] = [await paidIn("3200.00", "MISTYPED03"), await paidOut("180.00", "SAIDWRONG3")];
    const owner = `owner.${next()}`;
    const password = "another correct horse battery";
    await lab.product.good("POST", "/api/users", lab.product.admin, {
      account: owner,
      email: `${owner}@example.com`,
      user_type: "merchant_admin",
      merchant_id: merchant.id,
      password,
    });
    const { token } = await lab.product.good<{ token: string }>("POST", "/api/signin", null, { account: owner, password });
    const auditor = await lab.staff("auditor");
    for (const [area, id] of [
      ["payments", order.id],
      ["disburses", payout.id],
    ] as const) {
      expect(outcome(await correct(area, id, bkashTrx(), { token: null }))).toEqual([401, "unauthorized"]);
      expect(outcome(await correct(area, id, bkashTrx(), { token: auditor }))).toEqual([403, "forbidden"]);
      expect(outcome(await correct(area, id, bkashTrx(), { token }))).toEqual([403, "forbidden"]);
      expect(outcome(await correct(area, id, bkashTrx(), { version: 99 }))).toEqual([409, "conflict"]);
      expect(outcome(await correct(area, id, "?!"))).toEqual([422, "validation_failed"]);
      const nobody = missingId(lab.product.product, area === "payments" ? "payment" : "disburse");
      const body = { version: 1, trx_id: bkashTrx(), reason: REASON };
      expect(outcome(await lab.product.call("POST", `/api/${area}/${nobody}/correct`, lab.product.admin, body))).toEqual([404, "not_found"]);
    }
    const operator = await lab.staff("operator");
    const large = await paidIn("9000.00", "MISTYPED04");
    await configure(lab.product, { operator_approve_limit: "1000.00" });
    expect(outcome(await correct("payments", large.id, bkashTrx(), { token: operator }))).toEqual([403, "forbidden"]);
    await configure(lab.product, { operator_approve_limit: "10000.00" });
  });

  it("to one person above the threshold: a second one says yes first", async () => {
    phone = await Phone.start(lab);
    const trx = bkashTrx();
    const [order, payout] = [await paidIn("620.00", "MISTYPED06"), await paidOut("610.00", "SAIDWRONG6")];
    await phone.receivesUnnamed(620_00n, trx);
    await configure(lab.product, { one_person: false, manual_complete_threshold: "600.00" });
    const [maker, checker] = [await person(lab.product, "finance"), await person(lab.product, "finance")];
    for (const [area, id, to] of [
      ["payments", order.id, trx],
      ["disburses", payout.id, "SAIDRIGHT6"],
    ] as const) {
      const asked = (await correct(area, id, to, { token: maker.token })) as unknown as Answer<{ approval: { id: string; version: number } }>;
      expect(asked.status, asked.text).toBe(202);
      expect((await lab.product.good<PaymentRow>("GET", `/api/${area}/${id}`)).trx_id).not.toBe(to);
      await lab.product.good("POST", `/api/approvals/${asked.data.approval.id}/approve`, checker.token, { version: asked.data.approval.version });
      expect((await lab.product.good<PaymentRow>("GET", `/api/${area}/${id}`)).trx_id).toBe(to);
      expect((await auditOf(`${area}.correct`, id))[0]?.after).toMatchObject({ maker: maker.account, checker: checker.account });
    }
    await configure(lab.product, { one_person: true, manual_complete_threshold: "10000.00" });
    expect(await phone.figures()).toMatchObject({ inTransit: -610_00n, difference: 0n });
  });

  it("for what nobody waits for: an open order, a proven one", async () => {
    phone = await Phone.start(lab);
    const open = (await lab.product.pay(merchant, { amount: "3300.00" })).data;
    expect(outcome(await correct("payments", open.id, bkashTrx()))).toEqual([409, "wrong_state"]);
    const trx = bkashTrx();
    const payout = await paidOut("190.00", trx);
    await phone.sends(190_00n, payout.to, trx);
    expect((await lab.detail(payout.id)).actions).not.toContain("correct");
    expect(outcome(await correct("disburses", payout.id, bkashTrx()))).toEqual([409, "wrong_state"]);
    const pending = await lab.ordered(merchant, { amount: "20.00" });
    expect(outcome(await correct("disburses", pending.id, bkashTrx()))).toEqual([409, "wrong_state"]);
  });

  it("for a TrxID that is proven, and for a message of another amount, wallet or kind of belief: both values are said", async () => {
    const elsewhere = await Phone.start(lab);
    const there = bkashTrx();
    await elsewhere.receivesUnnamed(3_400_00n, there);
    phone = await Phone.start(lab);
    const [order, payout] = [await paidIn("3400.00", "MISTYPED05"), await paidOut("200.00", "SAIDWRONG4")];
    const [proven, less, debit] = [bkashTrx(), bkashTrx(), bkashTrx()];
    const paid = await paidOut("210.00", proven);
    await phone.sends(210_00n, paid.to, proven);
    await phone.receivesUnnamed(3_399_00n, less);
    await phone.sendsUnnamed(201_00n, debit);
    expect(outcome(await correct("disburses", payout.id, proven))).toEqual([409, "trx_used"]);
    const other = await correct("payments", order.id, less);
    expect(outcome(other)).toEqual([422, "trx_mismatch"]);
    expect(other.error?.details).toMatchObject({ message_amount: "3399.00", amount: "3400.00", other_wallet: false });
    const wallet = await correct("payments", order.id, there);
    expect(outcome(wallet)).toEqual([422, "trx_mismatch"]);
    expect(wallet.error?.details).toMatchObject({
      message_amount: "3400.00",
      amount: "3400.00",
      other_wallet: true,
      wallet: expect.any(String),
      message_wallet: expect.any(String),
    });
    const out = await correct("disburses", payout.id, debit);
    expect(outcome(out)).toEqual([422, "trx_mismatch"]);
    expect(out.error?.details).toMatchObject({ message_amount: "201.00", amount: "200.00" });
    await lab.owner.run("update sms set match_status = 'suspicious', in_suspense = false where trx_key = $1", [there]);
    const doubted = await correct("payments", order.id, there);
    expect(outcome(doubted)).toEqual([422, "trx_mismatch"]);
    expect(doubted.error?.details).toEqual({ match_status: "suspicious" });
    await lab.owner.run("update sms set match_status = 'unmatched', in_suspense = true where trx_key = $1", [there]);
    expect(outcome(await correct("payments", order.id, "MISTYPED05"))).toEqual([422, "validation_failed"]);
    expect(await phone.figures()).toMatchObject({ inTransit: 3_200_00n });
  });
});

describe("races", () => {
  it("of two people for one TrxID have one winner, whether its message waits or not", async () => {
    phone = await Phone.start(lab);
    for (const waits of [true, false, true, false]) {
      const trx = bkashTrx();
      const [one, two] = [await paidIn("3500.00", `MIS${bkashTrx()}`), await paidIn("3500.00", `MIS${bkashTrx()}`)];
      if (waits) await phone.receivesUnnamed(3_500_00n, trx);
      const answers = await Promise.all([correct("payments", one.id, trx), correct("payments", two.id, trx)]);
      const claim = await claimOf(trx);
      expect(claim?.proven).toBe(waits);
      const won = answers.filter((answer) => answer.success);
      // Without a message the second may still come in peace after the first, and then takes its claim over.
      expect(won.length).toBeGreaterThanOrEqual(1);
      if (waits) expect(answers.map(outcome).sort()).toEqual([200, [409, expect.stringMatching(/^(trx_used|conflict)$/)]]);
      const keys = await lab.owner.rows<{ object_id: bigint }>("select object_id from unreported_movements where trx_key = $1", [trx]);
      expect(keys).toEqual([{ object_id: claim?.object_id }]);
      expect((await phone.figures()).difference).toBe(0n);
    }
  });

  it("of two people for one order have one winner", async () => {
    phone = await Phone.start(lab);
    const order = await paidOut("220.00", "SAIDWRONG5");
    const { version } = await lab.detail(order.id);
    const answers = await Promise.all([bkashTrx(), bkashTrx()].map((trx) => correct("disburses", order.id, trx, { version })));
    expect(answers.map(outcome).sort()).toEqual([200, [409, "conflict"]]);
    expect((await auditOf("disburses.correct", order.id)).length).toBe(1);
  });

  it("of a correction with the message have one effect", async () => {
    phone = await Phone.start(lab);
    for (let round = 0; round < 6; round += 1) {
      const trx = bkashTrx();
      const order = await paidOut("230.00", `SW${bkashTrx()}`);
      const [answer] = await Promise.all([correct("disburses", order.id, trx), phone.sendsUnnamed(230_00n, trx)]);
      expect(outcome(answer)).toBe(200);
      expect(await lab.detail(order.id)).toMatchObject({ trx_id: trx, cost: "5.00" });
      expect(await claimOf(trx)).toEqual({ object_id: order.key, proven: true });
      await reconciled();
    }
  });
});

describe("messages of one batch, the first of which shows that a TrxID was mistyped", () => {
  it("a payment: the one with the TrxID that was typed is money of its own", async () => {
    phone = await Phone.start(lab);
    const [payer, typed, real] = [customer(), bkashTrx(), bkashTrx()];
    const order = await paidIn("3200.00", typed, payer);
    await phone.atOnce("receive", 3_200_00n, payer, [real, typed]);
    expect(await paymentNow(order.id)).toMatchObject({ status: "completed", trx_id: real });
    expect(await claimOf(real)).toEqual({ object_id: order.key, proven: true });
    expect(await smsOf(typed)).toMatchObject({ payment_id: null, in_suspense: true });
    await reconciled();
  });

  it("a payout: the one with the TrxID that was typed is a debit that nobody knows", async () => {
    phone = await Phone.start(lab);
    const [typed, real] = [bkashTrx(), bkashTrx()];
    const order = await paidOut("320.00", typed);
    await phone.atOnce("send_money", 320_00n, order.to, [real, typed]);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", trx_id: real, cost: "5.00" });
    expect(await claimOf(real)).toEqual({ object_id: order.key, proven: true });
    expect(await smsOf(typed)).toMatchObject({ disburse_id: null, match_status: "unmatched" });
    await reconciled();
  });
});
