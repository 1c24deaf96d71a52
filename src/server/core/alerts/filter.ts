/** What a filter of the queue means in SQL: the same for its lines and for single exceptions. */
import { kindsFrom, type ExceptionKind } from "../../../contract/exceptions.ts";
import type { ExceptionQuery } from "../../../contract/exceptions.schema.ts";
import { foldPublicId, ID_LETTERS, PUBLIC_ID_PATTERN } from "../../../contract/ids.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idOf } from "../../platform/lists/filters.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { toolsOf } from "../../platform/lists/where.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";
import { visibleKinds } from "./rows.ts";

/** What is open or claimed, of alert `al`: what the queue shows unless it is asked for more. */
export const LIVE = raw("al.status in ('open', 'claimed')");
/** What may still need somebody; its indexes hold exactly these. */
const UNENDED = raw("al.status in ('open', 'claimed', 'muted')");

/** The operator that alert `al` is about. An order without a wallet yet says it itself. */
const OPERATOR = raw(`coalesce(al.data ->> 'operator', (select w.operator from wallets w where w.id = al.wallet_id),
  case al.object_type when 'disburse' then (select d.operator from disburses d where d.id = al.object_id) when 'payment' then (select p.operator from payments p where p.id = al.object_id) end)`);

/** A filter of the queue, ready to be asked. */
export interface QueueFilter {
  /** Kinds that are asked for and that the viewer may see. */
  readonly kinds: readonly ExceptionKind[];
  /** Only what has ended is asked for: the resolved, which never end to grow. */
  readonly resolved: boolean;
  /** States that are asked for; the indexes of what has not ended serve them. */
  readonly state: Sql;
  /** All further conditions on alert `al`. */
  readonly where: readonly Sql[];
}

type Filters = Omit<ExceptionQuery, "sort" | "size" | "cursor">;

function stateOf({ status, assignee }: Filters): Sql {
  if (status !== undefined && status !== "") return sql`al.status = any (${status.split(",")}::text[])`;
  // Whoever is called somewhere is to see it even where it was put aside.
  return assignee === "mentioned" ? UNENDED : LIVE;
}

function whoseOf(assignee: Filters["assignee"], viewer: UserActor): Sql[] {
  switch (assignee) {
    case "me":
      return [sql`al.status = 'claimed' and al.claimed_by = ${viewer.id}`];
    case "none":
      return [raw("al.status <> 'claimed'")];
    case "mentioned":
      return [sql`al.id in (select am.alert_id from alert_mentions am where am.user_id = ${viewer.id})`];
    default:
      return [];
  }
}

/** The members of one line, by its place: a wallet's, or those of a merchant that have no wallet. */
function placeOf(app: App, at: string | undefined): Sql[] | Refused {
  if (at === undefined || at === "") return [];
  const text = foldPublicId(at);
  const kind = (["wallet", "merchant"] as const).find((one) => text[0] === ID_LETTERS[one]);
  if (kind === undefined || !PUBLIC_ID_PATTERN.test(text)) return refusedField("at");
  const id = app.publicIds.decode(kind, text);
  if (id === null) return [raw("false")];
  return [kind === "wallet" ? sql`al.wallet_id = ${id}` : sql`al.wallet_id is null and al.merchant_id = ${id}`];
}

/** Reads a query. Refuses `validation_failed` naming the field */
export function queueFilter(app: App, query: Filters, viewer: UserActor): QueueFilter | Refused {
  const least = query.severity === undefined ? null : new Set<string>(kindsFrom(query.severity));
  const asked = query.kind === undefined || query.kind === "" ? null : new Set(query.kind.split(","));
  const place = placeOf(app, query.at);
  if (!Array.isArray(place)) return place;
  const named: Sql[] = [];
  for (const kind of ["merchant", "wallet"] as const) {
    const value = query[`${kind}_id`] ?? "";
    const made = value === "" ? null : idOf(kind, `al.${kind}_id`)(value, toolsOf(app, viewer));
    if (made && "unfit" in made) return refusedField(`${kind}_id`, made.unfit);
    if (made) named.push(made);
  }
  return {
    kinds: visibleKinds(viewer).filter((kind) => (least === null || least.has(kind)) && (asked === null || asked.has(kind))),
    resolved: query.status === "resolved",
    state: stateOf(query),
    where: [...whoseOf(query.assignee, viewer), ...(query.operator === undefined ? [] : [sql`${OPERATOR} = ${query.operator}`]), ...named, ...place],
  };
}
