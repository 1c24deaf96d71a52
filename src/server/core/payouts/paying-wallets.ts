/** Reads the wallets of an operator as payout routing sees them. The caller holds the operator's routing lock. */
import type { ApiType, Operator, WalletType } from "../../../contract/operators.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import { expectedCost } from "../../../domain/payouts/costs.ts";
import type { PayingWallet } from "../../../domain/payouts/routing.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { limitDay, usedOf } from "../acceptance/limits.ts";
import { portFor } from "../operators/registry.ts";
import { closedWallets } from "../switches/closed.ts";
import { isRoutable, SEEN_DEVICE, walletHealth } from "../parties/health.ts";

interface Row {
  readonly id: bigint;
  readonly wallet_type: WalletType;
  readonly api_type: ApiType;
  readonly payout: boolean;
  readonly enabled: boolean;
  readonly disburses_open: boolean;
  readonly connected: boolean;
  readonly min_amount: bigint | null;
  readonly max_amount: bigint | null;
  readonly daily_max: bigint | null;
  readonly month_max: bigint | null;
  readonly daily_count_max: number | null;
  readonly month_count_max: number | null;
  readonly cool_interval: number | null;
  readonly free: bigint;
  readonly payouts_frozen: boolean | null;
  readonly day: string | null;
  readonly day_amount: bigint | null;
  readonly day_count: number | null;
  readonly month: string | null;
  readonly month_amount: bigint | null;
  readonly month_count: number | null;
  readonly last_used_ms: number | null;
  readonly app: DeviceApp | null;
  readonly seen_ms: number | null;
  readonly ping_seconds: number | null;
}

/** The phone that counts is the one that pays out, not one that only reports (rule 35). */
const SQL = `
  select w.id, w.wallet_type, w.api_type, w.payout, w.enabled, w.disburses_open, coalesce((w.credentials_shown ->> 'pays')::boolean, false) as connected, w.min_amount, w.max_amount, w.daily_max, w.month_max, w.daily_count_max, w.month_count_max,
    w.cool_interval, wallet_free(w.id) as free, c.payouts_frozen, u.day::text as day, u.day_amount, u.day_count, u.month::text as month, u.month_amount, u.month_count,
    (extract(epoch from u.last_used_at) * 1000)::float8 as last_used_ms, d.app, (extract(epoch from d.last_seen_at) * 1000)::float8 as seen_ms, d.ping_seconds
  from wallets w
  left join wallet_continuity c on c.wallet_id = w.id
  left join wallet_usage u on u.wallet_id = w.id and u.direction = 'out'
  left join lateral (
    ${SEEN_DEVICE} and l.wallet_id = w.id and l.payout limit 1) d on true
  where w.operator = $1 and w.deleted_at is null order by w.id`;

/** The operator's wallets at this moment, and how each of them pays. */
export async function payingWallets(
  app: App,
  tx: Tx,
  operator: Operator,
  amountMinor: bigint,
  nowMs: number,
): Promise<{ wallets: PayingWallet[]; rails: ReadonlyMap<bigint, ApiType> }> {
  const switchedOff = await closedWallets(app, "out");
  const rows = await tx.rows<Row>(SQL, [operator], "paying_wallets");
  const today = limitDay(operator, nowMs);
  const wallets = rows.map((row): PayingWallet => {
    const health = walletHealth({
      apiType: row.api_type,
      app: row.app,
      lastSeenMs: row.seen_ms,
      pingSeconds: row.ping_seconds,
      silentAfterMinutes: app.config.current.silent_after_minutes,
      nowMs,
    });
    return {
      id: row.id,
      payout: row.payout,
      // An official wallet without all that paying needs would only fail each attempt.
      hasRail: portFor(app, row.api_type, operator) !== null && (row.api_type !== "official" || row.connected),
      enabled: row.enabled,
      deleted: false,
      open: row.disburses_open && !switchedOff.has(row.id),
      bound: row.api_type !== "app" || row.app !== null,
      online: isRoutable(health),
      stopped: row.payouts_frozen ?? false,
      freeMinor: row.free,
      costMinor: expectedCost(operator, row.wallet_type, amountMinor),
      minMinor: row.min_amount,
      maxMinor: row.max_amount,
      dailyMaxMinor: row.daily_max,
      monthMaxMinor: row.month_max,
      dailyCountMax: row.daily_count_max,
      monthCountMax: row.month_count_max,
      coolMs: (row.cool_interval ?? 0) * 1000,
      lastUsedMs: row.last_used_ms ?? 0,
      ...usedOf(row, today),
    };
  });
  return { wallets, rails: new Map(rows.map((row) => [row.id, row.api_type])) };
}
