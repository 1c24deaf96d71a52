/** Metadata is the merchant's: what was taken comes back as it was sent, wherever it goes; what could not is refused with its name. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { next, received, TestProduct, type Answer, type TestMerchant } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
beforeAll(async () => {
  // Without a worker: the notifications stay where they can be read.
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  const wallet = await product.wallet();
  // What payouts are held from.
  const { data } = await product.pay(merchant, { amount: "5000.00", customer: "01812345678" });
  await product.sms(wallet, received({ amount: "5000.00", from: "01812345678" }));
  expect((await product.call<{ status: string }>("GET", `/v1/payments/${data.id}`, merchant.secret)).data.status).toBe("completed");
});
afterAll(async () => {
  await product.stop();
});

interface Order {
  readonly id: string;
  readonly metadata: unknown;
}
type Way = "payments" | "disburses";

const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "", "0", "10", "__proto__ ", "订单", "a.b", "x\u2028y"];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 20 }), fc.string({ unit: "grapheme", maxLength: 10 }));
const value = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0.1),
);
/** As a client writes it: an object of a language would lose or misread some of the names. */
const written = fc
  .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 8 })
  .map((pairs) => `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`).join(",")}}`);

function send(way: Way, metadata: string): Promise<Answer<Order>> {
  const rest = {
    merchant_order_id: `kept-${next()}`,
    amount: way === "payments" ? "510.00" : "10.00",
    operator: "bkash",
    customer: `018${String(next()).padStart(8, "0")}`,
    notify_url: "http://127.0.0.1:9/hook",
  };
  return product.call("POST", `/v1/${way}`, merchant.secret, `${JSON.stringify(rest).slice(0, -1)},"metadata":${metadata}}`, {
    "content-type": "application/json",
  });
}

/** Everything that says the order's metadata, by where it is said. */
async function told(way: Way, order: Order): Promise<Record<string, unknown>> {
  const { data: own } = await product.call<Order>("GET", `/v1/${way}/${order.id}`, merchant.secret);
  const { data: shown } = await product.call<Order>("GET", `/api/${way}/${order.id}`, product.admin);
  const cancelled = await product.good<Order>("POST", `/v1/${way}/${order.id}/cancel`, merchant.secret, {});
  const id = product.product.app.publicIds.decode(way === "payments" ? "payment" : "disburse", order.id);
  const sent = await product.product.app.db.rows<{ body: string }>("select body from outbox where object_id = $1", [id]);
  expect(sent).toHaveLength(1);
  const notified = (JSON.parse(sent[0]?.body ?? "") as { data: Order }).data;
  return Object.fromEntries(Object.entries({ answered: order, own, shown, cancelled, notified }).map(([where, said]) => [where, said.metadata]));
}

async function keptOrNamed(way: Way, metadata: string): Promise<void> {
  const answer = await send(way, metadata);
  if (answer.status !== 201) {
    expect([answer.status, answer.error?.code]).toEqual([422, "validation_failed"]);
    expect(Object.keys(answer.error?.fields ?? {}).filter((field) => !/^metadata\b/.test(field))).toEqual([]);
    return;
  }
  for (const [where, said] of Object.entries(await told(way, answer.data))) expect([where, said]).toStrictEqual([where, JSON.parse(metadata)]);
}

test.each(["payments", "disburses"] as const)("%s: alone and beside others, kept exactly as sent or refused by name", async (way) => {
  // Orders of a moment are written together, payments in one batch.
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 1, maxLength: 6 }), async (all) => {
      await Promise.all(all.map((metadata) => keptOrNamed(way, metadata)));
    }),
    { numRuns: 25 },
  );
});

test.each(["payments", "disburses"] as const)(
  "%s: a name that reaches into the language, and a number that no reader keeps, are refused by name",
  async (way) => {
    for (const [metadata, field] of [
      ['{"__proto__":"x"}', "metadata.__proto__"],
      ['{"a":1,"__proto__":{"b":2}}', "metadata.__proto__"],
      ['{"cart":9007199254740993}', "metadata.cart"],
      ['{"cart":1e400}', "metadata.cart"],
    ] as const) {
      const answer = await send(way, metadata);
      expect([metadata, answer.status, Object.keys(answer.error?.fields ?? {})]).toEqual([metadata, 422, [field]]);
    }
    await keptOrNamed(way, '{"constructor":"x","toString":null,"cart":9007199254740991}');
  },
);
