/** The invariants of the test plan hold after everybody acted at once, and each finds what breaks it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { bkashTrx, letExpire, next, received, type TestWallet } from "../support/app.ts";
import { Arena, many } from "../support/attack-arena.ts";
import { person } from "../support/attack.ts";
import { fundMerchant, payout } from "../support/attack-money.ts";
import { brokenInvariants, columnsWith, entriesUpTo, expectInvariants } from "../support/invariants.ts";
import { expectShown } from "../support/shown-figures.ts";

let arena: Arena;
let owner: Db;
let wallet: TestWallet;
let mark: { mark: bigint; digest: string };
beforeAll(async () => {
  arena = await Arena.open();
  owner = new Db({ url: arena.product.ownerUrl, max: 2 });
  wallet = await arena.product.wallet();
  await fundMerchant(arena.product, arena.merchant, 1_000_000_00n);
  mark = await entriesUpTo(arena.product.product);
  const { db, publicIds } = arena.product.product.app;
  const orders = [await arena.order(), await arena.order(), await arena.order(), await arena.order()];
  await arena.race(
    orders.flatMap(({ id, amount, customer }, index) => [
      ...many(3, () => ({
        name: "sms",
        url: "/device/sms",
        token: wallet.token,
        body: { sender: "bKash", text: received({ amount, from: customer, trx: bkashTrx(1_000 + index) }) },
      })),
      ...many(2, () => ({ name: "cancel", url: `/v1/payments/${id}/cancel`, token: arena.merchant.secret })),
    ]),
  );
  for (let count = 0; count < 2; count += 1) {
    const { amount, customer } = await arena.order();
    await arena.product.sms(wallet, received({ amount, from: customer, trx: bkashTrx() }));
  }
  const late = await arena.order();
  await letExpire(db, publicIds.decode("payment", late.id));
  await arena.product.product.jobs.runOnce("expire-payments");
  for (let count = 0; count < 3; count += 1) await payout(arena.product, arena.merchant);
  const cancelled = await payout(arena.product, arena.merchant);
  await arena.product.good("POST", `/v1/disburses/${cancelled}/cancel`, arena.merchant.secret, {});
});
afterAll(async () => {
  await owner.close();
  await arena.close();
});

describe("after everybody acted at once", () => {
  it("all of them hold, and old entries are what they were", async () => {
    await expectInvariants(arena.product.product);
    expect(await entriesUpTo(arena.product.product, mark.mark)).toEqual(mark);
  });

  it("screens show what the rows say: home, balances, journals", async () => {
    expect(await expectShown(arena.product)).toBeGreaterThan(20);
  });

  it("no secret stands in any column", async () => {
    const clerk = await person(arena.product, "operator");
    const secrets = [arena.merchant.secret, arena.merchant.webhookSecret, wallet.token, arena.product.admin, clerk.token];
    expect(await columnsWith(owner, secrets)).toEqual([]);
    // What stands there is found.
    const note = `seen ${next()}`;
    await owner.run("update merchants set name = name || $1 where deleted_at is null", [note]);
    expect(await columnsWith(owner, [note])).toContain("merchants.name");
  });
});

/** What is changed past the product, and the invariant that finds it. */
const WRONGS: readonly (readonly [string, string])[] = [
  ["I1", "update entries set amount = amount + 1, after_balance = after_balance + 1 where id = (select max(id) from entries)"],
  ["I2", "update accounts set balance = balance + 1 where kind = 'fees'"],
  ["I2", "delete from entries where id = (select max(id) from entries)"],
  ["I3", "update entries set before_balance = before_balance + 1, after_balance = after_balance + 1 where id = (select max(id) from entries)"],
  ["I4", "update payments set received_amount = received_amount + 1 where status = 'completed'"],
  [
    "I4",
    "update payments set status = 'completed', received_amount = amount, fee = 0, trx_id = 'PLANTED', trx_key = 'PLANTED', paid_at = now() where status = 'expired'",
  ],
  ["I4", "update disburses set status = 'failed' where status not in ('cancelled', 'completed')"],
  ["I5", "update payments set trx_key = null where status = 'completed'"],
  [
    "I6",
    "insert into disburse_attempts (disburse_id, no, wallet_id, status, reference, rail, amount, ended_at) select id, n, 1, 'failed', 'planted ' || n, 'manual', 1, now() from (select min(id) as id from disburses) d, generate_series(1, 2) n",
  ],
  ["I9", "delete from outbox where type = 'payment.expired' or type = 'payment.completed'"],
  ["I9", "update payments set reversed_at = now() where status = 'completed'"],
  ["I9", "delete from deliveries"],
  ["I15", "update wallets set deleted_at = now(), frozen_balance = 1"],
];
/** Where triggers stand in the way of who changes past the product. */
const GUARDED = ["entries", "accounts", "payments", "disburses", "disburse_attempts", "outbox", "deliveries", "wallets"];

describe("what is changed past the product is found by", () => {
  it.each(WRONGS)("%s: %s", async (name, wrong) => {
    const undo = new Error("undone");
    const looked = owner.tx(async (tx) => {
      for (const table of GUARDED) await tx.run(`alter table ${table} disable trigger user`);
      const changed = await tx.run(wrong);
      const broken = await brokenInvariants(tx);
      // A change of nothing proves nothing, but of one the other of two tables holds the rows.
      if (!(name === "I9" && changed === 0)) expect(broken.filter((line) => line.startsWith(`${name} `)).length, wrong).toBeGreaterThan(0);
      throw undo;
    });
    await expect(looked).rejects.toBe(undo);
    await expectInvariants(arena.product.product);
  });
});
