/** One message with everything around it: orders it could pay, entries, evidence, what happened to it. */
import { formatAmount } from "../../contract/money.ts";
import type { AuditAction } from "../../contract/audit.ts";
import type { OrderCandidate, SmsDetail } from "../../contract/sms.schema.ts";
import { score, type Candidate, type MatchMessage } from "../../domain/matching.ts";
import type { App } from "../context.ts";
import { idAt, idIso, idTime } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { settledAs } from "../intake/lock-order.ts";
import { refuse } from "../refusal.ts";
import { phoneFor } from "../list/mask.ts";
import { findRaw } from "../list/page.ts";
import type { Viewer } from "../list/spec.ts";
import { auditOf, entriesOf, eventsOf, happened, inOrder } from "../list/timeline.ts";
import { SMS_LIST, smsRowOf, type SmsRaw } from "./queries.ts";

interface OrderRaw {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly merchant_name: string | null;
  readonly merchant_order_id: string;
  readonly amount: bigint;
  readonly customer: string | null;
  readonly status: Candidate["status"] | "cancelled";
  readonly expires_at: Date;
  readonly version: number;
  readonly trx_keys: readonly string[];
}
interface More {
  readonly rule: string | null;
  readonly evidence: readonly { readonly code: string; readonly detail: string }[];
}

const WORTH_SHOWING = 30;
const SHOWN = 10;
const READ = 100;
const BEFORE_MS = 7 * 24 * 3_600_000;
const AFTER_MS = 3_600_000;
const MATCHABLE = new Set(["unmatched", "review", "held"]);

/** Orders that this message could pay, best first; found by amount on its wallet, by TrxID, by reference and by payer. */
async function candidates(app: App, q: Queryable, row: SmsRaw, viewer: Viewer): Promise<OrderCandidate[]> {
  if (!MATCHABLE.has(row.match_status) || row.direction !== "credit" || row.amount === null) return [];
  const named = row.reference === null ? null : app.publicIds.decode("payment", row.reference);
  const at = row.received_at.getTime();
  const found = await q.rows<OrderRaw>(
    `select p.id, p.wallet_id, m.name as merchant_name, p.merchant_order_id, p.amount, p.customer, p.status, p.expires_at, p.version,
       array(select trx_key from order_trx x where x.payment_id = p.id) as trx_keys
     from payments p left join merchants m on m.id = p.merchant_id
     where p.status in ('pending', 'review', 'expired', 'cancelled') and p.id in (
       (select id from payments where wallet_id = $1 and amount = $2 and id >= $6 and id < $7 and status <> 'completed' order by id desc limit ${READ})
       union select payment_id from order_trx where trx_key = $3
       union select order_id from merchant_order_keys where direction = 'payment' and key = $4
       union (select id from payments where customer = $5 and id >= $6 and id < $7 order by id desc limit ${READ})
       union select $8::bigint)`,
    [row.wallet_id, row.amount, row.trx_key, row.reference?.trim() ?? null, row.counterparty, idAt(at - BEFORE_MS), idAt(at + AFTER_MS), named],
  );
  const message: MatchMessage = {
    walletId: row.wallet_id ?? 0n,
    amountMinor: row.amount,
    trxKey: row.trx_key ?? "",
    counterparty: row.counterparty,
    reference: row.reference,
    atMs: at,
    paidMs: at,
  };
  return found
    .map((order) => ({ order, rank: score(message, candidateOf(order, row.reference, named)) }))
    .filter(({ rank }) => rank.score >= WORTH_SHOWING)
    .sort((left, right) => right.rank.score - left.rank.score || Number(right.order.id - left.order.id))
    .slice(0, SHOWN)
    .map(({ order, rank }) => ({
      id: app.publicIds.encode("payment", order.id),
      merchant_name: order.merchant_name ?? "",
      merchant_order_id: order.merchant_order_id,
      amount: formatAmount(order.amount),
      customer: phoneFor(viewer, order.customer),
      status: order.status,
      created_at: idIso(order.id),
      score: rank.score,
      reasons: rank.reasons,
      version: order.version,
    }));
}

function candidateOf(order: OrderRaw, reference: string | null, named: bigint | null): Candidate {
  return {
    id: order.id,
    walletId: order.wallet_id,
    amountMinor: order.amount,
    payer: order.customer ?? "",
    status: settledAs(order.status),
    createdMs: idTime(order.id),
    expiresMs: order.expires_at.getTime(),
    trxKeys: order.trx_keys,
    namedByReference: reference !== null && (named === order.id || reference.trim() === order.merchant_order_id),
  };
}

/** Orders that a message could pay, best first; none when there is no such message. */
export async function orderCandidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<OrderCandidate[]> {
  const row = await findRaw(q, SMS_LIST, id, viewer);
  return row ? candidates(app, q, row, viewer) : [];
}

/** Acts that leave no event on the message: its timeline takes them from the audit trail. */
const UNTOLD: readonly AuditAction[] = ["sms.typed_in", "sms.parse"];

/** The message with its surroundings. @throws Refusal not_found */
export async function smsDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<SmsDetail> {
  const row = (await findRaw(q, SMS_LIST, id, viewer)) ?? refuse("not_found");
  const publicId = app.publicIds.encode("sms", id);
  const [more, events, audited, own, settled, ranked] = await Promise.all([
    q.one<More>("select evidence, rule_id || ' v' || rule_version as rule from sms where id = $1", [id]),
    eventsOf(app, q, "sms", id, viewer),
    auditOf(app, q, "sms", publicId, UNTOLD),
    entriesOf(app, q, "sms", id, viewer),
    row.payment_id === null ? [] : entriesOf(app, q, "payment", row.payment_id, viewer),
    candidates(app, q, row, viewer),
  ]);
  const arrival = happened(idIso(id), "received", { sender: row.sender, status: row.match_status, kind: row.kind });
  return {
    ...smsRowOf(app, row, viewer),
    timeline: inOrder([arrival, ...events, ...audited]),
    entries: [...own, ...settled],
    candidates: ranked,
    rule: more?.rule ?? null,
    evidence: (more?.evidence ?? []).map((item) => ({ code: item.code, detail: phoneFor(viewer, item.detail) ?? "" })),
  };
}
