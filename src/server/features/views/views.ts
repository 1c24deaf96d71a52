/** Saved views of lists: own ones, and those that colleagues of the same house share. */
import type * as z from "zod";
import type { SavedView, viewCreate } from "../../../contract/home.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { isStorable } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

/** Views of one person: more is a mistake or an attack. */
const MAX_OWN = 200;

interface ViewRaw {
  id: bigint;
  user_id: bigint;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  is_default: boolean;
}

const toView = (app: App, actor: UserActor, raw: ViewRaw): SavedView => ({
  id: app.publicIds.encode("view", raw.id),
  list: raw.list,
  name: raw.name,
  query: raw.query,
  shared: raw.shared,
  default: raw.is_default && raw.user_id === actor.id,
  own: raw.user_id === actor.id,
});

/** Own views and shared ones: of the platform's people among themselves, of a merchant's people among themselves. */
export async function listViews(ctx: UserCtx, list: string | undefined): Promise<{ items: SavedView[] } | Refused> {
  const { app, actor } = ctx;
  if (list !== undefined && !isStorable(list)) return refusedField("list");
  const rows = await app.db.rows<ViewRaw>(
    `select v.id, v.user_id, v.list, v.name, v.query, v.shared, v.is_default from views v join users u on u.id = v.user_id
     where (v.user_id = $1 or (v.shared and u.deleted_at is null and u.merchant_id is not distinct from $2)) and ($3::text is null or v.list = $3) order by v.id limit 1000`,
    [actor.id, actor.merchantId, list ?? null],
  );
  return { items: rows.map((raw) => toView(app, actor, raw)) };
}

async function keepOneDefault(tx: Queryable, userId: bigint, raw: ViewRaw): Promise<void> {
  if (raw.is_default)
    await tx.run("update views set is_default = false where user_id = $1 and list = $2 and id <> $3 and is_default", [userId, raw.list, raw.id]);
}

/** Saves a view; one of the same name in the same list is replaced. Refuses `validation_failed` when there are too many */
export function saveView(ctx: UserCtx, body: z.output<typeof viewCreate>): Promise<Answer<SavedView>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const raw = await tx.one<ViewRaw>(
      `insert into views (id, user_id, list, name, query, shared, is_default) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (user_id, list, name) do update set query = excluded.query, shared = excluded.shared, is_default = excluded.is_default
       returning id, user_id, list, name, query, shared, is_default`,
      [app.ids.next(), actor.id, body.list, body.name, body.query, body.shared, body.default],
    );
    if (!raw) throw new Error("the view was not saved");
    const own = await tx.one<{ count: number }>("select count(*)::int as count from views where user_id = $1", [actor.id]);
    if ((own?.count ?? 0) > MAX_OWN) return refusedField("name", "too_large");
    await keepOneDefault(tx, actor.id, raw);
    return toView(app, actor, raw);
  });
}

/** Deletes an own view. Refuses `not_found`, also for somebody else's */
export async function deleteView(ctx: UserCtx, id: string): Promise<Record<string, never> | Refused> {
  const viewId = ctx.app.publicIds.decode("view", id);
  const deleted = viewId === null ? 0 : await ctx.app.db.run("delete from views where id = $1 and user_id = $2", [viewId, ctx.actor.id]);
  return deleted === 1 ? {} : new Refused("not_found");
}
