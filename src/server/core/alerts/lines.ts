/**
 * The queue as it is worked through: exceptions of one kind at one wallet (or one merchant) are one line; the most urgent
 * first, then what waits longest.
 *
 * Bounded twice (docs/decisions/0041): of each kind the {@link READ_EACH} that wait longest are read, along an index; and
 * where a filter that no index serves makes even that long, it is asked anew of those rows alone.
 */
import { DEFAULT_PAGE_SIZE } from "../../../contract/envelope.ts";
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { ExceptionLine, ExceptionLines, ExceptionLinesQuery } from "../../../contract/exceptions.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { SEARCH_LIMITS, shareOf } from "../../platform/lists/limits.ts";
import { allOf, bind, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import { beyondSql, keySql, orderSql, readQueueCursor, writeQueueCursor, type QueueCursor } from "./cursor.ts";
import { queueFilter, type QueueFilter } from "./filter.ts";
import { kindsOf, rowsById } from "./queue.ts";
import { freshQueue } from "./sweep.ts";

/** Exceptions of one kind that are looked through, the longest waiting ones; of what has ended, all kinds together. */
export const READ_EACH = 1000;
/** How long the statement may run with all its filters, and then without those that no index serves, ms. */
const LIMITS_MS = [100, 50] as const;

const COLUMNS = raw("al.id, al.kind, al.wallet_id, al.merchant_id, al.since, al.amount, al.status");

/** The rows that are looked through. `narrow`: filters are asked of them only after they were chosen. */
function readSql({ kinds, resolved, state, where }: QueueFilter, narrow: boolean): Sql {
  const inside = narrow ? [state] : [state, ...where];
  if (resolved)
    return sql`select ${COLUMNS}, row_number() over () as nth from (select * from alerts al where ${allOf([sql`al.kind = any (${kinds}::text[])`, ...inside])}
      order by al.resolved_at desc, al.id desc limit ${READ_EACH}) al where ${allOf(narrow ? where : [])}`;
  return sql`select ${COLUMNS}, al.nth from unnest(${kinds}::text[]) as asked (kind) cross join lateral (
      select al.*, row_number() over (order by al.since, al.id) as nth from alerts al where ${allOf([raw("al.kind = asked.kind"), ...inside])} order by al.since, al.id limit ${READ_EACH}
    ) al where ${allOf(narrow ? where : [])}`;
}

/** The place that makes one line of exceptions of a kind. */
const PLACE = "al.wallet_id, case when al.wallet_id is null then al.merchant_id end, case when coalesce(al.wallet_id, al.merchant_id) is null then al.id end";

interface LineRaw {
  readonly id: bigint;
  readonly key: bigint;
  readonly kind: ExceptionKind;
  readonly wallet_id: bigint | null;
  readonly merchant_id: bigint | null;
  readonly count: number;
  readonly claimed: number;
  readonly amount: bigint | null;
  readonly lines: number;
  readonly seen: number;
  readonly cut: boolean;
  readonly sum: bigint;
}

/** One page of lines. Its first columns are named as an alert's, so that positions mean the same. */
function linesSql(filter: QueueFilter, narrow: boolean, size: number, cursor: QueueCursor | null): Sql {
  const page = cursor ? beyondSql("severity", cursor) : raw("true");
  return sql`with read as materialized (${readSql(filter, narrow)}),
    lines as materialized (
      select (array_agg(al.id order by al.since, al.id))[1] as id, al.kind, min(al.since) as since, min(al.wallet_id) as wallet_id, min(al.merchant_id) as merchant_id,
        count(*)::int as count, (count(*) filter (where al.status = 'claimed'))::int as claimed, sum(abs(al.amount))::bigint as amount
      from read al group by al.kind, ${raw(PLACE)}
    ),
    whole as (select (select count(*)::int from lines) as lines, count(*)::int as seen, coalesce(bool_or(al.nth >= ${READ_EACH}), false) as cut, coalesce(sum(abs(al.amount)), 0)::bigint as sum from read al)
    select al.*, ${keySql("severity")} as key, whole.* from whole left join (
      select * from lines al where ${page} order by ${orderSql("severity", cursor?.direction === "prev")} limit ${size + 1}
    ) al on true order by ${orderSql("severity", cursor?.direction === "prev")}`;
}

/** The statement under its bounds; null: not even the narrow one was done in time. @param name of the first one, where its text is always the same */
function readLines(
  app: App,
  filter: QueueFilter,
  size: number,
  cursor: QueueCursor | null,
  name?: string,
): Promise<{ rows: LineRaw[]; narrow: boolean } | null> {
  return app.db.bounded.use(async (read) => {
    for (const [index, limitMs] of LIMITS_MS.entries()) {
      const statement = { ...bind(linesSql(filter, index > 0, size, cursor)), ...(index === 0 && name ? { name } : {}) };
      const rows = await read<LineRaw>(statement, limitMs * shareOf(app.searchLimits ?? SEARCH_LIMITS));
      if (rows !== null) return { rows, narrow: index > 0 };
    }
    return null;
  });
}

/** What a line is called: its kind and where it is; the same for all its members. */
export function lineKey(app: App, row: Pick<LineRaw, "id" | "kind" | "wallet_id" | "merchant_id">): string {
  const at = placeId(app, row);
  return `${row.kind}:${at ?? app.publicIds.encode("exception", row.id)}`;
}

function placeId(app: App, { wallet_id, merchant_id }: Pick<LineRaw, "wallet_id" | "merchant_id">): string | null {
  if (wallet_id !== null) return app.publicIds.encode("wallet", wallet_id);
  return merchant_id === null ? null : app.publicIds.encode("merchant", merchant_id);
}

async function linesOf(app: App, raws: readonly LineRaw[], viewer: UserActor): Promise<ExceptionLine[]> {
  const first = await rowsById(
    app,
    app.db,
    raws.map((line) => line.id),
    viewer,
  );
  return raws.flatMap((line): ExceptionLine[] => {
    const row = first.get(line.id);
    // It has gone since the page was read.
    if (row === undefined) return [];
    const { count, claimed, amount } = line;
    return [{ key: lineKey(app, line), at: placeId(app, line), count, claimed, amount: formatAmountOrNull(amount), first: row }];
  });
}

/** A page of lines. Refuses `validation_failed` naming the field, `not_ready` where the database has no time for it */
export async function readQueueLines(ctx: UserCtx, query: ExceptionLinesQuery): Promise<ExceptionLines | Refused> {
  const { app, actor } = ctx;
  const filter = queueFilter(app, query, actor);
  if (filter instanceof Refused) return filter;
  const cursor = query.cursor ? readQueueCursor(app.publicIds, "severity", query.cursor) : null;
  if (cursor instanceof Refused) return cursor;
  await freshQueue(app);
  const size = query.size ?? DEFAULT_PAGE_SIZE;
  const [read, kinds] = await Promise.all([readLines(app, filter, size, cursor), kindsOf(app, actor)]);
  if (read === null) return new Refused("not_ready", { retryAfterSeconds: 1 });
  const [whole] = read.rows;
  const found = read.rows.filter((row) => row.id !== null);
  const reversed = cursor?.direction === "prev";
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (reversed) rows.reverse();
  const at = (row: LineRaw | undefined, direction: "next" | "prev", there: boolean): string | null =>
    row && there ? writeQueueCursor(app.publicIds, "severity", { direction, key: row.key, id: row.id }) : null;
  const exact = !(whole?.cut ?? false) && !read.narrow;
  return {
    items: await linesOf(app, rows, actor),
    next_cursor: at(rows.at(-1), "next", reversed || more),
    prev_cursor: at(rows[0], "prev", reversed ? more : cursor !== null),
    lines: whole?.lines ?? 0,
    total: { value: whole?.seen ?? 0, exact },
    sums: exact ? { amount: formatAmount(whole?.sum ?? 0n) } : null,
    kinds,
  };
}

/** What home shows of the queue: its first lines. */
export async function queueTop(app: App, viewer: UserActor, count: number): Promise<ExceptionLine[]> {
  const filter = queueFilter(app, {}, viewer);
  const read = filter instanceof Refused ? null : await readLines(app, filter, count, null, "queue_top");
  return linesOf(app, read?.rows.filter((row) => row.id !== null).slice(0, count) ?? [], viewer);
}
