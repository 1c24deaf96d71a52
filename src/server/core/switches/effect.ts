/** What a switch would touch, counted before anybody confirms it. */
import { formatAmount } from "../../../contract/money.ts";
import type { SwitchEffect } from "../../../contract/switches.schema.ts";
import { covers, type MoneyDirection, type SwitchDirection } from "../../../contract/switches.ts";
import { businessDay, businessDayStart } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { allOf, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import type { Target } from "./target.ts";

const NAMES = 10;
interface Counted {
  readonly count: number;
  readonly amount: bigint;
}
type Count = SwitchEffect["open_payments"];
const NOTHING: Count = { count: 0, amount: "0.00" };

const shown = (row: Counted | undefined): Count => ({ count: row?.count ?? 0, amount: formatAmount(row?.amount ?? 0n) });

/** Orders of the target; `x` is the order. */
function ordersOf(target: Target): Sql[] {
  if (target.operator !== null) return [sql`x.operator = ${target.operator}`];
  if (target.merchantId !== null) return [sql`x.merchant_id = ${target.merchantId}`];
  return target.walletId === null ? [] : [sql`x.wallet_id = ${target.walletId}`];
}

const OUT_OPEN = "x.status in ('pending', 'review', 'approved', 'processing', 'attempt_failed', 'unknown')";
const TABLE = { in: "payments x", out: "disburses x" } as const;

async function counted(app: App, from: string, where: readonly Sql[]): Promise<Count> {
  const [row] = await rowsOf<Counted>(
    app.db,
    sql`select count(*)::int as count, coalesce(sum(x.amount), 0)::bigint as amount from ${raw(from)} where ${allOf(where)}`,
  );
  return shown(row);
}

/** Today's orders: from the hourly figures, but for a single wallet, which they do not know. */
async function today(app: App, target: Target, direction: MoneyDirection): Promise<Count> {
  const start = businessDayStart(businessDay(app.now()));
  if (target.walletId !== null || direction === "out") return counted(app, TABLE[direction], [...ordersOf(target), sql`x.id >= ${idAt(start)}`]);
  const [row] = await rowsOf<Counted>(
    app.db,
    sql`select coalesce(sum(x.created_count), 0)::int as count, coalesce(sum(x.created_amount), 0)::bigint as amount from (
      select merchant_id, operator, created_count, created_amount from stats_hourly where hour >= to_timestamp(${start}::float8 / 1000)
      union all select merchant_id, operator, created_count, created_amount from stats_recent where hour >= to_timestamp(${start}::float8 / 1000)) x where ${allOf(ordersOf(target))}`,
  );
  return shown(row);
}

/** What a wallet or merchant must be open for, to lose something by the switch. */
const OPEN_FOR = {
  wallets: { in: "x.collect and x.payments_open", out: "x.payout and x.disburses_open" },
  merchants: { in: "x.payments_open", out: "x.disburses_open" },
} as const;

/** Wallets or merchants that could take orders this way now and could not then. */
async function named(app: App, table: "wallets" | "merchants", direction: SwitchDirection, where: readonly Sql[]): Promise<{ count: number; names: string[] }> {
  const ways = (["in", "out"] as const).filter((way) => covers(direction, way)).map((way) => `(${OPEN_FOR[table][way]})`);
  const [row] = await rowsOf<{ count: number; names: string[] }>(
    app.db,
    sql`select count(*)::int as count, coalesce((array_agg(x.name order by x.name))[1:${NAMES}::int], '{}') as names from ${raw(`${table} x`)}
      where ${allOf([raw(`x.deleted_at is null and x.enabled and (${ways.join(" or ")})`), ...where])}`,
  );
  return { count: row?.count ?? 0, names: row?.names ?? [] };
}

/** Which wallets, merchants, open orders and how much of today's volume a switch touches. */
export async function effectOf(app: App, target: Target): Promise<SwitchEffect> {
  const walletScope = target.walletId !== null ? sql`x.id = ${target.walletId}` : target.operator !== null ? sql`x.operator = ${target.operator}` : null;
  const touched = (direction: MoneyDirection): boolean => covers(target.direction, direction);
  const [existing] = await rowsOf<{ id: bigint }>(
    app.db,
    sql`select x.id from switches x where x.opened_at is null and x.scope = ${target.scope} and x.direction = ${target.direction} and ${allOf(ordersOf(target))}`,
  );
  const [wallets, merchants, openIn, openOut, todayIn, todayOut] = await Promise.all([
    // A merchant's orders may take any wallet: none is closed for the others.
    target.merchantId !== null ? { count: 0, names: [] } : named(app, "wallets", target.direction, walletScope ? [walletScope] : []),
    target.walletId !== null
      ? { count: 0, names: [] }
      : named(app, "merchants", target.direction, target.merchantId === null ? [] : [sql`x.id = ${target.merchantId}`]),
    touched("in") ? counted(app, "payments_undecided x", ordersOf(target)) : NOTHING,
    touched("out") ? counted(app, TABLE.out, [...ordersOf(target), raw(OUT_OPEN)]) : NOTHING,
    touched("in") ? today(app, target, "in") : NOTHING,
    touched("out") ? today(app, target, "out") : NOTHING,
  ]);
  return {
    existing: existing ? app.publicIds.encode("switch", existing.id) : null,
    wallets,
    merchants,
    open_payments: openIn,
    open_disburses: openOut,
    today_payments: todayIn,
    today_disburses: todayOut,
  };
}
