/** Everything that one batch of messages changes, collected and applied with one statement. */
import { callOf, columnParam, textArray, textLiteral, type CallParam, type FunctionCall } from "../../platform/db/calls.ts";
import type { NotificationRow } from "../outbox/queue.ts";
import { answerOf, toJson, type Tx } from "../../platform/db/pool.ts";
import type { PostedLeg } from "../ledger/post.ts";

type Row = Readonly<Record<string, unknown>>;
type Cell = bigint | number | string | null;
/** Reads one column's value off a row; written out one by one, because a shared reader by name is several times slower. */
type Read = (row: Row) => unknown;

/** Columns of one set as `settle_write` takes them: those that need no quoting, then texts. */
interface Columns {
  readonly plain: readonly Read[];
  readonly texts: readonly Read[];
}

/** Lists are empty more often than not; null stands for them, so that a column of them can be left out. */
function unlessEmpty<T>(list: readonly T[], written: (list: readonly T[]) => string): string | null {
  return list.length === 0 ? null : written(list);
}

const SMS: Columns = {
  plain: [
    (row) => row["id"],
    (row) => row["wallet_id"],
    (row) => row["device_id"],
    (row) => row["operator"],
    (row) => row["class"],
    (row) => row["kind"],
    (row) => row["direction"],
    (row) => row["amount"],
    (row) => row["fee"],
    (row) => row["commission"],
    (row) => row["extra"],
    (row) => row["balance"],
    (row) => row["operator_time"],
    (row) => row["sent_at"],
    (row) => row["received_at"],
    (row) => row["match_status"],
    (row) => row["payment_id"],
    (row) => row["chain"],
    (row) => row["rule_version"],
    (row) => row["origin"],
    (row) => row["booked_txn"],
    (row) => row["in_suspense"],
    (row) => row["held_until"],
  ],
  texts: [
    (row) => row["sender"],
    (row) => row["text"],
    (row) => row["trx_id"],
    (row) => row["trx_key"],
    (row) => row["counterparty"],
    (row) => row["reference"],
    (row) => row["rule_id"],
    (row) => unlessEmpty(row["reasons"] as readonly string[], textLiteral),
    (row) => unlessEmpty(row["evidence"] as readonly unknown[], toJson),
  ],
};
const KEYS: Columns = { plain: [(row) => row["k"], (row) => row["s"]], texts: [] };
const BOOKINGS: Columns = { plain: [(row) => row["w"], (row) => row["kind"], (row) => row["s"]], texts: [(row) => row["k"]] };
const USED: Columns = {
  plain: [(row) => row["o"], (row) => row["d"], (row) => row["type"], (row) => row["id"], (row) => row["s"], (row) => row["a"], (row) => row["w"]],
  texts: [(row) => row["k"]],
};
const PAYMENTS: Columns = {
  plain: [
    (row) => row["id"],
    (row) => row["version"],
    (row) => row["status"],
    (row) => row["received"],
    (row) => row["fee"],
    (row) => row["message_id"],
    (row) => row["paid_at"],
    (row) => row["notify_status"],
  ],
  texts: [(row) => row["reason"], (row) => row["trx_id"], (row) => row["trx_key"], (row) => row["account"]],
};
const LEGS: Columns = {
  plain: [
    (row) => row["t"],
    (row) => row["i"],
    (row) => row["a"],
    (row) => row["d"],
    (row) => row["k"],
    (row) => row["rt"],
    (row) => row["rid"],
    (row) => row["m"],
  ],
  texts: [(row) => row["n"]],
};
const OUTBOX: Columns = {
  plain: [
    (row) => row["id"],
    (row) => row["merchant_id"],
    (row) => row["object_type"],
    (row) => row["object_id"],
    (row) => row["type"],
    (row) => row["status"],
    (row) => row["next_at"],
    (row) => row["give_up_at"],
  ],
  texts: [(row) => row["url"], (row) => row["body"]],
};
const CHAINS: Columns = {
  plain: [(row) => row["w"], (row) => row["b"], (row) => row["s"], (row) => row["t"], (row) => row["rb"], (row) => row["rt"], (row) => row["f"]],
  texts: [(row) => row["fr"]],
};

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
      if (value === null || value === undefined) return null;
      return Array.isArray(value) && value.length === 0 ? "[]" : toJson(value);
  }
}

const isNull = (value: Cell): boolean => value === null;

/** A column as a parameter. One of nulls only is left out: what lies behind an array's end is null to `settle_write`. */
function column<C extends Cell>(values: readonly C[], param: (values: readonly C[]) => CallParam): CallParam {
  return values.every(isNull) ? "{}" : param(values);
}

function columns(set: Columns, rows: readonly Row[]): CallParam[] {
  return [
    ...set.plain.map((read) =>
      column(
        rows.map((row) => cell(read(row))),
        columnParam,
      ),
    ),
    // Columns of texts hold texts, lists and documents only.
    ...set.texts.map((read) =>
      column(
        rows.map((row) => cell(read(row)) as string | null),
        textArray,
      ),
    ),
  ];
}

/** The lists that `settle_write` takes. */
export class SettleWrites {
  readonly sms: Record<string, unknown>[] = [];
  readonly keys: Row[] = [];
  readonly sms_updates: Row[] = [];
  readonly bookings: Row[] = [];
  readonly used: Row[] = [];
  readonly payments: Row[] = [];
  disputes: Row[] = [];
  legs: readonly PostedLeg[] = [];
  readonly outbox: NotificationRow[] = [];
  readonly chains: Row[] = [];
  readonly new_gaps: Row[] = [];
  readonly gap_updates: Row[] = [];
  readonly differences: Row[] = [];
  readonly release: Row[] = [];
  readonly usage: Row[] = [];
  readonly stats: Row[] = [];
  readonly events: Row[] = [];
  alerts: Row[] = [];

  /** The call that writes all of it. */
  call(): FunctionCall {
    return callOf("settle_write", this.params());
  }

  /** Writes all of it. */
  async apply(tx: Tx): Promise<void> {
    await answerOf(tx, this.call());
  }

  private params(): CallParam[] {
    return [
      ...columns(SMS, this.sms),
      ...columns(KEYS, this.keys),
      ...columns(BOOKINGS, this.bookings),
      ...columns(USED, this.used),
      ...columns(PAYMENTS, this.payments),
      ...columns(LEGS, this.legs as readonly unknown[] as readonly Row[]),
      ...columns(OUTBOX, this.outbox as readonly unknown[] as readonly Row[]),
      ...columns(CHAINS, this.chains),
      this.rest(),
    ];
  }

  private rest(): string | null {
    const { sms_updates, disputes, new_gaps, gap_updates, differences, release, usage, events, alerts } = this;
    const once = [...new Map(alerts.map((row) => [`${String(row["kind"])} ${String(row["type"])} ${String(row["oid"])}`, row])).values()];
    const lists = { sms_updates, disputes, new_gaps, gap_updates, differences, release, usage, stats: summed(this.stats), events, alerts: once };
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
