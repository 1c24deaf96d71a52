/** What a job is about, frozen: the objects that were chosen, or all that a list's filter matches at this moment. */
import { BULK_MAX } from "../../../contract/bulk.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { fieldErrors } from "../../platform/http/errors.ts";
import { scopePredicate } from "../../platform/lists/scope.ts";
import type { BaseQuery } from "../../platform/lists/spec.ts";
import { allOf, bind, join, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { flat, whereOf, type Where } from "../../platform/lists/where.ts";
import { Refused } from "../../platform/refusal.ts";
import type { AnyList, BulkAct } from "./acts.ts";

/** An object that was chosen. */
export interface Chosen {
  readonly id: bigint;
  readonly version: number | null;
  readonly reference: string | null;
}

/** Where a filter's rows are, as one statement that answers what an item keeps of each, in the list's order. */
export function matching(list: AnyList, act: BulkAct, where: Where, newestFirst: boolean): Sql {
  const { version, amount, merchant, label } = act.source.facts;
  const parts = list.sources.map(
    (source) =>
      sql`select t.id, ${raw(version)} as version, ${raw(amount)} as amount, ${raw(merchant)} as merchant_id, ${raw(label)} as label from ${raw(source.from)} where ${allOf([flat(where, source), ...where.along])}`,
  );
  return sql`select * from (${join(parts, " union all ")}) t order by t.id ${raw(newestFirst ? "desc" : "asc")}`;
}

/** Reads a filter as the list itself would. Refuses validation_failed, naming the field within `filter` */
export function readFilter(ctx: UserCtx, act: BulkAct, filter: Readonly<Record<string, string>>): { list: AnyList; query: BaseQuery; where: Where } | Refused {
  const { app, actor } = ctx;
  const named = (field: string): string => `filter.${field}`;
  const read = act.source.query.omit({ size: true, cursor: true }).safeParse(filter);
  if (!read.success) {
    const fields = fieldErrors(read.error.issues as unknown as Parameters<typeof fieldErrors>[0]);
    return new Refused("validation_failed", { fields: Object.fromEntries(Object.entries(fields).map(([field, code]) => [named(field), code])) });
  }
  const list = act.source.list(app);
  const query = read.data as BaseQuery; // the list's own query, without page
  const where = whereOf(app, list, query, actor);
  if (where instanceof Refused) return where;
  return { list, query, where };
}

/** Freezes what a filter matches. @returns how many, and whether there are more */
export async function freezeFilter(
  ctx: UserCtx,
  tx: Tx,
  jobId: bigint,
  act: BulkAct,
  filter: Readonly<Record<string, string>>,
): Promise<{ count: number; more: boolean } | Refused> {
  const read = readFilter(ctx, act, filter);
  if (read instanceof Refused) return read;
  const found = matching(read.list, act, read.where, read.query.sort !== "created_at");
  const { text, values } = bind(
    sql`insert into bulk_items (job_id, position, object_id, object_version, amount, merchant_id, label)
      select ${jobId}, row_number() over ()::int, id, version, amount, merchant_id, label from (${found} limit ${BULK_MAX}) frozen`,
  );
  const count = await tx.run(text, values);
  if (count < BULK_MAX) return { count, more: false };
  const rest = bind(sql`select 1 from (${found} offset ${BULK_MAX} limit 1) beyond`);
  return { count, more: (await tx.rows(rest.text, rest.values)).length > 0 };
}

/** Chosen objects as far as this person may see them: what an item keeps of each. */
function seenOf(ctx: UserCtx, act: BulkAct, ids: readonly bigint[]): Sql {
  const list = act.source.list(ctx.app);
  const scope = scopePredicate(ctx.actor, list.scope);
  const all = [sql`t.id = any(${ids}::bigint[])`, ...(scope ? [scope] : []), ...(list.where ? [raw(list.where)] : [])];
  return matching(list, act, { all, along: [], branches: [], overlapping: false, range: { from: null, before: null }, served: true }, true);
}

/** Sum of the amounts of chosen objects that this person may see, minor units. */
export async function sumOf(ctx: UserCtx, act: BulkAct, ids: readonly bigint[]): Promise<bigint> {
  const { text, values } = bind(sql`select coalesce(sum(amount), 0)::bigint as sum from (${seenOf(ctx, act, ids)}) seen`);
  return (await ctx.app.db.one<{ sum: bigint }>(text, values))?.sum ?? 0n;
}

/** Freezes chosen objects; one that this person may not see is left out as not found. */
export async function freezeChosen(ctx: UserCtx, tx: Tx, jobId: bigint, act: BulkAct, chosen: readonly Chosen[]): Promise<number> {
  const found = seenOf(
    ctx,
    act,
    chosen.map((one) => one.id),
  );
  const wanted = toJson(chosen.map((one, index) => ({ position: index + 1, id: String(one.id), version: one.version, reference: one.reference })));
  const { text, values } = bind(
    sql`insert into bulk_items (job_id, position, object_id, object_version, amount, merchant_id, label, reference, status, code)
      select ${jobId}, w.position, w.id, coalesce(w.version, f.version), f.amount, f.merchant_id, f.label, w.reference, case when f.id is null then 'blocked' else 'unchecked' end,
        case when f.id is null then 'not_found' end
      from jsonb_to_recordset(${wanted}::jsonb) as w (position int, id bigint, version int, reference text) left join (${found}) f on f.id = w.id`,
  );
  return tx.run(text, values);
}
