/** What happened to an object, oldest first: its own row, its events, its notifications and the audit trail. */
import { formatAmount } from "../../../contract/money.ts";
import type { TimelineItem } from "../../../contract/schema.ts";
import type { AuditAction } from "../../../contract/audit.ts";
import type { App } from "../context.ts";
import { idIso } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { besideFor, phonesIn } from "./mask.ts";
import { isStaff, ownMerchantId } from "./scope.ts";
import type { Viewer } from "./spec.ts";

type Actor = TimelineItem["actor"];
const MAX_ITEMS = 200;
/** Ids of one process never go back and clocks agree to far less, so nothing of an object lies further before it. */
const HOUR_IDS = 3_600_000n << 12n;

/** One item; `text_key` names the sentence of the web, `params` fill it. */
export function happened(at: string, kind: string, params: Readonly<Record<string, unknown>> = {}, actor: Actor = null, data: unknown = null): TimelineItem {
  return { at, kind, actor, text_key: `timeline.${kind}`, params: { ...params }, data };
}

/** Orders are the merchant's doing; by which of its keys or people is not told. */
export const THE_MERCHANT: Actor = { type: "merchant", id: null, account: null };

/** Oldest first; items of the same moment keep the order in which they were given. */
export function inOrder(items: readonly TimelineItem[]): TimelineItem[] {
  return items
    .map((item, index) => ({ item, index }))
    .sort((left, right) => left.item.at.localeCompare(right.item.at) || left.index - right.index)
    .map(({ item }) => item);
}

/** Public form of an actor's id. */
export function actorId(app: Pick<App, "publicIds">, type: string, id: bigint | null): string | null {
  if (id === null) return null;
  if (type === "user") return app.publicIds.encode("user", id);
  if (type === "merchant") return app.publicIds.encode("merchant", id);
  return type === "device" ? app.publicIds.encode("device", id) : null;
}

/** What only staff may read of an order's life; what became of its evidence is among it (decision 0031). */
const STAFF_KINDS: ReadonlySet<string> = new Set([
  "note",
  "recheck",
  "claim",
  "suspend",
  "claim_moved",
  "claim_released",
  "claim_differs",
  "claim_contradicted",
  "corrected",
]);

function scalars(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value === null || typeof value !== "object"));
}

interface EventRaw {
  readonly id: bigint;
  readonly kind: string;
  readonly actor_type: string;
  readonly actor_id: bigint | null;
  readonly account: string | null;
  readonly data: Record<string, unknown>;
  /** Whose person did it; null: one of the platform, or nobody. */
  readonly actor_merchant_id: bigint | null;
}

/** Who did it, as a merchant's users learn it: their own people by name, the platform's as such. */
function actorFor(app: App, row: EventRaw, viewer: Viewer): Actor {
  const own = row.actor_merchant_id !== null && row.actor_merchant_id === ownMerchantId(viewer);
  if (isStaff(viewer) || own) return { type: row.actor_type, id: actorId(app, row.actor_type, row.actor_id), account: row.account };
  return { type: row.actor_type === "user" ? "staff" : row.actor_type, id: null, account: null };
}

/** Events of an order, phone numbers in them as this viewer reads them anywhere. A merchant's users learn what happened, not who of the staff did it nor why. */
export async function eventsOf(app: App, q: Queryable, objectType: string, objectId: bigint, viewer: Viewer): Promise<TimelineItem[]> {
  const rows = await q.rows<EventRaw>(
    `select e.id, e.kind, e.actor_type, e.actor_id, e.account, e.data, p.merchant_id as actor_merchant_id
     from order_events e left join users p on e.actor_type = 'user' and p.id = e.actor_id
     where e.object_id = $1 and e.object_type = $2 and e.id >= $3 order by e.id limit ${MAX_ITEMS}`,
    [objectId, objectType, objectId - HOUR_IDS],
  );
  const staff = isStaff(viewer);
  const items = rows
    .filter((row) => staff || !STAFF_KINDS.has(row.kind))
    .map((row) => happened(idIso(row.id), row.kind, staff ? scalars(row.data) : {}, actorFor(app, row, viewer), staff ? row.data : null));
  return phonesIn(viewer, items);
}

/**
 * Audit rows about an object, by its public id, as this viewer may read them.
 * @param only of an object with events of its own: the acts that leave none there
 */
export async function auditOf(
  app: App,
  q: Queryable,
  objectType: string,
  publicId: string,
  viewer: Viewer,
  only: readonly AuditAction[] | null = null,
): Promise<TimelineItem[]> {
  const rows = await q.rows<{ at: Date; action: string; actor_type: string; actor_id: bigint | null; account: string | null; before: unknown; after: unknown }>(
    `select at, action, actor_type, actor_id, account, before, after from audit where object_type = $1 and object_id = $2 and ($3::text[] is null or action = any ($3)) order by id desc limit ${MAX_ITEMS}`,
    [objectType, publicId, only],
  );
  const items = rows
    .reverse()
    .map((row) =>
      happened(
        row.at.toISOString(),
        row.action,
        {},
        { type: row.actor_type, id: actorId(app, row.actor_type, row.actor_id), account: row.account },
        { before: row.before, after: row.after },
      ),
    );
  return phonesIn(viewer, items);
}

/** A notification of an object, waiting or done. */
export interface DeliveryBrief {
  readonly id: bigint;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_code: number | null;
  readonly delivered_at: Date | null;
}

/** Notifications of an object, oldest first: the queue and the history together. */
export function deliveriesOf(q: Queryable, objectId: bigint): Promise<DeliveryBrief[]> {
  return q.rows<DeliveryBrief>(
    `select id, type, status, attempts, last_code, null::timestamptz as delivered_at from outbox where object_id = $1
     union all select id, type, status, attempts, last_code, delivered_at from deliveries where object_id = $1 and id >= $2 order by id limit ${MAX_ITEMS}`,
    [objectId, objectId - HOUR_IDS],
  );
}

/** Timeline of the notifications. */
export function notified(deliveries: readonly DeliveryBrief[]): TimelineItem[] {
  return deliveries.map((row) =>
    happened(row.delivered_at?.toISOString() ?? idIso(row.id), "notification", {
      type: row.type,
      status: row.status,
      attempts: row.attempts,
      last_code: row.last_code,
    }),
  );
}

/** A ledger entry as the contract shows it. */
export interface EntryOut {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly amount: string;
  readonly before_balance: string;
  readonly after_balance: string;
  readonly created_at: string;
}

interface EntryRaw {
  readonly id: bigint;
  readonly kind: string;
  readonly amount: bigint;
  readonly before_balance: bigint;
  readonly after_balance: bigint;
  readonly account_kind: string;
  readonly operator: string;
  readonly owner_name: string | null;
}

/**
 * Ledger entries that refer to an object; a merchant's users see those of their own account only.
 * @param beside who reads the balances: what others moved stands in them
 */
export async function entriesOf(app: App, q: Queryable, refType: string, refId: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<EntryOut[]> {
  const rows = await q.rows<EntryRaw>(
    `select e.id, e.kind, e.amount, e.before_balance, e.after_balance, a.kind as account_kind, a.operator, coalesce(w.name, m.name) as owner_name
     from entries e join accounts a on a.id = e.account_id
     left join wallets w on a.kind = 'wallet' and w.id = a.owner_id
     left join merchants m on a.kind in ('merchant', 'hold') and m.id = a.owner_id
     where e.ref_id = $1 and e.ref_type = $2 and e.id >= $3 order by e.id limit ${MAX_ITEMS}`,
    [refId, refType, refId - HOUR_IDS],
  );
  const staff = isStaff(viewer);
  return rows
    .filter((row) => staff || row.account_kind === "merchant" || row.account_kind === "hold")
    .map((row) => ({
      id: app.publicIds.encode("journal", row.id),
      account: accountName(row),
      kind: row.kind,
      amount: formatAmount(row.amount),
      ...besideFor(beside, { before_balance: formatAmount(row.before_balance), after_balance: formatAmount(row.after_balance) }),
      created_at: idIso(row.id),
    }));
}

function accountName(row: EntryRaw): string {
  if (row.owner_name !== null) return `${row.account_kind}:${row.owner_name}`;
  return row.operator === "" ? row.account_kind : `${row.account_kind}:${row.operator}`;
}
