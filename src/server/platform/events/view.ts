/** Who sees which live event, and how it is written on the wire. Pure. */
import type { EventKind, LiveEvent } from "../../../contract/events.ts";
import type { IdKind } from "../../../contract/ids.ts";
import { can, isMerchantType, type Holder, type Permission } from "../../../contract/permissions.ts";
import type { PublicIds } from "../db/ids.ts";

/** A live event as it is stored. */
export interface LiveRow {
  readonly id: bigint;
  readonly kind: EventKind;
  readonly objectId: bigint;
  readonly version: number;
  readonly change: "created" | "changed";
  /** Null: people of the platform only; {@link EVERYONE}: all merchants too. */
  readonly merchantId: bigint | null;
}

/** In place of a merchant: all of them. Such an event names no object. */
export const EVERYONE = 0n;
/** In place of an object: any of its kind may have changed. */
export const ANY_OBJECT = 0n;

/** Kind of public id, and the permissions any one of which shows the event; null: everybody. Config and home have no objects. */
const KINDS = {
  payments: { id: "payment", see: ["payments.see"] },
  disburses: { id: "disburse", see: ["disburses.see"] },
  transfers: { id: "transfer", see: ["transfers.see"] },
  withdrawal: { id: "withdrawal", see: ["withdrawal.see"] },
  journals: { id: "journal", see: ["journals.see"] },
  sms: { id: "sms", see: ["sms.see"] },
  wallets: { id: "wallet", see: ["wallets.see"] },
  merchants: { id: "merchant", see: ["merchants.see", "merchant.own"] },
  users: { id: "user", see: ["users.see"] },
  manual: { id: "manual", see: ["manual.see"] },
  approvals: { id: "approval", see: ["approvals.see"] },
  deliveries: { id: "delivery", see: ["deliveries.see"] },
  batches: { id: "batch", see: ["disburses.see"] },
  bulk: { id: "bulk", see: ["bulk.see"] },
  audit: { id: "audit", see: ["audit.see"] },
  config: { id: null, see: ["config.see", "intake.see"] },
  home: { id: null, see: ["home.see"] },
  exceptions: { id: "exception", see: ["exceptions.see"] },
  // Files and schedules are their owners': it names none, and whoever looks at his own asks for them again.
  exports: { id: null, see: null },
} as const satisfies Record<EventKind, { id: IdKind | null; see: readonly Permission[] | null }>;

/** Whose stream it is. */
export interface Watcher extends Holder {
  readonly merchantId: bigint | null;
}

/** True when the watcher may know of the event: by permission, and for a merchant's people by merchant. */
export function visible(watcher: Watcher, row: Pick<LiveRow, "kind" | "merchantId">): boolean {
  const known: { readonly see: readonly Permission[] | null } | undefined = KINDS[row.kind];
  if (known === undefined || known.see?.some((permission) => can(watcher, permission)) === false) return false;
  if (!isMerchantType(watcher.userType)) return true;
  return watcher.merchantId !== null && (row.merchantId === watcher.merchantId || row.merchantId === EVERYONE);
}

/** The event as clients get it; `*` stands for any object of the kind. */
function liveEventOf(publicIds: PublicIds, row: LiveRow): LiveEvent {
  const idKind = KINDS[row.kind].id;
  return {
    kind: row.kind,
    id: idKind === null || row.objectId === ANY_OBJECT ? "*" : publicIds.encode(idKind, row.objectId),
    version: row.version,
    change: row.change,
  };
}

/** One block of the stream. */
export function eventBlock(publicIds: PublicIds, row: LiveRow): string {
  return `id: ${row.id}\ndata: ${JSON.stringify(liveEventOf(publicIds, row))}\n\n`;
}

/** Tells the client to read everything again, and from where it may resume. */
export function resetBlock(id: bigint): string {
  return `event: reset\nid: ${id}\ndata: {}\n\n`;
}
