/**
 * What a redacted link shows of an object: this list and no more (docs/decisions/0071). Columns are read by name, so that a new one is not
 * among them; nothing that people or merchants wrote is.
 */
import { merchantStatus, type DisburseStatus } from "../../../contract/disburses.ts";
import type { LinkedKind } from "../../../contract/links.ts";
import { formatAmount, grouped } from "../../../contract/money.ts";
import { operatorInfo, type Operator } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";

/** What is told of its life. */
export const MOMENTS = [
  "created",
  "review",
  "approved",
  "sent",
  "completed",
  "paid",
  "failed",
  "rejected",
  "cancelled",
  "expired",
  "returned",
  "reversed",
] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Shown {
  readonly kind: LinkedKind;
  readonly id: string;
  /** As its merchant is told it, whoever made the link: what an attempt came to is inside the house. */
  readonly status: string;
  /** Null: a withdrawal has none. */
  readonly operator: string | null;
  /** Three digits, masked; null: none is known, or it is a withdrawal. */
  readonly phone: string | null;
  /** Null: it is not to be shown. */
  readonly amount: string | null;
  readonly moments: readonly { readonly at: Date; readonly what: Moment }[];
}

/** Every column that is read, and nothing else. */
const COLUMNS = {
  payment: `select status, 0 as attempts, operator, customer, amount, paid_at as completed, reversed_at as reversed, null::timestamptz as returned,
    case when status = 'expired' then expires_at end as expired from payments`,
  disburse: `select status, attempt_count as attempts, operator, customer, amount, paid_at as completed, null::timestamptz as reversed, returned_at as returned,
    null::timestamptz as expired from disburses`,
  withdrawal: `select status, 0 as attempts, null as operator, null as customer, amount, null::timestamptz as completed, null::timestamptz as reversed,
    null::timestamptz as returned, null::timestamptz as expired from withdrawals`,
} as const satisfies Record<LinkedKind, string>;
const OWN = ["completed", "reversed", "returned", "expired"] as const;

interface Raw extends Readonly<Record<(typeof OWN)[number], Date | null>> {
  readonly status: string;
  readonly attempts: number;
  readonly operator: string | null;
  readonly customer: string | null;
  readonly amount: bigint;
}

/** Which events of its life are told, and as what. Their texts, people and values are not read. */
const EVENTS: Readonly<Record<string, Moment>> = {
  review: "review",
  approved: "approved",
  dispatched: "sent",
  paid: "paid",
  failed: "failed",
  rejected: "rejected",
  cancelled: "cancelled",
};
const HOUR_IDS = 3_600_000n << 12n;
const MOST = 50;

/** Of attempts to pay the last one alone is told: how many there were is inside the house. */
function toldOf(events: readonly { readonly id: bigint; readonly kind: string }[]): { at: Date; what: Moment }[] {
  const told = events.flatMap(({ id, kind }) => {
    const what = EVENTS[kind];
    return what === undefined ? [] : [{ at: new Date(idTime(id)), what }];
  });
  return told.filter(({ what }, at) => what !== "sent" || told.slice(at + 1).every((later) => later.what !== "sent"));
}

/** `•••678`: the last three digits. */
const lastDigits = (phone: string): string => `•••${phone.replace(/\D/g, "").slice(-3)}`;

/**
 * Reads it.
 * @param merchantId whose it must be; null: anybody's
 * @returns null: it is not there, or another merchant's
 */
export async function shownOf(
  app: Pick<App, "publicIds" | "config">,
  q: Queryable,
  kind: LinkedKind,
  id: bigint,
  merchantId: bigint | null,
  withAmount: boolean,
): Promise<Shown | null> {
  const row = await q.one<Raw>(`${COLUMNS[kind]} where id = $1 and ($2::bigint is null or merchant_id = $2)`, [id, merchantId]);
  if (!row) return null;
  const events = await q.rows<{ id: bigint; kind: string }>(
    `select id, kind from order_events where object_id = $1 and object_type = $2 and id >= $3 and kind = any($4) order by id limit ${MOST}`,
    [id, kind, id - HOUR_IDS, Object.keys(EVENTS)],
  );
  const own = OWN.flatMap((what) => (row[what] === null ? [] : [{ at: row[what], what }]));
  const created = { at: new Date(idTime(id)), what: "created" as const };
  const moments = [created, ...toldOf(events), ...own].sort((left, right) => left.at.getTime() - right.at.getTime());
  const currency = row.operator === null ? app.config.current.currency : operatorInfo(row.operator as Operator).currency; // bounded by a check of the database
  return {
    kind,
    id: app.publicIds.encode(kind, id),
    status: kind === "disburse" ? merchantStatus(row.status as DisburseStatus, row.attempts) : row.status, // bounded by a check of the database
    operator: row.operator === null ? null : operatorInfo(row.operator as Operator).name, // as above
    phone: row.customer === null ? null : lastDigits(row.customer),
    amount: withAmount ? `${currency} ${grouped(formatAmount(row.amount))}` : null,
    moments,
  };
}
