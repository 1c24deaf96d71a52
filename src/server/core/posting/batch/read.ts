/** One call that locks and reads what a batch of messages may be about (`posting_read`). */
import type { App } from "../../../platform/context.ts";
import { columnParam, plainArray, type FunctionCall } from "../../../platform/db/calls.ts";
import { columnSet, namedCall, plain, words, type BatchFunction } from "../../../platform/db/columns.ts";
import { lateSince } from "../../acceptance/limits.ts";
import type { Effect } from "../../../../domain/ledger/message-kinds.ts";
import type { Facts, Incoming } from "../facts.ts";
import { big, type Num } from "../../../platform/db/numbers.ts";
import { factsOfHeld, type HeldRow } from "../held.ts";
import { orderOf, type Opened, type OpenOrder, type OrderRow } from "../opened.ts";

/** What `posting_read` answers; a list that would be empty is null. */
export interface OpenedJson {
  readonly known: { readonly key: string; readonly sms_id: Num; readonly at_ms: number }[] | null;
  readonly wallets:
    | {
        readonly wallet_id: Num;
        readonly balance: Num | null;
        readonly last_sms_id: Num | null;
        readonly last_ms: number | null;
        readonly prints: Effect[];
        readonly awaits: boolean;
      }[]
    | null;
  readonly discrepancies:
    | { readonly id: Num; readonly wallet_id: Num; readonly from_balance: Num; readonly to_balance: Num; readonly skipped: boolean }[]
    | null;
  readonly orders: OrderRow<OpenOrder["status"]>[] | null;
  /** TrxIDs that open orders are known by. */
  readonly claims: { readonly payment_id: Num; readonly trx_key: string }[] | null;
  readonly used:
    | {
        readonly operator: string;
        readonly trx_key: string;
        readonly direction: "credit" | "debit";
        readonly object_type: string;
        readonly object_id: Num;
        readonly sms_id: Num | null;
        readonly amount: Num;
        readonly wallet_id: Num;
      }[]
    | null;
  readonly booked:
    | {
        readonly wallet_id: Num;
        readonly kind: string;
        readonly trx_key: string;
        readonly sms_id: Num;
        readonly amount: Num | null;
        readonly balance: Num | null;
        readonly direction: string;
      }[]
    | null;
  readonly held: HeldRow[] | null;
}

/** Reads the answer into the types of the rules. @param isOwn whether a counterparty is one of our own wallets */
export function openedOf(json: OpenedJson, isOwn: (printed: string | null) => boolean): Opened {
  const claims = new Map<string, string[]>();
  for (const { payment_id: id, trx_key: key } of json.claims ?? []) claims.set(String(id), [...(claims.get(String(id)) ?? []), key]);
  return {
    known: (json.known ?? []).map((row) => ({ key: row.key, messageId: BigInt(row.sms_id), atMs: row.at_ms })),
    wallets: (json.wallets ?? []).map((row) => ({
      walletId: BigInt(row.wallet_id),
      balance: big(row.balance),
      lastSmsId: big(row.last_sms_id),
      lastPrintedMs: row.last_ms,
      prints: row.prints,
      awaits: row.awaits,
    })),
    discrepancies: (json.discrepancies ?? []).map((row) => ({
      id: BigInt(row.id),
      walletId: BigInt(row.wallet_id),
      fromMinor: BigInt(row.from_balance),
      toMinor: BigInt(row.to_balance),
      skipped: row.skipped,
    })),
    orders: (json.orders ?? []).map((row) => orderOf(row, claims.get(String(row.id)) ?? [])),
    used: (json.used ?? []).map((row) => ({
      operator: row.operator,
      trxKey: row.trx_key,
      direction: row.direction,
      objectType: row.object_type,
      objectId: BigInt(row.object_id),
      messageId: big(row.sms_id),
      amount: BigInt(row.amount),
      walletId: BigInt(row.wallet_id),
    })),
    booked: (json.booked ?? []).map((row) => ({
      walletId: BigInt(row.wallet_id),
      kind: row.kind,
      trxKey: row.trx_key,
      messageId: BigInt(row.sms_id),
      amount: big(row.amount),
      balance: big(row.balance),
      direction: row.direction,
    })),
    held: (json.held ?? []).map((row) => factsOfHeld(row, isOwn)),
  };
}

/** Messages as the call asks with them. */
const MESSAGES = columnSet({
  wallet_id: plain("message_wallets", "bigint"),
  amount: plain("message_amounts", "bigint"),
  operator: plain("message_operators", "text"),
  trx_key: words("message_keys"),
  reference: words("message_references"),
  /** The reference read as a public id. */
  order_id: plain("message_order_ids", "bigint"),
});
/** The function that locks and reads. */
export const POSTING_READ: BatchFunction = {
  name: "posting_read",
  sets: [MESSAGES],
  besides: { p_wallets: "bigint[]", p_keys: "text[]", p_late: "timestamp with time zone" },
};

/**
 * The call: it locks the wallets and the orders that could be meant, and answers {@link OpenedJson}.
 * @param walletIds wallets beside those of the messages
 * @param held messages that wait, which may be meant for orders of their own
 */
export function readOf(app: App, items: readonly Incoming[], walletIds: readonly bigint[], held: readonly Facts[] = []): FunctionCall {
  const asked = [...items.map((item) => item.facts), ...held].map(({ walletId, amount, operator, trxKey, reference }) => ({
    wallet_id: walletId,
    amount,
    operator,
    trx_key: trxKey,
    reference: reference?.trim() ?? null,
    order_id: reference ? app.publicIds.decode("payment", reference) : null,
  }));
  return namedCall(POSTING_READ, [
    ...MESSAGES.params(asked),
    ["p_wallets", columnParam([...new Set([...items.map((item) => item.facts.walletId), ...walletIds])])],
    ["p_keys", plainArray([...new Set(items.flatMap((item) => item.keys.map((key) => key.key)))])],
    ["p_late", lateSince(app)],
  ]);
}
