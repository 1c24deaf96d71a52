/** One withdrawal with everything around it: what happened, entries, the wallet's message, notifications. */
import type { WithdrawalDetail } from "../../../contract/withdrawal.schema.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { deliveryLinks } from "../../core/orders/list-parts.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { deliveriesOf, entriesOf, eventsOf, inOrder, notified } from "../../platform/lists/timeline.ts";
import { Refused } from "../../platform/refusal.ts";
import { movementMessages } from "../transfers/index.ts";
import { WITHDRAWAL_LIST, withdrawalRowOf } from "./queries.ts";

/** Refuses not_found, alike for a missing one and another merchant's. @param beside who reads the balances around it */
export async function withdrawalDetail(app: App, q: Queryable, id: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<WithdrawalDetail | Refused> {
  const row = await findRaw(q, WITHDRAWAL_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const [events, entries, messages, deliveries] = await Promise.all([
    eventsOf(app, q, "withdrawal", id, viewer),
    entriesOf(app, q, "withdrawal", id, viewer, beside),
    isStaff(viewer) ? movementMessages(app, q, [row.sms_id], viewer) : [],
    deliveriesOf(q, id),
  ]);
  return {
    ...withdrawalRowOf(app, row, viewer),
    timeline: inOrder([...events, ...notified(deliveries)]),
    entries,
    messages,
    deliveries: deliveryLinks(app, deliveries),
  };
}
