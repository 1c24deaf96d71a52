/** Reads the wallets for routing: what rarely changes is kept under an epoch, what every order changes is read anew. */
import type { DeviceApp } from "../../../contract/wallets.ts";
import { RoutingBoard, type RoutingWallet } from "../../../domain/payments/routing.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { isRoutable, SEEN_DEVICE, walletHealth } from "../parties/health.ts";
import { limitDay, usedOf } from "./limits.ts";

interface WalletRules {
  id: bigint;
  operator: string;
  api_type: "app" | "official" | "manual";
  collect: boolean;
  enabled: boolean;
  payments_open: boolean;
  min_amount: bigint | null;
  max_amount: bigint | null;
  daily_max: bigint | null;
  month_max: bigint | null;
  daily_count_max: number | null;
  month_count_max: number | null;
  cool_interval: number | null;
  /** An official wallet with all that collecting needs. */
  connected: boolean;
  app: DeviceApp | null;
  seen_ms: number | null;
  ping_seconds: number | null;
}
interface Usage {
  wallet_id: bigint;
  day: string;
  day_amount: bigint;
  day_count: number;
  month: string;
  month_amount: bigint;
  month_count: number;
  last_used_ms: number | null;
}

const RULES_SQL = `
  select w.id, w.operator, w.api_type, w.collect, w.enabled, w.payments_open and not wallet_switched(w.id, 'in', now()) as payments_open, w.min_amount, w.max_amount, w.daily_max, w.month_max, w.daily_count_max, w.month_count_max, w.cool_interval,
    coalesce((w.credentials_shown ->> 'collects')::boolean, false) as connected, d.app, (extract(epoch from d.last_seen_at) * 1000)::float8 as seen_ms, d.ping_seconds
  from wallets w
  left join lateral (
    ${SEEN_DEVICE} and l.wallet_id = w.id order by d.last_seen_at desc nulls last limit 1) d on true
  where w.operator = $1 and w.deleted_at is null order by w.id`;
const USAGE_SQL = `
  select u.wallet_id, u.day::text as day, u.day_amount, u.day_count, u.month::text as month, u.month_amount, u.month_count, (extract(epoch from u.last_used_at) * 1000)::float8 as last_used_ms
  from wallet_usage u join wallets w on w.id = u.wallet_id where u.direction = 'in' and w.operator = $1 and w.deleted_at is null`;

/** What other processes and completions change may be this old, ms; phones report every minute or two. */
const BOARD_TTL_MS = 1000;

function routingWallet(app: App, rules: WalletRules, usage: Usage | undefined, nowMs: number, today: { day: string; month: string }): RoutingWallet {
  const health = walletHealth({
    apiType: rules.api_type,
    app: rules.app,
    lastSeenMs: rules.seen_ms,
    pingSeconds: rules.ping_seconds,
    silentAfterMinutes: app.config.current.silent_after_minutes,
    nowMs,
  });
  return {
    id: rules.id,
    operator: rules.operator,
    collect: rules.collect,
    enabled: rules.enabled,
    deleted: false,
    open: rules.payments_open,
    bound: rules.api_type === "app" ? rules.app !== null : rules.api_type === "manual" || rules.connected,
    online: isRoutable(health),
    minMinor: rules.min_amount,
    maxMinor: rules.max_amount,
    dailyMaxMinor: rules.daily_max,
    monthMaxMinor: rules.month_max,
    dailyCountMax: rules.daily_count_max,
    monthCountMax: rules.month_count_max,
    coolMs: (rules.cool_interval ?? 0) * 1000,
    lastUsedMs: usage?.last_used_ms ?? 0,
    ...usedOf(usage, today),
  };
}

/** The wallets of an operator as routing sees them now. */
export async function readWallets(app: App, tx: Tx, operator: string): Promise<RoutingWallet[]> {
  const now = app.now();
  const rules = await tx.rows<WalletRules>(RULES_SQL, [operator], "acceptance_rules");
  const usage = new Map((await tx.rows<Usage>(USAGE_SQL, [operator], "acceptance_usage")).map((row) => [row.wallet_id, row]));
  const today = limitDay(operator, now);
  return rules.map((row) => routingWallet(app, row, usage.get(row.id), now, today));
}

/** A board and what it was read from. */
interface KeptBoard {
  readonly epoch: number;
  readonly readAt: number;
  readonly board: RoutingBoard;
}

/**
 * Boards by operator, kept from batch to batch: every order adds to its board what it reserves. The epoch moves with
 * every change of a wallet or a binding, in the same transaction, and is read under the routing lock: what is decided on a
 * board of an older epoch is never written. What other processes reserve, and what is given back, is seen within {@link BOARD_TTL_MS}; until
 * then `acceptance_write` refuses what would exceed a limit, and a board that finds no wallet is read anew before that is said.
 */
export class WalletBoards {
  private readonly kept = new Map<string, KeptBoard>();

  /** The boards of a batch, under the lock that `acceptance_read` took. @param readNow gets the operators that had to be read for it */
  async of(app: App, tx: Tx, operators: readonly string[], epoch: number, readNow: Set<string>): Promise<Map<string, RoutingBoard>> {
    const now = app.now();
    const boards = new Map<string, RoutingBoard>();
    for (const operator of operators) {
      const known = this.kept.get(operator);
      if (known && known.epoch === epoch && now - known.readAt <= BOARD_TTL_MS) boards.set(operator, known.board);
      else {
        boards.set(operator, await this.read(app, tx, operator, epoch));
        readNow.add(operator);
      }
    }
    return boards;
  }

  /** A board as it is remembered, with the epoch that it was read under; null: it has to be read. */
  fresh(app: App, operator: string): { readonly epoch: number; readonly board: RoutingBoard } | null {
    const known = this.kept.get(operator);
    return known && app.now() - known.readAt <= BOARD_TTL_MS ? known : null;
  }

  /** Reads one operator's wallets anew. */
  async read(app: App, tx: Tx, operator: string, epoch: number): Promise<RoutingBoard> {
    const now = app.now();
    const board = new RoutingBoard(await readWallets(app, tx, operator), []);
    this.kept.set(operator, { epoch, readAt: now, board });
    return board;
  }

  /** After a batch that was not committed: what it reserved never happened. @param operators those whose boards hold it; none named: all */
  forget(operators: Iterable<string> = [...this.kept.keys()]): void {
    for (const operator of operators) this.kept.delete(operator);
  }
}
