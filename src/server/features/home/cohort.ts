/** Orders by the time in which they were created, and how many of them have completed: what every success rate of home is of. */
import { idAt, idTime } from "../../platform/db/ids.ts";
import type { App } from "../../platform/context.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { allOf, equals, raw, sql } from "../../platform/lists/sql.ts";

/** Orders that are looked through, the newest. */
const MOST_ORDERS = 50_000;

/** Orders that were created, and how many of those have completed. */
export interface Cohort {
  readonly created: number;
  readonly completed: number;
}
const NONE: Cohort = { created: 0, completed: 0 };

/** Today's payments, together and by what they are of. */
export interface OrdersToday {
  /** From when on they are counted: the day's beginning, or later where there are too many. */
  readonly sinceMs: number;
  readonly all: Cohort;
  readonly byWallet: (id: bigint) => Cohort;
  readonly byOperator: (operator: string) => Cohort;
  readonly byMerchant: (id: bigint) => Cohort;
}

interface Row extends Cohort {
  readonly wallet_id: bigint;
  readonly operator: string;
  readonly merchant_id: bigint;
  readonly first: bigint;
}

function addedBy<K>(rows: readonly Row[], keyOf: (row: Row) => K): (key: K) => Cohort {
  const sums = new Map<K, Cohort>();
  for (const row of rows) {
    const { created, completed } = sums.get(keyOf(row)) ?? NONE;
    sums.set(keyOf(row), { created: created + row.created, completed: completed + row.completed });
  }
  return (key) => sums.get(key) ?? NONE;
}

async function readToday(app: App, fromMs: number, merchantId: bigint | null): Promise<OrdersToday> {
  const rows = await rowsOf<Row>(
    app.db.shown,
    sql`select wallet_id, operator, merchant_id, count(*)::int as created, (count(*) filter (where status = 'completed'))::int as completed, min(id) as first
      from (select id, wallet_id, operator, merchant_id, status from payments where ${allOf([sql`id >= ${idAt(fromMs)}`, ...equals("merchant_id", merchantId)])}
        order by id desc limit ${raw(String(MOST_ORDERS))}) newest group by wallet_id, operator, merchant_id`,
  );
  const all = addedBy(rows, () => "all")("all");
  const first = rows.reduce<bigint | null>((least, row) => (least === null || row.first < least ? row.first : least), null);
  return {
    sinceMs: all.created < MOST_ORDERS || first === null ? fromMs : idTime(first),
    all,
    byWallet: addedBy(rows, (row) => row.wallet_id),
    byOperator: addedBy(rows, (row) => row.operator),
    byMerchant: addedBy(rows, (row) => row.merchant_id),
  };
}

/** Today's counts, by whose they are and the day's beginning. */
const TODAY = new KeptAnswers<OrdersToday>(10_000);
/** What a past day had come to by a moment hardly moves. */
const PAST = new KeptAnswers<Cohort>(60_000);

/** Today's payments, seconds old at most. @param merchantId null: of the platform */
export function ordersToday(app: App, fromMs: number, merchantId: bigint | null): Promise<OrdersToday> {
  return TODAY.of(app, `${merchantId} ${fromMs}`, () => readToday(app, fromMs, merchantId));
}

/** Payments of a past day up to a moment of it, and how many of them had completed by then. */
export function ordersBy(app: App, dayMs: number, thenMs: number, merchantId: bigint | null): Promise<Cohort> {
  return PAST.of(app, `${merchantId} ${dayMs}`, async () => {
    const made = allOf([sql`id >= ${idAt(dayMs)}`, sql`id <= ${idAt(thenMs)}`, ...equals("merchant_id", merchantId)]);
    const [row] = await rowsOf<Cohort>(
      app.db.shown,
      sql`select count(*)::int as created, (count(*) filter (where paid_at <= ${new Date(thenMs).toISOString()}::timestamptz))::int as completed
        from (select paid_at from payments where ${made} order by id desc limit ${raw(String(MOST_ORDERS))}) newest`,
    );
    return row ?? NONE;
  });
}
