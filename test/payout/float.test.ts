/** Transfers and withdrawals under real messages of real phones, through the public interfaces only. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bkashTime, bkashTrx, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { person, type Person } from "../support/attack.ts";
import { post } from "../../src/server/core/ledger/post.ts";

let product: TestProduct;
let finance: Person;
let second: Person;
beforeAll(async () => {
  product = await TestProduct.start();
  [finance, second] = [await person(product, "finance"), await person(product, "finance")];
});
afterEach(async () => {
  await product.product.app.posting.idle();
  expect(await product.findings()).toEqual([]);
});
afterAll(() => product.stop());

/** A wallet of a bound phone with money in the books. */
async function stocked(amountMinor: bigint): Promise<TestWallet> {
  const { app } = product.product;
  const wallet = await product.wallet();
  const id = app.publicIds.decode("wallet", wallet.id) as bigint;
  if (amountMinor > 0n)
    await app.db.tx((tx) =>
      post(tx, app.accounts, app.ids, [
        {
          id: app.ids.next(),
          reference: { type: "wallet", id },
          legs: [
            { account: { of: "wallet", id }, changeMinor: amountMinor, kind: "opening" },
            { account: { of: "adjustments" }, changeMinor: -amountMinor, kind: "opening" },
          ],
        },
      ]),
    );
  return wallet;
}
const sent = (to: string, trx: string, balance: string): string =>
  `Send Money Tk 100.00 to ${to} successful. Fee Tk 5.00. Balance Tk ${balance}. TrxID ${trx} at ${bkashTime()}`;
interface Row {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly cost: string | null;
}
async function transfer(from: TestWallet, to: TestWallet): Promise<Row> {
  const body = { kind: "wallet", from_wallet_id: from.id, to_wallet_id: to.id, amount: "100.00", expected_cost: "5.00" };
  const row = await product.good<Row>("POST", "/api/transfers", finance.token, body);
  return product.good<Row>("POST", `/api/transfers/${row.id}/approve`, second.token, { version: row.version });
}
const shown = (row: Row): Promise<Row> => product.good<Row>("GET", `/api/transfers/${row.id}`);
const balance = async (wallet: TestWallet): Promise<string[]> => {
  const row = await product.good<{ balance: string; frozen_balance: string }>("GET", `/api/wallets/${wallet.id}`);
  return [row.balance, row.frozen_balance];
};
const matched = async (trx: string): Promise<string[]> =>
  (await product.good<{ items: { match_status: string; reasons: string[] }[] }>("GET", `/api/sms?q=${trx}`)).items.map(
    (sms) => `${sms.match_status} ${sms.reasons.join()}`,
  );

describe("a transfer", () => {
  it("is completed by the two phones, each booking its own wallet", async () => {
    const [from, to] = [await stocked(50_000n), await stocked(0n)];
    const row = await transfer(from, to);
    expect(await balance(from)).toEqual(["500.00", "105.00"]);
    const trx = bkashTrx();
    await product.sms(from, sent(to.account, trx, "395.00"));
    expect([await balance(from), await balance(to)]).toEqual([
      ["395.00", "0.00"],
      ["0.00", "0.00"],
    ]);
    expect((await shown(row)).status).toBe("processing");
    await product.sms(to, received({ amount: "100.00", from: from.account, balance: "100.00", trx }));
    expect(await shown(row)).toMatchObject({ status: "completed", cost: "5.00" });
    expect([await balance(from), await balance(to)]).toEqual([
      ["395.00", "0.00"],
      ["100.00", "0.00"],
    ]);
    expect(await matched(trx)).toEqual(["matched own_transfer", "matched own_transfer"]);
  });

  it("takes up what came before anybody asked for it, and links what comes after", async () => {
    const [from, to] = [await stocked(50_000n), await stocked(0n)];
    const trx = bkashTrx();
    await product.sms(from, sent(to.account, trx, "395.00"));
    expect(await matched(trx)).toEqual(["unmatched debit_unexplained"]);
    // The wallet's payouts stand still, the person's transfer does not.
    const row = await transfer(from, to);
    await product.good("POST", `/api/transfers/${row.id}/complete`, finance.token, { version: row.version, trx_id: trx });
    expect([await balance(from), await balance(to)]).toEqual([
      ["395.00", "0.00"],
      // Nobody has reported it yet: it is in transit.
      ["0.00", "0.00"],
    ]);
    await product.sms(to, received({ amount: "100.00", from: from.account, balance: "100.00", trx }));
    expect((await matched(trx)).sort()).toEqual(["matched manual_confirmed", "matched own_transfer"]);
    expect(await balance(to)).toEqual(["100.00", "0.00"]);
  });

  it("leaves a customer's payment of the same amount alone", async () => {
    const [from, to] = [await stocked(50_000n), await stocked(0n)];
    const row = await transfer(from, to);
    const trx = bkashTrx();
    await product.sms(to, received({ amount: "100.00", from: "01855555555", balance: "100.00", trx }));
    expect(await matched(trx)).toEqual(["unmatched no_order"]);
    expect((await shown(row)).status).toBe("processing");
  });
});

describe("a withdrawal", () => {
  async function earned(): Promise<TestMerchant> {
    const merchant = await product.merchant();
    const { app } = product.product;
    const id = app.publicIds.decode("merchant", merchant.id) as bigint;
    await app.db.tx((tx) =>
      post(tx, app.accounts, app.ids, [
        {
          id: app.ids.next(),
          reference: { type: "merchant", id },
          legs: [
            { account: { of: "merchant", id }, changeMinor: 20_000n, kind: "opening" },
            { account: { of: "adjustments" }, changeMinor: 20_000n, kind: "opening" },
          ],
        },
      ]),
    );
    return merchant;
  }

  it("keeps the reserve that finance set, is paid from a wallet, and stands in transit until its message comes", async () => {
    const merchant = await earned();
    const own = await person(product, "merchant_admin", { merchantId: merchant.id });
    const before = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
    await product.good("PATCH", `/api/merchants/${merchant.id}`, finance.token, { version: before.version, withdrawal_reserve: "60.00" });
    const refused = await product.call("PATCH", `/api/merchants/${merchant.id}`, own.token, { version: before.version + 1, withdrawal_reserve: "0.00" });
    expect([refused.status, refused.error?.fields]).toEqual([403, { withdrawal_reserve: "not_allowed" }]);
    expect(await product.good("GET", "/api/withdrawal/available", own.token)).toMatchObject({ balance: "200.00", reserve: "60.00", max_available: "140.00" });
    const body = { receiving_account: "01899999999 Rahim", amount: "100.00" };
    expect((await product.call("POST", "/api/withdrawal", own.token, { ...body, amount: "140.01" })).error?.code).toBe("insufficient_balance");
    const row = await product.good<Row>("POST", "/api/withdrawal", own.token, body);
    const ready = await product.good<Row>("POST", `/api/withdrawal/${row.id}/approve`, finance.token, { version: row.version });
    const wallet = await stocked(50_000n);
    const trx = bkashTrx();
    await product.good("POST", `/api/withdrawal/${row.id}/paid`, second.token, { version: ready.version, reference: trx, wallet_id: wallet.id, cost: "5.00" });
    expect(await balance(wallet)).toEqual(["500.00", "0.00"]);
    expect(await product.good("GET", `/api/wallets/${wallet.id}`)).toMatchObject({ available: "395.00", unreported: { outgoing: "100.00" } });
    await product.sms(wallet, sent("01899999999", trx, "395.00"));
    expect(await matched(trx)).toEqual(["matched manual_confirmed"]);
    expect(await balance(wallet)).toEqual(["395.00", "0.00"]);
    expect(await product.good("GET", `/v1/balance`, merchant.secret)).toMatchObject({ available: "100.00", held: "0.00" });
  });

  it("is paid by no money that the operator has returned", async () => {
    const merchant = await earned();
    const own = await person(product, "merchant_admin", { merchantId: merchant.id });
    const row = await product.good<Row>("POST", "/api/withdrawal", own.token, { receiving_account: "01899999999", amount: "100.00" });
    const ready = await product.good<Row>("POST", `/api/withdrawal/${row.id}/approve`, finance.token, { version: row.version });
    const wallet = await stocked(50_000n);
    const trx = bkashTrx();
    await product.sms(wallet, sent("01899999999", trx, "395.00"));
    await product.sms(wallet, `Your reserved payment of Tk 100.00 to 01899999999 has been cancelled. Balance Tk 495.00. TrxID ${trx} at ${bkashTime()}`);
    const paid = await product.call("POST", `/api/withdrawal/${row.id}/paid`, second.token, { version: ready.version, reference: trx, wallet_id: wallet.id });
    expect(paid.error).toMatchObject({ code: "trx_mismatch", fields: { reference: "not_allowed" }, details: { taken_back: true } });
    expect((await product.good<{ items: Row[] }>("GET", `/api/withdrawal?q=${row.id}`)).items[0]?.status).toBe("approved");
  });

  it("is found by search, counted on home, and stands in nobody else's list", async () => {
    const merchant = await earned();
    const own = await person(product, "merchant_admin", { merchantId: merchant.id });
    const other = await person(product, "merchant_admin", { merchantId: (await product.merchant()).id });
    const row = await product.good<Row>("POST", "/api/withdrawal", own.token, { receiving_account: "City Bank 7788-99", amount: "10.00" });
    const found = async (token: string): Promise<string[]> =>
      (await product.good<{ items: { id: string }[] }>("GET", "/api/search?q=7788-99", token)).items.map((item) => item.id);
    expect([await found(own.token), await found(finance.token), await found(other.token)]).toEqual([[row.id], [row.id], []]);
    const home = async (token: string): Promise<number> =>
      (await product.good<{ waiting: { withdrawals_pending: number } }>("GET", "/api/statistics/home", token)).waiting.withdrawals_pending;
    const waiting = await home(finance.token);
    expect(waiting).toBeGreaterThan(0);
    // The platform decides on it: it waits for nobody at a merchant.
    expect([await home(own.token), await home(other.token)]).toEqual([0, 0]);
    await product.good("POST", `/api/withdrawal/${row.id}/reject`, finance.token, { version: row.version, reason: "closed account" });
    expect(await home(finance.token)).toBe(waiting - 1);
  });
});
