/**
 * The bank run: writers move money between the same few accounts at two processes while readers add everything up in one snapshot. Whatever
 * a reader sees is a moment of the books: debits are credits, each balance is the sum of its entries, nobody is below zero.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Product } from "../../src/server/app.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { post } from "../../src/server/core/ledger/post.ts";
import { seeded } from "../support/messages/random.ts";
import type { TestMerchant, TestProduct } from "../support/app.ts";
import { SEED, startBeside, startTarget, times, tried } from "../support/attack.ts";
import { fundMerchant } from "../support/attack-money.ts";
import { expectInvariants } from "../support/invariants.ts";

const WRITERS = 8;
const READERS = 2;
const MERCHANTS = 5;
const START_MINOR = 100_000n;
const RUNS_MS = times(4_000, 60_000);
let product: TestProduct;
let beside: Product;
let owner: Db;
let merchants: TestMerchant[];
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  beside = await startBeside(product, { ROLE: "api" });
  owner = new Db({ url: product.ownerUrl, max: READERS });
  merchants = [];
  for (let made = 0; made < MERCHANTS; made += 1) merchants.push(await product.merchant());
  for (const merchant of merchants) await fundMerchant(product, merchant, START_MINOR);
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await expectInvariants(product.product);
  await owner.close();
  await beside.stop();
  await product.stop();
});

const idOf = (merchant: TestMerchant | undefined): bigint => product.product.app.publicIds.decode("merchant", merchant?.id ?? "") ?? 0n;

/** Moves money from one merchant to another; an amount that is not there is refused by the database. */
async function move(at: Product, from: bigint, to: bigint, minor: bigint): Promise<boolean> {
  const { app } = at;
  const legs = [
    { account: { of: "merchant", id: from }, changeMinor: -minor, kind: "opening" },
    { account: { of: "merchant", id: to }, changeMinor: minor, kind: "opening" },
  ] as const;
  try {
    await app.db.tx((tx) => post(tx, app.accounts, app.ids, [{ id: app.ids.next(), reference: { type: "manual", id: 1n }, legs: [...legs] }]));
    return true;
  } catch (error) {
    // A check of the account refuses what would go below zero; everything else is a fault.
    if ((error as { code?: string }).code === "23514") return false;
    throw error;
  }
}

/** One look at everything: what is wrong in it. */
const LOOK = `select
    (select coalesce(sum(balance * normal), 0) from accounts)::text as books,
    (select coalesce(sum(balance), 0) from accounts where kind = 'merchant')::text as merchants,
    (select count(*)::int from accounts where balance < 0 and not may_go_negative) as below,
    (select count(*)::int from accounts a where a.balance <> coalesce((select sum(e.amount) from entries e where e.account_id = a.id), 0)) as unequal,
    (select count(*)::int from (select txn_id from entries group by txn_id having sum(amount * normal) <> 0) t) as lopsided,
    (select count(*)::int from (select before_balance, lag(after_balance, 1, 0::bigint) over w as previous, seq, row_number() over w as place
       from entries window w as (partition by account_id order by seq)) c where before_balance <> previous or seq <> place) as broken`;

it(
  `${WRITERS} writers and ${READERS} readers never see a wrong total`,
  async () => {
    const endsAt = Date.now() + RUNS_MS;
    const total = String(START_MINOR * BigInt(MERCHANTS));
    let looks = 0;
    const writer = async (number: number): Promise<{ moved: number; refused: number }> => {
      const random = seeded(SEED + number);
      const pick = (): bigint => idOf(merchants[Math.floor(random() * MERCHANTS)]);
      let [moved, refused] = [0, 0];
      while (Date.now() < endsAt) {
        const [from, to] = [pick(), pick()];
        if (from === to) continue;
        // Now and then more than anybody has.
        const done = await move(number % 2 === 0 ? product.product : beside, from, to, BigInt(1 + Math.floor(random() * (random() < 0.1 ? 600_000 : 20_000))));
        if (done) moved += 1;
        else refused += 1;
      }
      return { moved, refused };
    };
    const reader = async (): Promise<void> => {
      while (Date.now() < endsAt) {
        const seen = await owner.one(LOOK);
        expect(seen).toEqual({ books: "0", merchants: total, below: 0, unequal: 0, lopsided: 0, broken: 0 });
        looks += 1;
      }
    };
    const [done] = await Promise.all([
      Promise.all(Array.from({ length: WRITERS }, (_unused, number) => writer(number))),
      Promise.all(Array.from({ length: READERS }, reader)),
    ]);
    const sum = (of: (one: { moved: number; refused: number }) => number): number => done.reduce((all, one) => all + of(one), 0);
    tried(
      "M3",
      sum((one) => one.moved),
    );
    expect([looks > 0, sum((one) => one.moved) > 0, sum((one) => one.refused) > 0]).toEqual([true, true, true]);
  },
  RUNS_MS + 60_000,
);
