/** A person believes a message that nothing proves: it is booked as it says, once, by the rules of one that fits. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { CONFIG_DEFAULTS } from "../../src/contract/config.ts";
import type { SmsDetail, SmsRow } from "../../src/contract/sms.schema.ts";
import { bkashTime, bkashTrx, next, received, TestProduct, type Answer, type TestMerchant, type TestWallet } from "../support/app.ts";
import { people } from "../support/attack.ts";
import { expectInvariants } from "../support/invariants.ts";

let product: TestProduct;
let merchant: TestMerchant;
let staff: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  product = await TestProduct.start();
  merchant = await product.merchant();
  staff = await people(product, merchant.id);
});
afterEach(async () => {
  expect(await product.findings()).toEqual([]);
  await expectInvariants(product.product);
});
afterAll(() => product.stop());

const payer = (): string => `0188${String(next()).padStart(7, "0")}`;
const sent = (amount: string, balance: string, trx = bkashTrx()): string =>
  `Send Money Tk ${amount} to ${payer()} successful. Ref 1. Fee Tk 5.00. Balance Tk ${balance}. TrxID ${trx} at ${bkashTime()}`;
const read = (id: string): Promise<SmsDetail> => product.good<SmsDetail>("GET", `/api/sms/${id}`);
const accept = (id: string, version: number, token = product.admin, more: Record<string, unknown> = {}): Promise<Answer<SmsRow>> =>
  product.call<SmsRow>("POST", `/api/sms/${id}/accept`, token, { version, ...more });
const figures = (wallet: TestWallet) =>
  product.good<{ balance: string; real_balance: string | null; difference: string | null }>("GET", `/api/wallets/${wallet.id}`);
const frozen = async ({ id }: TestWallet): Promise<string | null | undefined> => {
  const { app } = product.product;
  return (
    await app.db.one<{ why: string | null }>("select payouts_frozen_reason as why from wallet_continuity where wallet_id = $1", [
      app.publicIds.decode("wallet", id),
    ])
  )?.why;
};
const orderStatus = async (id: string): Promise<string> => (await product.good<{ status: string }>("GET", `/v1/payments/${id}`, merchant.secret)).status;

/** A wallet whose balance is known, and its only one. */
async function walletAt(balance: string): Promise<TestWallet> {
  const wallet = await product.onlyWallet();
  await product.sms(wallet, received({ amount: balance, from: payer(), balance }));
  return wallet;
}
/** A message whose balance does not follow on, after its wait. */
async function doubted(wallet: TestWallet, text: string): Promise<SmsDetail> {
  const id = (await product.sms(wallet, text)).data.items[0]?.id ?? "";
  expect((await read(id)).match_status).toBe("held");
  await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
  await product.product.app.posting.sweep();
  const message = await read(id);
  expect([message.match_status, message.actions.includes("accept")]).toEqual(["review", true]);
  return message;
}

it("books a debit that nothing of ours explains: the wallet follows it, its payouts stand still, what is missing stands as a difference", async () => {
  const wallet = await walletAt("1,000.00");
  // 200 are missing before it: 1,000 - 200 - 100 - 5.
  const message = await doubted(wallet, sent("100.00", "695.00"));
  expect([(await figures(wallet)).balance, await frozen(wallet)]).toEqual(["1000.00", "discrepancy"]);
  const done = await accept(message.id, message.version, staff.finance.token, { note: "seen on the phone" });
  expect([done.status, done.data.match_status, done.data.chain]).toEqual([200, "unmatched", "break"]);
  expect(done.data.reasons).toEqual(expect.arrayContaining(["accepted_by_hand", "debit_unexplained"]));
  expect(done.data.actions).not.toContain("accept");
  expect(await figures(wallet)).toMatchObject({ balance: "895.00", real_balance: "695.00", difference: "-200.00" });
  const { timeline, entries } = await product.good<{ timeline: { kind: string; actor: { account: string | null } | null }[]; entries: unknown[] }>(
    "GET",
    `/api/sms/${message.id}`,
  );
  expect(timeline.at(-1)).toMatchObject({ kind: "accepted", actor: { account: staff.finance.account } });
  expect(entries.length).toBeGreaterThan(0);
  // The next message follows on.
  const following = (await product.sms(wallet, received({ amount: "5.00", from: payer(), balance: "700.00" }))).data.items[0]?.id ?? "";
  expect(await read(following)).toMatchObject({ match_status: "unmatched", chain: "fits" });
  expect(await figures(wallet)).toMatchObject({ balance: "900.00", real_balance: "700.00" });
});

it("books money that came in: the order that it fits is completed, else it waits in suspense; what waited behind it follows", async () => {
  const wallet = await walletAt("500.00");
  const customer = payer();
  const order = await product.pay(merchant, { amount: "61.00", customer });
  const paid = await doubted(wallet, received({ amount: "61.00", from: customer, balance: "661.00" }));
  const behind = (await product.sms(wallet, received({ amount: "9.00", from: payer(), balance: "670.00" }))).data.items[0]?.id ?? "";
  expect(await orderStatus(order.data.id)).toBe("pending");
  const done = await accept(paid.id, paid.version);
  expect([done.status, done.data.match_status, done.data.payment_id]).toEqual([200, "matched", order.data.id]);
  expect(await orderStatus(order.data.id)).toBe("completed");
  await product.product.app.posting.sweep();
  expect(await read(behind)).toMatchObject({ match_status: "unmatched", chain: "fits" });
  const nobodys = await doubted(wallet, received({ amount: "17.00", from: payer(), balance: "2,000.00" }));
  expect((await accept(nobodys.id, nobodys.version)).data).toMatchObject({ match_status: "unmatched", payment_id: null });
  expect((await product.good<{ items: { id: string }[] }>("GET", "/api/sms?in_suspense=true&size=200")).items.map(({ id }) => id)).toContain(nobodys.id);
  // 500, 61, 9 and 17 are booked; the operator says 2,000.
  expect(await figures(wallet)).toMatchObject({ balance: "587.00", real_balance: "2000.00", difference: "1413.00" });
});

it("books what a message without a balance says, and the next one with a balance goes on from there", async () => {
  const wallet = await walletAt("300.00");
  // No rule explains its last words, and no balance proves that the money came.
  const id = (await product.sms(wallet, `${received({ amount: "40.00", from: payer() })} Sing along in our choir.`)).data.items[0]?.id ?? "";
  const message = await read(id);
  expect([message.match_status, message.reasons.includes("unexplained_words"), message.actions.includes("accept")]).toEqual(["review", true, true]);
  expect((await figures(wallet)).balance).toBe("300.00");
  const done = await accept(id, message.version);
  expect([done.status, done.data.match_status, done.data.chain]).toEqual([200, "unmatched", "unknown"]);
  expect((await figures(wallet)).balance).toBe("340.00");
  await product.sms(wallet, received({ amount: "1.00", from: payer(), balance: "341.00" }));
  expect(await figures(wallet)).toMatchObject({ balance: "341.00", real_balance: "341.00", difference: "0.00" });
});

it("leaves the end of the continuity where it is for a message from before it", async () => {
  const wallet = await walletAt("800.00");
  const early = Date.now() - 3 * 60_000;
  const late = (await product.sms(wallet, received({ amount: "10.00", from: payer(), balance: "900.00", at: early }))).data.items[0]?.id ?? "";
  await product.sms(wallet, received({ amount: "20.00", from: payer(), balance: "820.00", at: Date.now() + 60_000 }));
  const message = await read(late);
  expect(message.match_status).toBe("held");
  expect((await accept(late, message.version)).status).toBe(200);
  // It is booked; the operator's last word stays the later message's.
  expect(await figures(wallet)).toMatchObject({ balance: "830.00", real_balance: "820.00", difference: "-10.00" });
});

it("refuses what is booked already, what moves nothing, what is not read, another version and who may not; and nothing has moved", async () => {
  const wallet = await walletAt("400.00");
  const trx = bkashTrx();
  await product.sms(wallet, received({ amount: "30.00", from: "01811110000", balance: "430.00", trx }));
  const booked = await product.good<{ items: SmsRow[] }>("GET", `/api/sms?q=${trx}`);
  const unmatched = booked.items[0] as SmsRow;
  expect(unmatched.actions).not.toContain("accept");
  expect([await accept(unmatched.id, unmatched.version)].map(({ status, error }) => [status, error?.code])).toEqual([[409, "wrong_state"]]);
  const strange = (await product.sms(wallet, "bKash: something that nobody knows, Tk 5 and more")).data.items[0]?.id ?? "";
  expect((await accept(strange, 1)).error?.code).toBe("wrong_state");
  const message = await doubted(wallet, sent("50.00", "100.00"));
  const before = await figures(wallet);
  expect((await accept(message.id, message.version + 1)).error?.code).toBe("conflict");
  expect((await accept(message.id, message.version, staff.auditor.token)).status).toBe(403);
  expect((await accept("S000000000000", message.version)).error?.code).toBe("not_found");
  expect((await product.call("POST", `/api/sms/${message.id}/accept`, product.admin, { version: message.version, amount: "1.00" })).status).toBe(422);
  expect(await figures(wallet)).toEqual(before);
  // Of 20 at once, one books it.
  const all = await Promise.all(Array.from({ length: 20 }, () => accept(message.id, message.version)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(all.filter(({ status }) => status !== 200).map(({ error }) => error?.code))).toEqual(new Set(["conflict"]));
  expect(await figures(wallet)).toMatchObject({ balance: "375.00", real_balance: "100.00" });
});

it("is booked once, whoever matches, ignores or parses it at the same time", async () => {
  const wallet = await walletAt("600.00");
  for (let round = 1; round <= 6; round += 1) {
    const customer = payer();
    const amount = `${60 + round}.00`;
    const order = await product.pay(merchant, { amount, customer });
    const id = (await product.sms(wallet, `${received({ amount, from: customer })} Sing along in our choir.`)).data.items[0]?.id ?? "";
    const { version } = await read(id);
    const before = Number((await figures(wallet)).balance);
    const act = (name: string, more: Record<string, unknown> = {}) =>
      product.call<SmsRow>("POST", `/api/sms/${id}/${name}`, product.admin, { version, ...more });
    const moves = [() => accept(id, version), () => act("match", { payment_id: order.data.id }), () => act("ignore"), () => act("parse")];
    const done = await Promise.all(Array.from({ length: 12 }, (_unused, index) => (moves[(index + round) % moves.length] as () => Promise<Answer<SmsRow>>)()));
    const won = done.filter(({ status }) => status === 200);
    expect(won.length, JSON.stringify(done.map(({ error }) => error?.code))).toBe(1);
    const { match_status } = await read(id);
    const booked = match_status === "matched" ? Number(amount) : 0;
    expect([Number((await figures(wallet)).balance), await orderStatus(order.data.id)]).toEqual([before + booked, booked > 0 ? "completed" : "pending"]);
    // Put aside or read again, it can still be accepted or is nobody's.
    expect(["matched", "ignored", "review"]).toContain(match_status);
  }
});

it("waits for its checker from the threshold on, and is booked when he agrees", async () => {
  const wallet = await walletAt("90,000.00");
  const amount = Number(CONFIG_DEFAULTS.manual_complete_threshold);
  const message = await doubted(wallet, sent(amount.toLocaleString("en-US", { minimumFractionDigits: 2 }), "10.00"));
  await product.prove();
  const asked = await accept(message.id, message.version);
  expect([asked.status, (await read(message.id)).match_status]).toEqual([202, "review"]);
  const { id, version } = (asked.data as unknown as { approval: { id: string; version: number } }).approval;
  const agreed = await product.call("POST", `/api/approvals/${id}/approve`, staff.finance.token, { version });
  expect(agreed.status, agreed.text).toBe(200);
  expect((await read(message.id)).match_status).toBe("unmatched");
  expect((await figures(wallet)).balance).toBe((90_000 - amount - 5).toFixed(2));
});
