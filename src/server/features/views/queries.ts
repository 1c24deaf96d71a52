/** Reads of saved views. A house is a merchant, or (null) the platform: views of another one do not exist. */
import type { UserType } from "../../../contract/permissions.ts";
import type { SavedView, ViewLayout } from "../../../contract/views.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { maskPhones, masksPhones } from "../../platform/lists/mask.ts";

/** As many as the menu shows at once; more are found by name. */
export const SHOWN_MAX = 200;

export interface ViewRaw {
  id: bigint;
  user_id: bigint;
  list: string;
  name: string;
  query: string;
  layout: ViewLayout;
  shared: boolean;
  deleted: boolean;
  version: number;
  owner: string;
  default_for: UserType[];
}

const COLUMNS = `v.id, v.user_id, v.list, v.name, v.query, v.layout, v.shared, v.deleted_at is not null as deleted, v.version, u.account as owner,
  array(select d.user_type from view_defaults d where d.view_id = v.id and d.user_type is not null order by d.user_type) as default_for`;
/** Of the actor ($1) in the house ($2), or shared in it by somebody who still is there. */
const SEEN = "v.merchant_id is not distinct from $2 and (v.user_id = $1 or (v.shared and u.deleted_at is null))";

/** With which view a list opens; `id` null: with none. */
export interface Standard {
  readonly id: bigint | null;
  readonly by: "person" | "role" | null;
}

/** What the person has chosen, else what holds for the user type; a view that is not seen any more counts as not chosen. */
export async function standardOf(q: Queryable, actor: UserActor, list: string): Promise<Standard> {
  const row = await q.one<{ view_id: bigint | null; by_person: boolean }>(
    `select d.view_id, d.user_id is not null as by_person from view_defaults d
     where d.list = $3 and d.merchant_id is not distinct from $2 and (d.user_id = $1 or d.user_type = $4)
       and (d.view_id is null or exists (select 1 from views v join users u on u.id = v.user_id where v.id = d.view_id and v.deleted_at is null and ${SEEN}))
     order by d.user_id nulls last limit 1`,
    [actor.id, actor.merchantId, list, actor.userType],
  );
  return row ? { id: row.view_id, by: row.by_person ? "person" : "role" } : { id: null, by: null };
}

/** Views that stand: own ones first, by name. @param q part of the name */
export function seenViews(db: Queryable, actor: UserActor, list: string | null, q: string | null): Promise<ViewRaw[]> {
  return db.rows<ViewRaw>(
    `select ${COLUMNS} from views v join users u on u.id = v.user_id
     where v.deleted_at is null and ${SEEN} and ($3::text is null or v.list = $3) and ($4::text is null or strpos(lower(v.name), lower($4)) > 0)
     order by v.user_id <> $1, lower(v.name), v.id limit ${SHOWN_MAX + 1}`,
    [actor.id, actor.merchantId, list, q],
  );
}

/** One view that the actor sees, deleted ones included; null for none. @param lock until the end of the transaction */
export async function seenView(q: Queryable, actor: UserActor, id: bigint | null, lock = false): Promise<ViewRaw | null> {
  if (id === null) return null;
  const found = await q.one<ViewRaw>(
    `select ${COLUMNS} from views v join users u on u.id = v.user_id where ${SEEN} and v.id = $3${lock ? " for update of v" : ""}`,
    [actor.id, actor.merchantId, id],
  );
  return found ?? null;
}

/** What a colleague looks for may be a number, written as addresses write it, that the viewer reads in part only. */
function queryFor(actor: UserActor, raw: ViewRaw): string {
  if (raw.user_id === actor.id || !masksPhones(actor)) return raw.query;
  const masked = [...new URLSearchParams(raw.query)].map(([name, value]): [string, string] => [name, maskPhones(value)]);
  return new URLSearchParams(masked).toString();
}

/** A view as it is answered. */
export function toView(app: App, actor: UserActor, raw: ViewRaw, standard: bigint | null): SavedView {
  const { list, name, layout, shared, owner, version } = raw;
  return {
    id: app.publicIds.encode("view", raw.id),
    list,
    name,
    query: queryFor(actor, raw),
    layout,
    shared,
    default: raw.id === standard,
    default_for: raw.default_for,
    own: raw.user_id === actor.id,
    owner,
    version,
  };
}
