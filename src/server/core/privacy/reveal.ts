/** One object with what its reader's role masks: for a reason, written down before anything is shown, and not often. */
import { HOUR_MS } from "../../../contract/time.ts";
import type * as z from "zod";
import { can } from "../../../contract/permissions.ts";
import { REVEALABLE, REVEALED, type RevealableKind, REVEALS_AN_HOUR } from "../../../contract/reveal.ts";
import { type RevealAsked, revealAsked } from "../../../contract/reveal.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { type Answer, isOther } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { type AnyRoute, route } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";

const LOCK_SPACE = 4118;

/** Null: he has one left; else `rate_limited` until the oldest of the last hour is an hour old. Counted under a lock, by what the trail holds. */
async function limit(ctx: UserCtx, tx: Tx): Promise<Refused | null> {
  await tx.run("select pg_advisory_xact_lock($1, hashint8($2))", [LOCK_SPACE, ctx.actor.id]);
  const nowMs = ctx.app.now();
  const seen = await tx.one<{ count: number; oldest: Date | null }>(
    "select count(*)::int as count, min(at) as oldest from audit where actor_id = $1 and id >= $2 and action = 'privacy.reveal'",
    [ctx.actor.id, idAt(nowMs - HOUR_MS)],
  );
  if ((seen?.count ?? 0) < REVEALS_AN_HOUR) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil(((seen?.oldest?.getTime() ?? nowMs) + HOUR_MS - nowMs) / 1000));
  return new Refused("rate_limited", { retryAfterSeconds });
}

/** What an object's own screen reads, for a viewer. @param beside who reads what only stands beside the object: the one who asked, as ever */
export type ReadDetail<Detail> = (app: App, q: Queryable, id: bigint, viewer: UserActor, beside: UserActor) => Promise<Detail | Refused>;

/**
 * Reads an object as if its reader held one permission more, for this one answer.
 * Refuses `forbidden`, `not_found`, `wrong_state` (he reads it anyway), `rate_limited`
 */
async function reveal<Detail>(ctx: UserCtx, type: RevealableKind, unchecked: string, asked: RevealAsked, read: ReadDetail<Detail>): Promise<Answer<Detail>> {
  const { app, actor } = ctx;
  const permission = REVEALED[asked.field];
  // A message says its amount.
  if (!can(actor, REVEALABLE[type]) || (asked.field === "messages" && !can(actor, "amounts.see"))) return new Refused("forbidden");
  return withId(app, type, unchecked, async (id) => {
    const detail = await read(app, app.db, id, { ...actor, rights: new Set([...actor.rights, permission]) }, actor);
    if (detail instanceof Refused) return detail;
    if (can(actor, permission)) return new Refused("wrong_state");
    const noted = await ctx.tx(async (tx) => {
      const against = await limit(ctx, tx);
      if (against) return against;
      await audit(ctx, tx, {
        action: "privacy.reveal",
        objectType: type,
        objectId: app.publicIds.encode(type, id),
        after: { shown: asked.field, reason: asked.reason },
      });
      return {};
    });
    if (isOther(noted)) return noted as Refused; // a call without a kept answer and without approvals is done or refused
    // What goes out of this one answer is not masked again.
    if (asked.field === "amounts") actor.amountsRevealed = true;
    return detail;
  });
}

/** The route under an object's own address that shows what one's role masks of it; the same for every kind. @param data what its own screen is answered */
export function revealRoute<D extends z.ZodType>(type: RevealableKind, address: string, data: D, read: ReadDetail<z.input<D>>): AnyRoute {
  return route({
    method: "POST",
    url: `${address}/:id/reveal`,
    access: { kind: "session", permission: "privacy.reveal" },
    summary: "The same with what one's role masks of it, for a reason that stands in the audit trail",
    params: idParams,
    body: revealAsked,
    data,
    audit: "privacy.reveal",
    secret: true,
    handler: (ctx, { params, body }) => reveal(ctx, type, params.id, body, read),
  });
}
