/** Messages that leave out the balance on a wallet whose messages print it (rule 15): whoever forges one need not know the balance. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTime, bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

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

interface Asked {
  readonly id: string;
  readonly payer: string;
  readonly amount: string;
}
interface Seen {
  readonly match_status: string;
  readonly chain: string;
  readonly reasons: string[];
  readonly version: number;
}

/** The one wallet that collects, its balance 1,000.00; its messages print balances. */
async function printingWallet(): Promise<TestWallet> {
  const wallet = await product.onlyWallet();
  await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "999.00" }));
  await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00" }));
  return wallet;
}
async function order(amount: string): Promise<Asked> {
  const payer = `0198${String(next()).padStart(7, "0")}`;
  const { data } = await product.pay(merchant, { amount, customer: payer });
  return { id: data.id, payer, amount };
}
const status = async ({ id }: Asked): Promise<string> => (await product.good<{ status: string }>("GET", `/v1/payments/${id}`, merchant.secret)).status;
/** What a payer's message becomes, with or without a balance. */
async function told(wallet: TestWallet, { payer, amount }: Asked, balance?: string, trx = bkashTrx()): Promise<string> {
  const { data } = await product.sms(wallet, received({ amount, from: payer, trx, ...(balance !== undefined && { balance }) }));
  return data.items[0]?.id ?? "";
}
const seen = (id: string): Promise<Seen> => product.good<Seen>("GET", `/api/sms/${id}`);
const realBalance = async (wallet: TestWallet): Promise<string> =>
  (await product.good<{ real_balance: string }>("GET", `/api/wallets/${wallet.id}`)).real_balance;
async function waitOut(): Promise<void> {
  await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
  await product.product.app.posting.sweep();
}

describe("a message without a balance on a wallet that prints it", () => {
  it("pays no order, moves no balance, and goes to a person in the end", async () => {
    const wallet = await printingWallet();
    const victim = await order("777.00");
    const forged = await told(wallet, victim);
    expect(await seen(forged)).toMatchObject({ match_status: "held", reasons: ["balance_not_printed"] });
    const honest = await order("33.00");
    await told(wallet, honest, "1,033.00");
    expect([await status(victim), await status(honest), await realBalance(wallet)]).toEqual(["pending", "completed", "1033.00"]);
    await waitOut();
    expect(await seen(forged)).toMatchObject({ match_status: "review", chain: "unknown", reasons: ["balance_not_printed"] });
    expect([await status(victim), (await product.good<{ breaks: unknown }>("GET", `/api/wallets/${wallet.id}`)).breaks]).toEqual(["pending", null]);
  });

  it("stays without money when its TrxID is submitted for the order", async () => {
    const wallet = await printingWallet();
    const victim = await order("778.00");
    const trx = bkashTrx();
    await told(wallet, victim, undefined, trx);
    await product.call("POST", `/v1/payments/${victim.id}/trx`, merchant.secret, { trx_id: trx });
    await product.call("POST", `/api/payments/${victim.id}/recheck`, product.admin, {});
    expect(await status(victim)).toBe("pending");
  });

  it("is proven by the next balance that has counted it in, and by no other", async () => {
    const wallet = await printingWallet();
    const [true_, forged, later] = [await order("10.00"), await order("500.00"), await order("20.00")];
    const ids = [await told(wallet, forged), await told(wallet, true_)];
    expect([await status(true_), await status(forged)]).toEqual(["pending", "pending"]);
    await told(wallet, later, "1,030.00");
    expect([await status(true_), await status(forged), await status(later)]).toEqual(["completed", "pending", "completed"]);
    expect(await Promise.all(ids.map(seen))).toMatchObject([
      { match_status: "held", reasons: ["balance_not_printed"] },
      { match_status: "matched", chain: "fits", reasons: ["by_payer"] },
    ]);
    expect(await realBalance(wallet)).toBe("1030.00");
  });

  it("is proven by a balance that came before it, or after it had gone to a person", async () => {
    const wallet = await printingWallet();
    const [first, second, third] = [await order("11.00"), await order("12.00"), await order("13.00")];
    await told(wallet, second, "1,023.00");
    expect(await status(second)).toBe("pending");
    await told(wallet, first);
    expect([await status(first), await status(second)]).toEqual(["completed", "completed"]);
    const late = await told(wallet, third);
    await waitOut();
    expect(await seen(late)).toMatchObject({ match_status: "review" });
    await told(wallet, await order("14.00"), "1,050.00");
    expect(await status(third)).toBe("completed");
  });

  it("leaves it to a person where the balance can be read in two ways", async () => {
    const wallet = await printingWallet();
    const [one, other, later] = [await order("15.00"), await order("15.00"), await order("16.00")];
    await told(wallet, one);
    await told(wallet, other);
    await told(wallet, later, "1,031.00");
    expect([await status(one), await status(other), await status(later)]).toEqual(["pending", "pending", "pending"]);
  });

  it("is the same movement once more where the whole message comes after it, whatever else is missing", async () => {
    const wallet = await printingWallet();
    const [paid, missing] = [await order("17.00"), await order("17.00")];
    const trx = bkashTrx();
    const { data } = await product.sms(wallet, received({ amount: paid.amount, from: paid.payer, trx }).replace("received Tk", "received payment Tk"));
    const notice = data.items[0]?.id ?? "";
    await told(wallet, paid, "1,034.00", trx);
    expect([await status(paid), (await seen(notice)).match_status]).toEqual(["pending", "held"]);
    await told(wallet, missing, "1,017.00");
    expect([await status(paid), await status(missing)]).toEqual(["completed", "completed"]);
    expect(await seen(notice)).toMatchObject({ match_status: "duplicate", reasons: ["same_trx_other_kind"] });
  });

  it("is booked when a person accepts it; the balance goes on from it", async () => {
    const wallet = await printingWallet();
    const [believed, after] = [await order("18.00"), await order("19.00")];
    const id = await told(wallet, believed);
    const { version } = await seen(id);
    await product.good("POST", `/api/sms/${id}/accept`, product.admin, { version, note: "seen on the phone" });
    expect([await status(believed), (await seen(id)).reasons]).toEqual(["completed", expect.arrayContaining(["accepted_by_hand"])]);
    await told(wallet, after, "1,037.00");
    expect(await status(after)).toBe("completed");
  });

  it("is no part of what has been gone on without: a person who believes it then closes the difference", async () => {
    const wallet = await printingWallet();
    const [after, last] = [await order("22.00"), await order("23.00")];
    const text = received({ amount: "21.00", from: "01900000004", at: Date.now() - 10 * 60_000 });
    // What is missing is more than this message: its balance is believed first.
    const skipped = await told(wallet, after, "1,143.00");
    const { version } = await seen(skipped);
    await product.good("POST", `/api/sms/${skipped}/accept`, product.admin, { version, note: "seen" });
    const id = (await product.sms(wallet, text)).data.items[0]?.id ?? "";
    await product.good("POST", `/api/sms/${id}/accept`, product.admin, { version: (await seen(id)).version, note: "seen" });
    expect(await seen(id)).toMatchObject({ match_status: "unmatched", reasons: expect.arrayContaining(["accepted_by_hand"]) });
    await told(wallet, last, "1,166.00");
    const { difference } = await product.good<{ difference: string | null }>("GET", `/api/wallets/${wallet.id}`);
    // 998.00 are from before the first message; of the 121.00 that were gone on without, 21.00 have come.
    expect([await status(last), difference]).toEqual(["completed", "1098.00"]);
  });

  it("is not taken for counted in where the end went on by another without a balance since", async () => {
    const minutes = (count: number): number => Date.now() - count * 60_000;
    const wallet = await product.onlyWallet();
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "999.00", at: minutes(30) }));
    await product.sms(wallet, received({ amount: "1.00", from: "01900000001", balance: "1,000.00", at: minutes(29) }));
    const last = await order("28.00");
    const held = (await product.sms(wallet, received({ amount: "27.00", from: "01900000005", at: minutes(20) }))).data.items[0]?.id ?? "";
    // Payments have printed no balance on this wallet: it is taken at its word.
    const paid = `Send Money Tk 5.00 to 01900000006 successful. Fee Tk 0.00. TrxID ${bkashTrx()} at ${bkashTime(minutes(10))}`;
    const sent = (await product.sms(wallet, paid)).data.items[0]?.id ?? "";
    expect(await Promise.all([held, sent].map(seen))).toMatchObject([{ match_status: "held" }, { match_status: "unmatched" }]);
    await product.good("POST", `/api/sms/${held}/accept`, product.admin, { version: (await seen(held)).version, note: "seen" });
    await told(wallet, last, "1,050.00");
    const { difference } = await product.good<{ difference: string | null }>("GET", `/api/wallets/${wallet.id}`);
    expect([await status(last), difference]).toEqual(["completed", "998.00"]);
  });

  it("from before the last balance is not what is missing behind it", async () => {
    const wallet = await printingWallet();
    const [forgedFor, late, ahead] = [await order("41.00"), await order("41.00"), await order("42.00")];
    const old = received({ amount: "41.00", from: forgedFor.payer, at: Date.now() - 10 * 60_000 });
    const forged = (await product.sms(wallet, old)).data.items[0]?.id ?? "";
    await told(wallet, ahead, "1,083.00");
    expect([await status(forgedFor), await status(ahead), (await seen(forged)).match_status]).toEqual(["pending", "pending", "held"]);
    await told(wallet, late, "1,041.00");
    expect([await status(late), await status(ahead), await status(forgedFor)]).toEqual(["completed", "completed", "pending"]);
  });

  it("is proven once where two wordings without a balance tell of it", async () => {
    const wallet = await printingWallet();
    const [paid, later] = [await order("43.00"), await order("44.00")];
    const trx = bkashTrx();
    const text = received({ amount: paid.amount, from: paid.payer, trx });
    const ids: string[] = [];
    for (const one of [text, text.replace("received Tk", "received payment Tk")]) ids.push((await product.sms(wallet, one)).data.items[0]?.id ?? "");
    expect(new Set(ids).size).toBe(2);
    await told(wallet, later, "1,087.00");
    expect([await status(paid), await status(later), await realBalance(wallet)]).toEqual(["completed", "completed", "1087.00"]);
    expect(await Promise.all(ids.map(seen))).toMatchObject([{ match_status: "matched" }, { match_status: "duplicate" }]);
  });

  it("proves no other where its own movement has just been booked", async () => {
    const wallet = await printingWallet();
    const [paid, victim, ahead, missing] = [await order("17.00"), await order("13.00"), await order("20.00"), await order("30.00")];
    const trx = bkashTrx();
    // Counts in what was paid and the 30.00 that are missing.
    await told(wallet, ahead, "1,067.00");
    await product.sms(wallet, received({ amount: paid.amount, from: paid.payer, trx }).replace("received Tk", "received payment Tk"));
    await told(wallet, victim);
    await told(wallet, paid, "1,017.00", trx);
    expect([await status(paid), await status(victim), await status(ahead)]).toEqual(["completed", "pending", "pending"]);
    await told(wallet, missing, "1,047.00");
    expect([await status(missing), await status(victim), await status(ahead)]).toEqual(["completed", "pending", "completed"]);
  });

  it("waits for nothing any more when a person has matched it", async () => {
    const wallet = await printingWallet();
    const wanted = await order("45.00");
    const id = await told(wallet, wanted);
    const { version } = await seen(id);
    await product.good("POST", `/api/sms/${id}/match`, product.admin, { version, payment_id: wanted.id, note: "seen" });
    expect([await status(wanted), await seen(id)]).toMatchObject(["completed", { match_status: "matched", reasons: ["matched_by_hand"] }]);
  });

  it("hides none that came behind it, however many a person has to look at", async () => {
    const wallet = await printingWallet();
    const [first, second] = [await order("48.00"), await order("49.00")];
    const forged = await told(wallet, { id: "", payer: "01900000007", amount: "3.00" });
    await waitOut();
    await product.product.app.db.run(
      "insert into sms select (jsonb_populate_record(s, jsonb_build_object('id', s.id + n))).* from sms s, generate_series(1, 500) n where s.id = $1",
      [product.product.app.publicIds.decode("sms", forged)],
    );
    const behind = await told(wallet, second, "1,097.00");
    await waitOut();
    expect(await seen(behind)).toMatchObject({ match_status: "review" });
    const last = await order("50.00");
    await told(wallet, last, "1,147.00");
    await told(wallet, first, "1,048.00");
    expect([await status(first), await status(second), await status(last)]).toEqual(["completed", "completed", "completed"]);
  });

  it("is no break of the balances, also where a person has cleared the wallet meanwhile", async () => {
    const wallet = await printingWallet();
    await told(wallet, await order("51.00"), "1,951.00");
    await waitOut();
    const id = await told(wallet, await order("52.00"));
    const { version } = await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`);
    await product.good("POST", `/api/wallets/${wallet.id}/clear`, product.admin, { version });
    await waitOut();
    expect(await seen(id)).toMatchObject({ match_status: "review", chain: "unknown", reasons: ["balance_not_printed"] });
  });

  it("was counted in by a balance of its minute that a person has believed before", async () => {
    const wallet = await printingWallet();
    const [paid, ahead, last] = [await order("53.00"), await order("54.00"), await order("55.00")];
    const at = Date.now();
    const says = async ({ amount, payer }: Asked, balance?: string): Promise<string> =>
      (await product.sms(wallet, received({ amount, from: payer, at, ...(balance !== undefined && { balance }) }))).data.items[0]?.id ?? "";
    // 200.00 more are missing.
    const unprinted = await says(paid);
    for (const id of [await says(ahead, "1,307.00"), unprinted])
      await product.good("POST", `/api/sms/${id}/accept`, product.admin, { version: (await seen(id)).version, note: "seen" });
    await told(wallet, last, "1,362.00");
    expect([await status(paid), await status(ahead), await status(last)]).toEqual(["completed", "completed", "completed"]);
  });

  it("is booked with others that are missing together once nothing else has come for the time that messages wait", async () => {
    const wallet = await printingWallet();
    const [one, other, later, last] = [await order("31.00"), await order("32.00"), await order("33.00"), await order("34.00")];
    await told(wallet, one);
    await told(wallet, other);
    await told(wallet, later, "1,096.00");
    await told(wallet, last, "1,130.00");
    expect(await Promise.all([one, other, later, last].map(status))).toEqual(["pending", "pending", "pending", "pending"]);
    await waitOut();
    expect(await Promise.all([one, other, later, last].map(status))).toEqual(["completed", "completed", "completed", "completed"]);
  });

  it("passes for no message that is only late together with others", async () => {
    const wallet = await printingWallet();
    const [forged, too, late, ahead] = [await order("10.00"), await order("20.00"), await order("30.00"), await order("7.00")];
    await told(wallet, forged);
    await told(wallet, too);
    await told(wallet, ahead, "1,037.00");
    await told(wallet, late, "1,030.00");
    await waitOut();
    expect(await Promise.all([forged, too, late, ahead].map(status))).toEqual(["pending", "pending", "completed", "completed"]);
  });
});

describe("a message without a balance is taken as it is", () => {
  it("on a wallet that has never printed one", async () => {
    const wallet = await product.onlyWallet();
    const one = await order("24.00");
    await told(wallet, one);
    expect(await status(one)).toBe("completed");
  });

  it("where messages are not held for a break", async () => {
    const wallet = await printingWallet();
    const { version } = await product.good<{ version: number }>("GET", "/api/config");
    const changed = await product.good<{ version: number }>("PATCH", "/api/config", product.admin, { version, hold_on_chain_break: false });
    const one = await order("25.00");
    await told(wallet, one);
    expect(await status(one)).toBe("completed");
    await product.good("PATCH", "/api/config", product.admin, { version: changed.version, hold_on_chain_break: true });
  });
});
