/** The messages list as data, and its rows. */
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { Operator } from "../../../contract/operators.ts";
import { SMS_ACTION_PERMISSIONS, SMS_ACTION_STATES, type ContinuityState, type MatchStatus, type SmsKind } from "../../../contract/sms.ts";
import type { SmsQuery, SmsRow } from "../../../contract/sms.schema.ts";
import { ownNumbers } from "../../core/posting/own-accounts.ts";
import { acceptable, mayBeTakenBack, unusable } from "../../core/posting/usable.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, byPhone, byPublicId, byTrx, idOf, is, oneOf } from "../../platform/lists/filters.ts";
import { amounts, phones, servedTails, tails, walkedOnly, wordsOf } from "../../platform/lists/finds.ts";
import { messageFor, phoneFor } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { offered } from "../../platform/lists/scope.ts";
import type { Filter, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import type { Refused } from "../../platform/refusal.ts";

/** A message as the list's statement answers it. */
export interface SmsRaw {
  readonly id: bigint;
  readonly wallet_id: bigint | null;
  readonly device_id: bigint | null;
  readonly operator: string | null;
  readonly sender: string | null;
  readonly text: string;
  readonly class: string | null;
  readonly kind: string;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly commission: bigint | null;
  readonly balance: bigint | null;
  readonly extra: bigint | null;
  readonly trx_id: string | null;
  readonly trx_key: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly operator_time: Date | null;
  readonly received_at: Date;
  readonly match_status: string;
  readonly payment_id: bigint | null;
  readonly disburse_id: bigint | null;
  readonly transfer_id: bigint | null;
  readonly withdrawal_id: bigint | null;
  readonly continuity: string;
  readonly reasons: readonly string[];
  readonly origin: "device" | "manual" | "operator";
  readonly booked_txn: bigint | null;
  readonly in_suspense: boolean;
  readonly version: number;
  readonly wallet_name: string | null;
  readonly wallet_deleted: boolean | null;
  readonly device_name: string | null;
  readonly payment_amount: bigint | null;
}

/** Messages of a merchant's orders: money in that paid one, money out of one. */
const paidTo: Filter = byPublicId("merchant", (holds) => {
  const own = (table: string, order: string): Sql => sql`exists (select 1 from ${raw(table)} o where o.id = ${raw(order)} and ${holds("o.merchant_id")})`;
  return { along: sql`(${own("payments", "t.payment_id")} or ${own("disburses", "t.disburse_id")})` };
});

/** A booked debit that waits for somebody to say what it was. */
const UNEXPLAINED = (["unmatched", "review"] as const satisfies readonly MatchStatus[]).map(
  (status) => sql`t.match_status = ${status} and t.direction = 'debit' and t.booked_txn is not null`,
);

/** What the index `sms_open` holds: what may need somebody. */
const OPEN: readonly MatchStatus[] = ["unmatched", "review", "held", "unparsed", "suspicious"];

/** The messages list. It is the platform's: merchants' users see nothing of it. */
export const SMS_LIST: ListSpec<SmsQuery, SmsRaw, SmsRow> = {
  name: "sms",
  kind: "sms",
  sources: [
    {
      from: "sms t",
      columns: `t.id, t.wallet_id, t.device_id, t.operator, t.sender, t.text, t.class, t.kind, t.direction, t.amount, t.fee, t.commission, t.balance, t.extra, t.trx_id, t.trx_key, t.counterparty,
        t.reference, t.operator_time, t.received_at, t.match_status, t.payment_id, t.disburse_id, t.transfer_id, t.withdrawal_id, t.continuity, t.reasons, t.origin, t.booked_txn, t.in_suspense, t.version`,
    },
  ],
  scope: null,
  filters: {
    status: oneOf("t.match_status", OPEN),
    kind: oneOf("t.kind"),
    operator: is("t.operator"),
    wallet_id: idOf("wallet", "t.wallet_id"),
    device_id: byPublicId("device", (holds) => ({ along: holds("t.device_id") })),
    merchant_id: paidTo,
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
    // Only breaks have an index.
    // What stands in suspense has an index.
    in_suspense: (value) => (value === "true" ? raw("t.in_suspense") : { along: raw("not t.in_suspense") }),
    unexplained: () => ({ each: UNEXPLAINED }),
    chain: (value) => (value === "break" ? sql`t.continuity = 'break'` : { along: sql`t.continuity = ${value}` }),
  },
  search: [byId("sms"), byId("payment", "t.payment_id"), byTrx("t.trx_key"), byPhone("t.counterparty"), ...servedTails(phones("t.counterparty"))],
  forgiving: [tails("t.trx_key"), ...walkedOnly(phones("t.counterparty")), amounts("t.amount"), wordsOf("t.text")],
  outer: {
    select:
      "w.name as wallet_name, w.deleted_at <= u.received_at as wallet_deleted, d.name as device_name, (select p.amount from payments p where p.id = u.payment_id) as payment_amount",
    joins: "left join wallets w on w.id = u.wallet_id left join devices d on d.id = u.device_id",
  },
  rows: async (app, raws, viewer) => {
    const isOwn = await ownNumbers(app);
    return raws.map((row) => smsRowOf(app, row, viewer, isOwn));
  },
};

/**
 * A row of the contract; phone numbers in part for those who may not read them.
 * @param isOwn whether a counterparty is one of our own wallets, as `ownNumbers` tells
 */
export function smsRowOf(app: Pick<App, "publicIds">, row: SmsRaw, viewer: Viewer, isOwn: (printed: string | null) => boolean): SmsRow {
  const { publicIds } = app;
  // Statuses, kinds and operators are bounded by checks of the database and by the parser's types.
  const status = row.match_status as MatchStatus;
  return {
    id: publicIds.encode("sms", row.id),
    wallet_id: publicIds.encodeOrNull("wallet", row.wallet_id),
    wallet_name: row.wallet_name,
    wallet_deleted: row.wallet_deleted === true,
    device_id: publicIds.encodeOrNull("device", row.device_id),
    device_name: row.device_name,
    operator: row.operator as Operator | null,
    sender: phoneFor(viewer, row.sender),
    text: messageFor(viewer, row.text) ?? "",
    class: row.class,
    kind: row.kind as SmsKind,
    direction: row.direction,
    amount: formatAmountOrNull(row.amount),
    fee: formatAmountOrNull(row.fee),
    commission: formatAmountOrNull(row.commission),
    balance: formatAmountOrNull(row.balance),
    trx_id: row.trx_id,
    counterparty: phoneFor(viewer, row.counterparty),
    reference: messageFor(viewer, row.reference),
    operator_time: row.operator_time?.toISOString() ?? null,
    received_at: row.received_at.toISOString(),
    match_status: status,
    payment_id: publicIds.encodeOrNull("payment", row.payment_id),
    payment_amount: formatAmountOrNull(row.payment_amount),
    disburse_id: publicIds.encodeOrNull("disburse", row.disburse_id),
    transfer_id: publicIds.encodeOrNull("transfer", row.transfer_id),
    withdrawal_id: publicIds.encodeOrNull("withdrawal", row.withdrawal_id),
    chain: row.continuity as ContinuityState,
    reasons: [...row.reasons],
    origin: row.origin,
    version: row.version,
    actions: offered(SMS_ACTION_STATES, SMS_ACTION_PERMISSIONS, status, viewer).filter(
      (action) =>
        // As matching itself would say: money that went out, without a TrxID, or of our own wallets (rule 5) is of no order.
        (action !== "match" || (unusable(row) === null && !isOwn(row.counterparty))) &&
        (action !== "accept" || acceptable(row)) &&
        // What is booked is not read anew, nor what an operator's interface told.
        (action !== "parse" || (row.booked_txn === null && row.origin !== "operator")) &&
        (action !== "restore" || mayBeTakenBack(row.reasons)),
    ),
  };
}

/** The row of one message. Refuses not_found */
export function loadSmsRow(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<SmsRow | Refused> {
  return loadRow(app, q, SMS_LIST, id, viewer);
}
