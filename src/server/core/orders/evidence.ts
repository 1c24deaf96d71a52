/** The evidence of one order or withdrawal: its detail and the bodies of its notifications, of one moment, read as its screen reads them. */
import type * as z from "zod";
import type { DeliveryDetail } from "../../../contract/deliveries.schema.ts";
import { can, type Permission } from "../../../contract/permissions.ts";
import { idParams } from "../../../contract/schema.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { type AnyRoute, route } from "../../platform/http/route.ts";
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

/** The kinds that have such a file, as their route calls them. */
const NOUNS = { payment: "payment", disburse: "payout", withdrawal: "withdrawal" } as const;
type EvidenceKind = keyof typeof NOUNS;

/** What the order's own screen reads, for a viewer. */
type ReadDetail<Order> = (app: App, q: Queryable, id: bigint, viewer: UserActor) => Promise<Order | Refused>;

/** Reads the evidence and notes in the trail who took it: it leaves the house. Refuses not_found, as the detail does */
function orderEvidence<Order>(ctx: UserCtx, type: EvidenceKind, unchecked: string, detailOf: ReadDetail<Order>): Promise<Evidence<Order> | Refused> {
  const { app, actor } = ctx;
  return withId(app, type, unchecked, async (id) => {
    const read = await app.db.snapshot(async (tx) => {
      const order = await detailOf(app, inTurn(tx), id, actor);
      return order instanceof Refused ? order : { order, notifications: can(actor, "deliveries.see") ? await deliveryDetailsOf(app, tx, id, actor) : null };
    });
    if (read instanceof Refused) return read;
    const objectId = app.publicIds.encode(type, id);
    doneOf(await ctx.tx((tx) => audit(ctx, tx, { action: "export", objectType: type, objectId, after: { evidence: true } })));
    return { made_at: new Date(app.now()).toISOString(), made_by: actor.account, masked: masksPhones(actor), ...read };
  });
}

/** Where a kind's file is had, and what it is made of. */
interface EvidenceRoute<Order> {
  readonly type: EvidenceKind;
  /** Of the orders. */
  readonly address: string;
  readonly permission: Permission;
  readonly data: z.ZodType<unknown, Evidence<Order>>;
  readonly detailOf: ReadDetail<Order>;
}

/** The route of the file, under the order's own address; the same for every kind. */
export function evidenceRoute<Order>({ type, address, permission, data, detailOf }: EvidenceRoute<Order>): AnyRoute {
  return route({
    method: "GET",
    url: `${address}/:id/evidence`,
    access: { kind: "session", permission },
    summary: `What is known of one ${NOUNS[type]}, to be handed on: its detail and the bodies of its notifications`,
    params: idParams,
    data,
    audit: "export",
    handler: (ctx, { params }) => orderEvidence(ctx, type, params.id, detailOf),
  });
}
