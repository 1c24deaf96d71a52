/**
 * An order into the platform, the plain way: lock, read, decide, write, in one transaction. This is what an order does; batches (batch/) do the
 * same for many at once and are held to this by `test/books/differential.test.ts`. An order whose batch failed goes this way.
 */
import { RoutingBoard } from "../../../domain/payments/routing.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { AcceptanceRun, type AcceptanceResult } from "./accept-order.ts";
import { lateSince } from "./limits.ts";
import { slotsOf, type Existing, type AcceptanceAnswer, type Opened, type PaymentOrder, type StoredPayment } from "./payment-order.ts";
import type { AcceptanceRows } from "./rows.ts";
import { readWallets } from "./wallet-board.ts";

/** What became of an order. */
export type Accepted = Pick<AcceptanceResult, "created" | "refused"> & { readonly answer: AcceptanceAnswer };

/**
 * Accepts one order.
 * @param body the answer that is kept with the order's idempotency key
 * @throws Error SQLSTATE 40001 when a limit has moved: the transaction is repeated; unique violation when the order's number or key was
 *   written at this moment under another operator's lock
 */
export async function acceptPlainly(app: App, tx: Tx, order: PaymentOrder, body: (order: StoredPayment) => unknown): Promise<Accepted> {
  await tx.run("select pg_advisory_xact_lock(4104, hashtext($1))", [order.operator]);
  const opened = await read(app, tx, order);
  const board = new RoutingBoard(await readWallets(app, tx, order.operator), slotsOf(opened));
  const run = new AcceptanceRun(app, opened, { of: () => board, readAnew: () => Promise.resolve(null) }, body);
  const answer = await run.accept(order);
  await write(tx, run.rows);
  if (run.answers !== null) await tx.run(KEPT_ANSWER, [run.answers]);
  return { answer, created: run.rows.created, refused: run.refused };
}

async function read(app: App, tx: Tx, { merchantId, merchantOrderId, amountMinor, idempotency }: PaymentOrder): Promise<Opened> {
  const rows = <Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> => tx.rows<Row & object>(text, values, name);
  return {
    epoch: 0,
    existing: await rows<Existing>(
      "plain_existing",
      `select p.*, encode(p.request_hash, 'hex') as request_hash from merchant_order_keys k join payments p on p.id = k.order_id
       where k.merchant_id = $1 and k.direction = 'payment' and k.key = $2`,
      [merchantId, merchantOrderId],
    ),
    slots: await rows(
      "plain_slots",
      "select wallet_id, amount, payer, expired_at is not null as recent from open_payments where amount = $1 and (expired_at is null or expired_at > $2)",
      [amountMinor, lateSince(app)],
    ),
    gone: (await rows<{ id: bigint }>("plain_gone", "select id from merchants where id = $1 and deleted_at is not null", [merchantId])).map((row) => row.id),
    idempotency:
      idempotency === null
        ? []
        : await rows(
            "plain_answered",
            "select actor, route, key, encode(body_hash, 'hex') as hash, status, response from idempotency_keys where actor = $1 and route = $2 and key = $3",
            [idempotency.actor, idempotency.route, idempotency.key],
          ),
  };
}

async function write(tx: Tx, rows: AcceptanceRows): Promise<void> {
  const one = (name: string, text: string, row: unknown): Promise<number> => tx.run(text, [toJson(row)], name);
  for (const order of rows.orders) {
    await one("plain_open_order", OPEN_ORDER, order);
    await one("plain_order_number", ORDER_NUMBER, order);
    await one("plain_order", ORDER, order);
  }
  for (const added of rows.added) {
    if ((await one("plain_order_usage", USAGE, added)) !== 1) throw Object.assign(new Error("the limits of a wallet have moved"), { code: "40001" });
  }
  for (const hour of rows.figures) await one("plain_order_statistics", STATISTICS, hour);
  if (rows.tiers !== null) await tx.run(FEE_RULE, [rows.tiers]);
}

const COLUMNS = `(id bigint, merchant_id bigint, operator text, wallet_id bigint, amount bigint, fee_rate_bps int, fee_fixed bigint, fee_min bigint, fee_max bigint,
  customer text, expires_at timestamptz, remote_ip text, request_hash text, merchant_order_id text, user_ref text, notify_url text, metadata text, routing text)`;
const OPEN_ORDER = `insert into open_payments (payment_id, wallet_id, amount, payer, expires_at)
  select id, wallet_id, amount, coalesce(customer, ''), expires_at from jsonb_to_record($1) as x ${COLUMNS}`;
const ORDER_NUMBER = `insert into merchant_order_keys (merchant_id, direction, key, order_id)
  select merchant_id, 'payment', merchant_order_id, id from jsonb_to_record($1) as x ${COLUMNS}`;
const ORDER = `insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
    expires_at, remote_ip, notify_url, metadata, routing, request_hash)
  select id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, fee_min, fee_max, customer, user_ref,
    expires_at, remote_ip, notify_url, metadata::jsonb, routing::json, decode(request_hash, 'hex') from jsonb_to_record($1) as x ${COLUMNS}`;
/** Nothing is counted where a limit would be exceeded, the wallet still cools down, or the day is over. */
const USAGE = `update wallet_usage u set
    day_amount = case when u.day = x.day then u.day_amount else 0 end + x.amount, day_count = case when u.day = x.day then u.day_count else 0 end + x.count, day = x.day,
    month_amount = case when u.month = x.month then u.month_amount else 0 end + x.amount,
    month_count = case when u.month = x.month then u.month_count else 0 end + x.count, month = x.month, last_used_at = greatest(u.last_used_at, x.last_at)
  from jsonb_to_record($1) as x (wallet_id bigint, amount bigint, count int, day date, month date, first_at timestamptz, last_at timestamptz)
  join wallets w on w.id = x.wallet_id
  where u.wallet_id = x.wallet_id and u.direction = 'in' and u.day <= x.day and u.month <= x.month
    and (w.daily_max is null or case when u.day = x.day then u.day_amount else 0 end + x.amount <= w.daily_max)
    and (w.daily_count_max is null or case when u.day = x.day then u.day_count else 0 end + x.count <= w.daily_count_max)
    and (w.month_max is null or case when u.month = x.month then u.month_amount else 0 end + x.amount <= w.month_max)
    and (w.month_count_max is null or case when u.month = x.month then u.month_count else 0 end + x.count <= w.month_count_max)
    and (coalesce(w.cool_interval, 0) = 0 or u.last_used_at is null or u.last_used_at + make_interval(secs => w.cool_interval) <= x.first_at)`;
const STATISTICS = `insert into stats_batches (hours, merchants, operators, created_counts, created_amounts)
  select array[hour], array[merchant_id], array[operator], array[count], array[amount]
  from jsonb_to_record($1) as x (hour timestamptz, merchant_id bigint, operator text, count int, amount bigint)`;
const FEE_RULE = `insert into order_fee_rules (order_id, tiers, rate_bps, fixed)
  select id, tiers, rate, fixed from jsonb_to_recordset($1) as x (id bigint, rate int, fixed bigint, tiers jsonb)`;
const KEPT_ANSWER = `insert into idempotency_keys (actor, route, key, body_hash, status, response)
  select actor, route, key, decode(hash, 'hex'), status, response from jsonb_to_recordset($1) as x (actor text, route text, key text, hash text, status int, response text)`;
