/** A batch of orders that is sent behind one that the database has not answered: whatever becomes of that one, each order is written once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FunctionCall } from "../../src/server/platform/db/calls.ts";
import type { Tx } from "../../src/server/platform/db/pool.ts";
import { next, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { limitsAgree } from "../support/attack.ts";

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
/** One wallet; those of the tests before are gone from routing. */
beforeEach(async () => {
  merchant = await product.merchant();
  wallet = await product.onlyWallet({ daily_max: "1000.00" });
});

type Answer = Awaited<ReturnType<TestProduct["pay"]>>;
const AMOUNT = "45.00";
const one = (values: Record<string, unknown> = {}): Promise<Answer> =>
  product.pay(merchant, { amount: AMOUNT, customer: `0185${String(next()).padStart(7, "0")}`, ...values });
const many = (count: number): Promise<Answer>[] => Array.from({ length: count }, () => one());

/** One order, a batch of thirty behind it while that is under way, thirty more; `meanwhile` happens before the database goes on. */
async function behindEachOther(first: () => Promise<Answer>, meanwhile: (tx: Tx) => Promise<unknown>): Promise<{ ahead: Answer; behind: Answer[] }> {
  const { app } = product.product;
  const { db, now } = app;
  // What is remembered of the wallets holds for a second, which may pass here before the database is held up: the clock stands still.
  const stands = now();
  Object.assign(app, { now: () => stands });
  // The short way is open again, and the wallets are remembered.
  for (let turn = 0; turn < 24; turn += 1) expect((await one({ amount: "1.00" })).status).toBe(201);
  const { batchCall } = db;
  let [underWay, most] = [0, 0];
  db.batchCall = async <A>(call: FunctionCall): Promise<A> => {
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return (await batchCall.call(db, call)) as A;
    } finally {
      underWay -= 1;
    }
  };
  try {
    const { ahead, behind } = await db.tx(async (tx) => {
      await tx.run("select pg_advisory_xact_lock(4104, hashtext('bkash'))");
      const ahead = first();
      await until(() => underWay === 1);
      const behind = many(30);
      await until(() => underWay === 2);
      behind.push(...many(30));
      await meanwhile(tx);
      return { ahead, behind };
    });
    const answers = { ahead: await ahead, behind: await Promise.all(behind) };
    expect(most).toBe(2);
    return answers;
  } finally {
    db.batchCall = batchCall;
    Object.assign(app, { now });
    expect(await limitsAgree(product.product)).toEqual([]);
  }
}

const created = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 201).length;

describe("a batch that stands behind one that the database has not answered", () => {
  const wallets = (count: number): Promise<unknown> => Promise.all(Array.from({ length: count }, () => product.wallet({ daily_max: "1000.00" })));

  it("is written when the one ahead cannot be, because its order number exists", async () => {
    await wallets(5);
    const known = { merchant_order_id: `known-${next()}` };
    const first = await one({ ...known, customer: "01811111117" });
    const { ahead, behind } = await behindEachOther(
      () => one({ ...known, customer: "01811111117" }),
      () => Promise.resolve(),
    );
    expect(ahead).toMatchObject({ status: 200, data: { id: first.data.id } });
    expect(created(behind)).toBe(60);
  });

  it("is read and decided anew like the one ahead when a wallet has changed under both", async () => {
    await wallets(5);
    const id = product.product.app.publicIds.decode("wallet", wallet.id) as bigint;
    const { ahead, behind } = await behindEachOther(one, (tx) => tx.run("update wallets set enabled = false where id = $1", [id]));
    expect([ahead.status, created(behind)]).toEqual([201, 60]);
    expect(behind.filter(({ data }) => data.receiving_account === wallet.account)).toEqual([]);
  });

  it("is written once when the connection of both is lost", async () => {
    await wallets(5);
    const { ahead, behind } = await behindEachOther(one, () =>
      product.product.app.db.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'floatdesk-lane' and wait_event = 'advisory' and datname = current_database()",
      ),
    );
    // An order alone is not tried again by itself: its merchant is told to ask again.
    expect([201, 503]).toContain(ahead.status);
    expect(created(behind)).toBe(60);
    const [row] = await product.product.app.db.rows<{ orders: bigint }>("select count(*) as orders from payments where id = any ($1)", [
      behind.map(({ data }) => product.product.app.publicIds.decode("payment", data.id)),
    ]);
    expect(row?.orders).toBe(60n);
  });

  it("never takes a wallet beyond its limit together with it", async () => {
    await wallets(1);
    // Two wallets, each with room for 21 orders beside the dozen small ones.
    const { ahead, behind } = await behindEachOther(one, () => Promise.resolve());
    expect(created([ahead, ...behind])).toBe(42);
    expect(new Set(behind.filter(({ status }) => status !== 201).map(({ error }) => error?.code))).toEqual(new Set(["no_wallet_available"]));
  });
});
