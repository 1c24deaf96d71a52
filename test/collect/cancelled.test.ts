/** Money that comes for an order after its merchant has cancelled it: a person completes the order with it, once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { limitsAgree } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
  wallet = await product.wallet();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  expect(await limitsAgree(product.product)).toEqual([]);
  await product.stop();
});

let count = 0;
async function cancelled(): Promise<{ id: string; amount: string; customer: string; trx: string }> {
  count += 1;
  const order = { amount: `${410 + count}.00`, customer: `0181234567${count}` };
  const { data } = await product.pay(merchant, order);
  await product.good("POST", `/v1/payments/${data.id}/cancel`, merchant.secret, {});
  return { id: data.id, ...order, trx: bkashTrx() };
}
interface Detail {
  status: string;
  version: number;
  fee: string | null;
  messages: { id: string }[];
  deliveries: { type: string }[];
}
const detailOf = (id: string): Promise<Detail> => product.good("GET", `/api/payments/${id}`);
const message = async (order: { amount: string; customer: string; trx: string }): Promise<{ id: string; version: number; match_status: string }> => {
  const told = await product.sms(wallet, received({ amount: order.amount, from: order.customer, trx: order.trx }));
  return product.good("GET", `/api/sms/${told.data.items[0]?.id}`);
};

describe("money for a cancelled order", () => {
  it("waits for a person, who sees the order and completes it; the merchant is told", async () => {
    const order = await cancelled();
    const sms = await message(order);
    expect(sms.match_status).toBe("unmatched");
    expect((await detailOf(order.id)).status).toBe("cancelled");
    const body = { version: sms.version, payment_id: order.id };
    await product.good("POST", `/api/sms/${sms.id}/match`, product.admin, body, { "idempotency-key": `match-${order.id}` });
    const completed = await detailOf(order.id);
    expect([completed.status, completed.fee]).toEqual(["completed", "4.11"]);
    expect(completed.deliveries.map(({ type }) => type).sort()).toEqual(["payment.cancelled", "payment.completed"]);
    const again = await product.call("POST", `/api/sms/${sms.id}/match`, product.admin, body, { "idempotency-key": `again-${order.id}` });
    expect(again.status).toBe(409);
  });

  it("is booked by completing the order by hand, and the message that comes later books nothing", async () => {
    const order = await cancelled();
    const { version } = await detailOf(order.id);
    const done = await product.call("POST", `/api/payments/${order.id}/complete`, product.admin, { version, trx_id: order.trx, note: "seen on the phone" });
    expect([done.status, (await detailOf(order.id)).status]).toEqual([200, "completed"]);
    const sms = await message(order);
    expect(sms.match_status).toBe("matched");
  });

  it("neither its merchant nor matching can do that", async () => {
    const order = await cancelled();
    expect((await product.call("POST", `/v1/payments/${order.id}/trx`, merchant.secret, { trx_id: order.trx })).status).toBe(409);
    expect((await product.call("POST", `/api/payments/${order.id}/recheck`, product.admin, { version: 2 })).status).toBe(409);
    expect((await detailOf(order.id)).status).toBe("cancelled");
  });
});

describe("money by its amount alone, where that is allowed", () => {
  it("is given to no order while another of the same amount was cancelled a moment ago", async () => {
    const config = await product.good<{ version: number }>("GET", "/api/config");
    await product.good("PATCH", "/api/config", product.admin, { version: config.version, match_by_amount: true });
    const made = async (amount: string): Promise<string> => (await product.pay(merchant, { amount })).data.id;
    const paid = (amount: string) => message({ amount, customer: "01899999999", trx: bkashTrx() });
    const first = await made("430.00");
    await product.good("POST", `/v1/payments/${first}/cancel`, merchant.secret, {});
    const second = await made("430.00");
    expect([(await paid("430.00")).match_status, (await detailOf(second)).status]).toEqual(["unmatched", "pending"]);
    const alone = await made("431.00");
    expect([(await paid("431.00")).match_status, (await detailOf(alone)).status]).toEqual(["matched", "completed"]);
  });
});
