/** What rests on one person's word alone: typed messages, and costs that no message proves. From the threshold on a checker agrees. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import type { SmsRuleCreated } from "../../src/contract/sms-rules.schema.ts";
import type { SmsRow } from "../../src/contract/sms.schema.ts";
import type { TransferRow } from "../../src/contract/transfers.schema.ts";
import type { WithdrawalRow } from "../../src/contract/withdrawal.schema.ts";
import { bkashTime, bkashTrx, next, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { booksDigest, configure, person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let [maker, checker, auditor]: Person[] = [];
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  wallet = await product.wallet();
  [maker, checker, auditor] = [await person(product, "finance"), await person(product, "finance"), await person(product, "auditor")];
});
afterEach(async () => {
  await product.product.app.posting.idle();
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
});
afterAll(() => product.stop());

const by = (who: Person | undefined): string => who?.token ?? "";
const waits = async (answer: Promise<{ status: number; text: string; data: unknown }>): Promise<ApprovalRow> => {
  const { status, text, data } = await answer;
  expect(status, text).toBe(202);
  return (data as { approval: ApprovalRow }).approval;
};
const approve = (approval: ApprovalRow, who: Person | undefined) => product.call<ApprovalRow>("POST", `/api/approvals/${approval.id}/approve`, by(who), {});
const stock = async (amount: string): Promise<void> => {
  const asked = await product.good<{ id: string }>("POST", "/api/manual", by(maker), { kind: "wallet_credit", wallet_id: wallet.id, amount, note: "stock" });
  await product.good("POST", `/api/manual/${asked.id}/apply`, by(checker), { version: 1 });
};
const held = async (): Promise<string> => (await product.good<{ balance: string }>("GET", `/api/wallets/${wallet.id}`)).balance;

describe("a message typed in", () => {
  const typed = (amount: string, from: string, trx = bkashTrx()) =>
    product.call<SmsRow>("POST", "/api/sms", by(maker), { wallet_id: wallet.id, sender: "bKash", text: received({ amount, from, trx }) });
  const payer = (): string => `0195${String(next()).padStart(7, "0")}`;

  it("of a large amount pays nothing until a checker has let it in, and then as any other", async () => {
    const customer = payer();
    const order = await product.pay(merchant, { amount: "20000.00", customer });
    const digest = await booksDigest(product.product);
    const asked = await waits(typed("20000.00", customer));
    expect(asked).toMatchObject({ kind: "sms.type-in", amount: "20000.00", object: { type: "wallet", id: wallet.id }, after: { sender: "bKash" } });
    expect(await booksDigest(product.product)).toBe(digest);
    expect((await approve(asked, maker)).error?.code).toBe("same_person");
    const seen = await product.good<ApprovalRow>("GET", `/api/approvals/${asked.id}`, by(auditor));
    expect(JSON.stringify(seen)).not.toContain(customer);
    const done = await approve(asked, checker);
    expect(done.data, done.text).toMatchObject({ status: "approved" });
    expect(await product.good("GET", `/api/payments/${order.data.id}`)).toMatchObject({ status: "completed", received_amount: "20000.00" });
  });

  it("waits for each message alone, and is known when the phone told it meanwhile", async () => {
    const [one, other] = [payer(), payer()];
    const trx = bkashTrx();
    const first = await waits(typed("15000.00", one, trx));
    await waits(typed("15000.00", other));
    expect((await typed("15000.00", one, trx)).error?.code).toBe("approval_waiting");
    await product.sms(wallet, received({ amount: "15000.00", from: one, trx }));
    expect((await approve(first, checker)).error?.code).toBe("already_exists");
  });

  it("of a small amount goes alone", async () => {
    expect((await typed("70.00", payer())).status).toBe(201);
  });

  it("counts with everything that it moves: its fee beside a small amount", async () => {
    const digest = await booksDigest(product.product);
    const text = (fee: string) =>
      `Send Money Tk 5.00 to 01700000002 successful. Ref 2. Fee Tk ${fee}. Balance Tk 440.00. TrxID ${bkashTrx()} at ${bkashTime()}`;
    const asked = await waits(product.call("POST", "/api/sms", by(maker), { wallet_id: wallet.id, sender: "bKash", text: text("9995.00") }));
    expect(asked).toMatchObject({ kind: "sms.type-in", amount: "10000.00", after: { amount: "10000.00" } });
    expect(await booksDigest(product.product)).toBe(digest);
  });

  it("that nobody could read asks when it is read after all, with the amount that it turns out to have", async () => {
    const [boss, second] = [await person(product, "admin"), await person(product, "admin")];
    const words = (amount: string, from: string) => `Taka came in: Tk ${amount} by ${from}. Receipt ${bkashTrx()} done`;
    const customer = payer();
    const order = await product.pay(merchant, { amount: "20000.00", customer });
    const type = (amount: string, from: string) =>
      product.call<SmsRow>("POST", "/api/sms", by(maker), { wallet_id: wallet.id, sender: "bKash", text: words(amount, from) });
    const [large, small] = [(await type("20000.00", customer)).data, (await type("71.00", payer())).data];
    expect([large.match_status, large.amount, small.match_status]).toEqual(["unparsed", null, "unparsed"]);
    const template = "Taka came in: {amount} by {msisdn}. Receipt {trx} done";
    const { rule } = await product.good<SmsRuleCreated>("POST", "/api/sms/rules", boss.token, { operator: "bkash", class: "receive", template, note: "new" });
    await approve(await waits(product.call("POST", `/api/sms/rules/${rule?.id}/on`, boss.token, { version: 1 })), second);
    const read = (row: SmsRow, who: Person | undefined) => product.call<SmsRow>("POST", `/api/sms/${row.id}/parse`, by(who), { version: row.version });
    const digest = await booksDigest(product.product);
    const limited = await person(product, "operator");
    expect((await read(large, limited)).error?.code).toBe("forbidden");
    const asked = await waits(read(large, maker));
    expect(asked).toMatchObject({
      kind: "sms.type-in",
      amount: "20000.00",
      object: { type: "sms", id: large.id },
      after: { sender: "bKash", amount: "20000.00" },
    });
    expect([await booksDigest(product.product), (await approve(asked, maker)).error?.code]).toEqual([digest, "same_person"]);
    expect((await read(small, maker)).data).toMatchObject({ match_status: "unmatched", amount: "71.00" });
    expect((await approve(asked, checker)).data).toMatchObject({ status: "approved" });
    expect(await product.good("GET", `/api/payments/${order.data.id}`)).toMatchObject({ status: "completed", received_amount: "20000.00" });
  });
});

describe("a cost that no message proves", () => {
  it("of a transfer, far above the expected one, waits for a second approval", async () => {
    await stock("200000.00");
    const body = { kind: "b2b_out", from_wallet_id: wallet.id, amount: "100.00", expected_cost: "1.00" };
    const row = await product.good<TransferRow>("POST", "/api/transfers", by(maker), body);
    const going = await product.good<TransferRow>("POST", `/api/transfers/${row.id}/approve`, by(checker), { version: row.version });
    const before = await held();
    const complete = (cost: string) => product.call<TransferRow>("POST", `/api/transfers/${row.id}/complete`, by(maker), { version: going.version, cost });
    const asked = await waits(complete("50000.00"));
    expect(asked).toMatchObject({ kind: "transfers.complete", amount: "49999.00", before: { expected_cost: "1.00" }, after: { cost: "50000.00" } });
    expect([await held(), (await approve(asked, maker)).error?.code]).toEqual([before, "same_person"]);
    expect((await complete("2.50")).data).toMatchObject({ status: "completed", cost: "2.50" });
    expect((await approve(asked, checker)).error?.code).toBe("conflict");
  });

  it("of a withdrawal is not approved and paid by the same person, unless the platform is run by one", async () => {
    await stock("200000.00");
    const owner = await person(product, "merchant_admin", { merchantId: merchant.id });
    const submit = async (): Promise<WithdrawalRow> => {
      const row = await product.good<WithdrawalRow>("POST", "/api/withdrawal", owner.token, { amount: "100.00", receiving_account: "City Bank 12" });
      return product.good<WithdrawalRow>("POST", `/api/withdrawal/${row.id}/approve`, by(maker), { version: row.version });
    };
    const paid = (row: WithdrawalRow, cost: string, who: Person | undefined) =>
      product.call<WithdrawalRow>("POST", `/api/withdrawal/${row.id}/paid`, by(who), {
        version: row.version,
        wallet_id: wallet.id,
        reference: bkashTrx(),
        cost,
      });
    const first = await submit();
    const refused = await paid(first, "30000.00", maker);
    expect(refused.error).toMatchObject({ code: "same_person", fields: { cost: "too_large" } });
    expect((await paid(first, "30000.00", checker)).data).toMatchObject({ status: "paid", cost: "30000.00" });
    expect((await paid(await submit(), "5.00", maker)).data).toMatchObject({ status: "paid" });
    await configure(product, { one_person: true });
    expect((await paid(await submit(), "30000.00", maker)).data).toMatchObject({ status: "paid" });
    await configure(product, { one_person: false });
  });
});

describe("a transfer that its maker approves, where one person runs the platform", () => {
  it("wants a fresh password", async () => {
    await configure(product, { one_person: true });
    const tired = await person(product, "finance");
    const { app } = product.product;
    await app.db.run("update sessions set rechecked_at = now() - interval '6 minutes' where id = $1", [app.publicIds.decode("session", tired.sessionId)]);
    const row = await product.good<TransferRow>("POST", "/api/transfers", tired.token, { kind: "b2b_in", to_wallet_id: wallet.id, amount: "1.00" });
    const alone = await product.call("POST", `/api/transfers/${row.id}/approve`, tired.token, { version: row.version });
    expect(alone.error?.code).toBe("recheck_required");
    await configure(product, { one_person: false });
    expect((await product.call("POST", `/api/transfers/${row.id}/approve`, by(checker), { version: row.version })).status).toBe(200);
  });
});
