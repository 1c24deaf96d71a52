/** Everything that one batch of messages changes, collected and applied with one statement. */
import { callOf, columnParam, textArray, type CallParam, type FunctionCall } from "../db/calls.ts";
import { answerOf, toJson, type Tx } from "../db/pool.ts";
import type { PostedLeg } from "../ledger/post.ts";

type Row = Readonly<Record<string, unknown>>;
type Cell = bigint | number | string | null;

/** Columns of one set as `settle_write` takes them: those that need no quoting, then texts. */
interface Columns {
  readonly plain: readonly string[];
  readonly texts: readonly string[];
}

const SMS: Columns = {
  plain: [
    "id",
    "wallet_id",
    "device_id",
    "operator",
    "class",
    "kind",
    "direction",
    "amount",
    "fee",
    "commission",
    "extra",
    "balance",
    "operator_time",
    "sent_at",
    "received_at",
    "match_status",
    "payment_id",
    "chain",
    "rule_version",
    "origin",
    "booked_txn",
    "in_suspense",
    "held_until",
  ],
  texts: ["sender", "text", "trx_id", "trx_key", "counterparty", "reference", "rule_id", "reasons", "evidence"],
};
const KEYS: Columns = { plain: ["k", "s"], texts: [] };
const BOOKINGS: Columns = { plain: ["w", "kind", "s"], texts: ["k"] };
const USED: Columns = { plain: ["o", "d", "type", "id", "s", "a", "w"], texts: ["k"] };
const PAYMENTS: Columns = {
  plain: ["id", "version", "status", "received", "fee", "message_id", "paid_at", "notify_status"],
  texts: ["reason", "trx_id", "trx_key", "account"],
};
const LEGS: Columns = { plain: ["t", "i", "a", "d", "k", "rt", "rid", "m"], texts: ["n"] };
const OUTBOX: Columns = {
  plain: ["id", "merchant_id", "object_type", "object_id", "type", "status", "next_at", "give_up_at"],
  texts: ["url", "body"],
};
const CHAINS: Columns = { plain: ["w", "b", "s", "t", "rb", "rt", "f"], texts: ["fr"] };

/** A value as an array's element; lists of names and documents are written out as their own text. */
function cell(value: unknown): Cell {
  switch (typeof value) {
    case "bigint":
    case "number":
    case "string":
      return value;
    case "boolean":
      return value ? "t" : "f";
    default:
      return value === null || value === undefined ? null : toJson(value);
  }
}

function columns(set: Columns, rows: readonly Row[]): CallParam[] {
  return [
    ...set.plain.map((name) => columnParam(rows.map((row) => cell(row[name])))),
    // Columns of texts hold texts, lists and documents only.
    ...set.texts.map((name) => textArray(rows.map((row) => cell(row[name]) as string | null))),
  ];
}

/** The lists that `settle_write` takes. */
export class SettleWrites {
  readonly sms: Record<string, unknown>[] = [];
  readonly keys: Row[] = [];
  readonly sms_updates: Row[] = [];
  readonly bookings: Row[] = [];
  readonly used: Row[] = [];
  readonly linked: Row[] = [];
  readonly payments: Row[] = [];
  readonly disputes: Row[] = [];
  legs: readonly PostedLeg[] = [];
  readonly outbox: Row[] = [];
  readonly chains: Row[] = [];
  readonly new_gaps: Row[] = [];
  readonly gap_updates: Row[] = [];
  readonly release: Row[] = [];
  readonly usage: Row[] = [];
  readonly stats: Row[] = [];
  readonly events: Row[] = [];
  readonly alerts: Row[] = [];

  /** The call that writes all of it. */
  call(): FunctionCall {
    return callOf("settle_write", this.params());
  }

  /** Writes all of it. */
  async apply(tx: Tx): Promise<void> {
    await answerOf(tx, this.call());
  }

  private params(): CallParam[] {
    const sms = this.sms.map((row) => ({ ...row, reasons: textArray(row["reasons"] as readonly string[]) }));
    return [
      ...columns(SMS, sms),
      ...columns(KEYS, this.keys),
      ...columns(BOOKINGS, this.bookings),
      ...columns(USED, this.used),
      ...columns(PAYMENTS, this.payments),
      ...columns(LEGS, this.legs as readonly unknown[] as readonly Row[]),
      ...columns(OUTBOX, this.outbox),
      ...columns(CHAINS, this.chains),
      this.rest(),
    ];
  }

  private rest(): string | null {
    const { sms_updates, linked, disputes, new_gaps, gap_updates, release, usage, events, alerts } = this;
    const once = [...new Map(alerts.map((row) => [`${String(row["kind"])} ${String(row["type"])} ${String(row["oid"])}`, row])).values()];
    const lists = { sms_updates, linked, disputes, new_gaps, gap_updates, release, usage, stats: summed(this.stats), events, alerts: once };
    const filled = Object.entries(lists).filter(([, rows]) => rows.length > 0);
    return filled.length === 0 ? null : toJson(Object.fromEntries(filled));
  }
}

/** One row for each hour, merchant and operator. */
function summed(stats: readonly Row[]): Row[] {
  const sums = new Map<string, { h: unknown; m: unknown; o: unknown; n: number; a: bigint; f: bigint }>();
  for (const row of stats) {
    const key = `${String(row["h"])} ${String(row["m"])} ${String(row["o"])}`;
    const sum = sums.get(key) ?? { h: row["h"], m: row["m"], o: row["o"], n: 0, a: 0n, f: 0n };
    sum.n += row["n"] as number;
    sum.a += row["a"] as bigint;
    sum.f += row["f"] as bigint;
    sums.set(key, sum);
  }
  return [...sums.values()];
}
