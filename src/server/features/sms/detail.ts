/** One message with everything around it: orders it could pay, entries, evidence, what happened to it. */
import { formatAmount } from "../../../contract/money.ts";
import type { AuditAction } from "../../../contract/audit.ts";
import type { OrderCandidate, SmsDetail } from "../../../contract/sms.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { ordersFor } from "../../core/matching/candidates.ts";
import { ownNumbers } from "../../core/posting/own-accounts.ts";
import { besideFor, messageFor, phoneFor } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { auditOf, entriesOf, eventsOf, happened, inOrder } from "../../platform/lists/timeline.ts";
import { SMS_LIST, smsRowOf } from "./queries.ts";

interface More {
  readonly rule: string | null;
  readonly evidence: readonly { readonly code: string; readonly detail: string }[];
}

async function candidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<OrderCandidate[]> {
  return (await ordersFor(app, q, id)).map((order) => ({
    id: app.publicIds.encode("payment", order.id),
    merchant_name: order.merchant_name ?? "",
    merchant_order_id: order.merchant_order_id,
    amount: formatAmount(order.amount),
    customer: phoneFor(viewer, order.customer),
    status: order.status,
    created_at: idIso(order.id),
    score: order.rank.score,
    reasons: order.rank.reasons,
    version: order.version,
  }));
}

/** Orders that a message could pay, best first; none when there is no such message. */
export async function orderCandidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<OrderCandidate[]> {
  const row = await findRaw(q, SMS_LIST, id, viewer);
  return row ? candidates(app, q, id, viewer) : [];
}

/** Acts that leave no event on the message: its timeline takes them from the audit trail. */
const UNTOLD: readonly AuditAction[] = ["sms.typed_in", "sms.parse"];

/** The message with its surroundings. Refuses not_found. @param beside who reads the orders that it could pay */
export async function smsDetail(app: App, q: Queryable, id: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<SmsDetail | Refused> {
  const row = await findRaw(q, SMS_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const publicId = app.publicIds.encode("sms", id);
  const [more, events, audited, own, ofOrder, ranked, isOwn] = await Promise.all([
    q.one<More>("select evidence, rule_id || ' v' || rule_version as rule from sms where id = $1", [id]),
    eventsOf(app, q, "sms", id, viewer),
    auditOf(app, q, "sms", publicId, viewer, UNTOLD),
    entriesOf(app, q, "sms", id, viewer, beside),
    row.payment_id === null ? [] : entriesOf(app, q, "payment", row.payment_id, viewer, beside),
    candidates(app, q, id, beside),
    ownNumbers(app),
  ]);
  const arrival = happened(idIso(id), "received", { sender: phoneFor(viewer, row.sender), status: row.match_status, kind: row.kind });
  return {
    ...smsRowOf(app, row, viewer, isOwn),
    timeline: inOrder([arrival, ...events, ...audited]),
    entries: [...own, ...besideFor(beside, ofOrder)],
    candidates: besideFor(beside, ranked),
    rule: more?.rule ?? null,
    evidence: (more?.evidence ?? []).map((item) => ({ code: item.code, detail: messageFor(viewer, item.detail) ?? "" })),
  };
}
