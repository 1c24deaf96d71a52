/** Limits and the figures of days follow the money: they are counted on the wallet that received it, whichever the order had been sent to. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ReconciliationDay } from "../../src/contract/reconciliation.schema.ts";
import { businessDay } from "../../src/contract/time.ts";
import { bkashTrx, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallets: readonly TestWallet[];

beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  wallets = [await product.wallet(), await product.wallet()];
});
afterAll(() => product.stop());

async function order(amount: string): Promise<{ id: string; wallet: TestWallet }> {
  const made = await product.pay(merchant, { amount });
  return { id: made.data.id, wallet: wallets.find((wallet) => wallet.account === made.data.receiving_account) as TestWallet };
}
const usage = async (wallet: TestWallet): Promise<unknown> =>
  product.product.app.db.one("select day_amount, day_count from wallet_usage where wallet_id = $1 and direction = 'in'", [
    product.product.app.publicIds.decode("wallet", wallet.id),
  ]);

it("counts an order whose money came to another wallet there", async () => {
  const [paid, plain] = [await order("1234.00"), await order("1234.00")];
  expect(paid.wallet.id).not.toBe(plain.wallet.id);
  const trx = bkashTrx();
  await product.call("POST", `/v1/payments/${paid.id}/trx`, merchant.secret, { trx_id: trx });
  await product.sms(plain.wallet, received({ amount: "1234.00", from: "01951234567", trx }));
  const { version } = await product.good<{ version: number }>("GET", `/api/payments/${paid.id}`);
  const sms = (await product.good<{ items: { id: string }[] }>("GET", `/api/sms?q=${trx}`)).items[0];
  await product.good("POST", `/api/payments/${paid.id}/approve`, product.admin, { version, message_id: sms?.id, amount: "received" });
  expect(await usage(paid.wallet)).toEqual({ day_amount: 0n, day_count: 0 });
  expect(await usage(plain.wallet)).toEqual({ day_amount: 2468_00n, day_count: 2 });
});

it("shows an order whose money came to another wallet beside its message there, and on its own wallet not at all", async () => {
  const made = await order("4321.00");
  const other = wallets.find((wallet) => wallet !== made.wallet) as TestWallet;
  const day = async (wallet: TestWallet): Promise<unknown> => {
    const { day: row, groups } = await product.good<ReconciliationDay>("GET", `/api/reconciliation/${wallet.id}/${businessDay(Date.now())}`);
    return { difference: row.payment_difference, matched: groups.find(({ group }) => group === "matched")?.items.map((pair) => pair.order?.id) };
  };
  const before = await day(made.wallet);
  const trx = bkashTrx();
  await product.sms(other, received({ amount: "4321.00", from: "01951234567", trx }));
  await product.call("POST", `/v1/payments/${made.id}/trx`, merchant.secret, { trx_id: trx });
  const { version } = await product.good<{ version: number }>("GET", `/api/payments/${made.id}`);
  const sms = (await product.good<{ items: { id: string }[] }>("GET", `/api/sms?q=${trx}`)).items[0];
  await product.good("POST", `/api/payments/${made.id}/approve`, product.admin, { version, message_id: sms?.id, amount: "received" });
  expect(await day(made.wallet)).toEqual(before);
  expect(await day(other)).toEqual({ difference: "0.00", matched: expect.arrayContaining([made.id]) });
});
