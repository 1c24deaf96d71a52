/** Saved views of lists: own ones, and those that colleagues of the same house share. */
import type * as z from "zod";
import { can } from "../../../contract/permissions.ts";
import type { SavedView, viewCreate, viewPatch, ViewPage } from "../../../contract/views.schema.ts";
import { audit, changedIn } from "../../platform/audit.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserActor, UserCtx } from "../../platform/context.ts";
import { type Queryable, violated } from "../../platform/db/pool.ts";
import { isStorable } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { putDefault } from "./defaults.ts";
import { seenView, seenViews, SHOWN_MAX, standardOf, toView, type ViewRaw } from "./queries.ts";

/** Views of one person: more is an attack. */
const MAX_OWN = 2000;

/** Own views and shared ones: of the platform's people among themselves, of a merchant's people among themselves. */
export async function listViews(ctx: UserCtx, list: string | undefined, q: string | undefined): Promise<ViewPage | Refused> {
  const { app, actor } = ctx;
  if (list !== undefined && !isStorable(list)) return refusedField("list");
  if (q !== undefined && !isStorable(q)) return refusedField("q");
  const [raws, standard] = await Promise.all([
    seenViews(app.db, actor, list ?? null, q?.trim() || null),
    list === undefined ? null : standardOf(app.db, actor, list),
  ]);
  const own = standard?.id ?? null;
  const chosen = own === null ? null : (raws.find((raw) => raw.id === own) ?? (await seenView(app.db, actor, own)));
  return {
    items: raws.slice(0, SHOWN_MAX).map((raw) => toView(app, actor, raw, own)),
    more: raws.length > SHOWN_MAX,
    standard: chosen && toView(app, actor, chosen, own),
    standard_by: standard?.by ?? null,
  };
}

/** One view as the actor sees it. */
async function viewOf(q: Queryable, ctx: UserCtx, id: bigint): Promise<SavedView> {
  const raw = await seenView(q, ctx.actor, id);
  if (!raw) throw new Error("a view that was just written is not there");
  return toView(ctx.app, ctx.actor, raw, (await standardOf(q, ctx.actor, raw.list)).id);
}

/** One view. Refuses `not_found`, also for one that is not shared and for a deleted one */
export async function getView(ctx: UserCtx, id: string): Promise<SavedView | Refused> {
  const raw = await seenView(ctx.app.db, ctx.actor, ctx.app.publicIds.decode("view", id));
  return raw && !raw.deleted ? viewOf(ctx.app.db, ctx, raw.id) : new Refused("not_found");
}

const mayShare = (actor: UserActor): boolean => can(actor, "views.share");

/**
 * Saves a view. Refuses `forbidden` where it is to be shared without the right to, `validation_failed` when there are too many, or an own one
 * of that name in that list: what stands under a name is replaced by {@link patchView} alone, which names its version
 */
export async function saveView(ctx: UserCtx, body: z.output<typeof viewCreate>): Promise<Answer<SavedView>> {
  const { app, actor } = ctx;
  if (body.shared && !mayShare(actor)) return new Refused("forbidden");
  return ctx.tx(async (tx) => {
    const saved = await tx.one<{ id: bigint }>(
      `insert into views (id, user_id, merchant_id, list, name, query, layout, shared) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (user_id, list, name) where deleted_at is null do nothing returning id`,
      [app.ids.next(), actor.id, actor.merchantId, body.list, body.name, body.query, JSON.stringify(body.layout), body.shared],
    );
    if (!saved) return refusedField("name", "taken");
    const own = await tx.one<{ count: number }>("select count(*)::int as count from views where user_id = $1 and deleted_at is null", [actor.id]);
    if ((own?.count ?? 0) > MAX_OWN) return refusedField("name", "too_large");
    if (body.default) await putDefault(app, tx, { list: body.list, merchantId: actor.merchantId, userId: actor.id }, saved.id);
    return viewOf(tx, ctx, saved.id);
  });
}

/** What the actor may do with it: all with an own one; name, share and delete with a shared one of a colleague, given the right. */
const rightsOn = (actor: UserActor, raw: ViewRaw): "all" | "some" | null =>
  raw.user_id === actor.id ? "all" : raw.shared && can(actor, "views.manage") ? "some" : null;

/**
 * Changes a view. Refuses `not_found`; `forbidden` for somebody else's, but for its name, given the right; `conflict` when it has changed since,
 * `validation_failed` when the owner has another one of that name
 */
export async function patchView(ctx: UserCtx, id: string, body: z.output<typeof viewPatch>): Promise<Answer<SavedView>> {
  const { app, actor } = ctx;
  return ctx
    .tx(async (tx): Promise<Answer<SavedView>> => {
      const raw = await seenView(tx, actor, app.publicIds.decode("view", id), true);
      if (!raw || raw.deleted) return new Refused("not_found");
      const rights = rightsOn(actor, raw);
      const { version, ...change } = body;
      if (rights === null || (rights === "some" && (change.query !== undefined || change.layout !== undefined))) return new Refused("forbidden");
      if (change.shared === true && !mayShare(actor)) return new Refused("forbidden");
      if (raw.version !== version) return new Refused("conflict");
      const { name = raw.name, query = raw.query, layout = raw.layout, shared = raw.shared } = change;
      if (changedIn(tx, { ...raw }, { name, query, layout, shared }) === null) return viewOf(tx, ctx, raw.id);
      const next = { ...raw, name, query, layout, shared };
      await tx.run("update views set name = $2, query = $3, layout = $4, shared = $5, version = version + 1 where id = $1", [
        raw.id,
        name,
        query,
        JSON.stringify(layout),
        shared,
      ]);
      await audit(ctx, tx, {
        action: "view.update",
        objectType: "view",
        objectId: id,
        before: { name: raw.name, shared: raw.shared },
        after: { name, shared },
      });
      // Whoever takes a colleague's view out of the shared ones does not see it any more.
      return shared || rights === "all" ? viewOf(tx, ctx, raw.id) : toView(app, actor, { ...next, version: version + 1 }, null);
    })
    .catch((problem: unknown) => {
      if (violated(problem) === "views_name") return refusedField("name", "taken");
      throw problem;
    });
}

/** Deletes a view, or takes that back. Refuses `not_found`, also for somebody else's; `forbidden` for a shared one without the right to */
export async function setDeleted(ctx: UserCtx, id: string, deleted: boolean): Promise<Answer<SavedView>> {
  const { app, actor } = ctx;
  return ctx
    .tx(async (tx): Promise<Answer<SavedView>> => {
      const raw = await seenView(tx, actor, app.publicIds.decode("view", id), true);
      if (!raw || raw.deleted === deleted) return new Refused("not_found");
      if (rightsOn(actor, raw) === null) return new Refused(raw.deleted ? "not_found" : "forbidden");
      await tx.run("update views set deleted_at = case when $2 then now() end, version = version + 1 where id = $1", [raw.id, deleted]);
      await audit(ctx, tx, {
        action: deleted ? "view.delete" : "view.restore",
        objectType: "view",
        objectId: id,
        before: { name: raw.name },
        after: { deleted },
      });
      return viewOf(tx, ctx, raw.id);
    })
    .catch((problem: unknown) => {
      if (violated(problem) === "views_name") return new Refused("already_exists", { fields: { name: "taken" } });
      throw problem;
    });
}
