/** What staff write for each other about a merchant's money is not the merchant's to read, wherever its entries are shown. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { businessDay } from "../../src/contract/time.ts";
import type { TestMerchant, TestProduct } from "../support/app.ts";
import { person, startTarget, type Person } from "../support/attack.ts";

const WORDS = "looks like fraud, ask Rahim";
const PHONE = "01788776655";
let product: TestProduct;
let merchant: TestMerchant;
let maker: Person;
let own: Person;
/** Reads phone numbers in part. */
let auditor: Person;
/** In which the entry stands. */
let month: string;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant();
  [maker, own] = [await person(product, "finance"), await person(product, "merchant_admin", { merchantId: merchant.id })];
  auditor = await person(product, "auditor");
  const body = { kind: "merchant_credit", merchant_id: merchant.id, amount: "5.00", note: `${WORDS} at ${PHONE}` };
  const asked = await product.good<{ id: string }>("POST", "/api/manual", maker.token, body);
  await product.good("POST", `/api/manual/${asked.id}/apply`, (await person(product, "finance")).token, { version: 1 });
  const [entry] = (await product.good<{ items: { created_at: string }[] }>("GET", `/api/journals?merchant_id=${merchant.id}`, maker.token)).items;
  month = businessDay(Date.parse(entry?.created_at ?? "")).slice(0, 7);
});
afterAll(() => product.stop());

it.each([
  "/api/journals?merchant_id={id}",
  "/api/journals/export?merchant_id={id}&format=csv",
  "/api/merchants/{id}/statement?month={month}&format=json",
  "/api/merchants/{id}/statement?month={month}&format=csv",
  "/api/merchants/{id}/statement?month={month}&format=html",
])("%s", async (url) => {
  const address = url.replace("{id}", merchant.id).replace("{month}", month);
  const [staff, part, theirs] = [
    await product.call("GET", address, maker.token),
    await product.call("GET", address, auditor.token),
    await product.call("GET", address, own.token),
  ];
  expect([staff.status, part.status, theirs.status], theirs.text).toEqual([200, 200, 200]);
  if (!url.endsWith("html")) {
    expect(staff.text).toContain(`${WORDS} at ${PHONE}`);
    expect(part.text).toContain(`${WORDS} at 017****6655`);
  }
  expect(part.text).not.toContain(PHONE);
  expect(theirs.text).toContain("5.00");
  expect(theirs.text).not.toContain(WORDS);
  // Nor an empty column for it.
  if (url.endsWith("csv")) expect([staff, theirs].map(({ text }) => text.split("\n")[0]?.split(",").includes("备注"))).toEqual([true, false]);
});
