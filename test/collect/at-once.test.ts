/** Orders that are decided from memory and checked where they are written: what is not as assumed leaves nothing behind. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FeeRule } from "../../src/contract/money.ts";
import type { FunctionCall } from "../../src/server/platform/db/calls.ts";
import type { App } from "../../src/server/platform/context.ts";
import { idAt } from "../../src/server/platform/db/ids.ts";
import { MemoryBatch } from "../../src/server/core/acceptance/batch/prerouted.ts";
import { contentHash, type PaymentOrder } from "../../src/server/core/acceptance/payment-order.ts";
import { WalletBoards } from "../../src/server/core/acceptance/wallet-board.ts";
import { letExpire, next, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";

const PLAIN: FeeRule = { rateBps: 100, fixedMinor: 0n, minMinor: null, maxMinor: null };
let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
});
afterAll(async () => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await product.stop();
});
/** One wallet takes everything; those of the tests before are gone from routing. */
beforeEach(async () => {
  merchant = await product.merchant();
  wallet = await product.onlyWallet({ daily_max: "1000.00" });
});

const amountOf = (text: string): bigint => BigInt(text.replace(".", ""));

function order(values: Partial<PaymentOrder> = {}): PaymentOrder {
  const asked = {
    merchantId: product.product.app.publicIds.decode("merchant", merchant.id) as bigint,
    merchantOrderId: `once-${next()}`,
    operator: "bkash" as const,
    amountMinor: 10_000n,
    customer: `0181${String(next()).padStart(7, "0")}`,
    userRef: null,
    notifyUrl: null,
    metadata: null,
    expiresInSeconds: 1800,
    askedExpirySeconds: null,
    feeRule: PLAIN,
    remoteIp: "127.0.0.1",
    idempotency: null,
    ...values,
  };
  return { ...asked, contentHash: contentHash(asked) };
}

/** The call that a batch comes to when all is as the wallets say now; null: it cannot be decided from memory. */
async function ready(...orders: PaymentOrder[]): Promise<FunctionCall | null> {
  const { batch, call } = await decided(product.product.app, orders);
  expect(batch.isUnread).toBe(false);
  return call;
}

async function decided(app: App, orders: readonly PaymentOrder[]): Promise<{ batch: MemoryBatch; call: FunctionCall | null }> {
  const boards = new WalletBoards();
  await app.db.tx(async (tx) => {
    const epoch = Number((await tx.one<{ n: bigint }>("select n from routing_epoch"))?.n);
    await boards.of(app, tx, ["bkash"], epoch, new Set());
  });
  const batch = new MemoryBatch(app, () => Promise.resolve({}), boards);
  for (const one of orders) batch.add(one);
  return { batch, call: (await batch.finish())?.call ?? null };
}

/** All that a batch of orders writes, in figures. */
async function written(): Promise<unknown> {
  const [row] = await product.product.app.db.rows<object>(
    `select (select count(*) from payments) as orders, (select count(*) from merchant_order_keys) as numbers, (select count(*) from open_payments) as open,
       (select sum(created_count) from stats_recent) as counted, (select count(*) from idempotency_keys) as keys, (select count(*) from order_fee_rules) as rules,
       (select sum(day_amount) from wallet_usage) as used, (select sum(month_count) from wallet_usage) as times`,
  );
  return row;
}

/** Makes the call after something has changed; it has to be refused, and nothing of it may be found. */
async function expectNothing(call: FunctionCall | null): Promise<void> {
  const before = await written();
  expect(call).not.toBeNull();
  expect(await product.product.app.db.batchCall<boolean>(call as FunctionCall)).toBe(false);
  expect(await written()).toEqual(before);
}

describe("a batch of orders in one call", () => {
  it("writes what is as it was assumed, tiers of the fee and keys included, and says which wallets were not asked", async () => {
    const other = await product.wallet();
    const tiers = [{ fromMinor: 50_000n, rateBps: 10, fixedMinor: 100n }];
    const key = { actor: `merchant:${next()}`, route: "POST /v1/payments", key: `key-${next()}`, bodyHash: Buffer.alloc(32, 7), secret: false, status: 201 };
    const orders = [order({ feeRule: { ...PLAIN, tiers } }), order({ idempotency: key })];
    expect(await product.product.app.db.batchCall<boolean>((await ready(...orders)) as FunctionCall)).toBe(true);
    const rows = await product.product.app.db.rows<{ wallet_id: bigint; routing: { wallets: [number, string, number | null][] }; tiers: unknown }>(
      `select p.wallet_id, p.routing, r.tiers from merchant_order_keys k join payments p on p.id = k.order_id left join order_fee_rules r on r.order_id = p.id
       where k.key = any ($1) order by k.order_id`,
      [orders.map(({ merchantOrderId }) => merchantOrderId)],
    );
    const ids = [wallet, other].map(({ id }) => product.product.app.publicIds.decode("wallet", id) as bigint);
    expect(rows.map((row) => row.wallet_id).toSorted()).toEqual(ids.toSorted());
    for (const { wallet_id, routing } of rows) {
      const said = new Map(routing.wallets.map(([id, result]) => [BigInt(id), result]));
      for (const id of ids) expect(said.get(id)).toBe(id === wallet_id ? "chosen" : "not_evaluated");
    }
    expect(rows.map((row) => row.tiers)).toEqual([[{ from: "50000", rate_bps: 10, fixed: "100" }], null]);
    const [kept] = await product.product.app.db.rows<{ status: number }>("select status from idempotency_keys where key = $1", [key.key]);
    expect(kept).toEqual({ status: 201 });
  });

  it("is not decided from memory when a wallet is missing for one of them", async () => {
    expect(await ready(order({ amountMinor: 60_000n }), order({ amountMinor: 60_000n }))).toBeNull();
  });

  it("stops at an order number that exists", async () => {
    const wanted = order();
    const call = await ready(order(), wanted);
    await product.pay(merchant, { merchant_order_id: wanted.merchantOrderId, amount: "7.00" });
    await expectNothing(call);
  });

  it("stops at a key that was answered", async () => {
    const claim = { actor: `merchant:${next()}`, route: "POST /v1/payments", key: `key-${next()}`, bodyHash: Buffer.alloc(32, 9), secret: false, status: 201 };
    const call = await ready(order({ idempotency: claim }));
    await product.product.app.db.run("insert into idempotency_keys (actor, route, key, body_hash) values ($1, $2, $3, $4)", [
      claim.actor,
      claim.route,
      claim.key,
      claim.bodyHash,
    ]);
    await expectNothing(call);
  });

  it("stops when a wallet has changed since", async () => {
    const call = await ready(order());
    const { version } = await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`);
    await product.good("PATCH", `/api/wallets/${wallet.id}`, product.admin, { version, min_amount: "200.00" });
    await expectNothing(call);
  });

  it("stops when a limit would be passed by what came in since", async () => {
    const call = await ready(order({ amountMinor: amountOf("600.00") }));
    expect((await product.pay(merchant, { amount: "500.00" })).status).toBe(201);
    await expectNothing(call);
  });

  it("never takes a wallet's figures back to an older day", async () => {
    const call = await ready(order());
    const id = product.product.app.publicIds.decode("wallet", wallet.id) as bigint;
    await product.product.app.db.run("update wallet_usage set day = day + 1, day_amount = 60000, day_count = 1 where wallet_id = $1 and direction = 'in'", [
      id,
    ]);
    await expectNothing(call);
  });

  it("is not decided from memory when it reaches over midnight, where limits begin anew", async () => {
    const midnight = Date.parse("2026-11-23T18:00:00Z");
    const at = (...instants: number[]): App => {
      const ids = instants.map((ms) => idAt(ms));
      return Object.create(product.product.app, { ids: { value: { next: () => ids.shift() as bigint } } }) as App;
    };
    const over = await decided(at(midnight - 50, midnight + 50), [order(), order()]);
    expect([over.call, over.batch.isUnread]).toEqual([null, true]);
    expect((await decided(at(midnight + 50, midnight + 90), [order(), order()])).call).not.toBeNull();
  });

  it("stops when a merchant is deleted since, also for the others of the batch", async () => {
    const stays = await product.merchant();
    const call = await ready(order(), order({ merchantId: product.product.app.publicIds.decode("merchant", stays.id) as bigint }));
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
    await product.good("POST", `/api/merchants/${merchant.id}/delete`, product.admin, { version });
    await expectNothing(call);
  });

  it.each([
    ["without a payer", undefined, "01811111111"],
    ["of the same payer", "01811111112", "01811111112"],
    ["of a payer, for one without", "01811111113", null],
  ])("stops at an open order of the amount %s", async (_name, first, second) => {
    const call = await ready(order({ amountMinor: amountOf("77.00"), customer: second }));
    expect((await product.pay(merchant, { amount: "77.00", ...(first ? { customer: first } : {}) })).status).toBe(201);
    await expectNothing(call);
  });

  it("lets two payers of one amount be", async () => {
    const call = await ready(order({ amountMinor: amountOf("78.00"), customer: "01811111114" }));
    expect((await product.pay(merchant, { amount: "78.00", customer: "01811111115" })).status).toBe(201);
    expect(await product.product.app.db.batchCall<boolean>(call as FunctionCall)).toBe(true);
  });

  it("stops at an amount that expired without a payer a while ago, for as long as late money is waited for", async () => {
    const made = await product.pay(merchant, { amount: "79.00" });
    const id = product.product.app.publicIds.decode("payment", made.data.id) as bigint;
    await letExpire(product.product.app.db, id);
    await product.product.jobs.runOnce("expire-payments");
    const expiredAgo = (hours: number): Promise<number> =>
      product.product.app.db.run("update open_payments set expired_at = now() - make_interval(hours => $2) where payment_id = $1", [id, hours]);
    await expiredAgo(1);
    const wanted = order({ amountMinor: amountOf("79.00") });
    await expectNothing(await ready(wanted));
    await expiredAgo(product.product.app.config.current.late_match_hours + 1);
    expect(await product.product.app.db.batchCall<boolean>((await ready(wanted)) as FunctionCall)).toBe(true);
  });
});

describe("orders through the merchants' interface", () => {
  it("go the short way when two operators take turns, but for the first of a second", async () => {
    const { version } = await product.good<{ version: number }>("GET", "/api/config");
    await product.good("PATCH", "/api/config", product.admin, { version, operators: ["bkash", "nagad", "rocket"] });
    await Promise.all(["nagad", "nagad", "rocket", "rocket"].map((operator) => product.wallet({ operator })));
    const ids: bigint[] = [];
    for (let index = 0; index < 40; index += 1) {
      const made = await product.pay(merchant, {
        operator: index % 2 === 0 ? "rocket" : "nagad",
        amount: "5.00",
        customer: `0183${String(next()).padStart(7, "0")}`,
      });
      expect(made.status).toBe(201);
      ids.push(product.product.app.publicIds.decode("payment", made.data.id) as bigint);
    }
    const rows = await product.product.app.db.rows<{ routing: { wallets: [number, string, number | null][] } }>(
      "select routing from payments where id = any ($1)",
      [ids],
    );
    expect(rows.filter(({ routing }) => routing.wallets.some(([, result]) => result === "not_evaluated")).length).toBeGreaterThan(20);
  });

  it("are answered alike when the short way is not open: known numbers, taken amounts, the rest of their batch", async () => {
    await product.wallet();
    const known = { merchant_order_id: `known-${next()}`, amount: "31.00", customer: "01811111116" };
    const first = await product.pay(merchant, known);
    const taken = { amount: "32.00" };
    await product.pay(merchant, taken);
    const answers = await Promise.all([
      product.pay(merchant, known),
      product.pay(merchant, { ...known, amount: "33.00" }),
      product.pay(merchant, taken),
      product.pay(merchant, taken),
      ...Array.from({ length: 8 }, () => product.pay(merchant, { amount: "34.00", customer: `0182${String(next()).padStart(7, "0")}` })),
    ]);
    expect(answers[0]).toMatchObject({ status: 200, data: { id: first.data.id } });
    expect(answers[1]).toMatchObject({ status: 409, error: { code: "duplicate_order_mismatch" } });
    // Two wallets, one of them taken: one of the two fits.
    expect(
      answers
        .slice(2, 4)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([201, 422]);
    expect(answers.slice(4).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  });
});
