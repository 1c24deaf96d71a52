/** What a batch of orders writes, column by column as `intake_write` takes it. */
import { isoInstant } from "../../../contract/time.ts";
import { flatRule } from "../../../contract/money.ts";
import { idTime } from "../../platform/db/ids.ts";
import { callOf, columnParam, plainArray, textArray, type CallParam, type FunctionCall } from "../../platform/db/calls.ts";
import { orderRules, type RuledOrder } from "../fees/stored.ts";
import { limitDay } from "./limits.ts";
import type { PaymentOrder, StoredPayment } from "./payment-order.ts";

type Cell = bigint | number | string | null;

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

const PLAIN_COLUMNS = 13;
const TEXT_COLUMNS = 4;

function addRow<T>(columns: readonly T[][], row: readonly T[]): void {
  for (let column = 0; column < row.length; column += 1) (columns[column] as T[]).push(row[column] as T);
}

/** Collects the rows of one batch. */
export class IntakeRows {
  readonly created: StoredPayment[] = [];
  /** The whole rules of the orders. */
  private readonly rules: RuledOrder[] = [];
  /** Columns that need no quoting, then those that do, then the routings. */
  private readonly plain: Cell[][] = Array.from({ length: PLAIN_COLUMNS }, () => []);
  private readonly texts: (string | null)[][] = Array.from({ length: TEXT_COLUMNS }, () => []);
  private readonly routings: string[] = [];
  private readonly usage = new Map<bigint, Usage>();
  private readonly hours = new Map<string, Hour>();

  /** @param routing why this wallet, as JSON */
  add(order: PaymentOrder, stored: StoredPayment, routing: string): void {
    // The rule of the ordered amount; tiers are kept beside the order.
    const flat = flatRule(order.feeRule, stored.amountMinor);
    addRow(this.plain, [
      stored.id,
      stored.merchantId,
      stored.operator,
      stored.walletId,
      stored.amountMinor,
      flat.rateBps,
      flat.fixedMinor,
      flat.minMinor,
      flat.maxMinor,
      stored.customer,
      stored.expiresAt,
      order.remoteIp,
      order.contentHash,
    ]);
    addRow(this.texts, [stored.merchantOrderId, stored.userRef, order.notifyUrl, stored.metadata === null ? null : JSON.stringify(stored.metadata)]);
    this.routings.push(routing);
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
    return this.created.length === 0 && idempotency === null ? null : callOf("intake_write", this.params(idempotency));
  }

  /** The parameters of `intake_write`. */
  params(idempotency: string | null): CallParam[] {
    const usage = [...this.usage];
    const hours = [...this.hours.values()];
    return [
      ...this.plain.map(columnParam),
      ...this.texts.map(textArray),
      textArray(this.routings),
      columnParam(usage.map(([wallet]) => wallet)),
      columnParam(usage.map(([, added]) => added.amountMinor)),
      plainArray(usage.map(([, added]) => added.count)),
      plainArray(usage.map(([, added]) => added.day)),
      plainArray(usage.map(([, added]) => added.month)),
      plainArray(usage.map(([, added]) => isoInstant(added.firstMs))),
      plainArray(usage.map(([, added]) => isoInstant(added.lastMs))),
      plainArray(hours.map((added) => added.hour)),
      columnParam(hours.map((added) => added.merchantId)),
      plainArray(hours.map((added) => added.operator)),
      plainArray(hours.map((added) => added.count)),
      columnParam(hours.map((added) => added.amountMinor)),
      idempotency,
      orderRules(this.rules),
    ];
  }
}
