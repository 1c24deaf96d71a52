/** The usual way of an order touches no index: its new versions stay on its page (docs/decisions/0025-completed-in-place.md). */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "../../platform/db/pool.ts";
import { addMerchant, addPayments, addWallet, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";

let lab: Lab;
let merchantId: bigint;
let walletId: bigint;
beforeAll(async () => {
  lab = await makeLab([]);
  merchantId = await addMerchant(lab, "In place");
  walletId = await addWallet(lab, "W", "01700000001");
});
afterAll(() => lab.close());

let made = 0;
async function pendingOrder(): Promise<bigint> {
  made += 1;
  const row = paymentRow(lab, { merchantId, walletId, orderId: `order-${made}` });
  await addPayments(lab, [row]);
  return row["id"] as bigint;
}

/** What this transaction has changed in the orders' tables: all of it, and what left their indexes alone. */
async function changes(tx: Tx): Promise<{ all: number; inPlace: number } | null> {
  return tx.one(
    `select sum(pg_stat_get_xact_tuples_updated(inhrelid))::int as "all", sum(pg_stat_get_xact_tuples_hot_updated(inhrelid))::int as "inPlace"
     from pg_inherits where inhparent = 'payments'::regclass`,
  );
}

it("completing an order and delivering its notification change no index", async () => {
  const ids = [await pendingOrder(), await pendingOrder(), await pendingOrder()];
  await lab.app.db.tx(async (tx) => {
    await tx.run(
      `select posting_write_payments($1, '{1,1,1}', '{completed,completed,completed}', '{10000,10000,10000}', '{100,100,100}', '{1,2,3}',
       array[now(), now(), now()], '{waiting,waiting,waiting}', '{}', '{A1,A2,A3}', '{A1,A2,A3}', '{}')`,
      [ids],
    );
    expect(await changes(tx)).toEqual({ all: 3, inPlace: 3 });
    await tx.run("update payments set notify_status = 'delivered', notify_attempts = 1, notify_last_code = 200, notify_next_at = null where id = any ($1)", [
      ids,
    ]);
    expect(await changes(tx)).toEqual({ all: 6, inPlace: 6 });
  });
});

it.each(["expired", "review", "cancelled"])("an order that is %s is listed by its status, and by none once it is completed", async (status) => {
  const id = await pendingOrder();
  const aside = async (): Promise<unknown> => (await lab.app.db.one<{ aside: unknown }>("select aside from payments where id = $1", [id]))?.aside;
  expect(await aside()).toBeNull();
  await lab.app.db.run("update payments set status = $2, version = version + 1 where id = $1", [id, status]);
  expect(await aside()).toBe(status);
  await lab.app.db.run(
    "update payments set status = 'completed', received_amount = amount, fee = 1, trx_id = $2, trx_key = $2, paid_at = now(), version = version + 1 where id = $1",
    [id, `B${id}`],
  );
  expect(await aside()).toBeNull();
});

it.each([
  ["waiting", null],
  ["delivered", null],
  ["failed", "failed"],
  ["stopped", "stopped"],
])("a notification that is %s needs somebody: %s", async (state, undelivered) => {
  const id = await pendingOrder();
  await lab.app.db.run("update payments set notify_status = $2 where id = $1", [id, state]);
  expect(await lab.app.db.one("select undelivered from payments where id = $1", [id])).toEqual({ undelivered });
});

it("expires what is due, oldest first, and nothing else", async () => {
  const [first, second, later, review] = [await pendingOrder(), await pendingOrder(), await pendingOrder(), await pendingOrder()] as const;
  const due = async (id: bigint, minutes: number): Promise<void> => {
    for (const [table, key] of [
      ["payments", "id"],
      ["open_payments", "payment_id"],
    ])
      await lab.owner.run(`update ${table} set expires_at = now() - make_interval(mins => $2) where ${key} = $1`, [id, minutes]);
  };
  await due(second, 5);
  await due(first, 3);
  await due(review, 9);
  await lab.app.db.run("update payments set status = 'review', version = version + 1 where id = $1", [review]);
  const expired = async (limit: number): Promise<bigint[]> =>
    (await lab.app.db.rows<{ id: bigint }>("select id from payments_expire($1)", [limit])).map((row) => row.id);
  expect(await expired(1)).toEqual([second]);
  expect(await expired(10)).toEqual([first]);
  expect(await expired(10)).toEqual([]);
  expect(
    await lab.app.db.rows(
      "select p.status, o.expired_at is not null as gone from payments p join open_payments o on o.payment_id = p.id where p.id = any ($1) order by p.id",
      [[first, second, later, review]],
    ),
  ).toEqual([
    { status: "expired", gone: true },
    { status: "expired", gone: true },
    { status: "pending", gone: false },
    { status: "review", gone: false },
  ]);
});
