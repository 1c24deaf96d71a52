/** Merchants as rows of the list: the merchant's own row, its balances, today's figures, the state of its notifications. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { MERCHANT_ACTION_PERMISSIONS, MERCHANT_ACTIONS, type MerchantAction } from "../../../contract/merchants.ts";
import type { MerchantQuery, MerchantRow } from "../../../contract/merchants.schema.ts";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import { businessDay, businessDayStart, DAY_MS } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idAt, idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, byPart, byPrefix, yesNo } from "../../platform/lists/filters.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { Refused } from "../../platform/refusal.ts";

/** A merchant as SQL gives it; secrets are not among the columns. */
export interface MerchantRaw {
  readonly id: bigint;
  readonly name: string;
  readonly owner: string;
  readonly payment_rate_bps: number;
  readonly payment_fixed: bigint;
  readonly payment_min: bigint | null;
  readonly payment_max: bigint | null;
  readonly disburse_rate_bps: number;
  readonly disburse_fixed: bigint;
  readonly disburse_min: bigint | null;
  readonly disburse_max: bigint | null;
  readonly withdrawal_reserve: bigint;
  readonly ip_whitelist: string[];
  readonly notify_url: string | null;
  readonly require_ack: boolean;
  readonly app_id: string;
  readonly app_secret_last4: string;
  readonly payments_open: boolean;
  readonly disburses_open: boolean;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly version: number;
}

const COLUMNS = `t.id, t.name, t.owner, t.payment_rate_bps, t.payment_fixed, t.payment_min, t.payment_max, t.disburse_rate_bps, t.disburse_fixed, t.disburse_min, t.disburse_max,
  t.withdrawal_reserve, t.ip_whitelist, t.notify_url, t.require_ack, t.app_id, t.app_secret_last4, t.payments_open, t.disburses_open, t.enabled, t.deleted_at is not null as deleted, t.version`;

/** Notifications are counted up to here per merchant: beyond it the number says the same. */
const HEALTH_CAP = 1000;

interface Figures {
  readonly id: bigint;
  readonly balance: bigint;
  readonly held: bigint;
  readonly payments: bigint;
  readonly payment_count: bigint;
  readonly disburses: bigint;
  readonly disburse_count: bigint;
  readonly waiting: number;
  readonly failed: number;
  readonly delivered: number;
  readonly last_code: number | null;
  readonly last_at: Date | null;
}

/** A merchant's account of a kind, 0 where it has none yet. */
export const accountOf = (kind: "merchant" | "hold", id: string): string =>
  `coalesce((select a.balance from accounts a where a.kind = '${kind}' and a.owner_id = ${id} and a.operator = ''), 0)`;

// One row per merchant of the page; every part walks an index by merchant.
const FIGURES = `
  select m.id,
    ${accountOf("merchant", "m.id")} as balance,
    ${accountOf("hold", "m.id")} as held,
    coalesce(s.payments, 0) as payments, coalesce(s.payment_count, 0) as payment_count, coalesce(s.disburses, 0) as disburses, coalesce(s.disburse_count, 0) as disburse_count,
    (select count(*)::int from (select from outbox o where o.merchant_id = m.id and o.status = 'waiting' limit ${HEALTH_CAP}) x) as waiting,
    (select count(*)::int from (select from outbox o where o.merchant_id = m.id and o.id >= $3 and o.status in ('failed', 'stopped') limit ${HEALTH_CAP}) x) as failed,
    (select count(*)::int from (select from deliveries d where d.merchant_id = m.id and d.id >= $3 and d.status = 'delivered' limit ${HEALTH_CAP}) x) as delivered,
    last.last_code, last.last_at
  from unnest($1::bigint[]) as m (id)
  left join (
    select merchant_id, sum(completed_amount)::bigint as payments, sum(completed_count)::bigint as payment_count, sum(disbursed_amount)::bigint as disburses, sum(disbursed_count)::bigint as disburse_count
    from (
      select merchant_id, completed_amount, completed_count, disbursed_amount, disbursed_count from stats_hourly where merchant_id = any ($1::bigint[]) and hour >= $2
      union all
      select merchant_id, completed_amount, completed_count, disbursed_amount, disbursed_count from stats_recent where merchant_id = any ($1::bigint[]) and hour >= $2
    ) h group by merchant_id
  ) s on s.merchant_id = m.id
  left join lateral (
    select x.last_code, x.last_at from (
      (select d.last_code, d.delivered_at as last_at from deliveries d where d.merchant_id = m.id order by d.id desc limit 1)
      union all
      (select o.last_code, (o.attempt_log -> -1 ->> 'at')::timestamptz from outbox o where o.merchant_id = m.id and o.attempts > 0 order by o.id desc limit 1)
    ) x order by x.last_at desc nulls last limit 1
  ) last on true`;

function feeJson(rateBps: number, fixed: bigint, min: bigint | null, max: bigint | null): FeeRuleJson {
  return { rate_bps: rateBps, fixed: formatAmount(fixed), min: formatAmountOrNull(min), max: formatAmountOrNull(max) };
}

/** The fee rule on payments. */
export const paymentFeeOf = (raw: MerchantRaw): FeeRuleJson => feeJson(raw.payment_rate_bps, raw.payment_fixed, raw.payment_min, raw.payment_max);
/** The fee rule on payouts. */
export const disburseFeeOf = (raw: MerchantRaw): FeeRuleJson => feeJson(raw.disburse_rate_bps, raw.disburse_fixed, raw.disburse_min, raw.disburse_max);

/** What the state of a merchant allows. */
const POSSIBLE = {
  enable: (raw) => !raw.deleted && !raw.enabled,
  disable: (raw) => !raw.deleted && raw.enabled,
  delete: (raw) => !raw.deleted,
  recover: (raw) => raw.deleted,
  secret: (raw) => !raw.deleted,
  "webhook-secret": (raw) => !raw.deleted,
  "webhook-test": (raw) => !raw.deleted && raw.notify_url !== null,
  open: (raw) => !raw.deleted,
} as const satisfies Record<MerchantAction, (raw: MerchantRaw) => boolean>;

function toRow(app: App, raw: MerchantRaw, figures: Figures, viewer: Viewer): MerchantRow {
  return {
    id: app.publicIds.encode("merchant", raw.id),
    name: raw.name,
    owner: raw.owner,
    payment_fee: paymentFeeOf(raw),
    disburse_fee: disburseFeeOf(raw),
    balance: formatAmount(figures.balance),
    held_balance: formatAmount(figures.held),
    withdrawal_reserve: formatAmount(raw.withdrawal_reserve),
    ip_whitelist: raw.ip_whitelist,
    notify_url: raw.notify_url,
    require_ack: raw.require_ack,
    app_id: raw.app_id,
    secret_last4: holds(viewer, "merchants.secret") ? raw.app_secret_last4 : null,
    payments_open: raw.payments_open,
    disburses_open: raw.disburses_open,
    enabled: raw.enabled,
    deleted: raw.deleted,
    today: {
      payments: formatAmount(figures.payments),
      payment_count: Number(figures.payment_count),
      disburses: formatAmount(figures.disburses),
      disburse_count: Number(figures.disburse_count),
    },
    webhook_health: {
      waiting: figures.waiting,
      failed_24h: figures.failed,
      delivered_24h: figures.delivered,
      last_code: figures.last_code,
      last_at: figures.last_at?.toISOString() ?? null,
    },
    created_at: idIso(raw.id),
    version: raw.version,
    actions: MERCHANT_ACTIONS.filter((action) => POSSIBLE[action](raw) && holds(viewer, MERCHANT_ACTION_PERMISSIONS[action])),
  };
}

/** Rows of the contract for this viewer. `db`: the transaction, where the rows have just been written in one. */
export async function merchantRows(app: App, raws: readonly MerchantRaw[], viewer: Viewer, db: Queryable = app.db): Promise<MerchantRow[]> {
  if (raws.length === 0) return [];
  const now = app.now();
  const rows = await db.rows<Figures>(FIGURES, [raws.map((raw) => raw.id), new Date(businessDayStart(businessDay(now))), idAt(now - DAY_MS)]);
  const byIds = new Map(rows.map((row) => [row.id, row]));
  return raws.flatMap((raw) => {
    const figures = byIds.get(raw.id);
    return figures ? [toRow(app, raw, figures, viewer)] : [];
  });
}

/** The list of merchants. */
export const MERCHANT_LIST: ListSpec<MerchantQuery, MerchantRaw, MerchantRow> = {
  name: "merchants",
  kind: "merchant",
  sources: [{ from: "merchants t", columns: COLUMNS }],
  scope: "t.id",
  deletedAt: "t.deleted_at",
  filters: { enabled: yesNo("t.enabled") },
  search: [byId("merchant"), byPart("t.name"), byPart("t.owner"), byPrefix("t.app_id")],
  sums: { columns: { balance: accountOf("merchant", "t.id"), held_balance: accountOf("hold", "t.id") } },
  rows: (app, raws, viewer) => merchantRows(app, raws, viewer),
};

/** One merchant inside the viewer's scope, or `not_found`. */
export async function merchantRaw(db: Queryable, id: bigint | null, viewer: Viewer): Promise<MerchantRaw | Refused> {
  return (id === null ? null : await findRaw(db, MERCHANT_LIST, id, viewer)) ?? new Refused("not_found");
}

/** One merchant as a row; null when there is none for this viewer. */
export async function merchantById(app: App, db: Queryable, id: bigint | null, viewer: Viewer): Promise<MerchantRow | null> {
  const raw = await merchantRaw(db, id, viewer);
  return raw instanceof Refused ? null : ((await merchantRows(app, [raw], viewer, db))[0] ?? null);
}
