/** Money that nobody has explained, by its age: messages that are unmatched or in review. */
import type * as z from "zod";
import { COUNT_CAP } from "../../../contract/envelope.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { SuspenseAge, SuspenseAges, suspenseQuery } from "../../../contract/statistics.schema.ts";
import type { SuspenseAgeName } from "../../../contract/statistics.ts";
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import type { UserCtx } from "../../platform/context.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { readId } from "../../platform/lists/page.ts";
import { bind, raw, sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";

/** First and last day of each age, in days before today; null: as far back as there are any. */
const AGES: Readonly<Record<SuspenseAgeName, readonly [last: number, first: number | null]>> = {
  d0: [0, 0],
  d1: [1, 1],
  d2_3: [2, 3],
  d4_7: [4, 7],
  d8_30: [8, 30],
  d31: [31, null],
};

interface DayRow {
  readonly day: Day;
  readonly status: "unmatched" | "review";
  readonly count: number;
  readonly suspense: bigint;
  readonly unexplained: bigint;
}

function ageOf(name: SuspenseAgeName, rows: readonly DayRow[], today: Day): SuspenseAge {
  const [last, first] = AGES[name];
  const to = addDays(today, -last);
  const from = first === null ? null : addDays(today, -first);
  // A clock ahead of ours: what came "tomorrow" is of today.
  const own = rows.filter(({ day }) => (day <= to || last === 0) && (from === null || day >= from));
  const count = (status: DayRow["status"]): number => own.reduce((sum, row) => sum + (row.status === status ? row.count : 0), 0);
  return {
    age: name,
    from,
    to,
    unmatched: count("unmatched"),
    review: count("review"),
    suspense: formatAmount(own.reduce((sum, row) => sum + row.suspense, 0n)),
    unexplained: formatAmount(own.reduce((sum, row) => sum + row.unexplained, 0n)),
  };
}

/** Refuses validation_failed; not_ready where they cannot be counted in time */
export async function suspenseAges({ app }: UserCtx, query: z.infer<typeof suspenseQuery>): Promise<SuspenseAges | Refused> {
  const walletId = query.wallet_id === undefined ? null : readId(app, "wallet", query.wallet_id);
  if (walletId instanceof Refused) return walletId;
  const own = walletId === null ? raw("") : sql` and wallet_id = ${walletId}`;
  // Each status along its own index, the oldest first: those are what an age is asked for.
  const open = (status: DayRow["status"]) =>
    sql`(select id, match_status, direction, amount, in_suspense, booked_txn from sms where match_status = ${status}${own} order by id limit ${COUNT_CAP + 1})`;
  const rows = await app.db.bounded.use((read) =>
    read<DayRow>(
      bind(sql`select business_day(id)::text as day, match_status as status, count(*)::int as count,
          coalesce(sum(amount) filter (where in_suspense and direction = 'credit'), 0)::bigint as suspense,
          coalesce(sum(amount) filter (where booked_txn is not null and direction = 'debit'), 0)::bigint as unexplained
        from (${open("unmatched")} union all ${open("review")}) open group by 1, 2`),
      (app.searchLimits ?? SEARCH_LIMITS).budgetMs,
    ),
  );
  if (rows === null) return new Refused("not_ready", { retryAfterSeconds: 5 });
  const today = businessDay(app.now());
  const all = (status: DayRow["status"]): number => rows.reduce((sum, row) => sum + (row.status === status ? row.count : 0), 0);
  return {
    at: new Date(app.now()).toISOString(),
    ages: (Object.keys(AGES) as SuspenseAgeName[]).map((name) => ageOf(name, rows, today)), // keys of a literal: exactly its names
    truncated: all("unmatched") > COUNT_CAP || all("review") > COUNT_CAP,
  };
}
