/** Rules that the database applies by itself, for a lock's sake or for speed, beside the program's: both say the same, over random cases. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATORS } from "../../src/contract/operators.ts";
import { businessDay, businessDayStart } from "../../src/contract/time.ts";
import { slotsClash } from "../../src/domain/payments/routing.ts";
import { NORMAL_SIDE } from "../../src/domain/ledger/postings.ts";
import { limitDay, usedOf, type UsageRow } from "../../src/server/core/acceptance/limits.ts";
import { insertNotifications, notificationRow } from "../../src/server/core/outbox/queue.ts";
import { writeOf } from "../../src/server/core/posting/batch/write.ts";
import { REPEAT_WINDOW_MS } from "../../src/server/core/posting/identity.ts";
import { PostingWrites } from "../../src/server/core/posting/write.ts";
import { raiseAlert } from "../../src/server/core/alerts/raise.ts";
import { DATABASE_PLACES, idAt, idTime, nodeOf } from "../../src/server/platform/db/ids.ts";
import { answerOf, Db, toJson, violated } from "../../src/server/platform/db/pool.ts";
import type { App } from "../../src/server/platform/context.ts";
import { TestProduct } from "../support/app.ts";

let product: TestProduct;
let app: App;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  app = product.product.app;
});
afterAll(() => product.stop());

it("the business day of an instant, and where a day begins", async () => {
  const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2099, 11, 31)];
  const border = fc
    .tuple(fc.integer({ min: 0, max: 29_000 }), fc.integer({ min: -2, max: 2 }))
    .map(([day, off]) => from + 16 * 3_600_000 + day * 86_400_000 + off);
  const moments = fc.sample(fc.oneof(fc.integer({ min: from, max: to }), border), 5000);
  const rows = await app.db.rows<{ day: string; start: bigint }>(
    "select business_day(id)::text as day, day_start(business_day(id)) as start from unnest($1::bigint[]) with ordinality x (id, n) order by n",
    [moments.map((ms) => idAt(ms))],
  );
  expect(rows).toEqual(moments.map((ms) => ({ day: businessDay(ms), start: idAt(businessDayStart(businessDay(ms))) })));
});

it("the instant of an id, the smallest id of an instant, and the places that are the database's", async () => {
  const ids = fc.sample(fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), 3000);
  const rows = await app.db.rows<{ ms: bigint; again: bigint; floor: bigint }>(
    "select ms_of_id(id) as ms, (extract(epoch from time_of_id(id)) * 1000)::bigint as again, id_at(time_of_id(id)) as floor from unnest($1::bigint[]) with ordinality x (id, n) order by n",
    [ids],
  );
  expect(rows).toEqual(ids.map((id) => ({ ms: BigInt(idTime(id)), again: BigInt(idTime(id)), floor: idAt(idTime(id)) })));
  const owner = new Db({ url: product.ownerUrl, max: 1 });
  const given = await owner.rows<{ block: bigint; id: bigint; back: bigint }>(
    "select b as block, entry_id_in(b, l) as id, entry_block(entry_id_in(b, l)) as back from generate_series(1000000::bigint, 1000600) b cross join generate_series(0, 3) l order by b, l",
  );
  await owner.close();
  expect(given.every(({ block, id, back }) => back === block && nodeOf(id) === null && Number(id % 4096n) >= DATABASE_PLACES)).toBe(true);
  expect(given.every(({ id }, index) => index === 0 || id > (given[index - 1]?.id ?? 0n))).toBe(true);
});

it("how long a message without TrxID and time is known again", async () => {
  const found = await app.db.one<{ ms: bigint }>("select (extract(epoch from repeat_window()) * 1000)::bigint as ms");
  expect(Number(found?.ms)).toBe(REPEAT_WINDOW_MS);
});

it("the side on which every account grows", async () => {
  const kinds = Object.keys(NORMAL_SIDE);
  await app.db.run("select account_open(kind, 999999, 'x') from unnest($1::text[]) kind", [kinds]);
  const found = await app.db.rows<{ kind: string; normal: number }>("select kind, normal::int as normal from accounts where owner_id = 999999");
  expect(Object.fromEntries(found.map((row) => [row.kind, row.normal]))).toEqual(NORMAL_SIDE);
});

interface Counted {
  readonly atMs: number;
  readonly amount: bigint;
  readonly undone: boolean;
}
const STEPS = fc.array(
  fc.record({
    hours: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.integer({ min: 10, max: 900 })),
    amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
    back: fc.option(fc.nat({ max: 40 }), { freq: 2 }),
  }),
  { minLength: 5, maxLength: 25 },
);

/** What is used now by the plain rule: whatever was counted on the running day, in the running month, and not given back. */
function plainly(counted: readonly Counted[], operator: string, nowMs: number): ReturnType<typeof usedOf> {
  const now = limitDay(operator, nowMs);
  const standing = counted.filter((one) => !one.undone);
  const [day, month] = [
    standing.filter((one) => limitDay(operator, one.atMs).day === now.day),
    standing.filter((one) => limitDay(operator, one.atMs).month === now.month),
  ];
  const sum = (list: readonly Counted[]): bigint => list.reduce((total, one) => total + one.amount, 0n);
  return { dayMinor: sum(day), dayCount: day.length, monthMinor: sum(month), monthCount: month.length };
}

describe.each(["in", "out"] as const)("the limits of a wallet, money going %s", (direction) => {
  const count = (wallet: bigint, operator: string, one: Counted, sign: 1n | -1n): Promise<unknown> => {
    const { day, month } = limitDay(operator, one.atMs);
    if (direction === "out")
      return app.db.run("select usage_out($1, $2, $3, $4, $5, $6)", [
        wallet,
        day,
        month,
        sign * one.amount,
        Number(sign),
        sign > 0n ? new Date(one.atMs) : null,
      ]);
    const rows = [{ wallet_id: wallet, day, month, amount: one.amount, count: 1 }];
    return app.db.run(sign > 0n ? "select usage_add($1)" : "select usage_release($1)", [toJson(rows)]);
  };

  it("what the rows say of the running day and month is what was counted there", async () => {
    const wallet = app.publicIds.decode("wallet", (await product.wallet()).id) as bigint;
    await fc.assert(
      fc.asyncProperty(STEPS, fc.constantFrom(...OPERATORS), async (steps, operator) => {
        await app.db.run(
          "update wallet_usage set day = '2019-01-01', month = '2019-01-01', day_amount = 0, day_count = 0, month_amount = 0, month_count = 0, last_used_at = null where wallet_id = $1",
          [wallet],
        );
        const counted: Counted[] = [];
        let nowMs = Date.UTC(2026, 0, 1);
        for (const { hours, amount, back } of steps) {
          nowMs += hours * 3_600_000;
          const undone = back === null ? undefined : counted[back];
          if (undone && !undone.undone) {
            await count(wallet, operator, undone, -1n);
            counted[back as number] = { ...undone, undone: true };
          } else {
            const one = { atMs: nowMs, amount, undone: false };
            await count(wallet, operator, one, 1n);
            counted.push(one);
          }
          const row = await app.db.one<UsageRow>(
            "select day::text as day, day_amount, day_count, month::text as month, month_amount, month_count from wallet_usage where wallet_id = $1 and direction = $2",
            [wallet, direction],
          );
          expect(usedOf(row, limitDay(operator, nowMs))).toEqual(plainly(counted, operator, nowMs));
        }
      }),
      { numRuns: 100 },
    );
  });
});

it("the slot of equal amounts: two open orders that could not be told apart, and one that has just expired", async () => {
  const payer = fc.constantFrom("", "01711111111", "01722222222");
  const cases = fc.sample(fc.record({ there: payer, comes: payer, state: fc.constantFrom("open", "recent", "old"), sameAmount: fc.boolean() }), 2000);
  const insert = "insert into open_payments (payment_id, wallet_id, amount, payer, expires_at, expired_at) values ($1, $2, $3, $4, now(), $5)";
  const minute = 60_000;
  const nowMs = Date.now();
  const found: boolean[] = [];
  await app.db
    .tx(async (tx) => {
      await tx.run("select set_config('floatdesk.late', $1, true)", [new Date(nowMs - minute).toISOString()]);
      for (const [n, { there, comes, state, sameAmount }] of cases.entries()) {
        const expired = state === "open" ? null : new Date(nowMs - (state === "recent" ? 0.5 : 2) * minute);
        await tx.run(insert, [BigInt(2 * n), 900_000_000n + BigInt(n), 100n, there, expired]);
        await tx.run("savepoint one");
        const refused = await tx.run(insert, [BigInt(2 * n + 1), 900_000_000n + BigInt(n), sameAmount ? 100n : 101n, comes, null]).then(
          () => false,
          (error: unknown) => violated(error) === "open_payments_slot",
        );
        await tx.run("rollback to savepoint one");
        found.push(refused);
      }
      throw new Error("nothing of it stays");
    })
    .catch((error: unknown) => expect(String(error)).toContain("nothing of it stays"));
  expect(found).toEqual(
    cases.map(({ there, comes, state, sameAmount }) => sameAmount && (state === "open" ? slotsClash(there, comes) : state === "recent" && there === "")),
  );
});

const WITHDRAWAL = {
  id: "W261121XY12AB34",
  receiving_account: "01700000001",
  amount: "10.00",
  status: "paid",
  reference: "FT1",
  reason: null,
  created_at: "2026-11-21T08:00:00.000Z",
  paid_at: "2026-11-21T09:00:00.000Z",
} as const;

it("a notification that a person's act queues and one of a batch of messages", async () => {
  const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", ""));
  const wanted = fc.sample(fc.record({ url: fc.option(fc.webUrl()), note: text }), 500);
  const merchantId = app.ids.next();
  const made = (): ReturnType<typeof notificationRow>[] =>
    wanted.map(({ url, note }, n) => notificationRow(app, { merchantId, objectId: BigInt(n), type: "withdrawal.paid", url, data: { ...WITHDRAWAL, note } }));
  const [plain, batch] = [made(), made()];
  await app.db.tx((tx) => insertNotifications(tx, plain));
  const writes = new PostingWrites();
  writes.outbox.push(
    ...batch.map((row, n) => ({ ...row, body: plain[n]?.body ?? "", next_at: plain[n]?.next_at ?? null, give_up_at: plain[n]?.give_up_at ?? null })),
  );
  await app.db.tx((tx) => answerOf(tx, writeOf(writes)));
  const written = async (rows: readonly { id: bigint }[]): Promise<unknown[]> => {
    const ids = rows.map((row) => row.id);
    const kept = "select to_jsonb(t) - 'id' - 'delivered_at' as row from";
    const waiting = await app.db.rows(`${kept} outbox t where id = any ($1) order by id`, [ids]);
    const history = await app.db.rows(`${kept} deliveries t where id = any ($1) order by id`, [ids]);
    expect(waiting.length + history.length).toBe(rows.length);
    return [waiting, history];
  };
  expect(await written(batch)).toEqual(await written(plain));
});

it("an alert: raised once, renewed whoever raises it, counted up, and left alone where it is only found again", async () => {
  const object = { type: "operator:test", id: null };
  const stored = () =>
    app.db.rows<{ amount: bigint; data: Record<string, unknown>; version: number }>("select amount, data, version from alerts where object_type = $1", [
      object.type,
    ]);
  await raiseAlert(app, app.db, { kind: "no_wallet", object, amountMinor: 5n, data: { operator: "a", count: 2 } });
  await raiseAlert(app, app.db, { kind: "no_wallet", object, amountMinor: 7n, data: { operator: "b", count: 3 } });
  expect(await stored()).toEqual([{ amount: 7n, version: 2, data: { operator: "b", count: 5, last_at: expect.any(String) as unknown } }]);
  const row = { id: app.ids.next(), kind: "no_wallet", object_type: object.type, object_id: null };
  expect(await app.db.one("select alerts_raise($1, false) as written", [toJson([row])])).toEqual({ written: 0 });
  expect((await stored())[0]?.version).toBe(2);
  const twice = [row, { ...row, id: app.ids.next(), data: { operator: "last" } }];
  expect(await app.db.one("select alerts_raise($1) as written", [toJson(twice)])).toEqual({ written: 1 });
  expect((await stored())[0]?.data).toEqual({ operator: "last" });
});
