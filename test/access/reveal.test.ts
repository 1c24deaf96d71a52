/** What a role masks, shown once for a reason (docs/decisions/0064): only what was asked for, written down first, and not often. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsOf, type UserType } from "../../src/contract/permissions.ts";
import { REVEALS_AN_HOUR } from "../../src/contract/reveal.ts";
import { bkashTrx, received, type TestProduct } from "../support/app.ts";
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
