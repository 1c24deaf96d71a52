/** Money as text (rule 51): in every amount field of every route exact or refused by name, never rounded, never guessed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATORS } from "../../src/contract/operators.ts";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { bkashTrx, next, type TestProduct } from "../support/app.ts";
import { booksDigest, configure, FULL, routeName, send, tried, type Raw } from "../support/attack.ts";
import { bodySample, fieldsOf, objectShape, shapeOf, withValue, type Shape } from "../support/attack-samples.ts";
import { makeTarget, type Target } from "../support/attack-target.ts";
import { BAD_AMOUNTS, GOOD_AMOUNTS } from "../support/attack-values.ts";

let target: Target;
let product: TestProduct;
beforeAll(async () => {
  target = await makeTarget();
  product = target.product;
  // Large amounts are completed by one person here; second approvals have tests of their own (test/approvals).
  await configure(product, { bkash_min_amount: "0.01", manual_complete_threshold: "9999999999999.99" });
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

/** How the contract marks an amount in a request. */
const isAmount = (shape: Shape & { description?: string }): boolean =>
  shape.description === "decimal string, at most two decimals, no sign" || (shape.anyOf ?? []).some(isAmount);
const amountsOf = (schema: AnyRoute["body"]): { path: readonly (string | number)[]; shape: Shape }[] =>
  schema ? fieldsOf(objectShape(shapeOf(schema))).filter((field) => isAmount(field.shape)) : [];
/** Operators' figures in the configuration are all alike: the first one's stand for all. */
const worth = (path: readonly (string | number)[]): boolean => FULL || !OPERATORS.slice(1).some((operator) => String(path[0]).startsWith(`${operator}_`));
const places = ROUTES.flatMap((route) =>
  amountsOf(route.body)
    .filter(({ path }) => worth(path))
    .map(({ path, shape }) => [routeName(route), path.join("."), route, path, shape] as const),
);
const filters = ROUTES.flatMap((route) => amountsOf(route.query).map(({ path }) => [routeName(route), String(path[0]), route] as const));

describe("what is no amount", () => {
  it("is looked for wherever money comes in", () => {
    expect(places.map(([name, field]) => `${name} ${field}`)).toEqual(
      expect.arrayContaining([
        "POST /v1/payments amount",
        "POST /api/payments/:id/complete amount",
        "POST /api/wallets daily_max",
        "POST /api/merchants payment_fee.fixed",
        "PATCH /api/config manual_complete_threshold",
        "PATCH /api/config bkash_max_amount",
      ]),
    );
    expect(filters.map(([name, field]) => `${name} ${field}`)).toEqual(
      expect.arrayContaining(["GET /api/payments min_amount", "GET /api/journals max_amount"]),
    );
  });

  it.each(places)("%s %s", async (name, field, route, path, shape) => {
    const digest = await booksDigest(product.product);
    const nullable = (shape.anyOf ?? []).some((one) => one.type === "null");
    for (const json of BAD_AMOUNTS) {
      tried("F2");
      const marker = "\uf8ff";
      const payload = JSON.stringify(withValue(bodySample(route, true), path, marker)).replace(JSON.stringify(marker), () => json);
      const answer: Raw = await send(product.product, {
        method: route.method,
        url: target.urlOf(route),
        token: target.tokenOf(route),
        headers: { "content-type": "application/json" },
        payload,
      });
      const named = Object.keys(answer.json?.error?.fields ?? {}).includes(field);
      if (answer.status !== 422 || answer.json?.error?.code !== "validation_failed" || !named)
        throw new Error(`${name} took ${json} for ${field}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(nullable ? digest : await booksDigest(product.product)).toBe(digest);
  });

  it.each(filters)("in the query of %s, %s", async (_name, field, route) => {
    for (const json of BAD_AMOUNTS) {
      const value: unknown = JSON.parse(json);
      // In an address everything is text: what stands for a number or a list there is the same text.
      if (typeof value !== "string" || value === "") continue;
      tried("F2");
      const answer = await send(product.product, { method: "GET", url: `${route.url}?${field}=${encodeURIComponent(value)}`, token: product.admin });
      expect([json, answer.status, answer.json?.error?.fields]).toEqual([json, 422, { [field]: "invalid" }]);
    }
  });
});

describe("an amount", () => {
  it("comes back to the last digit, in the order, on the wallet and in the fees", async () => {
    const merchant = await product.merchant();
    for (const [index, [given, shown]] of GOOD_AMOUNTS.entries()) {
      const order = await product.pay(merchant, { amount: given, customer: `0188${String(index).padStart(7, "0")}` });
      expect([given, order.status, order.data.amount]).toEqual([given, 201, shown]);
      const wallet = await product.good<{ daily_max: string }>("POST", "/api/wallets", product.admin, {
        name: "Exact",
        operator: "nagad",
        wallet_type: "personal",
        api_type: "manual",
        account: `016${String(next()).padStart(8, "0")}`,
        daily_max: given,
        collect: false,
      });
      expect([given, wallet.daily_max]).toEqual([given, shown]);
      const fees = await product.good<{ payment_fee: { fixed: string; max: string } }>("POST", "/api/merchants", product.admin, {
        name: "Exact",
        payment_fee: { rate_bps: 0, fixed: given, max: given },
      });
      expect([given, fees.payment_fee]).toEqual([given, { rate_bps: 0, fixed: shown, min: null, max: shown }]);
    }
  });

  it("of zero is no order and no completion", async () => {
    for (const zero of ["0", "0.0", "0.00"]) {
      const order = await product.call("POST", "/v1/payments", target.tokenOf(ROUTES.find((route) => route.url === "/v1/payments") as AnyRoute), {
        merchant_order_id: `zero-${zero}`,
        amount: zero,
        operator: "bkash",
      });
      expect([order.status, order.error?.fields]).toEqual([422, { amount: "too_small" }]);
      const completed = await product.call("POST", `/api/payments/${target.world.ids.get("payment")?.[0] ?? ""}/complete`, product.admin, {
        version: 1,
        trx_id: bkashTrx(),
        amount: zero,
        note: "zero",
      });
      expect([completed.status, completed.error?.fields]).toEqual([422, { amount: "too_small" }]);
    }
  });

  it("splits into fee and net without a rest, whatever the rate", async () => {
    const wallet = target.wallet;
    for (const [rate, amount] of [
      [1, "0.01"],
      [9_999, "0.01"],
      [150, "33.33"],
      [333, "1234.57"],
      [10_000, "77.77"],
      [1, "49999.99"],
    ] as const) {
      const merchant = await product.merchant({ payment_fee: { rate_bps: rate, fixed: "0.00" } });
      const order = await product.pay(merchant, { amount, customer: `0187${String(next()).padStart(7, "0")}` });
      const done = await product.good<{ fee: string; received_amount: string; status: string }>(
        "POST",
        `/api/payments/${order.data.id}/complete`,
        product.admin,
        { version: 1, trx_id: bkashTrx(), note: `exact on ${wallet.id}` },
      );
      const minor = (text: string): bigint => BigInt(text.replace(".", ""));
      const { available } = await product.good<{ available: string }>("GET", "/v1/balance", merchant.secret);
      expect([rate, amount, minor(done.fee) + minor(available)]).toEqual([rate, amount, minor(amount)]);
    }
  });
});
