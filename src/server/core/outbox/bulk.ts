/** What can be done to many notifications. */
import { deliveryQuery } from "../../../contract/deliveries.schema.ts";
import { asSource, type BulkAct } from "../bulk/acts.ts";
import { audit } from "../../platform/audit.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { DELIVERY_LIST } from "./queries.ts";
import { requeue, visibleIds } from "./resend.ts";

const source = asSource(DELIVERY_LIST, deliveryQuery, { version: "null::int", amount: "null::bigint", merchant: "t.merchant_id", label: "t.type" });

/** Sends one notification again. Refuses not_found, wrong_state where it has no address to go to */
function resendOne(ctx: UserCtx, publicId: string): Promise<Answer<{ count: number }>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const id = app.publicIds.decode("delivery", publicId);
    const ids = id === null ? [] : await visibleIds(tx, app, ctx.actor, { ids: [id] });
    if (ids instanceof Refused) return ids;
    if (ids.length === 0) return new Refused("not_found");
    const [row] = await requeue(tx, app, ids);
    if (!row) return new Refused("wrong_state");
    await audit(ctx, tx, { action: "deliveries.resend", objectType: "delivery", objectId: publicId, merchantId: row.merchant_id, after: { count: 1 } });
    ctx.emit({ kind: "deliveries", objectId: row.id, version: row.attempts, change: "changed", merchantId: row.merchant_id });
    return { count: 1 };
  });
}

export const DELIVERY_BULK: readonly BulkAct[] = [
  { name: "deliveries.resend", source, audit: ["deliveries.resend"], check: "verb", run: (ctx, { id }) => resendOne(ctx, id) },
];
