/** Words that no rule explains, through the public interfaces: they are matched only where the balance proves the money, and never where they deny. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

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

async function onlyWallet(): Promise<TestWallet> {
  const list = await product.good<{ items: { id: string; version: number; enabled: boolean }[] }>("GET", "/api/wallets?size=200");
  for (const item of list.items.filter((wallet) => wallet.enabled))
    await product.good("POST", `/api/wallets/${item.id}/disable`, product.admin, { version: item.version });
  return product.wallet();
}

interface Told {
  readonly order: string;
  readonly match_status: string;
  readonly chain: string;
  readonly reasons: readonly string[];
  readonly actions: readonly string[];
  readonly id: string;
}

/** An order of 20.00 and a message that would pay it, changed; what became of both. */
async function told(wallet: TestWallet, balance: string, change: (text: string) => string): Promise<Told> {
  const payer = `0199${String(next()).padStart(7, "0")}`;
  const made = await product.pay(merchant, { amount: "20.00", customer: payer });
  expect(made.status).toBe(201);
  const sms = await product.sms(wallet, change(received({ amount: "20.00", from: payer, balance })));
  const id = sms.data.items[0]?.id ?? "";
  const message = await product.good<Omit<Told, "order">>("GET", `/api/sms/${id}`);
  const order = (await product.good<{ status: string }>("GET", `/v1/payments/${made.data.id}`, merchant.secret)).status;
  return { ...message, order, id };
}

describe("unexplained words", () => {
  it("wait for a person where no balance proves the money, and books nothing until then", async () => {
    const wallet = await onlyWallet();
    const first = await told(wallet, "1,020.00", (text) => `${text}. Purple giraffes`);
    expect(first).toMatchObject({ order: "pending", match_status: "review", chain: "unknown", reasons: ["unexplained_words"] });
    expect(first.actions).toEqual(expect.arrayContaining(["match", "ignore", "parse"]));
    const detail = await product.good<{ evidence: { code: string; detail: string }[]; entries: unknown[] }>("GET", `/api/sms/${first.id}`);
    expect(detail.evidence).toEqual([{ code: "unexplained_words", detail: "Purple giraffes" }]);
    expect(detail.entries).toEqual([]);
  });

  it("are let pass where the balance follows on", async () => {
    const wallet = await onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00" }));
    expect(await told(wallet, "1,020.00", (text) => `${text}. Purple giraffes`)).toMatchObject({ order: "completed", match_status: "matched", chain: "fits" });
  });

  it("are never matched where they deny, whatever the balance", async () => {
    const wallet = await onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00" }));
    for (const words of ["Not yet credited.", "Chargeback raised.", "লেনদেনটি বাতিল হয়েছে।"])
      expect(await told(wallet, "1,020.00", (text) => `${text}. ${words}`), words).toMatchObject({
        order: "pending",
        match_status: "suspicious",
        reasons: ["words_deny"],
      });
  });

  it("of the operator's own advertising are none", async () => {
    const wallet = await onlyWallet();
    expect(await told(wallet, "1,020.00", (text) => `${text}. Download App: https://bKa.sh/8app`)).toMatchObject({
      order: "completed",
      match_status: "matched",
    });
  });
});

describe("holds of their own", () => {
  it("keep money from being matched though its balance fits: it waits in suspense, named", async () => {
    const wallet = await onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00" }));
    const held = await told(wallet, "1,020.00", (text) => `Hello brother.\n${text}`);
    expect(held).toMatchObject({ order: "pending", match_status: "unmatched", chain: "fits", reasons: ["leading_text", "unexplained_words"] });
  });

  it("go to a person unbooked where nothing proves them", async () => {
    const wallet = await onlyWallet();
    expect(await told(wallet, "1,020.00", (text) => text.replace(/TrxID \S+/, "TrxID XXXXXXXXXX"))).toMatchObject({
      order: "pending",
      match_status: "review",
      reasons: ["trx_date_differs", "trx_placeholder"],
    });
  });
});
