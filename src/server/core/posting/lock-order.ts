/** Takes an order under lock for an act of a person: first its wallet's continuity row, then the order, as the batches do. */
import { PAYMENT_ACTION_STATES } from "../../../contract/payments.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { orderRule } from "../fees/stored.ts";
import { orderOf, type OpenOrder, type OrderRow } from "./opened.ts";

/** An order with the TrxIDs that it is known by. */
type Row = OrderRow<string> & { readonly trx: string[] };

/** An order of any status under its lock. */
export type LockedOrder = Omit<OpenOrder, "status"> & { readonly status: string };

const COLUMNS = `p.id, p.merchant_id, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.status, p.customer, p.version, p.fee_rate_bps, p.fee_fixed, p.fee_min, p.fee_max, p.expires_at, p.notify_url,
  p.user_ref, p.metadata, p.payment_url, coalesce((select array_agg(o.trx_key) from order_trx o where o.payment_id = p.id and o.open), '{}') as trx`;

const read = (row: Row): LockedOrder => orderOf(row, row.trx);

/** A payment as it stands, without a lock. */
export async function readOrder(tx: Tx, id: bigint): Promise<LockedOrder | null> {
  const row = await tx.one<Row>(`select ${COLUMNS} from payments p where p.id = $1`, [id]);
  return row ? read(row) : null;
}

/** Locks those of some payments that a message may still pay, in the order of their ids. */
export async function lockOpenOrders(tx: Tx, ids: readonly bigint[]): Promise<OpenOrder[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<Row>(
    `select ${COLUMNS} from payments p where p.id = any ($1) and p.status in ('pending', 'review', 'expired') order by p.id for no key update of p`,
    [ids],
  );
  return rows.map(read).flatMap((order) => {
    const status = matchedAs(order.status);
    return status === null ? [] : [{ ...order, status }];
  });
}

/**
 * Locks a payment.
 * @param merchantId limits it to one merchant: another's order is as good as none
 * @param version the version that the person decided on; another one is a conflict
 * @returns the order, or not_found, conflict
 */
export async function lockOrder(
  tx: Tx,
  id: bigint | null,
  want: { merchantId?: bigint | null; version?: number | undefined } = {},
): Promise<LockedOrder | Refused> {
  const place =
    id === null ? null : await tx.one<{ wallet_id: bigint; merchant_id: bigint }>("select wallet_id, merchant_id from payments where id = $1", [id]);
  if (!place || (want.merchantId !== undefined && want.merchantId !== null && place.merchant_id !== want.merchantId)) return new Refused("not_found");
  await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [place.wallet_id]);
  const row = await tx.one<Row>(`select ${COLUMNS} from payments p where p.id = $1 for no key update of p`, [id]);
  if (!row) return new Refused("not_found");
  if (want.version !== undefined && row.version !== want.version) return new Refused("conflict", { details: { version: row.version, status: row.status } });
  const order = read(row);
  // Acts of people may post another amount than was ordered, which may fall into another tier.
  return { ...order, fee: await orderRule(tx, order.id, order.fee) };
}

const OPEN = ["pending", "review", "expired"] as const;
/** What a person may match: money can come for an order that its merchant has cancelled. */
export const BY_HAND: readonly string[] = PAYMENT_ACTION_STATES.complete;

/**
 * The status by which an order is matched; null when it cannot be. A cancelled order has given its place in the limits
 * back as an expired one has, and is treated as one.
 */
export function matchedAs(status: OpenOrder["status"] | "cancelled"): OpenOrder["status"];
export function matchedAs(status: string): OpenOrder["status"] | null;
export function matchedAs(status: string): OpenOrder["status"] | null {
  if (status === "cancelled") return "expired";
  return OPEN.find((open) => open === status) ?? null;
}

/** The order as one that can still be paid, else wrong_state; what refused it before stands. */
export function openOnly(order: LockedOrder | Refused, allowed: readonly string[] = OPEN): OpenOrder | Refused {
  if (order instanceof Refused) return order;
  const status = allowed.includes(order.status) ? matchedAs(order.status) : null;
  return status === null ? new Refused("wrong_state", { details: { status: order.status } }) : { ...order, status };
}

/** A stored credit message under its lock, as far as matching by hand needs it. */
export interface LockedSms {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly operator: string;
  readonly kind: string;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly commission: bigint | null;
  readonly extra: bigint | null;
  readonly balance: bigint | null;
  readonly trx_id: string | null;
  readonly trx_key: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly match_status: string;
  readonly payment_id: bigint | null;
  readonly booked_txn: bigint | null;
  readonly in_suspense: boolean;
  readonly version: number;
  readonly reasons: string[];
  readonly text: string;
  readonly sender: string | null;
  readonly origin: "device" | "manual" | "operator";
  readonly received_at: Date;
  readonly operator_time: Date | null;
}

/** Columns of {@link LockedSms}. */
export const SMS_COLUMNS =
  "id, wallet_id, operator, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference, match_status, payment_id, booked_txn, in_suspense, version, reasons, text, sender, origin, received_at, operator_time";

/** Locks a message; its wallet's continuity row must be locked by the caller's order, or is locked here. Else not_found, conflict. */
export async function lockSms(tx: Tx, id: bigint | null, version?: number): Promise<LockedSms | Refused> {
  const place = id === null ? null : await tx.one<{ wallet_id: bigint }>("select wallet_id from sms where id = $1", [id]);
  if (!place) return new Refused("not_found");
  await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [place.wallet_id]);
  const row = await tx.one<LockedSms>(`select ${SMS_COLUMNS} from sms where id = $1 for no key update`, [id]);
  if (!row) return new Refused("not_found");
  if (version !== undefined && row.version !== version) return new Refused("conflict", { details: { version: row.version } });
  return row;
}
