/** Fee rules: who may, the checker, versions and their moments, what orders take, and what a preview says. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FeePreview, FeeVersions } from "../../src/contract/fees.schema.ts";
import { feeOn, flatRule, type FeeRule } from "../../src/contract/money.ts";
import { USER_TYPES } from "../../src/contract/permissions.ts";
import { beginFees } from "../../src/server/features/fees/jobs.ts";
import { dropMerchants } from "../../src/server/core/parties/merchants.ts";
import { toJson } from "../../src/server/platform/db/pool.ts";
import { bkashTrx, letPass, next, received, type Answer, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { configure, missingId, people, person, startTarget, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let cast: Awaited<ReturnType<typeof people>>;
let checker: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
  wallet = await product.wallet();
  cast = await people(product, merchant.id);
  checker = await person(product, "finance");
});
afterAll(() => product.stop());

const plain = { rate_bps: 100, fixed: "0.00", min: null, max: null, tiers: [] };
const tiers = [{ from_amount: "1000.00", rate_bps: 50, fixed: "1.00" }];
const fees = (of: TestMerchant = merchant, token = cast.finance.token) => product.good<FeeVersions>("GET", `/api/merchants/${of.id}/fees`, token);
const change = async (body: Record<string, unknown>, of: TestMerchant = merchant, token = cast.finance.token): Promise<Answer<FeeVersions>> =>
  product.call("POST", `/api/merchants/${of.id}/fees`, token, { version: (await fees(of)).merchant_version, direction: "payment", rule: plain, ...body });
/** Both persons, one after the other. */
const agreed = async (body: Record<string, unknown>, of: TestMerchant = merchant): Promise<FeeVersions> => {
  const asked = await change(body, of);
  expect(asked.status, asked.text).toBe(202);
  const { approval } = asked.data as unknown as { approval: { id: string; version: number } };
  const done = await product.call("POST", `/api/approvals/${approval.id}/approve`, checker.token, {});
  expect(done.status, done.text).toBe(200);
  return fees(of);
};
const present = (of: FeeVersions, operator: string | null = null) =>
  of.items.find((item) => item.state === "present" && item.direction === "payment" && item.operator === operator);
const feeOf = async (amount: string, of: TestMerchant = merchant): Promise<string | null> => {
  const order = await product.pay(of, { amount, merchant_order_id: `f-${next()}` });
  expect(order.status, order.text).toBe(201);
  const trx = bkashTrx();
  await product.sms(wallet, received({ amount, from: "01899998888", trx }));
  await product.call("POST", `/v1/payments/${order.data.id}/trx`, of.secret, { trx_id: trx });
  const done = await product.good<{ status: string; fee: string; reason: string | null }>("GET", `/v1/payments/${order.data.id}`, of.secret);
  if (done.status === "completed") return done.fee;
  throw new Error(`not completed: ${JSON.stringify(done)}`);
};

describe("refusals", () => {
  it("by type, and another merchant's rules are not there", async () => {
    const stranger = await person(product, "merchant_admin");
    const see = { admin: 200, finance: 200, operator: 200, auditor: 200, merchant_admin: 200, merchant_viewer: 200 };
    for (const type of USER_TYPES) {
      expect([type, (await product.call("GET", `/api/merchants/${merchant.id}/fees`, cast[type].token)).status]).toEqual([type, see[type]]);
      const may = type === "admin" || type === "finance";
      expect([type, (await change({ version: 999 }, merchant, cast[type].token)).error?.code]).toEqual([type, may ? "conflict" : "forbidden"]);
      expect([
        type,
        (await product.call("POST", `/api/merchants/${merchant.id}/fees/preview`, cast[type].token, { direction: "payment", rule: plain })).status,
      ]).toEqual([type, may ? 200 : 403]);
    }
    expect((await product.call("GET", `/api/merchants/${merchant.id}/fees`, stranger.token)).error?.code).toBe("not_found");
    expect((await product.call("GET", `/api/merchants/${missingId(product.product, "merchant")}/fees`, cast.admin.token)).error?.code).toBe("not_found");
    expect((await product.call("GET", `/api/merchants/${merchant.id}/fees`, null)).status).toBe(401);
  });

  it("of rules that cannot be", async () => {
    const tier = (from_amount: string, rate_bps = 1) => ({ from_amount, rate_bps, fixed: "0.00" });
    for (const [body, field] of [
      [{ rule: { ...plain, min: "2.00", max: "1.00" } }, "rule.max"],
      [{ rule: { ...plain, tiers: [tier("10.00"), tier("10.00")] } }, "rule.tiers.1.from_amount"],
      [{ rule: { ...plain, tiers: [tier("0.00")] } }, "rule.tiers.0.from_amount"],
      [{ rule: { ...plain, tiers: [tier("1.00", 10_001)] } }, "rule.tiers.0.rate_bps"],
      [{ rule: { ...plain, tiers: Array.from({ length: 21 }, (_none, index) => tier(`${index + 1}.00`)) } }, "rule.tiers"],
      [{ rule: { ...plain, rate_bps: -1 } }, "rule.rate_bps"],
      [{ rule: null }, "rule"],
      [{ operator: "paypal" }, "operator"],
      [{ valid_from: "2020-01-01T00:00:00.000Z" }, "valid_from"],
      [{ valid_from: "2999-01-01T00:00:00.000Z" }, "valid_from"],
    ] as const)
      expect(Object.keys((await change(body)).error?.fields ?? {}), JSON.stringify(body).slice(0, 80)).toEqual([field]);
    expect((await change({ operator: "bkash", rule: null })).error?.code).toBe("wrong_state");
  });

  it("of anything but the next version, in the database, too", async () => {
    const app = product.product.app;
    await expect(
      app.db.run(
        'insert into fee_rules (merchant_id, direction, version, valid_from, tiers) select id, \'payment\', 77, now(), \'[{"from": "5", "rate_bps": 1, "fixed": "0"}, {"from": "5", "rate_bps": 1, "fixed": "0"}]\' from merchants limit 1',
      ),
    ).rejects.toThrow(/fee_rules_tiers_check/);
    await expect(
      app.db.run("insert into fee_rules (merchant_id, direction, version, valid_from, withdrawn) select id, 'payment', 77, now(), true from merchants limit 1"),
    ).rejects.toThrow(/check/);
  });
});

describe("a change", () => {
  it("waits for the checker, then holds for the next order; the row's columns follow", async () => {
    expect(present(await fees())).toMatchObject({ version: 1, rule: plain });
    const asked = await change({ rule: { ...plain, tiers } });
    expect(asked.status).toBe(202);
    expect(present(await fees())).toMatchObject({ version: 1 });
    const { approval } = asked.data as unknown as { approval: { id: string; kind: string; before: unknown; after: unknown } };
    expect(approval).toMatchObject({ kind: "merchants.fee-rule", before: { rule: plain }, after: { rule: { ...plain, tiers } } });
    expect((await product.call("POST", `/api/approvals/${approval.id}/approve`, cast.finance.token, {})).error?.code).toBe("same_person");
    expect((await product.call("POST", `/api/approvals/${approval.id}/approve`, checker.token, {})).status).toBe(200);
    const now = await fees();
    expect(now.items.filter((item) => item.direction === "payment").map((item) => [item.version, item.state])).toEqual([
      [2, "present"],
      [1, "past"],
    ]);
    expect((await fees(merchant, cast.merchant_admin.token)).items.every((item) => item.created_by === null)).toBe(true);
    expect(await feeOf("900.00")).toBe("9.00");
    expect(await feeOf("1000.00")).toBe("6.00");
  });

  it("of the simple rule is a version, too, and keeps the tiers", async () => {
    await configure(product, { second_person_fees: false });
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
    await product.good("PATCH", `/api/merchants/${merchant.id}`, product.admin, { version, payment_fee: { rate_bps: 200 } });
    expect(present(await fees())).toMatchObject({ version: 3, rule: { ...plain, rate_bps: 200, tiers } });
    expect(await feeOf("800.00")).toBe("16.00");
    expect(await feeOf("1001.00")).toBe("6.01");
    await configure(product, { second_person_fees: true });
  });

  it("for one operator holds for that one, until it is withdrawn", async () => {
    await agreed({ operator: "bkash", rule: { ...plain, rate_bps: 0, fixed: "3.00" } });
    expect(present(await fees(), "bkash")).toMatchObject({ version: 1, rule: { fixed: "3.00" } });
    expect(await feeOf("700.00")).toBe("3.00");
    await agreed({ operator: "bkash", rule: null });
    expect(present(await fees(), "bkash")).toMatchObject({ version: 2, rule: null });
    expect(await feeOf("701.00")).toBe("14.02");
  });

  it("from a moment on: not before, then at once, then the columns follow; one that has not begun can be taken back", async () => {
    const of = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
    const later = await agreed({ rule: { ...plain, rate_bps: 300 }, valid_from: new Date(Date.now() + 3_600_000).toISOString() }, of);
    const [future] = later.items.filter((item) => item.state === "future");
    expect(future).toMatchObject({ version: 2 });
    const asked = await product.call("POST", `/api/merchants/${of.id}/fees/cancel`, cast.finance.token, { version: later.merchant_version, fee: future?.id });
    expect(asked.status, asked.text).toBe(202);
    await product.good("POST", `/api/approvals/${(asked.data as { approval: { id: string } }).approval.id}/approve`, checker.token, {});
    expect((await fees(of)).items.find((item) => item.id === future?.id)?.state).toBe("cancelled");
    expect(
      (await product.call("POST", `/api/merchants/${of.id}/fees/cancel`, cast.finance.token, { version: later.merchant_version + 1, fee: future?.id })).error
        ?.code,
    ).toBe("wrong_state");
    const app = product.product.app;
    const soon = await agreed({ rule: { ...plain, rate_bps: 400 }, valid_from: new Date(app.now() + 3_600_000).toISOString() }, of);
    expect(await beginFees(app)).toBe(false);
    expect(await feeOf("600.00", of)).toBe("6.00");
    const begins = soon.items.find((item) => item.state === "future")?.id;
    await letPass(product.ownerUrl, "fee_rules", `update fee_rules set valid_from = created_at where id = ${begins}`);
    dropMerchants(app);
    expect(await feeOf("601.00", of)).toBe("24.04");
    const before = await product.good<{ version: number; payment_fee: { rate_bps: number } }>("GET", `/api/merchants/${of.id}`);
    expect(before.payment_fee.rate_bps).toBe(100);
    await Promise.all([beginFees(app), beginFees(app)]);
    expect(await product.good("GET", `/api/merchants/${of.id}`)).toMatchObject({ version: before.version + 1, payment_fee: { rate_bps: 400 } });
    expect(
      (await fees(of)).items
        .filter((item) => item.direction === "payment")
        .map((item) => item.version)
        .sort(),
    ).toEqual([1, 2, 3]);
  });

  it("does not touch orders that are under way: the rule of their acceptance holds, on the amount that came", async () => {
    const of = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
    await agreed({ rule: { ...plain, tiers: [{ from_amount: "500.00", rate_bps: 10, fixed: "0.00" }] } }, of);
    const order = await product.pay(of, { amount: "400.00" });
    await agreed({ rule: { ...plain, rate_bps: 5000 } }, of);
    const trx = bkashTrx();
    // More came than was ordered: another tier of the rule of then.
    await product.sms(wallet, received({ amount: "600.00", from: "01811110000", trx }));
    await product.call("POST", `/v1/payments/${order.data.id}/trx`, of.secret, { trx_id: trx });
    const row = await product.good<{ status: string; version: number; candidates: { id: string }[]; messages: { id: string }[] }>(
      "GET",
      `/api/payments/${order.data.id}`,
    );
    expect(row.status).toBe("review");
    const message = [...row.messages, ...row.candidates][0];
    const done = await product.good<{ fee: string; received_amount: string }>("POST", `/api/payments/${order.data.id}/approve`, product.admin, {
      version: row.version,
      message_id: message?.id,
      amount: "received",
    });
    expect(done).toMatchObject({ received_amount: "600.00", fee: "0.60" });
    expect(await product.findings()).toEqual([]);
  });
});

describe("the preview", () => {
  it("computes finished orders anew and stores nothing", async () => {
    const of = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
    for (const amount of ["510.00", "1510.00"]) await feeOf(amount, of);
    const preview = (body: Record<string, unknown>) =>
      product.good<FeePreview>("POST", `/api/merchants/${of.id}/fees/preview`, cast.finance.token, { direction: "payment", period: "last_30_days", ...body });
    const seen = await preview({ rule: { ...plain, rate_bps: 200, min: "15.00", tiers } });
    // 10.20 is below the minimum; 1510 falls into the tier: 7.55 + 1.00 is below it, too.
    expect(seen).toMatchObject({ count: 2, exact: true, amount: "2020.00", old_fees: "20.20", new_fees: "30.00", difference: "9.80", refused: 0 });
    expect(seen.examples.map((example) => [example.amount, example.old_fee, example.new_fee])).toEqual([
      ["510.00", "5.10", "15.00"],
      ["1510.00", "15.10", "15.00"],
    ]);
    expect(await preview({ rule: { ...plain, fixed: "600.00" } })).toMatchObject({ refused: 1, new_fees: "1125.10" });
    expect((await preview({ rule: plain, operator: "nagad" })).count).toBe(0);
    expect((await preview({ rule: plain, period: "last_month" })).count).toBe(0);
    expect((await fees(of)).items).toHaveLength(2);
  });

  it("has the same fee function in the database and in the program", async () => {
    const small = fc.bigInt({ min: 0n, max: 500_00n });
    const rate = fc.integer({ min: 0, max: 10_000 });
    const amount = fc.oneof(fc.bigInt({ min: 1n, max: 20_000_00n }), fc.bigInt({ min: 1n, max: 999_999_999_999_999n }));
    const rule = fc.record({
      rateBps: rate,
      fixedMinor: small,
      minMinor: fc.option(fc.bigInt({ min: 0n, max: 100n })),
      maxMinor: fc.option(fc.bigInt({ min: 100n, max: 1_000_000n })),
      tiers: fc
        .uniqueArray(fc.record({ fromMinor: fc.bigInt({ min: 1n, max: 20_000_00n }), rateBps: rate, fixedMinor: small }), {
          maxLength: 6,
          selector: (tier) => tier.fromMinor,
        })
        .map((list) => [...list].sort((left, right) => (left.fromMinor < right.fromMinor ? -1 : 1))),
    });
    const samples = fc.sample(fc.tuple(rule, amount), { numRuns: 4000, seed: 7 }) as [FeeRule, bigint][];
    const rows = await product.product.app.db.rows<{ n: bigint; fee: bigint; flat: bigint }>(
      `select x.n, fee_on(x.rate, x.fixed, x.min, x.max, x.tiers, x.amount) as fee, fee_on(x.frate, x.ffixed, x.min, x.max, '[]', x.amount) as flat
       from jsonb_to_recordset($1) as x (n bigint, rate int, fixed bigint, min bigint, max bigint, tiers jsonb, amount bigint, frate int, ffixed bigint) order by x.n`,
      [
        toJson(
          samples.map(([one, on], n) => ({
            n,
            rate: one.rateBps,
            fixed: one.fixedMinor,
            min: one.minMinor,
            max: one.maxMinor,
            tiers: (one.tiers ?? []).map((tier) => ({ from: tier.fromMinor.toString(), rate_bps: tier.rateBps, fixed: tier.fixedMinor.toString() })),
            amount: on,
            frate: flatRule(one, on).rateBps,
            ffixed: flatRule(one, on).fixedMinor,
          })),
        ),
      ],
    );
    expect(rows.map((row) => row.fee)).toEqual(samples.map(([one, on]) => feeOn(one, on)));
    expect(rows.map((row) => row.flat)).toEqual(rows.map((row) => row.fee));
  });
});
