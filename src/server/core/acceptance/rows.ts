/** What a batch of orders writes, column by column as `acceptance_write` takes it. */
import { isoInstant } from "../../../contract/time.ts";
import { flatRule } from "../../../contract/money.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { CallParam, FunctionCall } from "../../platform/db/calls.ts";
import { columnSet, namedCall, plain, words, type BatchFunction, type RowOf } from "../../platform/db/columns.ts";
import { orderRules, type RuledOrder } from "../fees/stored.ts";
import { limitDay } from "./limits.ts";
import type { PaymentOrder, StoredPayment } from "./payment-order.ts";

/** Orders. */
const ORDERS = columnSet({
  id: plain("order_ids", "bigint"),
  merchant_id: plain("order_merchants", "bigint"),
  operator: plain("order_operators", "text"),
  wallet_id: plain("order_wallets", "bigint"),
  amount: plain("order_amounts", "bigint"),
  fee_rate_bps: plain("order_rates", "int"),
  fee_fixed: plain("order_fixed", "bigint"),
  fee_min: plain("order_min_fees", "bigint"),
  fee_max: plain("order_max_fees", "bigint"),
  customer: plain("order_customers", "text"),
  expires_at: plain("order_expires", "timestamptz"),
  remote_ip: plain("order_ips", "text"),
  request_hash: plain("order_hashes", "text"),
  merchant_order_id: words("order_keys"),
  user_ref: words("order_users"),
  notify_url: words("order_urls"),
  metadata: words("order_metadata"),
  routing: words("order_routings"),
});
/** What they take of their wallets' limits. */
const USAGE = columnSet({
  wallet_id: plain("usage_wallets", "bigint"),
  amount: plain("usage_amounts", "bigint"),
  count: plain("usage_counts", "int"),
  day: plain("usage_days", "date"),
  month: plain("usage_months", "date"),
  first_at: plain("usage_first", "timestamptz"),
  last_at: plain("usage_last", "timestamptz"),
});
/** What they add to the figures of an hour. */
const HOURS = columnSet({
  hour: plain("stats_hours", "timestamptz"),
  merchant_id: plain("stats_merchants", "bigint"),
  operator: plain("stats_operators", "text"),
  count: plain("stats_counts", "int"),
  amount: plain("stats_amounts", "bigint"),
});
const besides = { idempotency: "jsonb", rules: "jsonb" } as const;

/** Writes a batch that was read and routed. */
export const ACCEPTANCE_WRITE: BatchFunction = { name: "acceptance_write", sets: [ORDERS, USAGE, HOURS], besides };
/** Checks what was remembered, and writes. */
export const ACCEPTANCE_AT_ONCE: BatchFunction = {
  name: "acceptance_at_once",
  sets: [ORDERS, USAGE, HOURS],
  besides: { operators: "text[]", epoch: "bigint", late: "timestamp with time zone", ...besides },
};

/** What a batch adds to one wallet. */
interface Usage {
  amountMinor: bigint;
  count: number;
  readonly day: string;
  readonly month: string;
  readonly firstMs: number;
  lastMs: number;
}

/** What a batch adds to one merchant's hour. */
interface Hour {
  readonly hour: string;
  readonly merchantId: bigint;
  readonly operator: string;
  count: number;
  amountMinor: bigint;
}

/** Collects the rows of one batch. */
export class AcceptanceRows {
  readonly created: StoredPayment[] = [];
  /** The whole rules of the orders. */
  private readonly rules: RuledOrder[] = [];
  readonly orders: RowOf<typeof ORDERS>[] = [];
  private readonly usage = new Map<bigint, Usage>();
  private readonly hours = new Map<string, Hour>();

  /** @param routing why this wallet, as JSON */
  add(order: PaymentOrder, stored: StoredPayment, routing: string): void {
    // The rule of the ordered amount; tiers are kept beside the order.
    const flat = flatRule(order.feeRule, stored.amountMinor);
    this.orders.push({
      id: stored.id,
      merchant_id: stored.merchantId,
      operator: stored.operator,
      wallet_id: stored.walletId,
      amount: stored.amountMinor,
      fee_rate_bps: flat.rateBps,
      fee_fixed: flat.fixedMinor,
      fee_min: flat.minMinor,
      fee_max: flat.maxMinor,
      customer: stored.customer,
      expires_at: stored.expiresAt,
      remote_ip: order.remoteIp,
      request_hash: order.contentHash,
      merchant_order_id: stored.merchantOrderId,
      user_ref: stored.userRef,
      notify_url: order.notifyUrl,
      metadata: stored.metadata === null ? null : JSON.stringify(stored.metadata),
      routing,
    });
    this.rules.push({ id: stored.id, rule: order.feeRule });
    this.created.push(stored);
    this.count(stored, idTime(stored.id));
  }

  private count(stored: StoredPayment, atMs: number): void {
    const used = this.usage.get(stored.walletId);
    if (used) {
      used.amountMinor += stored.amountMinor;
      used.count += 1;
      used.lastMs = atMs;
    } else {
      const { day, month } = limitDay(stored.operator, atMs);
      this.usage.set(stored.walletId, { amountMinor: stored.amountMinor, count: 1, day, month, firstMs: atMs, lastMs: atMs });
    }
    const hourMs = atMs - (atMs % 3_600_000);
    const key = `${hourMs} ${stored.merchantId} ${stored.operator}`;
    const hour = this.hours.get(key);
    if (hour) {
      hour.count += 1;
      hour.amountMinor += stored.amountMinor;
    } else
      this.hours.set(key, {
        hour: new Date(hourMs).toISOString(),
        merchantId: stored.merchantId,
        operator: stored.operator,
        count: 1,
        amountMinor: stored.amountMinor,
      });
  }

  /** The call that writes everything; null when there is nothing. @param idempotency the keys' answers as JSON, or null */
  call(idempotency: string | null): FunctionCall | null {
    return this.created.length === 0 && idempotency === null ? null : namedCall(ACCEPTANCE_WRITE, this.params(idempotency));
  }

  /** What the orders add to their wallets' limits. */
  get added(): RowOf<typeof USAGE>[] {
    return [...this.usage].map(([wallet, { amountMinor, count, day, month, firstMs, lastMs }]) => ({
      wallet_id: wallet,
      amount: amountMinor,
      count,
      day,
      month,
      first_at: isoInstant(firstMs),
      last_at: isoInstant(lastMs),
    }));
  }

  /** What they add to the figures of hours. */
  get figures(): RowOf<typeof HOURS>[] {
    return [...this.hours.values()].map(({ hour, merchantId, operator, count, amountMinor }) => ({
      hour,
      merchant_id: merchantId,
      operator,
      count,
      amount: amountMinor,
    }));
  }

  /** Fee rules with tiers, as JSON; null: none. */
  get tiers(): string | null {
    return orderRules(this.rules);
  }

  /** The parameters of {@link ACCEPTANCE_WRITE}. */
  params(idempotency: string | null): [param: string, value: CallParam][] {
    return [...ORDERS.params(this.orders), ...USAGE.params(this.added), ...HOURS.params(this.figures), ["idempotency", idempotency], ["rules", this.tiers]];
  }
}
