/** One payment with everything around it: why this wallet, what happened, entries, messages, notifications. */
import { formatAmount, formatAmountOrNull } from "../../contract/money.ts";
import type { PaymentDetail } from "../../contract/payments.schema.ts";
import type { TimelineItem } from "../../contract/schema.ts";
import type { WalletType } from "../../contract/operators.ts";
import { score, type Candidate, type MatchMessage } from "../../domain/matching.ts";
import type { App } from "../context.ts";
import { idAt, idIso, idTime } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { refuse } from "../refusal.ts";
import { masksPhones, maskPhones } from "../list/mask.ts";
import { findRaw } from "../list/page.ts";
import { isStaff } from "../list/scope.ts";
import type { Viewer } from "../list/spec.ts";
import { auditOf, deliveriesOf, entriesOf, eventsOf, happened, inOrder, notified } from "../list/timeline.ts";
import { PAYMENT_LIST, paymentRowOf, type PaymentRaw } from "./queries.ts";

type Considered = readonly [walletId: number, result: string, shareBps: number | null];
/** As orders of the first version have it. */
interface EarlierConsidered {
  readonly wallet_id: string;
  readonly result: string;
  readonly share_bps: number | null;
}
/** As the intake keeps it; ids stay below 2^53. Earlier orders have ids as text, and an object for each wallet. */
interface Routing {
  readonly at: string;
  readonly chosen: number | string;
  readonly wallets: readonly (Considered | EarlierConsidered)[];
}
const isEarlier = (wallet: Considered | EarlierConsidered): wallet is EarlierConsidered => !Array.isArray(wallet);
interface More {
  readonly notify_url: string | null;
  readonly fee_rate_bps: number;
  readonly fee_fixed: bigint;
  readonly fee_min: bigint | null;
  readonly fee_max: bigint | null;
  readonly message_id: bigint | null;
  readonly routing: Routing | null;
}
interface MessageRaw {
  readonly id: bigint;
  readonly wallet_id: bigint | null;
  readonly sender: string | null;
  readonly text: string;
  readonly kind: string;
  readonly amount: bigint | null;
  readonly trx_id: string | null;
  readonly trx_key: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly match_status: string;
  readonly received_at: Date;
}
type MessageLink = PaymentDetail["messages"][number];

const MESSAGE_COLUMNS = "id, wallet_id, sender, text, kind, amount, trx_id, trx_key, counterparty, reference, match_status, received_at";
const WORTH_SHOWING = 30;
const SHOWN = 10;
const READ = 200;
const BEFORE_MS = 24 * 3_600_000;
const AFTER_MS = 7 * 24 * 3_600_000;

function linkOf(app: App, row: MessageRaw, viewer: Viewer, rank: { score: number; reasons: string[] } | null): MessageLink {
  const shown = (text: string): string => (masksPhones(viewer) ? maskPhones(text) : text);
  return {
    id: app.publicIds.encode("sms", row.id),
    sender: row.sender,
    text: shown(row.text),
    kind: row.kind,
    amount: formatAmountOrNull(row.amount),
    trx_id: row.trx_id,
    counterparty: row.counterparty === null ? null : shown(row.counterparty),
    reference: row.reference,
    match_status: row.match_status,
    received_at: row.received_at.toISOString(),
    score: rank?.score ?? null,
    reasons: rank?.reasons ?? [],
  };
}

/** Messages that could pay this order, best first: unexplained credits of its wallet with its amount, TrxID or payer. */
async function candidates(app: App, q: Queryable, row: PaymentRaw, submitted: readonly { trx_key: string }[], viewer: Viewer): Promise<MessageLink[]> {
  if (!["pending", "review", "expired"].includes(row.status)) return [];
  const keys = submitted.map((item) => item.trx_key);
  const found = await q.rows<MessageRaw>(
    `select ${MESSAGE_COLUMNS} from sms where wallet_id = $1 and id >= $2 and id < $3 and direction = 'credit' and payment_id is null
       and match_status in ('unmatched', 'review', 'held') and (amount = $4 or counterparty = $5 or trx_key = any($6::text[]) or reference = $7)
     order by id desc limit ${READ}`,
    [row.wallet_id, idAt(idTime(row.id) - BEFORE_MS), idAt(row.expires_at.getTime() + AFTER_MS), row.amount, row.customer, keys, row.merchant_order_id],
  );
  const order: Candidate = {
    id: row.id,
    walletId: row.wallet_id,
    amountMinor: row.amount,
    payer: row.customer ?? "",
    status: row.status as Candidate["status"],
    createdMs: idTime(row.id),
    expiresMs: row.expires_at.getTime(),
    trxKeys: keys,
    namedByReference: false,
  };
  return found
    .map((message) => ({ message, rank: score(matchable(message), { ...order, namedByReference: names(app, message.reference, row) }) }))
    .filter(({ rank }) => rank.score >= WORTH_SHOWING)
    .sort((left, right) => right.rank.score - left.rank.score || Number(right.message.id - left.message.id))
    .slice(0, SHOWN)
    .map(({ message, rank }) => linkOf(app, message, viewer, rank));
}

/** Messages that could pay an order, best first; none when the viewer has no such order. */
export async function messageCandidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<MessageLink[]> {
  const [row, submitted] = await Promise.all([
    findRaw(q, PAYMENT_LIST, id, viewer),
    q.rows<{ trx_key: string }>("select trx_key from order_trx where payment_id = $1", [id]),
  ]);
  return row ? candidates(app, q, row, submitted, viewer) : [];
}

function matchable(message: MessageRaw): MatchMessage {
  return {
    walletId: message.wallet_id ?? 0n,
    amountMinor: message.amount ?? 0n,
    trxKey: message.trx_key ?? "",
    counterparty: message.counterparty,
    reference: message.reference,
    atMs: message.received_at.getTime(),
  };
}

function names(app: App, reference: string | null, row: PaymentRaw): boolean {
  return reference !== null && (reference.trim() === row.merchant_order_id || app.publicIds.decode("payment", reference) === row.id);
}

async function routingOf(app: App, q: Queryable, stored: Routing | null): Promise<PaymentDetail["routing"]> {
  if (!stored) return null;
  const wallets = stored.wallets.map((one) =>
    isEarlier(one) ? { id: BigInt(one.wallet_id), result: one.result, share_bps: one.share_bps } : { id: BigInt(one[0]), result: one[1], share_bps: one[2] },
  );
  const ids = wallets.map((one) => one.id);
  const named = await q.rows<{ id: bigint; name: string }>("select id, name from wallets where id = any($1::bigint[])", [ids]);
  const names = new Map(named.map((wallet) => [wallet.id, wallet.name]));
  return {
    at: stored.at,
    chosen: app.publicIds.encode("wallet", BigInt(stored.chosen)),
    wallets: wallets.map(({ id, ...rest }) => ({ wallet_id: app.publicIds.encode("wallet", id), wallet_name: names.get(id) ?? "", ...rest })),
  };
}

function ownTimeline(row: PaymentRaw): TimelineItem[] {
  const items = [happened(idIso(row.id), "created", { amount: formatAmount(row.amount), merchant_order_id: row.merchant_order_id })];
  if (row.paid_at)
    items.push(
      happened(row.paid_at.toISOString(), "completed", {
        amount: formatAmountOrNull(row.received_amount),
        fee: formatAmountOrNull(row.fee),
        trx_id: row.trx_id,
      }),
    );
  if (row.disputed_at) items.push(happened(row.disputed_at.toISOString(), "disputed"));
  if (row.reversed_at) items.push(happened(row.reversed_at.toISOString(), "reversed"));
  return items;
}

/**
 * The payment with its surroundings. Merchants' users get the same shape without wallets' inner life, messages,
 * candidates and what staff wrote.
 * @throws Refusal not_found, alike for a missing payment and another merchant's
 */
export async function paymentDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<PaymentDetail> {
  const row = (await findRaw(q, PAYMENT_LIST, id, viewer)) ?? refuse("not_found");
  const staff = isStaff(viewer);
  const publicId = app.publicIds.encode("payment", id);
  const [more, submitted, events, audited, deliveries, entries, messages] = await Promise.all([
    q.one<More>("select notify_url, fee_rate_bps, fee_fixed, fee_min, fee_max, message_id, routing from payments where id = $1", [id]),
    q.rows<{ trx_key: string; trx_id: string }>("select trx_key, trx_id from order_trx where payment_id = $1 order by at", [id]),
    eventsOf(app, q, "payment", id, viewer),
    staff ? auditOf(app, q, "payment", publicId) : [],
    deliveriesOf(q, id),
    entriesOf(app, q, "payment", id, viewer),
    staff ? q.rows<MessageRaw>(`select ${MESSAGE_COLUMNS} from sms where payment_id = $1 order by id limit ${READ}`, [id]) : [],
  ]);
  if (!more) return refuse("not_found");
  const [routing, ranked] = staff ? await Promise.all([routingOf(app, q, more.routing), candidates(app, q, row, submitted, viewer)]) : [null, []];
  return {
    ...paymentRowOf(app, row, viewer),
    metadata: row.metadata === null ? null : { ...row.metadata },
    notify_url: more.notify_url,
    // Bounded by a check of the database.
    wallet_type: row.wallet_type as WalletType | null,
    fee_rule: {
      rate_bps: more.fee_rate_bps,
      fixed: formatAmount(more.fee_fixed),
      min: formatAmountOrNull(more.fee_min),
      max: formatAmountOrNull(more.fee_max),
    },
    submitted_trx: submitted.map((item) => item.trx_id),
    routing,
    timeline: inOrder([...ownTimeline(row), ...events, ...audited, ...notified(deliveries)]),
    entries,
    messages: messages.map((message) => linkOf(app, message, viewer, null)),
    candidates: ranked,
    deliveries: deliveries.map((item) => ({
      id: app.publicIds.encode("delivery", item.id),
      type: item.type,
      status: item.status,
      attempts: item.attempts,
      last_code: item.last_code,
      created_at: idIso(item.id),
    })),
  };
}
