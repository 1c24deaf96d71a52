/** What a body names and is not there is the fault of the field that names it: nobody takes the object of the address for missing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IdKind } from "../../src/contract/ids.ts";
import { missingId, person, startTarget, type Person } from "../support/attack.ts";
import { bkashTrx, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";

let product: TestProduct;
let boss: Person;
let wallet: TestWallet;
let merchant: TestMerchant;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  boss = await person(product, "admin");
  wallet = await product.wallet();
  merchant = await product.merchant();
});
afterAll(() => product.stop());

type Body = Readonly<Record<string, unknown>>;

/** One order of this amount is open at a time. */
let review: Promise<string> | null = null;
const inReview = (): Promise<string> => (review ??= makeReview());
async function makeReview(): Promise<string> {
  const { id } = (await product.pay(merchant)).data;
  await product.product.app.db.run("update payments set status = 'review', version = 9 where id = $1", [product.product.app.publicIds.decode("payment", id)]);
  return `/api/payments/${id}`;
}
async function unmatched(): Promise<string> {
  const { items } = (await product.sms(wallet, received({ amount: "778.00", from: "01799999998", trx: bkashTrx() }))).data;
  return `/api/sms/${items[0]?.id}`;
}
const walletNow = async (): Promise<number> => (await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`, boss.token)).version;
const ofPhone = (act: string) => async (): Promise<[string, Body]> => [`/api/wallets/${wallet.id}/${act}`, { version: await walletNow() }];

/** The field that names something, of which kind, and an act whose body is right but for it. */
const NAMED: readonly [field: string, kind: IdKind, what: string, act: () => Promise<[string, Body]>, as?: (id: string) => unknown][] = [
  ["message_id", "sms", "approval of a payment", async () => [`${await inReview()}/approve`, { version: 9, amount: "received" }]],
  ["payment_id", "payment", "match of a message", async () => [`${await unmatched()}/match`, { version: 1 }]],
  ["device_id", "device", "binding", ofPhone("bind")],
  ["device_id", "device", "unbinding", ofPhone("unbind")],
  ["device_id", "device", "choice of a payout phone", ofPhone("payout-device")],
  ["merchant_id", "merchant", "withdrawal", async () => ["/api/withdrawal", { receiving_account: "2050 0170 1234 567 890", amount: "1.00" }]],
  ["object", "payment", "redacted link", async () => ["/api/links", { valid: "hour", language: "en" }]],
  ["ids", "delivery", "notification sent again", async () => ["/api/deliveries/resend", {}], (id) => [id]],
  [
    "sms_id",
    "sms",
    "rule",
    async () => [
      "/api/sms/rules",
      { operator: "bkash", class: "receive", template: "Shop got money: {amount} by {msisdn}. Receipt {trx} kept", dry_run: true },
    ],
  ],
  ["from_wallet_id", "wallet", "transfer", async () => ["/api/transfers", { kind: "b2b_out", amount: "1.00" }]],
  ["payment_id", "payment", "reversal", async () => ["/api/manual", { kind: "payment_reversal", note: "taken back by the operator" }]],
];

it.each(NAMED)("%s of no %s: %s", async (field, kind, _what, act, as = (id) => id) => {
  for (const id of [missingId(product.product, kind), "P261121AAAAAAAA", "nonsense"]) {
    const [url, body] = await act();
    const answer = await product.call("POST", url, boss.token, { ...body, [field]: as(id) });
    expect([answer.status, answer.error?.code], `${url} ${id}: ${answer.text}`).toEqual([422, "validation_failed"]);
    expect(Object.keys(answer.error?.fields ?? {}).map((name) => name.split(".")[0])).toEqual([field]);
  }
});
