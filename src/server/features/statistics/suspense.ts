/** Money that nobody has explained, by its age: messages that are unmatched or in review, and all that stands in suspense, whatever became of its message. */
import type * as z from "zod";
import { COUNT_CAP } from "../../../contract/envelope.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { SuspenseAge, SuspenseAges, suspenseQuery } from "../../../contract/statistics.schema.ts";
import type { SuspenseAgeName } from "../../../contract/statistics.ts";
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import type { UserCtx } from "../../platform/context.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { readId } from "../../platform/lists/page.ts";
import { bind, join, raw, sql, type Sql } from "../../platform/lists/sql.ts";
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

/** Counted by status, and added up by where the money stands: each part is what one filter of the messages finds. */
type Part = "unmatched" | "review" | "suspense" | "unexplained";

interface DayRow {
  readonly day: Day;
  readonly of: Part;
  readonly count: number;
  readonly amount: bigint;
}

const countOf = (rows: readonly DayRow[], part: Part): number => rows.reduce((sum, row) => sum + (row.of === part ? row.count : 0), 0);

function ageOf(name: SuspenseAgeName, rows: readonly DayRow[], today: Day): SuspenseAge {
  const [last, first] = AGES[name];
  const to = addDays(today, -last);
  const from = first === null ? null : addDays(today, -first);
  // A clock ahead of ours: what came "tomorrow" is of today.
  const own = rows.filter(({ day }) => (day <= to || last === 0) && (from === null || day >= from));
  const amount = (part: Part): string => formatAmount(own.reduce((sum, row) => sum + (row.of === part ? row.amount : 0n), 0n));
  return {
    age: name,
    from,
    to,
    unmatched: countOf(own, "unmatched"),
    review: countOf(own, "review"),
    suspense: amount("suspense"),
    unexplained: amount("unexplained"),
  };
}

/** Refuses validation_failed; not_ready where they cannot be counted in time */
export async function suspenseAges({ app }: UserCtx, query: z.infer<typeof suspenseQuery>): Promise<SuspenseAges | Refused> {
  const walletId = query.wallet_id === undefined ? null : readId(app, "wallet", query.wallet_id);
  if (walletId instanceof Refused) return walletId;
  const own = walletId === null ? raw("") : sql` and wallet_id = ${walletId}`;
  // Each part along its own index, the oldest first: those are what an age is asked for.
  const part = (of: Part, amount: string, where: Sql): Sql =>
    sql`(select ${of}::text as of, id, ${raw(amount)} as amount from sms where ${where}${own} order by id limit ${COUNT_CAP + 1})`;
  const open = (status: "unmatched" | "review"): Sql => part(status, "0::bigint", sql`match_status = ${status}`);
  const left = (status: "unmatched" | "review"): Sql =>
    part("unexplained", "amount", sql`match_status = ${status} and direction = 'debit' and booked_txn is not null`);
  // What stands in suspense of a message is all that came with it, as the books have it.
  const parts = [open("unmatched"), open("review"), part("suspense", "amount + coalesce(extra, 0)", raw("in_suspense")), left("unmatched"), left("review")];
  const rows = await app.db.bounded.use((read) =>
    read<DayRow>(
      bind(sql`select business_day(id)::text as day, of, count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount
        from (${join(parts, " union all ")}) open group by 1, 2`),
      (app.searchLimits ?? SEARCH_LIMITS).budgetMs,
    ),
  );
  if (rows === null) return new Refused("not_ready", { retryAfterSeconds: 5 });
  const today = businessDay(app.now());
  return {
    at: new Date(app.now()).toISOString(),
    ages: (Object.keys(AGES) as SuspenseAgeName[]).map((name) => ageOf(name, rows, today)), // keys of a literal: exactly its names
    truncated: (["unmatched", "review", "suspense", "unexplained"] as const).some((of) => countOf(rows, of) > COUNT_CAP),
  };
}
