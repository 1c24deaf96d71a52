/** Balance continuity through the public interfaces: late, missing and forged messages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;

beforeAll(async () => {
  product = await TestProduct.start();
  merchant = await product.merchant();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

interface Paid {
  readonly id: string;
  readonly payer: string;
  readonly amount: string;
}

async function order(amount: string): Promise<Paid> {
  const payer = `0199${String(next()).padStart(7, "0")}`;
  const made = await product.pay(merchant, { amount, customer: payer });
  expect(made.status).toBe(201);
  return { id: made.data.id, payer, amount };
}
const status = async (id: string): Promise<string> => (await product.good<{ status: string }>("GET", `/v1/payments/${id}`, merchant.secret)).status;
/** As if the waiting time were over. */
async function waitOut(): Promise<void> {
  await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
  await product.product.app.posting.sweep();
}
const discrepancyOf = async (wallet: TestWallet): Promise<{ amount: string } | null> =>
  (await product.good<{ breaks: { amount: string } | null }>("GET", `/api/wallets/${wallet.id}`)).breaks;

describe("balance continuity", () => {
  it("takes messages in any order of arrival once their balances follow", async () => {
    const wallet = await product.onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00" }));
    const orders = [await order("10.00"), await order("20.00"), await order("30.00")] as [Paid, Paid, Paid];
    await product.sms(wallet, received({ amount: "30.00", from: orders[2].payer, balance: "1,060.00" }));
    await product.sms(wallet, received({ amount: "20.00", from: orders[1].payer, balance: "1,030.00" }));
    expect(await status(orders[2].id)).toBe("pending");
    await product.sms(wallet, received({ amount: "10.00", from: orders[0].payer, balance: "1,010.00" }));
    expect(await Promise.all(orders.map((item) => status(item.id)))).toEqual(["completed", "completed", "completed"]);
    expect(await discrepancyOf(wallet)).toBeNull();
  });

  it("locates what is missing, holds what follows, and repairs itself when it comes late", async () => {
    const wallet = await product.onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "500.00" }));
    const [missing, second, third] = [await order("11.00"), await order("12.00"), await order("13.00")] as [Paid, Paid, Paid];
    await product.sms(wallet, received({ amount: "12.00", from: second.payer, balance: "523.00" }));
    await product.sms(wallet, received({ amount: "13.00", from: third.payer, balance: "536.00" }));
    await waitOut();
    expect(await discrepancyOf(wallet)).toMatchObject({ amount: "11.00" });
    expect([await status(second.id), await status(third.id)]).toEqual(["pending", "pending"]);
    await product.sms(wallet, received({ amount: "11.00", from: missing.payer, balance: "511.00" }));
    expect(await Promise.all([missing, second, third].map((item) => status(item.id)))).toEqual(["completed", "completed", "completed"]);
    expect(await discrepancyOf(wallet)).toBeNull();
  });

  it("lets a person believe the message at the break; what waited behind it follows", async () => {
    const wallet = await product.onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "700.00" }));
    const [second, third] = [await order("22.00"), await order("23.00")] as [Paid, Paid];
    const sms = await product.sms(wallet, received({ amount: "22.00", from: second.payer, balance: "742.00" }));
    await product.sms(wallet, received({ amount: "23.00", from: third.payer, balance: "765.00" }));
    await waitOut();
    const message = await product.good<{ version: number; match_status: string; chain: string }>("GET", `/api/sms/${sms.data.items[0]?.id}`);
    expect(message).toMatchObject({ match_status: "review", chain: "break" });
    await product.good("POST", `/api/sms/${sms.data.items[0]?.id}/match`, product.admin, { version: message.version, payment_id: second.id });
    await product.product.app.posting.sweep();
    expect([await status(second.id), await status(third.id)]).toEqual(["completed", "completed"]);
    expect(await discrepancyOf(wallet)).toBeNull();
  });

  it("never completes an order by a forged message, nor by a second one that continues the first", async () => {
    const wallet = await product.onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "900.00" }));
    const victim = await order("777.00");
    await product.sms(wallet, received({ amount: "1.00", from: "01900000002", balance: "9,000,001.00" }));
    await waitOut();
    await product.sms(wallet, received({ amount: "777.00", from: victim.payer, balance: "9,000,778.00" }));
    await waitOut();
    expect(await status(victim.id)).toBe("pending");
    // The true messages go on beside it.
    const honest = await order("33.00");
    await product.sms(wallet, received({ amount: "33.00", from: honest.payer, balance: "933.00" }));
    expect(await status(honest.id)).toBe("completed");
    expect(await product.good("GET", `/api/wallets/${wallet.id}`)).toMatchObject({ real_balance: "933.00" });
  });

  it("refuses a TrxID of another amount to complete by hand, and says both values", async () => {
    const wallet = await product.onlyWallet();
    const trx = bkashTrx();
    await product.sms(wallet, received({ amount: "44.00", from: "01900000003", balance: "44.00", trx }));
    const wanted = await order("45.00");
    const answer = await product.call("POST", `/api/payments/${wanted.id}/complete`, product.admin, { version: 1, trx_id: trx, note: "try" });
    expect([answer.status, answer.error?.code, answer.error?.details]).toEqual([
      422,
      "trx_mismatch",
      { message_amount: "44.00", amount: "45.00", other_wallet: false },
    ]);
  });
});
