/** The connection to the database is cut at every statement of every money flow (rule 82): the caller repeats, and it has happened once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, next, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { FULL } from "../support/attack.ts";
import { cuts, ShakyPair, type Flow } from "../support/attack-shaky.ts";

let pair: ShakyPair;
let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;

beforeAll(async () => {
  pair = await ShakyPair.start(async (steady) => {
    merchant = await steady.merchant({ payment_fee: { rate_bps: 100, fixed: "1.00" } });
    wallet = await steady.wallet();
  });
  product = pair.steady;
});
afterAll(() => pair.stop());

let amounts = 0;
/** An amount and a payer of their own for each run. */
function fresh(): { amount: string; customer: string } {
  amounts += 1;
  return { amount: `${200 + amounts}.00`, customer: `0195${String(amounts).padStart(7, "0")}` };
}
interface Order {
  readonly id: string;
  readonly amount: string;
  readonly customer: string;
  readonly version: number;
  readonly sms: string;
  readonly trx: string;
}

async function order(review = false): Promise<Order> {
  const { amount, customer } = fresh();
  const { data } = await product.pay(merchant, { amount, customer });
  const trx = bkashTrx();
  if (!review) return { id: data.id, amount, customer, version: 1, sms: "", trx };
  await product.good("POST", `/v1/payments/${data.id}/trx`, merchant.secret, { trx_id: trx });
  const sms = await product.sms(wallet, received({ amount: "150.00", from: customer, trx }));
  const detail = await product.good<{ status: string; version: number }>("GET", `/api/payments/${data.id}`);
  expect(detail.status).toBe("review");
  return { id: data.id, amount, customer, version: detail.version, sms: sms.data.items[0]?.id ?? "", trx };
}

const detailOf = (id: string): Promise<{ status: string; entries: unknown[]; deliveries: { type: string }[]; received_amount: string; notes: unknown[] }> =>
  product.good("GET", `/api/payments/${id}`);
async function expectPostedOnce(id: string, amount: string): Promise<void> {
  const detail = await detailOf(id);
  expect([detail.status, detail.received_amount, detail.entries.length, detail.deliveries.filter((item) => item.type === "payment.completed").length]).toEqual([
    "completed",
    amount,
    4,
    1,
  ]);
}

/** The act stands in the audit trail exactly as often as it was done. */
async function expectAuditedOnce(id: string, action: string, after: Record<string, unknown>): Promise<void> {
  const { items } = await product.good<{ items: unknown[] }>("GET", `/api/audit?object_id=${id}`);
  expect(items).toMatchObject([{ action, ip: "127.0.0.1", before: { received_amount: null }, after: { status: "completed", ...after } }]);
}

async function createsOnce(cut: () => void): Promise<void> {
  const body = { merchant_order_id: `cut-${next()}`, operator: "bkash", ...fresh() };
  const before = await product.good<{ today: { count: number } }>("GET", `/api/wallets/${wallet.id}`);
  cut();
  const made = await pair.insist("POST", "/v1/payments", merchant.secret, body, body.merchant_order_id);
  expect([made.success, made.data["amount"]]).toEqual([true, body.amount]);
  const found = await product.good<{ items: { id: string }[] }>("GET", `/api/payments?q=${body.merchant_order_id}`);
  expect(found.items.map((item) => item.id)).toEqual([made.data["id"]]);
  expect((await product.good<{ today: { count: number } }>("GET", `/api/wallets/${wallet.id}`)).today.count).toBe(before.today.count + 1);
}

const flows: Flow[] = [
  {
    name: "creating an order",
    // Wallets that are remembered: the batch is one call.
    least: 1,
    run: createsOnce,
  },
  {
    name: "creating an order when a wallet has changed",
    async run(cut) {
      const { version } = await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`);
      await product.good("PATCH", `/api/wallets/${wallet.id}`, product.admin, { version, max_amount: `${20_000 + next()}.00` });
      await createsOnce(cut);
    },
  },
  {
    name: "matching by a message",
    async run(cut) {
      const one = await order();
      cut();
      const told = await pair.insist(
        "POST",
        "/device/sms",
        wallet.token,
        { sender: "bKash", text: received({ amount: one.amount, from: one.customer, trx: one.trx }) },
        null,
      );
      expect(told.success).toBe(true);
      // One that could not be processed at once is taken up by the sweeper.
      if ((await detailOf(one.id)).status !== "completed") {
        await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
        await product.product.app.posting.sweep();
      }
      await expectPostedOnce(one.id, one.amount);
      expect((await product.good<{ items: unknown[] }>("GET", `/api/sms?q=${one.trx}`)).items).toHaveLength(1);
    },
  },
  {
    name: "approving",
    async run(cut) {
      const one = await order(true);
      cut();
      const done = await pair.insist(
        "POST",
        `/api/payments/${one.id}/approve`,
        product.admin,
        { version: one.version, message_id: one.sms, amount: "received", note: "seen" },
        `approve-${one.id}`,
      );
      expect([done.success, done.data["status"]]).toEqual([true, "completed"]);
      await expectPostedOnce(one.id, "150.00");
      expect((await detailOf(one.id)).notes).toHaveLength(1);
      await expectAuditedOnce(one.id, "payments.approve", { received_amount: "150.00", note: "seen" });
    },
  },
  {
    name: "completing by hand",
    async run(cut) {
      const one = await order();
      cut();
      const done = await pair.insist(
        "POST",
        `/api/payments/${one.id}/complete`,
        product.admin,
        { version: 1, trx_id: one.trx, note: "seen on the phone" },
        `complete-${one.id}`,
      );
      expect([done.success, done.data["status"]]).toEqual([true, "completed"]);
      await expectPostedOnce(one.id, one.amount);
      await expectAuditedOnce(one.id, "payments.complete", { received_amount: one.amount, trx_id: one.trx });
    },
  },
  {
    name: "accepting a message that nothing proves",
    async run(cut) {
      const one = await order();
      const text = `${received({ amount: one.amount, from: one.customer, trx: one.trx })} Sing along in our choir.`;
      const id = (await product.sms(wallet, text)).data.items[0]?.id ?? "";
      const { version, match_status } = await product.good<{ version: number; match_status: string }>("GET", `/api/sms/${id}`);
      expect(match_status).toBe("review");
      cut();
      const done = await pair.insist("POST", `/api/sms/${id}/accept`, product.admin, { version, note: "seen" }, `accept-${id}`);
      expect([done.success, done.data["match_status"], done.data["payment_id"]]).toEqual([true, "matched", one.id]);
      await expectPostedOnce(one.id, one.amount);
      const { items } = await product.good<{ items: { action: string }[] }>("GET", `/api/audit?object_id=${id}`);
      expect(items.map(({ action }) => action)).toEqual(["sms.accept"]);
    },
  },
  {
    name: "submitting the payer's TrxID for money that is there",
    async run(cut) {
      const { amount, customer } = fresh();
      const trx = bkashTrx();
      await product.sms(wallet, received({ amount, from: customer, trx }));
      const { data } = await product.pay(merchant, { amount });
      cut();
      const done = await pair.insist("POST", `/v1/payments/${data.id}/trx`, merchant.secret, { trx_id: trx }, `trx-${data.id}`);
      expect([done.success, done.data["status"]]).toEqual([true, "completed"]);
      await expectPostedOnce(data.id, amount);
    },
  },
  {
    name: "cancelling",
    async run(cut) {
      const one = await order();
      cut();
      const done = await pair.insist("POST", `/v1/payments/${one.id}/cancel`, merchant.secret, {}, null);
      expect([done.success, done.data["status"]]).toEqual([true, "cancelled"]);
      expect((await detailOf(one.id)).deliveries.map((item) => item.type)).toEqual(["payment.cancelled"]);
    },
  },
];

describe("the wire to the database is cut", () => {
  it.each(cuts(flows))("%s each statement of %s", (when, _name, flow) => pair.sweep(when, flow));
});

// A process starts anew for each statement: minutes, which npm test does not have.
if (FULL)
  describe("the process is killed", () => {
    it.each(cuts(flows))("%s each statement of %s", (when, _name, flow) => pair.sweepKilling(when, flow), 600_000);
  });
