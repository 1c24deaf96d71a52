/** The timeline of an object (`order_events`): what happened to it, and who did it. */
import type { App, Ctx } from "../platform/context.ts";
import { toJson, type Tx } from "../platform/db/pool.ts";

/** Who did it. */
export interface EventActor {
  readonly type: string;
  readonly id: bigint | null;
  readonly account: string | null;
}
export const SYSTEM: EventActor = { type: "system", id: null, account: null };

/** The one who acts in a call. */
export function eventActorOf(ctx: Ctx): EventActor {
  const { actor } = ctx;
  switch (actor.type) {
    case "user":
      return { type: "user", id: actor.id, account: actor.account };
    case "merchant":
      return { type: "merchant", id: actor.merchantId, account: actor.appId };
    case "device":
      return { type: "device", id: actor.deviceId, account: null };
    default:
      return SYSTEM;
  }
}

export interface TimelineEvent {
  readonly type: "payment" | "disburse" | "sms" | "transfer" | "withdrawal";
  readonly id: bigint;
  readonly kind: string;
  /** The system, unless said. */
  readonly actor?: EventActor;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Adds a line to an object's timeline. */
export async function addEvent(app: App, tx: Tx, { type, id, kind, actor = SYSTEM, data = {} }: TimelineEvent): Promise<void> {
  await tx.run(
    "insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    [app.ids.next(), type, id, kind, actor.type, actor.id, actor.account, toJson(data)],
    "add_event",
  );
}
