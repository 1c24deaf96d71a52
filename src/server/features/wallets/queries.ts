/** The wallets list as data, and its rows. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { ApiType, Operator, WalletType } from "../../../contract/operators.ts";
import { WALLET_ACTION_PERMISSIONS, WALLET_ACTIONS, type DeviceApp, type WalletAction } from "../../../contract/wallets.ts";
import type { WalletOfficial } from "../../../contract/official.schema.ts";
import type { WalletQuery, WalletRow } from "../../../contract/wallets.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, byPart, byPhone, byPrefix, equals, yesNo } from "../../platform/lists/filters.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { BaseQuery, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { raw, sql } from "../../platform/lists/sql.ts";
import { measureOf } from "../../core/alerts/detectors.ts";
import { healthSql, walletHealth } from "../../core/parties/health.ts";
import { breaksJson, breaksOf, differenceSql, type BreaksRaw } from "../../core/parties/measures.ts";
import { limitDay, usedOf } from "../../core/acceptance/limits.ts";
import type { Refused } from "../../platform/refusal.ts";
import { nearLimit } from "./detectors.ts";
import { differingSql, differSql, type SettingColumns } from "./templates/settings.ts";

/** A device as the list's statement answers it. */
interface DeviceJson {
  readonly id: string;
  readonly name: string;
  readonly app: DeviceApp;
  readonly app_version: string | null;
  readonly model: string | null;
  readonly sim: string;
  readonly battery: number | null;
  readonly bound_ms: number | null;
  readonly payout: boolean;
  readonly seen_ms: number | null;
  readonly ping_seconds: number | null;
  readonly queue_length: number | null;
  readonly clock_skew_ms: number | null;
  readonly last_refused: string | null;
  readonly refused_ms: number | null;
}
interface UsageRaw {
  readonly day: string;
  readonly day_amount: string;
  readonly day_count: number;
  readonly month: string;
  readonly month_amount: string;
  readonly month_count: number;
}

/** A wallet as the list's statement answers it. */
export interface WalletRaw extends SettingColumns {
  readonly id: bigint;
  readonly name: string;
  readonly note_name: string;
  readonly operator: Operator;
  readonly wallet_type: WalletType;
  readonly api_type: ApiType;
  readonly account: string;
  readonly proxy_shown: string | null;
  readonly credentials_shown: WalletOfficial | null;
  readonly location: string | null;
  readonly ip_whitelist: readonly string[];
  readonly available: bigint;
  readonly said_in: bigint;
  readonly said_out: bigint;
  readonly frozen_balance: bigint;
  readonly enabled: boolean;
  readonly deleted_at: Date | null;
  readonly version: number;
  readonly balance: bigint | null;
  readonly real_balance: bigint | null;
  readonly real_balance_at: Date | null;
  readonly usage_in: UsageRaw | null;
  readonly usage_out: UsageRaw | null;
  readonly devices: readonly DeviceJson[];
  readonly difference: bigint | null;
  readonly breaks: BreaksRaw | null;
  readonly followed: Omit<NonNullable<WalletRow["template"]>, "id" | "edition"> | null;
  readonly template_id: number | null;
  readonly template_edition: number | null;
}

const COLUMNS = `t.id, t.name, t.note_name, t.operator, t.wallet_type, t.api_type, t.account, t.collect, t.payout, t.payments_open, t.disburses_open, t.proxy_shown, t.credentials_shown, t.location,
  t.ip_whitelist, t.min_amount, t.max_amount, t.daily_max, t.month_max, t.daily_count_max, t.month_count_max, t.cool_interval, t.phone_trust_limit, t.frozen_balance, t.enabled, t.deleted_at, t.version, t.template_id, t.template_edition`;
const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const usageJson = (alias: string): string =>
  `case when ${alias}.wallet_id is null then null else jsonb_build_object('day', ${alias}.day, 'day_amount', ${alias}.day_amount::text, 'day_count', ${alias}.day_count, 'month', ${alias}.month, 'month_amount', ${alias}.month_amount::text, 'month_count', ${alias}.month_count) end`;
const DEVICES = `left join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id::text, 'name', d.name, 'app', d.app, 'app_version', d.app_version, 'model', d.model, 'sim', l.sim, 'battery', d.battery,
    'bound_ms', ${MS("l.bound_at")}, 'payout', l.payout, 'seen_ms', ${MS("d.last_seen_at")}, 'ping_seconds', d.ping_seconds, 'queue_length', d.queue_length, 'clock_skew_ms', d.clock_skew_ms,
    'last_refused', d.last_refused, 'refused_ms', ${MS("d.last_refused_at")}) order by l.bound_at nulls last, l.id), '[]') as devices
  from device_links l join devices d on d.id = l.device_id where l.wallet_id = u.id and l.ended_at is null and d.revoked_at is null) dv on true`;
const SAID = `left join lateral (
  select coalesce(sum(m.amount) filter (where m.direction = 'credit'), 0)::bigint as incoming, coalesce(sum(m.amount) filter (where m.direction = 'debit'), 0)::bigint as outgoing
  from unreported_movements m where m.wallet_id = u.id and m.ended_at is null) said on true`;

const FOLLOWED = `left join lateral (
  select jsonb_build_object('name', p.name, 'newest', p.edition, 'deleted', p.deleted_at is not null,
    'differs', case when p.deleted_at is null then ${differingSql("u", "e")} else '{}' end) as template
  from wallet_templates p join wallet_template_editions e on e.template_id = p.id and e.edition = p.edition where p.id = u.template_id) fo on true`;
/** Wallets whose template is there and of which this holds; those whose template is deleted are neither the same as it nor another way. */
const followsWhere = (
  holds: string,
): string => `exists (select 1 from wallet_templates p join wallet_template_editions e on e.template_id = p.id and e.edition = p.edition
  where p.id = t.template_id and p.deleted_at is null and ${holds})`;
const DIFFERS = followsWhere(differSql("t", "e"));
const SAME = followsWhere(`not ${differSql("t", "e")}`);

const HAS_DISCREPANCY = "exists (select 1 from wallet_discrepancies g where g.wallet_id = t.id and g.closed_at is null and not g.skipped)";
const BOUND =
  "exists (select 1 from device_links l join devices d on d.id = l.device_id where l.wallet_id = t.id and l.ended_at is null and l.bound_at is not null and d.revoked_at is null)";
/** What a list of wallets adds up. */
export const WALLET_BALANCE = "coalesce((select a.balance from accounts a where a.kind = 'wallet' and a.owner_id = t.id and a.operator = t.operator), 0)";

/** The wallets list; merchants' users see nothing of it. Made per call of the app, since health follows the config. */
export function walletList(app: App): ListSpec<WalletQuery & BaseQuery, WalletRaw, WalletRow> {
  return {
    name: "wallets",
    kind: "wallet",
    sources: [{ from: "wallets t", columns: COLUMNS }],
    scope: null,
    deletedAt: "t.deleted_at",
    filters: {
      operator: equals("t.operator"),
      wallet_type: equals("t.wallet_type"),
      api_type: equals("t.api_type"),
      enabled: yesNo("t.enabled"),
      bind_status: (value) => raw(value === "bound" ? BOUND : `not ${BOUND}`),
      gap: (value) => raw(value === "true" ? HAS_DISCREPANCY : `not ${HAS_DISCREPANCY}`),
      near_limit: (_value, tools) => nearLimit({ ...measureOf(app), nowMs: tools.nowMs }, "t"),
      limited: () => raw("t.enabled and t.collect and t.deleted_at is null and (t.daily_max > 0 or t.month_max > 0)"),
      template: (value) => sql`t.template_id = ${Number(value)}`,
      differs: (value) => raw(value === "true" ? DIFFERS : SAME),
      health: (value, tools) => sql`${healthSql(app.config.current.silent_after_minutes, tools.nowMs)} = any(${value.split(",")}::text[])`,
    },
    search: [byId("wallet"), byPhone("t.account"), byPrefix("t.name"), byPart("t.note_name"), byPart("t.name")],
    sums: { columns: { balance: WALLET_BALANCE, frozen_balance: "t.frozen_balance" } },
    outer: {
      select: `a.balance, wallet_free(u.id) as available, said.incoming as said_in, said.outgoing as said_out, c.real_balance, c.real_balance_at, ${usageJson("ui")} as usage_in, ${usageJson("uo")} as usage_out, dv.devices, ${differenceSql("c", "a")} as difference, ${breaksJson("u.id")} as breaks, fo.template as followed`,
      joins: `left join accounts a on a.kind = 'wallet' and a.owner_id = u.id and a.operator = u.operator left join wallet_continuity c on c.wallet_id = u.id
        left join wallet_usage ui on ui.wallet_id = u.id and ui.direction = 'in' left join wallet_usage uo on uo.wallet_id = u.id and uo.direction = 'out' ${SAID} ${DEVICES} ${FOLLOWED}`,
    },
    rows: (_app, raws, viewer) => raws.map((row) => walletRowOf(app, row, viewer)),
  };
}

type DeviceOut = WalletRow["devices"][number];
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function deviceOut(app: App, device: DeviceJson): DeviceOut {
  return {
    id: app.publicIds.encode("device", BigInt(device.id)),
    name: device.name,
    app: device.app,
    app_version: device.app_version,
    model: device.model,
    sim: device.sim === "any" ? null : device.sim,
    battery: device.battery,
    bound_at: isoOrNull(device.bound_ms),
    payout: device.payout,
    last_seen_at: isoOrNull(device.seen_ms),
    queue_length: device.queue_length,
    clock_skew_ms: device.clock_skew_ms,
    last_refused: device.last_refused,
    last_refused_at: isoOrNull(device.refused_ms),
  };
}

/** Usage of the running day and month; counters of an older one are over. */
function usageOf(row: UsageRaw | null, operator: Operator, nowMs: number): { day: WalletRow["today"]; month: WalletRow["month"] } {
  const figures = row && { ...row, day_amount: BigInt(row.day_amount), month_amount: BigInt(row.month_amount) };
  const used = usedOf(figures, limitDay(operator, nowMs));
  return {
    day: { amount: formatAmount(used.dayMinor), count: used.dayCount },
    month: { amount: formatAmount(used.monthMinor), count: used.monthCount },
  };
}

/** Which actions the state of a wallet allows. */
const ACTION_STATES = {
  bind: (row) => row.deleted_at === null,
  unbind: (row) => row.devices.length > 0,
  enable: (row) => row.deleted_at === null && !row.enabled,
  disable: (row) => row.deleted_at === null && row.enabled,
  delete: (row) => row.deleted_at === null,
  recover: (row) => row.deleted_at !== null,
  clear: (row) => row.deleted_at === null,
} as const satisfies Record<WalletAction, (row: Pick<WalletRaw, "deleted_at" | "enabled" | "devices">) => boolean>;

/** A row of the contract. */
function walletRowOf(app: App, row: WalletRaw, viewer: Viewer): WalletRow {
  const nowMs = app.now();
  const bound = row.devices.filter((device) => device.bound_ms !== null);
  const latest = bound.reduce<DeviceJson | null>((best, device) => (best === null || (device.seen_ms ?? 0) > (best.seen_ms ?? 0) ? device : best), null);
  const first = bound[0];
  const [incoming, outgoing] = [usageOf(row.usage_in, row.operator, nowMs), usageOf(row.usage_out, row.operator, nowMs)];
  return {
    id: app.publicIds.encode("wallet", row.id),
    name: row.name,
    note_name: row.note_name,
    operator: row.operator,
    wallet_type: row.wallet_type,
    api_type: row.api_type,
    account: row.account,
    collect: row.collect,
    payout: row.payout,
    balance: formatAmount(row.balance ?? 0n),
    frozen_balance: formatAmount(row.frozen_balance),
    real_balance: formatAmountOrNull(row.real_balance),
    real_balance_at: row.real_balance_at?.toISOString() ?? null,
    device: first ? deviceOut(app, first) : null,
    devices: row.devices.map((device) => deviceOut(app, device)),
    bind_status: first ? "bound" : "unbound",
    health: walletHealth({
      apiType: row.api_type,
      app: latest?.app ?? null,
      lastSeenMs: latest?.seen_ms ?? null,
      pingSeconds: latest?.ping_seconds ?? null,
      silentAfterMinutes: app.config.current.silent_after_minutes,
      nowMs,
    }),
    payments_open: row.payments_open,
    disburses_open: row.disburses_open,
    enabled: row.enabled,
    deleted: row.deleted_at !== null,
    proxy: row.proxy_shown,
    official: row.credentials_shown,
    location: row.location,
    ip_whitelist: [...row.ip_whitelist],
    min_amount: formatAmountOrNull(row.min_amount),
    max_amount: formatAmountOrNull(row.max_amount),
    daily_max: formatAmountOrNull(row.daily_max),
    month_max: formatAmountOrNull(row.month_max),
    daily_count_max: row.daily_count_max,
    month_count_max: row.month_count_max,
    cool_interval: row.cool_interval,
    phone_trust_limit: formatAmountOrNull(row.phone_trust_limit),
    app_last_seen_at: isoOrNull(latest?.seen_ms ?? null),
    today: incoming.day,
    month: incoming.month,
    today_out: outgoing.day,
    month_out: outgoing.month,
    near_limit_percent: measureOf(app).nearLimitPercent,
    available: formatAmount(row.available),
    unreported: { incoming: formatAmount(row.said_in), outgoing: formatAmount(row.said_out) },
    difference: formatAmountOrNull(row.difference),
    breaks: breaksOf(app.publicIds, row.breaks),
    created_at: idIso(row.id),
    template:
      row.template_id === null || row.template_edition === null || row.followed === null
        ? null
        : { id: String(row.template_id), edition: row.template_edition, ...row.followed },
    version: row.version,
    actions: WALLET_ACTIONS.filter((action) => ACTION_STATES[action](row) && holds(viewer, WALLET_ACTION_PERMISSIONS[action])),
  };
}

/** One wallet as the contract shows it. Refuses not_found */
export const loadWalletRow = (app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<WalletRow | Refused> => loadRow(app, q, walletList(app), id, viewer);
