/** The evidence of one order or withdrawal: its detail and the bodies of its notifications, of one moment, read as its screen reads them. */
import type { DeliveryDetail } from "../../../contract/deliveries.schema.ts";
import { can } from "../../../contract/permissions.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { masksPhones } from "../../platform/lists/mask.ts";
import { withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { deliveryDetailsOf } from "../outbox/reads.ts";

/** What a route answers. */
export interface Evidence<Order> {
  readonly made_at: string;
  readonly made_by: string;
  readonly masked: boolean;
  readonly order: Order;
  /** Null for who may not read notifications. */
  readonly notifications: DeliveryDetail[] | null;
}

/** The reads of one transaction have one connection: what is asked at once waits its turn. */
function inTurn(tx: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve();
  const turn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask);
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    rows: (text, values, name) => turn(() => tx.rows(text, values, name)),
    one: (text, values, name) => turn(() => tx.one(text, values, name)),
    run: (text, values, name) => turn(() => tx.run(text, values, name)),
  };
}

/**
 * Reads the evidence and notes in the trail who took it: it leaves the house.
 * @param detailOf what the order's own screen reads, for the same viewer
 * Refuses not_found, as the detail does
 */
export function orderEvidence<Order>(
  ctx: UserCtx,
  type: "payment" | "disburse" | "withdrawal",
  unchecked: string,
  detailOf: (q: Queryable, id: bigint) => Promise<Order | Refused>,
): Promise<Evidence<Order> | Refused> {
  const { app, actor } = ctx;
  return withId(app, type, unchecked, async (id) => {
    const read = await app.db.snapshot(async (tx) => {
      const order = await detailOf(inTurn(tx), id);
      return order instanceof Refused ? order : { order, notifications: can(actor, "deliveries.see") ? await deliveryDetailsOf(app, tx, id, actor) : null };
    });
    if (read instanceof Refused) return read;
    const objectId = app.publicIds.encode(type, id);
    doneOf(await ctx.tx((tx) => audit(ctx, tx, { action: "export", objectType: type, objectId, after: { evidence: true } })));
    return { made_at: new Date(app.now()).toISOString(), made_by: actor.account, masked: masksPhones(actor), ...read };
  });
}
