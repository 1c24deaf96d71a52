/**
 * Who looks at which exception now. Each open evidence says so every few seconds; the database holds it, so it does not
 * matter which process hears of it. Only the platform's people, and only of kinds that one may see.
 */
import { PRESENCE_MS } from "../../../contract/exceptions.ts";
import type { ExceptionMarks } from "../../../contract/exceptions.schema.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { Refused } from "../../platform/refusal.ts";
import { lineKey } from "./lines.ts";
import { visibleKinds } from "./rows.ts";
import type { ExceptionKind } from "../../../contract/exceptions.ts";

const MOST_VIEWERS = 500;

/** Before this, ms, whoever said that he looks has gone. */
const goneBefore = (app: App): number => app.now() - PRESENCE_MS;

function tell(app: App, alertId: bigint): void {
  app.events.publish([{ kind: "exceptions", objectId: alertId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null }]);
}

/** Accounts of the others who look at an exception now. */
async function others(app: App, alertId: bigint, ownId: bigint): Promise<string[]> {
  const rows = await app.db.rows<{ account: string }>(
    `select distinct u.account from alert_viewers v join users u on u.id = v.user_id
     where v.alert_id = $1 and v.user_id <> $2 and v.seen_at > to_timestamp($3::float8 / 1000) order by u.account`,
    [alertId, ownId, goneBefore(app)],
  );
  return rows.map((row) => row.account);
}

/** One looks at an exception, or leaves it; what called one there has been seen then. Answers who else looks. Refuses `not_found` */
export async function lookAt(ctx: UserCtx, publicId: string, here: boolean): Promise<{ people: string[] } | Refused> {
  const { app, actor } = ctx;
  const alertId = app.publicIds.decode("exception", publicId);
  const found = alertId === null ? null : await app.db.one("select 1 as one from alerts where id = $1 and kind = any ($2)", [alertId, visibleKinds(actor)]);
  if (alertId === null || found === null) return new Refused("not_found");
  if (!here) {
    if ((await app.db.run("delete from alert_viewers where alert_id = $1 and session_id = $2", [alertId, actor.sessionId])) > 0) tell(app, alertId);
    return { people: [] };
  }
  const before = await app.db.one<{ seen: number | null }>(
    `with before as (select extract(epoch from seen_at)::float8 * 1000 as seen from alert_viewers where alert_id = $1 and session_id = $2),
       now as (insert into alert_viewers (alert_id, session_id, user_id, seen_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))
         on conflict (alert_id, session_id) do update set seen_at = excluded.seen_at returning 1)
     select (select seen from before) as seen from now`,
    [alertId, actor.sessionId, actor.id, app.now()],
  );
  const read = await app.db.run(
    "update alert_mentions set seen_at = to_timestamp($3::float8 / 1000) where user_id = $1 and alert_id = $2 and seen_at is null",
    [actor.id, alertId, app.now()],
  );
  if (read > 0) app.events.publish([{ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null }]);
  if (read > 0 || (before?.seen ?? 0) < goneBefore(app)) tell(app, alertId);
  return { people: await others(app, alertId, actor.id) };
}

interface MarkRaw {
  readonly id: bigint;
  readonly kind: ExceptionKind;
  readonly wallet_id: bigint | null;
  readonly merchant_id: bigint | null;
  readonly account: string | null;
}

/** Who looks at what, and where one is called and has not looked yet. */
export async function readMarks(ctx: UserCtx): Promise<ExceptionMarks> {
  const { app, actor } = ctx;
  const rows = await app.db.rows<MarkRaw>(
    `(select distinct al.id, al.kind, al.wallet_id, al.merchant_id, u.account from alert_viewers v join alerts al on al.id = v.alert_id join users u on u.id = v.user_id
       where v.seen_at > to_timestamp($2::float8 / 1000) and v.user_id <> $1 and al.kind = any ($3) order by u.account limit ${MOST_VIEWERS})
     union all (select distinct al.id, al.kind, al.wallet_id, al.merchant_id, null from alert_mentions am join alerts al on al.id = am.alert_id
       where am.user_id = $1 and am.seen_at is null and al.kind = any ($3) limit ${MOST_VIEWERS})`,
    [actor.id, goneBefore(app), visibleKinds(actor)],
  );
  const mark = (row: MarkRaw): { id: string; key: string } => ({ id: app.publicIds.encode("exception", row.id), key: lineKey(app, row) });
  return {
    viewers: rows.flatMap((row) => (row.account === null ? [] : [{ ...mark(row), account: row.account }])),
    mentions: rows.filter((row) => row.account === null).map(mark),
  };
}

/** What the menu counts for a person: open exceptions that he may see, his own, and those that call him; 10,000 each at most. */
export async function queueCounts(ctx: Pick<UserCtx, "app" | "actor">): Promise<{ open: number; mine: number; mentions: number }> {
  const kinds = visibleKinds(ctx.actor);
  const row = await ctx.app.db.shown.one<{ open: number; mine: number; mentions: number }>(
    `select (select count(*)::int from (select 1 from alerts where status in ('open', 'claimed') and kind = any ($1) limit 10000) x) as open,
       (select count(*)::int from (select 1 from alerts where status in ('open', 'claimed') and status = 'claimed' and claimed_by = $2 and kind = any ($1) limit 10000) x) as mine,
       (select count(distinct am.alert_id)::int from alert_mentions am join alerts al on al.id = am.alert_id
         where am.user_id = $2 and am.seen_at is null and al.status <> 'resolved' and al.kind = any ($1)) as mentions`,
    [kinds, ctx.actor.id],
    "queue_counts",
  );
  return row ?? { open: 0, mine: 0, mentions: 0 };
}

/** Forgets who has gone long ago: a browser that was closed tells nobody. */
export async function tidyViewers(app: App): Promise<void> {
  await app.db.run("delete from alert_viewers where seen_at < to_timestamp($1::float8 / 1000)", [app.now() - 10 * PRESENCE_MS]);
}
