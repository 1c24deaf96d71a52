/** Messages with amounts that no account could hold: stored, never booked, never an error that a phone would repeat for ever. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SmsRow } from "../../src/contract/sms.schema.ts";
import { bkashTime, bkashTrx, TestProduct, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let wallet: TestWallet;
beforeAll(async () => {
  product = await TestProduct.start();
  wallet = await product.wallet();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const text = (amount: string, fee = "0.00", balance = "1.00"): string =>
  `You have received Tk ${amount} from 01812345678. Fee Tk ${fee}. Balance Tk ${balance}. TrxID ${bkashTrx()} at ${bkashTime()}`;
const HUGE = ["10000000000000.00", "1,00,00,00,00,00,000.00", "92233720368547758.07", "92233720368547758.08", "99999999999999999.00", "999999999999999999"];

describe("an amount beyond what money can be", () => {
  it.each(HUGE)("%s, as amount, fee or balance", async (huge) => {
    for (const sms of [text(huge), text("5.00", huge), text("5.00", "0.00", huge)]) {
      const answer = await product.sms(wallet, sms);
      expect([answer.status, answer.data.items[0]?.result], answer.text).toEqual([200, "stored"]);
      const row = await product.good<SmsRow>("GET", `/api/sms/${answer.data.items[0]?.id}`);
      expect(row).toMatchObject({ match_status: "unparsed", kind: "unknown", amount: null, fee: null, balance: null });
    }
    expect((await product.good<{ balance: string }>("GET", `/api/wallets/${wallet.id}`)).balance).toBe("0.00");
  });

  it("is none with leading zeros only, and the largest amount is still read", async () => {
    for (const [written, read] of [
      ["00000000000000005.00", "5.00"],
      ["9999999999999.99", "9999999999999.99"],
    ] as const) {
      const { data } = await product.sms(wallet, text(written));
      expect((await product.good<SmsRow>("GET", `/api/sms/${data.items[0]?.id}`)).amount).toBe(read);
    }
  });
});
