/** Money that no rule gives to an order: of our own wallets, doubted, or of a kind that never collects. It stays so whichever comes first. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minor } from "../../src/contract/schema.ts";
import { postOfficial } from "../../src/server/core/posting/official.ts";
import { bkashTime, bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
let other: TestWallet;
let wallet: TestWallet;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  other = await product.wallet();
  wallet = await product.onlyWallet();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

let cents = 4000;
/** An amount that no other order of this file has. */
const amountOf = (): string => `${Math.floor((cents += 1) / 100)}.${String(cents % 100).padStart(2, "0")}`;
const payerOf = (): string => `0195${String(next()).padStart(7, "0")}`;
const order = async (amount: string, customer?: string): Promise<string> => {
  const made = await product.pay(merchant, { amount, ...(customer === undefined ? {} : { customer }) });
  expect(made.status).toBe(201);
  return made.data.id;
};
const claim = (id: string, trx: string) => product.call("POST", `/v1/payments/${id}/trx`, merchant.secret, { trx_id: trx });
const payment = (id: string): Promise<{ status: string; version: number }> => product.good("GET", `/api/payments/${id}`);
const send = async (text: string): Promise<{ match_status: string; reasons: string[] }> => {
  const { data } = await product.sms(wallet, text);
  return product.good("GET", `/api/sms/${data.items[0]?.id}`);
};

/** What the merchant says of the money, and what a person asks to be looked at again, changes nothing. */
async function staysOpen(id: string, trx: string): Promise<void> {
  const claimed = await claim(id, trx);
  expect([claimed.status, claimed.error]).toEqual([200, undefined]);
  await product.product.jobs.runOnce("rematch-submitted");
  await product.good("POST", `/api/payments/${id}/recheck`, product.admin, { version: (await payment(id)).version });
  expect((await payment(id)).status).toBe("pending");
}

describe("a message from one of our own wallets", () => {
  it("pays no order after it has waited for the one before it", async () => {
    const at = await product.onlyWallet();
    wallet = at;
    await send(received({ amount: "1.00", from: payerOf(), balance: "1,000.00" }));
    const id = await order("30.00", other.account);
    const trx = bkashTrx();
    expect(await send(received({ amount: "30.00", from: other.account, balance: "1,040.00", trx }))).toMatchObject({ match_status: "held" });
    await send(received({ amount: "10.00", from: payerOf(), balance: "1,010.00" }));
    const { items } = await product.good<{ items: { match_status: string; reasons: string[] }[] }>("GET", `/api/sms?q=${trx}`);
    expect(items[0]).toMatchObject({ match_status: "unmatched", reasons: ["own_wallet"] });
    expect((await payment(id)).status).toBe("pending");
    // The messages below print no balance.
    wallet = await product.onlyWallet();
  });

  it("is known with the country's code before its number", async () => {
    const id = await order("31.00", other.account);
    for (const from of [`88${other.account}`, `+88${other.account}`])
      expect(await send(received({ amount: "31.00", from }))).toMatchObject({ match_status: "unmatched", reasons: ["own_wallet"] });
    expect((await payment(id)).status).toBe("pending");
  });

  it("is given to none by a person either, by no way, and is offered for none", async () => {
    const [amount, trx] = [amountOf(), bkashTrx()];
    const { data } = await product.sms(wallet, received({ amount, from: other.account, trx }));
    const sms = data.items[0]?.id ?? "";
    const id = await order(amount);
    const message = await product.good<{ version: number; actions: string[]; candidates: unknown[] }>("GET", `/api/sms/${sms}`);
    expect(message).toMatchObject({ candidates: [], actions: expect.not.arrayContaining(["match"]) });
    expect((await product.good<{ candidates: { id: string }[] }>("GET", `/api/payments/${id}`)).candidates.map((one) => one.id)).not.toContain(sms);
    const { version } = await payment(id);
    const refused = (field: string) => ({ code: "customer_is_wallet", fields: { [field]: "not_allowed" } });
    expect((await product.call("POST", `/api/sms/${sms}/match`, product.admin, { version: message.version, payment_id: id })).error).toMatchObject(
      refused("message_id"),
    );
    expect((await product.call("POST", `/api/payments/${id}/complete`, product.admin, { version, trx_id: trx, note: "paid" })).error).toMatchObject(
      refused("trx_id"),
    );
    expect(
      (await product.call("POST", "/api/manual", product.admin, { kind: "assign_message", sms_id: sms, payment_id: id, note: "paid" })).error,
    ).toMatchObject(refused("sms_id"));
    expect((await payment(id)).status).toBe("pending");
  });

  it("completes none by the operator's answer", async () => {
    const { app } = product.product;
    const amount = amountOf();
    const id = await order(amount);
    const money = { paymentId: app.publicIds.decode("payment", id) as bigint, trxId: bkashTrx(), amountMinor: minor(amount), payer: other.account };
    expect(await app.db.tx((tx) => postOfficial(app, tx, money, () => undefined))).toBe("waits");
    expect((await payment(id)).status).toBe("pending");
  });

  it("proves none that a person completed, and none is corrected to it", async () => {
    const [amount, trx, own] = [amountOf(), bkashTrx(), bkashTrx()];
    const id = await order(amount);
    await product.good("POST", `/api/payments/${id}/complete`, product.admin, { version: (await payment(id)).version, trx_id: trx, note: "paid" });
    expect(await send(received({ amount, from: other.account, trx }))).toMatchObject({ match_status: "unmatched", reasons: ["own_wallet"] });
    const said = await product.good<{ status: string; version: number; disputed_at: string | null }>("GET", `/api/payments/${id}`);
    expect([said.status, said.disputed_at]).toEqual(["completed", expect.any(String)]);
    await send(received({ amount, from: other.account, trx: own }));
    const answer = await product.call("POST", `/api/payments/${id}/correct`, product.admin, { version: said.version, trx_id: own, reason: "his receipt" });
    expect(answer.error).toMatchObject({ code: "customer_is_wallet", fields: { trx_id: "not_allowed" } });
    expect(await product.findings()).toEqual([]);
  });

  it("pays none by a claim that comes after it", async () => {
    const [amount, trx] = [amountOf(), bkashTrx()];
    await send(received({ amount, from: other.account, trx }));
    await staysOpen(await order(amount), trx);
  });
});

describe("a message that is doubted", () => {
  it("pays no order by a claim that comes after it, as by one that came before", async () => {
    const [amount, trx, from] = [amountOf(), bkashTrx(), payerOf()];
    const text = (of: string): string => `Hello brother.\n${received({ amount, from, trx: of, balance: "90,000.00" })}`;
    const first = await product.onlyWallet();
    wallet = first;
    await send(received({ amount: "1.00", from: payerOf(), balance: "89,000.00" }));
    await product.product.app.db.run("update wallet_continuity set balance = $1 where balance = 8900000", [9000000n - BigInt(amount.replace(".", ""))]);
    expect(await send(text(trx))).toMatchObject({ match_status: "unmatched", reasons: ["leading_text", "unexplained_words"] });
    await staysOpen(await order(amount, from), trx);
  });
});

describe("money of a kind that never collects", () => {
  it("pays no order by a claim, which is kept without an error", async () => {
    const [amount, trx] = [amountOf(), bkashTrx()];
    const text = `You have received a deposit of Tk ${amount} from Sonali Bank Account. Fee Tk 0.00. TrxID ${trx} at ${bkashTime()}`;
    expect(await send(text)).toMatchObject({ match_status: "unmatched", reasons: ["not_a_collection"] });
    await staysOpen(await order(amount), trx);
  });
});
