/** What people, phones and operators' answers say is a claim; the operator's message decides. Each case was found by attacking the product. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { completeAttempt, recordOutcome } from "../../src/server/core/payouts/outcome.ts";
import { PayoutLab } from "../payout/support.ts";
import { bkashTime, bkashTrx, next, type TestMerchant } from "../support/app.ts";
import { Phone } from "./phone.ts";

let lab: PayoutLab;
let merchant: TestMerchant;

beforeAll(async () => {
  lab = await PayoutLab.start({ one_person: true, proof_wait_minutes: 1 });
  merchant = await lab.merchant(200_000_00n);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.stop());

const keyOf = (kind: "wallet" | "disburse" | "payment", id: string): bigint => lab.app.publicIds.decode(kind, id) as bigint;
const customer = (): string => `019${String(next()).padStart(8, "0")}`;

async function sent(values: { amount: string; customer: string }): Promise<{ id: string; key: bigint; attempt: { disburseId: bigint; no: number } }> {
  const order = await lab.ordered(merchant, values);
  await lab.dispatch();
  const key = keyOf("disburse", order.id);
  expect((await lab.detail(order.id)).status).toBe("processing");
  return { id: order.id, key, attempt: { disburseId: key, no: 1 } };
}
/** The phone's answer, as `POST /device/tasks/{id}` gives it on. */
const says = (attempt: { disburseId: bigint; no: number }, trxId: string) =>
  recordOutcome(lab.app, (tx, emit) => completeAttempt(lab.app, tx, attempt, { source: "device", trxId, costMinor: null }, emit));
const notified = async (id: bigint): Promise<string[]> =>
  (
    await lab.owner.rows<{ type: string }>(
      "select type from (select type, object_id from outbox union all select type, object_id from deliveries) x where object_id = $1",
      [id],
    )
  ).map((row) => row.type);

describe("a phone's word", () => {
  it("completes nothing by itself: the payout waits for its message, and the message's TrxID counts", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const order = await sent({ amount: "100.00", customer: to });
    expect((await says(order.attempt, "INVENTED99")).kind).toBe("changed");
    expect(await lab.detail(order.id)).toMatchObject({ status: "processing", reason: "waits_for_proof", trx_id: null });
    expect(await notified(order.key)).toEqual([]);
    const trx = bkashTrx();
    await phone.sends(100_00n, to, trx);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", trx_id: trx, cost: "5.00" });
    expect(await phone.figures()).toMatchObject({ inTransit: 0n, difference: 0n });
    expect((await phone.figures()).books).toBe((await phone.figures()).real);
  });

  it("without the message in time is an unknown outcome in the queue, and the message still proves it later", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const order = await sent({ amount: "101.00", customer: to });
    await says(order.attempt, bkashTrx());
    await lab.owner.run("update disburse_attempts set claimed_at = now() - interval '2 minutes' where disburse_id = $1", [order.key]);
    await lab.product.product.jobs.runOnce("disburses.unproven");
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", reason: "no_proof" });
    await phone.sends(101_00n, to, bkashTrx());
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed" });
  });

  it("is not proven by a message of its TrxID with another amount and payee: unexplained, payouts stopped, order disputed", async () => {
    const phone = await Phone.start(lab);
    const [to, trx] = [customer(), bkashTrx()];
    const order = await sent({ amount: "100.00", customer: to });
    await says(order.attempt, trx);
    await phone.sends(5_000_00n, customer(), trx);
    const detail = await lab.detail(order.id);
    expect(detail).toMatchObject({ status: "unknown", reason: "proof_differs" });
    expect(detail.disputed_at).not.toBeNull();
    const figures = await phone.figures();
    expect(figures).toMatchObject({ stopped: true, difference: 0n, inTransit: 0n });
    expect(figures.books).toBe(figures.real);
    expect(await lab.owner.one("select match_status, reasons from sms where trx_key = $1", [trx])).toMatchObject({ match_status: "unmatched" });
    const next_ = await lab.ordered(merchant, { amount: "50.00", customer: customer() });
    await lab.dispatch();
    expect((await lab.detail(next_.id)).status).toBe("approved");
  });

  it("may be trusted up to an amount: completed at once, in transit until the message replaces it", async () => {
    const phone = await Phone.start(lab, 100_000_00n, { phone_trust_limit: "500.00" });
    const [small, large] = [await sent({ amount: "500.00", customer: customer() }), await sent({ amount: "500.01", customer: customer() })];
    const trx = bkashTrx();
    await says(small.attempt, trx);
    await says(large.attempt, bkashTrx());
    const detail = await lab.detail(small.id);
    expect([detail.status, (await lab.detail(large.id)).status]).toEqual(["completed", "processing"]);
    expect(await phone.figures()).toMatchObject({ inTransit: -500_00n, difference: 0n });
    await phone.sends(500_00n, detail.customer as string, trx);
    const figures = await phone.figures();
    expect(figures).toMatchObject({ inTransit: 0n, difference: 0n });
    expect(figures.books).toBe(figures.real);
    expect(await lab.detail(small.id)).toMatchObject({ cost: "5.00", trx_id: trx });
  });

  it("swapped between two payouts is put right by the messages", async () => {
    const phone = await Phone.start(lab);
    const [first, second] = [bkashTrx(), bkashTrx()];
    const [one, two] = [
      { amount: "120.00", customer: customer() },
      { amount: "130.00", customer: customer() },
    ];
    const [a, b] = [await sent(one), await sent(two)];
    await says(a.attempt, second);
    await says(b.attempt, first);
    await phone.sends(120_00n, one.customer, first);
    await phone.sends(130_00n, two.customer, second);
    expect([await lab.detail(a.id), await lab.detail(b.id)]).toMatchObject([
      { status: "completed", trx_id: first },
      { status: "completed", trx_id: second },
    ]);
    expect((await phone.figures()).books).toBe((await phone.figures()).real);
  });
});

describe("completed by hand before the message", () => {
  it("a payout stands in transit; its message brings cost and proof, and a mistyped TrxID is corrected", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const order = await sent({ amount: "230.00", customer: to });
    await lab.acted(order.id, "complete", { trx_id: "WRONG12345", note: "seen on the phone" });
    expect(await phone.figures()).toMatchObject({ inTransit: -230_00n });
    const trx = bkashTrx();
    await phone.sends(230_00n, to, trx);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", trx_id: trx, cost: "5.00" });
    const figures = await phone.figures();
    expect(figures).toMatchObject({ inTransit: 0n, difference: 0n });
    expect(figures.books).toBe(figures.real);
  });

  it("a payout that its message contradicts stays in transit, disputed; the message is unexplained", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const order = await sent({ amount: "240.00", customer: to });
    const trx = bkashTrx();
    await lab.acted(order.id, "complete", { trx_id: trx, note: "seen on the phone" });
    await phone.sends(241_00n, to, trx);
    expect((await lab.detail(order.id)).disputed_at).not.toBeNull();
    const figures = await phone.figures();
    expect(figures).toMatchObject({ inTransit: -240_00n, stopped: true, difference: 0n });
    expect(figures.books).toBe(figures.real);
    const alert = await lab.owner.one<{ data: { why: string } }>("select data from alerts where kind = 'disburse_differs' and object_id = $1", [order.key]);
    expect(alert?.data.why).toBe("amount_differs");
  });

  it("a payment of 3,000 whose message says 30 is booked as 30: the rest stays in transit, by name", async () => {
    const phone = await Phone.start(lab);
    const paid = await lab.product.pay(merchant, { amount: "3000.00" });
    const trx = bkashTrx();
    const row = await lab.product.good<{ version: number }>("GET", `/api/payments/${paid.data.id}`);
    await lab.product.good("POST", `/api/payments/${paid.data.id}/complete`, lab.product.admin, {
      version: row.version,
      trx_id: trx,
      note: "told by the merchant",
    });
    expect(await phone.figures()).toMatchObject({ inTransit: 3_000_00n });
    await phone.receives(30_00n, "01755551234", trx);
    const figures = await phone.figures();
    expect(figures).toMatchObject({ inTransit: 3_000_00n, difference: 0n });
    expect(figures.books).toBe(figures.real);
    expect(await lab.product.good("GET", `/api/payments/${paid.data.id}`)).toMatchObject({ status: "completed" });
    const order = await lab.owner.one<{ disputed: boolean }>("select disputed_at is not null as disputed from payments where id = $1", [
      keyOf("payment", paid.data.id),
    ]);
    expect(order?.disputed).toBe(true);
    expect(await lab.owner.one("select match_status, in_suspense from sms where trx_key = $1", [trx])).toMatchObject({
      match_status: "unmatched",
      in_suspense: true,
    });
  });

  it("a payment's message brings the commission that nobody could know before", async () => {
    const wallet = await lab.product.onlyWallet({ operator: "nagad", wallet_type: "agent" });
    const key = keyOf("wallet", wallet.id);
    const paid = await lab.product.pay(merchant, { amount: "1000.00", operator: "nagad" });
    const row = await lab.product.good<{ version: number }>("GET", `/api/payments/${paid.data.id}`);
    await lab.product.good("POST", `/api/payments/${paid.data.id}/complete`, lab.product.admin, { version: row.version, trx_id: "75KQ2WXP", note: "seen" });
    const at = bkashTime();
    await lab.product.sms(
      wallet,
      `Cash Out Received.\nAmount: Tk 1000.00\nCustomer: 01712345678\nTxnID: 75KQ2WXP\nComm: Tk 8.20\nBalance: Tk 1008.20\n${at}`,
      "NAGAD",
    );
    expect(await lab.owner.one("select match_status, kind, reasons from sms where wallet_id = $1", [key])).toMatchObject({ match_status: "matched" });
    const books = await lab.owner.one<{ balance: bigint }>("select balance from accounts where kind = 'wallet' and owner_id = $1", [key]);
    expect(books?.balance).toBe(1_008_20n);
  });
});

describe("what a wallet can still promise", () => {
  it("a payout freezes its expected cost with its amount", async () => {
    await Phone.start(lab, 105_00n);
    const wallet = await lab.owner.one<{ id: bigint }>("select id from wallets order by id desc limit 1");
    await sent({ amount: "100.00", customer: customer() });
    expect(await lab.owner.one("select frozen_balance from wallets where id = $1", [wallet?.id])).toEqual({ frozen_balance: 105_00n });
    const second = await lab.ordered(merchant, { amount: "1.00", customer: customer() });
    await lab.dispatch();
    expect((await lab.detail(second.id)).status).toBe("approved");
  });

  it("a withdrawal is not paid with frozen money", async () => {
    const phone = await Phone.start(lab, 1_005_00n);
    await sent({ amount: "1000.00", customer: customer() });
    const submitted = await lab.product.good<{ id: string; version: number }>("POST", "/api/withdrawal", lab.product.admin, {
      merchant_id: merchant.id,
      receiving_account: "01799990000",
      amount: "1000.00",
      note: "month end",
    });
    const approved = await lab.product.good<{ version: number }>("POST", `/api/withdrawal/${submitted.id}/approve`, lab.product.admin, {
      version: submitted.version,
    });
    const answer = await lab.product.call("POST", `/api/withdrawal/${submitted.id}/paid`, lab.product.admin, {
      version: approved.version,
      reference: bkashTrx(),
      wallet_id: phone.wallet.id,
    });
    expect([answer.status, answer.error?.code]).toEqual([422, "insufficient_balance"]);
  });
});
