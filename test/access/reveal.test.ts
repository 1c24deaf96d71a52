/** What a role masks, shown once for a reason (docs/decisions/0064): only what was asked for, written down first, and not often. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsOf, type UserType } from "../../src/contract/permissions.ts";
import { REVEALS_AN_HOUR } from "../../src/contract/reveal.ts";
import { bkashTrx, received, type TestProduct } from "../support/app.ts";
import { fundMerchant, fundWallet, payout } from "../support/attack-money.ts";
import { person, send, startTarget, type Person, type Raw } from "../support/attack.ts";

let product: TestProduct;
let payment: string;
let sms: string;
const PHONE = "01788776655";
const AMOUNT = "7313.37";

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  const [merchant, wallet] = [await product.merchant(), await product.wallet()];
  payment = (await product.pay(merchant, { amount: AMOUNT, customer: PHONE })).data.id;
  await product.sms(wallet, `${received({ amount: AMOUNT, from: PHONE, trx: bkashTrx() })} Ref Sparrow`);
  sms = (await product.good<{ items: { id: string }[] }>("GET", "/api/sms", product.admin)).items[0]?.id ?? "";
});
afterAll(() => product.stop());

const lacking = (type: UserType, ...lost: string[]): Promise<Person> =>
  person(product, type, { role: permissionsOf(type).filter((one) => !lost.includes(one)) });
const reveal = (who: Person, url: string, field: string, reason = "the customer calls"): Promise<Raw> =>
  send(product.product, { method: "POST", url: `/api/${url}/reveal`, token: who.token, payload: { field, reason } });
const dataOf = <T>(answer: Raw): T => (answer.json?.data ?? {}) as unknown as T;
const rows = (who: Person): Promise<{ object_id: string; after: object }[]> =>
  product.product.app.db.rows("select object_id, after from audit where action = 'privacy.reveal' and actor_id = $1 order by id", [
    product.product.app.publicIds.decode("user", who.id),
  ]);

describe("shown for a reason", () => {
  it("is what was asked for and nothing beside it, this once, and it is written down", async () => {
    const who = await lacking("operator", "phones.unmask", "messages.read", "amounts.see");
    const plain = (await send(product.product, { method: "GET", url: `/api/payments/${payment}`, token: who.token })).text;
    for (const mark of [PHONE, AMOUNT]) expect(plain).not.toContain(mark);
    const phones = await reveal(who, `payments/${payment}`, "phones");
    expect([phones.status, phones.text.includes(PHONE), phones.text.includes(AMOUNT)]).toEqual([200, true, false]);
    expect(phones.headers["cache-control"]).toBe("no-store");
    const amounts = await reveal(who, `payments/${payment}`, "amounts");
    expect([amounts.status, amounts.text.includes(PHONE), amounts.text.includes(AMOUNT)]).toEqual([200, false, true]);
    // A message says its amount.
    expect((await reveal(who, `sms/${sms}`, "messages")).status).toBe(403);
    const reader = await lacking("operator", "phones.unmask", "messages.read");
    const words = await reveal(reader, `sms/${sms}`, "messages");
    expect([words.status, words.text.includes("Sparrow"), words.text.includes(PHONE)]).toEqual([200, true, false]);
    const after = (await send(product.product, { method: "GET", url: `/api/payments/${payment}`, token: who.token })).text;
    for (const mark of [PHONE, AMOUNT]) expect(after).not.toContain(mark);
    expect(await rows(who)).toEqual([
      { object_id: payment, after: { shown: "phones", reason: "the customer calls" } },
      { object_id: payment, after: { shown: "amounts", reason: "the customer calls" } },
    ]);
    expect(await rows(reader)).toEqual([{ object_id: sms, after: { shown: "messages", reason: "the customer calls" } }]);
    const kept = await product.product.app.db.rows<{ text: string }>("select to_jsonb(k)::text as text from idempotency_keys k");
    for (const { text } of kept) expect(text).not.toContain(PHONE);
  });

  it("wants a reason, the screen's own permission, an object that is there, and something that is masked", async () => {
    const who = await lacking("operator", "phones.unmask", "sms.see", "sms.decide");
    for (const reason of ["", "   ", "abc", "x".repeat(201)])
      expect((await reveal(who, `payments/${payment}`, "phones", reason)).json?.error?.fields).toHaveProperty("reason");
    expect((await reveal(who, `sms/${sms}`, "phones")).status).toBe(403);
    expect((await reveal(who, "payments/P261121AAAAAAAA", "phones")).status).toBe(404);
    expect((await reveal(who, `payments/${payment}`, "amounts")).json?.error?.code).toBe("wrong_state");
    expect((await reveal(who, `payments/${payment}`, "secrets")).status).toBe(422);
    const without = await lacking("operator", "phones.unmask", "privacy.reveal");
    expect((await reveal(without, `payments/${payment}`, "phones")).status).toBe(403);
    const merchant = await product.merchant();
    const boss = await person(product, "merchant_admin", { merchantId: merchant.id });
    expect((await reveal(boss, `payments/${payment}`, "phones")).status).toBe(403);
    expect(await rows(who)).toEqual([]);
  });

  it("shows the object and its own messages, and not those that might belong to it", async () => {
    const [merchant, wallet] = [await product.merchant(), await product.wallet()];
    const [mine, other] = ["01755500011", "01755500022"];
    const order = (await product.pay(merchant, { amount: "8421.37", customer: mine })).data.id;
    await product.sms(wallet, `${received({ amount: "8421.37", from: other, trx: bkashTrx() })} Ref Starling`);
    const admin = await person(product, "admin");
    const whole = await send(product.product, { method: "GET", url: `/api/payments/${order}`, token: admin.token });
    const { messages, candidates } = dataOf<{ messages: unknown[]; candidates: unknown[] }>(whole);
    expect([messages.length, candidates.length, whole.text.includes(other), whole.text.includes("Starling")]).toEqual([0, 1, true, true]);
    const auditor = await person(product, "auditor");
    const phones = await reveal(auditor, `payments/${order}`, "phones");
    expect([phones.status, phones.text.includes(mine), phones.text.includes(other)]).toEqual([200, true, false]);
    const deaf = await lacking("operator", "messages.read");
    const words = await reveal(deaf, `payments/${order}`, "messages");
    expect([words.status, words.text.includes("Starling")]).toEqual([200, false]);
    const blind = await lacking("operator", "amounts.see");
    const amounts = await reveal(blind, `payments/${order}`, "amounts");
    const shown = dataOf<{ amount: string; candidates: { amount: string }[] }>(amounts);
    expect([shown.amount, shown.candidates.map(({ amount }) => amount)]).toEqual(["8421.37", ["•••"]]);
    // The message itself shows the orders that it could pay no more than that.
    const { id } = candidates[0] as { id: string };
    const message = await reveal(auditor, `sms/${id}`, "phones");
    expect([message.status, message.text.includes(other), message.text.includes(mine)]).toEqual([200, true, false]);
  });

  it("does the same for withdrawals and transfers", async () => {
    const [merchant, from, to] = [await product.merchant(), await product.wallet(), await product.wallet()];
    await fundMerchant(product, merchant, 9_000_00n);
    await fundWallet(product, from, 9_000_00n);
    const auditor = await person(product, "auditor");
    const asked = { merchant_id: merchant.id, amount: "12.00", receiving_account: PHONE };
    const withdrawal = (await product.good<{ id: string }>("POST", "/api/withdrawal", product.admin, asked)).id;
    const masked = await send(product.product, { method: "GET", url: `/api/withdrawal/${withdrawal}`, token: auditor.token });
    expect([masked.status, masked.text.includes(PHONE)]).toEqual([200, false]);
    const shown = await reveal(auditor, `withdrawal/${withdrawal}`, "phones");
    expect([shown.status, shown.text.includes(PHONE)]).toEqual([200, true]);
    const moved = { kind: "wallet", from_wallet_id: from.id, to_wallet_id: to.id, amount: "10.00" };
    const transfer = (await product.good<{ id: string }>("POST", "/api/transfers", product.admin, moved)).id;
    expect((await reveal(auditor, `transfers/${transfer}`, "phones")).status).toBe(200);
    expect((await rows(auditor)).map(({ object_id }) => object_id)).toEqual([withdrawal, transfer]);
    // Of entries the amount is its own; the balances around it are everybody's. A withdrawal takes `amounts.see` itself.
    const out = await payout(product, merchant, { amount: "13.00" });
    const answer = await reveal(await lacking("operator", "amounts.see"), `disburses/${out}`, "amounts");
    expect(answer.status, answer.text).toBe(200);
    const { entries } = dataOf<{ entries: Record<string, string>[] }>(answer);
    expect(entries.some((entry) => entry["amount"]?.includes("13.00"))).toBe(true);
    for (const entry of entries) expect([entry["before_balance"], entry["after_balance"]]).toEqual(["•••", "•••"]);
    // An operator does not see withdrawals at all.
    expect((await reveal(await lacking("operator", "phones.unmask"), `withdrawal/${withdrawal}`, "phones")).status).toBe(403);
  });

  it("is done so often in an hour, also by many calls at once", async () => {
    const who = await person(product, "auditor");
    const answers = await Promise.all(Array.from({ length: REVEALS_AN_HOUR + 10 }, () => reveal(who, `payments/${payment}`, "phones")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(REVEALS_AN_HOUR);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const one of refused) expect(one.text).not.toContain(PHONE);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(3000);
    expect(await rows(who)).toHaveLength(REVEALS_AN_HOUR);
  });
});
