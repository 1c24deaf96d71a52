/** Alerts of things that happened once. What waits in a table needs none: the sweep finds it (`causes.ts`). */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
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
  await q.run(
    `insert into alerts (id, kind, object_type, object_id, merchant_id, wallet_id, amount, data) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (kind, object_type, coalesce(object_id, 0)) where status in ('open', 'claimed', 'muted')
     do update set amount = excluded.amount, data = excluded.data, version = alerts.version + 1`,
    [
      app.ids.next(),
      alert.kind,
      alert.object.type,
      alert.object.id,
      alert.merchantId ?? null,
      alert.walletId ?? null,
      alert.amountMinor ?? null,
      toJson(alert.data ?? {}),
    ],
  );
}

/**
 * Resolves the open alerts of an object, because what they told of is over.
 * @param by the person who ended it; null: it ended by itself
 */
export async function resolveAlerts(
  app: Pick<App, "now">,
  q: Queryable,
  of: { readonly kinds: readonly ExceptionKind[]; readonly object: { readonly type: string; readonly id: bigint | null } },
  by: bigint | null = null,
): Promise<number> {
  return q.run(
    `update alerts set status = 'resolved', resolved_by = $4, resolved_at = to_timestamp($5 / 1000.0), version = version + 1
     where kind = any ($1) and object_type = $2 and coalesce(object_id, 0) = $3 and status in ('open', 'claimed', 'muted')`,
    [of.kinds, of.object.type, of.object.id ?? 0n, by, app.now()],
  );
}
