/** Alerts of things that happened once. What waits in a table needs none: the sweep finds it (`detectors.ts`). */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Queryable } from "../../platform/db/pool.ts";

export interface Alert {
  readonly kind: ExceptionKind;
  /** What it is about; `id` null for the platform as a whole. One open alert per kind and object. */
  readonly object: { readonly type: string; readonly id: bigint | null };
  readonly merchantId?: bigint | null;
  readonly walletId?: bigint | null;
  /** Money at risk, minor units. */
  readonly amountMinor?: bigint | null;
  /** Facts for the person; never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Raises an alert, or renews the open one of the same kind and object. In the transaction of what it tells of, where
 * there is one: then both are there or neither.
 */
export async function raiseAlert(app: Pick<App, "ids">, q: Queryable, alert: Alert): Promise<void> {
  const row = {
    id: app.ids.next(),
    kind: alert.kind,
    object_type: alert.object.type,
    object_id: alert.object.id,
    merchant_id: alert.merchantId ?? null,
    wallet_id: alert.walletId ?? null,
    amount: alert.amountMinor ?? null,
    data: alert.data ?? {},
  };
  await q.run("select alerts_raise($1)", [toJson([row])]);
}

/** What an open alert becomes once it is over. */
export const RESOLVED = transition("alerts", ["open", "claimed", "muted"], "resolve");

/** Alerts of objects of one type: of all kinds, unless some are named. */
export interface AlertsOf {
  readonly kinds?: readonly ExceptionKind[];
  readonly object: { readonly type: string; readonly id: bigint | null | readonly bigint[] };
  /** What a person has put aside stays there. */
  readonly exceptMuted?: boolean;
  readonly note?: string;
}

/**
 * Resolves the open alerts of objects, because what they told of is over.
 * @param by the person who ended it; null: it ended by itself
 */
export async function resolveAlerts(app: Pick<App, "now">, q: Queryable, of: AlertsOf, by: bigint | null = null): Promise<number> {
  const ids = Array.isArray(of.object.id) ? of.object.id : [of.object.id ?? 0n];
  return q.run(
    `update alerts set status = $7, resolved_by = $4, resolved_at = to_timestamp($5 / 1000.0), note = coalesce($8, note), version = version + 1
     where object_type = $2 and coalesce(object_id, 0) = any ($3) and ($1::text[] is null or kind = any ($1)) and status in ('open', 'claimed', 'muted') and not ($6 and status = 'muted')`,
    [of.kinds ?? null, of.object.type, ids, by, app.now(), of.exceptMuted ?? false, RESOLVED, of.note ?? null],
  );
}
