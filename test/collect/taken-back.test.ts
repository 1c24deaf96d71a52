/** Money that the operator took back pays nothing, whichever of its two messages comes first; both stand in the books for a person. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postOfficial } from "../../src/server/core/posting/official.ts";
import { bkashTime, bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  wallet = await product.wallet();
});
afterAll(async () => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const payerOf = (): string => `0195${String(next()).padStart(7, "0")}`;
const back = (amount: string, from: string, trx: string): string =>
  `Tk ${amount} received from ${from} has been reversed. Balance Tk 0.00. TrxID ${trx} at ${bkashTime()}`;
const send = async (text: string): Promise<string> => (await product.sms(wallet, text)).data.items[0]?.id ?? "";
const sums = async (): Promise<Record<string, bigint>> =>
  Object.fromEntries(
    (
      await product.product.app.db.rows<{ kind: string; sum: bigint }>(
        "select kind, sum(balance)::bigint as sum from accounts where kind in ('merchant', 'suspense', 'unexplained') group by kind",
      )
    ).map(({ kind, sum }) => [kind, sum]),
  );
const payment = (id: string): Promise<{ status: string; version: number; candidates: { id: string }[] }> => product.good("GET", `/api/payments/${id}`);

describe("a credit in suspense that was taken back", () => {
  it("completes no order: not by the merchant's TrxID, not by hand, not by a check again", async () => {
    const [from, trx] = [payerOf(), bkashTrx()];
    const sms = await send(received({ amount: "91.00", from, trx }));
    await send(back("91.00", from, trx));
    const before = await sums();
    const made = await product.pay(merchant, { amount: "91.00", customer: from });
    const { id } = made.data;
    const claimed = await product.call("POST", `/v1/payments/${id}/trx`, merchant.secret, { trx_id: trx });
    expect([claimed.status, (await payment(id)).status]).toEqual([200, "pending"]);
    await product.product.jobs.runOnce("rematch-submitted");
    const { version, candidates } = await payment(id);
    expect(candidates.map((one) => one.id)).not.toContain(sms);
    const refused = { code: "trx_mismatch", details: { taken_back: true } };
    const message = await product.good<{ version: number }>("GET", `/api/sms/${sms}`);
    expect((await product.call("POST", `/api/sms/${sms}/match`, product.admin, { version: message.version, payment_id: id })).error).toMatchObject(refused);
    expect((await product.call("POST", `/api/payments/${id}/complete`, product.admin, { version, trx_id: trx, note: "he paid" })).error).toMatchObject(refused);
    await product.good("POST", `/api/payments/${id}/recheck`, product.admin, { version });
    expect((await payment(id)).status).toBe("pending");
    expect(await sums()).toEqual(before);
    // It can be written off as both of its messages say: what came, and what went.
    await product.good("POST", `/v1/payments/${id}/cancel`, merchant.secret, {});
  });
});

describe("a payment that was completed by hand", () => {
  it("is not corrected to money that was taken back", async () => {
    const [from, trx] = [payerOf(), bkashTrx()];
    await send(received({ amount: "93.00", from, trx }));
    await send(back("93.00", from, trx));
    const made = await product.pay(merchant, { amount: "93.00" });
    await product.good("POST", `/api/payments/${made.data.id}/complete`, product.admin, { version: 1, trx_id: "MISTYPED93", note: "he paid" });
    const before = await sums();
    const { version } = await payment(made.data.id);
    const answer = await product.call("POST", `/api/payments/${made.data.id}/correct`, product.admin, { version, trx_id: trx, reason: "his receipt" });
    expect(answer.error).toMatchObject({ code: "trx_mismatch", fields: { trx_id: "not_allowed" }, details: { taken_back: true } });
    expect(await sums()).toEqual(before);
  });
});

describe("a credit of which only the reversal has come", () => {
  it("completes no order by hand nor by the operator's answer, and none is corrected to it", async () => {
    wallet = await product.onlyWallet();
    const [from, trx] = [payerOf(), bkashTrx()];
    await send(back("94.00", from, trx));
    const made = await product.pay(merchant, { amount: "94.00" });
    const by = (act: string, body: object) => product.call("POST", `/api/payments/${made.data.id}/${act}`, product.admin, body);
    const refused = { code: "trx_mismatch", fields: { trx_id: "not_allowed" }, details: { taken_back: true } };
    expect((await by("complete", { version: 1, trx_id: trx, note: "he paid" })).error).toMatchObject(refused);
    const { app } = product.product;
    const money = { paymentId: app.publicIds.decode("payment", made.data.id) as bigint, trxId: trx, amountMinor: 9_400n, payer: from };
    expect(await app.db.tx((tx) => postOfficial(app, tx, money, () => undefined))).toBe("waits");
    expect((await by("complete", { version: (await payment(made.data.id)).version, trx_id: "MISTYPED94", note: "he paid" })).success).toBe(true);
    const { version } = await payment(made.data.id);
    expect((await by("correct", { version, trx_id: trx, reason: "his receipt" })).error).toMatchObject(refused);
  });
});

describe("a credit whose reversal came first", () => {
  it("waits in suspense although an order fits it", async () => {
    wallet = await product.onlyWallet();
    const [from, trx] = [payerOf(), bkashTrx()];
    const made = await product.pay(merchant, { amount: "92.00", customer: from });
    await send(back("92.00", from, trx));
    const sms = await send(received({ amount: "92.00", from, trx }));
    expect(await product.good("GET", `/api/sms/${sms}`)).toMatchObject({ match_status: "unmatched", reasons: ["taken_back"], payment_id: null });
    expect((await payment(made.data.id)).status).toBe("pending");
  });
});
