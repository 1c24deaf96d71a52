/** What a switch would touch, counted before anybody confirms it. */
import { formatAmount } from "../../../contract/money.ts";
import type { StopEffect, SwitchEffect } from "../../../contract/switches.schema.ts";
import { covers, type MoneyDirection } from "../../../contract/switches.ts";
import { businessDay, businessDayStart } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { allOf, equals, join, raw, sql, type Sql } from "../../platform/lists/sql.ts";
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
  return [...equals("x.operator", target.operator), ...equals("x.merchant_id", target.merchantId), ...equals("x.wallet_id", target.walletId)];
}

/** Wallets of the target; `x` is the wallet. None for a merchant: its orders may take any wallet, and none is closed for the others. */
function walletsOf(target: Target): Sql {
  if (target.merchantId !== null) return raw("false");
  return target.walletId === null ? allOf(ordersOf(target)) : sql`x.id = ${target.walletId}`;
}

/** Merchants of the target; `x` is the merchant. */
function merchantsOf(target: Target): Sql {
  if (target.walletId !== null) return raw("false");
  return target.merchantId === null ? raw("true") : sql`x.id = ${target.merchantId}`;
}

const OUT_WAITING = "x.status in ('pending', 'review', 'approved', 'attempt_failed')";
const OUT_SENT = "x.status in ('processing', 'unknown')";
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

/** The conditions of those targets that hold back this direction; null when none does. */
function anyOf(targets: readonly Target[], way: MoneyDirection, of: (target: Target) => Sql): Sql | null {
  const parts = targets.filter(({ direction }) => covers(direction, way)).map((target) => sql`(${of(target)})`);
  return parts.length === 0 ? null : sql`(${join(parts, " or ")})`;
}

/** Wallets or merchants that could take orders this way now and could not then. */
async function named(app: App, table: "wallets" | "merchants", targets: readonly Target[]): Promise<StopEffect["wallets"]> {
  const ways = (["in", "out"] as const).flatMap((way) => {
    const of = anyOf(targets, way, table === "wallets" ? walletsOf : merchantsOf);
    return of === null ? [] : [sql`(${raw(OPEN_FOR[table][way])} and ${of})`];
  });
  const [row] = await rowsOf<{ count: number; names: string[] }>(
    app.db,
    sql`select count(*)::int as count, coalesce((array_agg(x.name order by x.name))[1:${NAMES}::int], '{}') as names from ${raw(`${table} x`)}
      where x.deleted_at is null and x.enabled and (${join(ways, " or ")})`,
  );
  return { count: row?.count ?? 0, names: row?.names ?? [] };
}

/** Which wallets, merchants and open orders switches on all these targets touch; each is counted once, whatever touches it. */
export async function stopEffectOf(app: App, targets: readonly Target[]): Promise<StopEffect> {
  const incoming = anyOf(targets, "in", (target) => allOf(ordersOf(target)));
  const outgoing = anyOf(targets, "out", (target) => allOf(ordersOf(target)));
  const [wallets, merchants, openIn, waiting, sent] = await Promise.all([
    named(app, "wallets", targets),
    named(app, "merchants", targets),
    incoming === null ? NOTHING : counted(app, "payments_undecided x", [incoming]),
    outgoing === null ? NOTHING : counted(app, TABLE.out, [raw(OUT_WAITING), outgoing]),
    outgoing === null ? NOTHING : counted(app, TABLE.out, [raw(OUT_SENT), outgoing]),
  ]);
  return { wallets, merchants, open_payments: openIn, waiting_disburses: waiting, sent_disburses: sent };
}

/** The same of one switch, with today's volume and whether it is engaged already. */
export async function effectOf(app: App, target: Target): Promise<SwitchEffect> {
  const touched = (direction: MoneyDirection): boolean => covers(target.direction, direction);
  const [existing] = await rowsOf<{ id: bigint }>(
    app.db,
    sql`select x.id from switches x where x.opened_at is null and x.scope = ${target.scope} and x.direction = ${target.direction}
      and x.operator is not distinct from ${target.operator} and ${allOf(ordersOf(target))}`,
  );
  const [effect, open, todayIn, todayOut] = await Promise.all([
    stopEffectOf(app, [target]),
    touched("out") ? counted(app, TABLE.out, [...ordersOf(target), raw(`(${OUT_WAITING} or ${OUT_SENT})`)]) : NOTHING,
    touched("in") ? today(app, target, "in") : NOTHING,
    touched("out") ? today(app, target, "out") : NOTHING,
  ]);
  return {
    ...effect,
    existing: existing ? app.publicIds.encode("switch", existing.id) : null,
    open_disburses: open,
    today_payments: todayIn,
    today_disburses: todayOut,
  };
}
