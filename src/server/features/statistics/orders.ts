/** Orders of a range by what became of them, and what a day's hours brought. */
import type { DisburseStatus } from "../../../contract/disburses.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import type { WalletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import type { OrderFigures, OrderHour } from "../../../contract/statistics.schema.ts";
import { addDays, businessDayStart, type Day } from "../../../contract/time.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { BoundedRead } from "../../platform/db/bounded.ts";
import { idAt, idIso } from "../../platform/db/ids.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { Refused } from "../../platform/refusal.ts";
import { rangeOf } from "../reconciliation/index.ts";

/** Orders that are looked through, the newest; where that takes too long, so many fewer. */
const MOST = [50_000, 5000] as const;
const HOUR_MS = 3_600_000;

interface Range {
  readonly from: Day;
  readonly to: Day;
  readonly walletId: bigint | null;
}
interface Outcomes<S extends string> {
  readonly rows: { readonly status: S; readonly count: number; readonly amount: string }[];
  readonly since: string | null;
}

/** Orders created in the range, by status; null where even few of them take too long. */
async function outcomesOf<S extends string>(read: BoundedRead, table: "payments" | "disburses", range: Range, limitMs: number): Promise<Outcomes<S> | null> {
  const own = range.walletId === null ? "" : " and wallet_id = $3";
  const values = [idAt(businessDayStart(range.from)), idAt(businessDayStart(addDays(range.to, 1))), ...(range.walletId === null ? [] : [range.walletId])];
  for (const most of MOST) {
    const rows = await read<{ status: S; count: number; amount: bigint; first: bigint }>(
      {
        text: `select status, count(*)::int as count, sum(amount)::bigint as amount, min(id) as first
         from (select id, status, amount from ${table} where id >= $1 and id < $2${own} order by id desc limit ${most}) newest group by status`,
        values,
      },
      limitMs,
    );
    if (rows === null) continue;
    const all = rows.reduce((sum, row) => sum + row.count, 0);
    const first = rows.reduce<bigint | null>((least, row) => (least === null || row.first < least ? row.first : least), null);
    return {
      rows: rows.map(({ status, count, amount }) => ({ status, count, amount: formatAmount(amount) })),
      since: all < most || first === null ? null : idIso(first),
    };
  }
  return null;
}

interface HourRow {
  readonly hour: Date;
  readonly collected: bigint;
  readonly collected_count: bigint;
  readonly paid_out: bigint;
  readonly paid_out_count: bigint;
}

/** Hours of a day, the empty ones too. */
function hoursOf(rows: readonly HourRow[], day: Day): OrderHour[] {
  const start = businessDayStart(day);
  return Array.from({ length: 24 }, (_, hour) => {
    const row = rows.find((one) => one.hour.getTime() === start + hour * HOUR_MS);
    return {
      hour,
      collected: formatAmount(row?.collected ?? 0n),
      collected_count: Number(row?.collected_count ?? 0n),
      paid_out: formatAmount(row?.paid_out ?? 0n),
      paid_out_count: Number(row?.paid_out_count ?? 0n),
    };
  });
}

/** A day's hours and those of the day before, from the hourly figures, folded or not. */
async function readHours(read: BoundedRead, day: Day, limitMs: number): Promise<OrderFigures["hours"]> {
  const before = addDays(day, -1);
  const part = (table: string): string =>
    `select hour, completed_amount, completed_count, disbursed_amount, disbursed_count from ${table} where hour >= $1::timestamptz and hour < $2::timestamptz`;
  const rows = await read<HourRow>(
    {
      text: `select hour, sum(completed_amount)::bigint as collected, sum(completed_count)::bigint as collected_count,
         sum(disbursed_amount)::bigint as paid_out, sum(disbursed_count)::bigint as paid_out_count
       from (${part("stats_hourly")} union all ${part("stats_recent")}) figures group by hour`,
      values: [new Date(businessDayStart(before)).toISOString(), new Date(businessDayStart(addDays(day, 1))).toISOString()],
    },
    limitMs,
  );
  return rows && { day: hoursOf(rows, day), before: hoursOf(rows, before) };
}

async function read(app: App, range: Range): Promise<OrderFigures> {
  const limitMs = (app.searchLimits ?? SEARCH_LIMITS).budgetMs;
  return app.db.bounded.use(async (ask) => ({
    from: range.from,
    to: range.to,
    hours: range.from === range.to && range.walletId === null ? await readHours(ask, range.to, limitMs) : null,
    payments: await outcomesOf<PaymentStatus>(ask, "payments", range, limitMs),
    disburses: await outcomesOf<DisburseStatus>(ask, "disburses", range, limitMs),
  }));
}

/** Several people look at the same ranges, and a range is much to read. */
const FIGURES = new KeptAnswers<OrderFigures>(3000);

/** Refuses validation_failed, not_found */
export async function orderFigures({ app }: UserCtx, query: WalletDaysQuery): Promise<OrderFigures | Refused> {
  const range = rangeOf(app, query);
  if (range instanceof Refused) return range;
  if (range.walletId !== null && !(await app.db.one("select 1 from wallets where id = $1", [range.walletId]))) return new Refused("not_found");
  return FIGURES.of(app, `${range.from} ${range.to} ${range.walletId}`, () => read(app, range));
}
