/** Health of a wallet by the window of the app that reports for it (rule 34). One table, read by code and by SQL. */
import { MINUTE_MS } from "../../../contract/time.ts";
import type { ApiType } from "../../../contract/operators.ts";
import { DEVICE_APPS, type DeviceApp, type WalletHealth } from "../../../contract/wallets.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";

/** How an app tells that it lives: within so many ms, at twice its own ping, or by its messages alone. */
type Beat = { readonly by: "window"; readonly ms: number } | { readonly by: "ping" } | { readonly by: "messages" };
const BEATS = {
  native: { by: "window", ms: 2 * MINUTE_MS },
  httpsms: { by: "window", ms: 35 * MINUTE_MS },
  android_sms_gateway: { by: "ping" },
  smsforwarder: { by: "messages" },
  android_income_sms: { by: "messages" },
} as const satisfies Record<DeviceApp, Beat>;

/** What health is judged by: the bound device that was seen last. */
export interface HealthFacts {
  readonly apiType: ApiType;
  /** Null: no device is bound. */
  readonly app: DeviceApp | null;
  readonly lastSeenMs: number | null;
  /** Seconds between the app's pings, once learnt. */
  readonly pingSeconds: number | null;
  readonly silentAfterMinutes: number;
  readonly nowMs: number;
}

/**
 * `manual`: worked by people; `online`: seen within the app's own window (official wallets need no phone); `late`: the
 * app has no heartbeat and was seen within `silent_after_minutes`; `offline`: everything else.
 */
export function walletHealth(facts: HealthFacts): WalletHealth {
  if (facts.apiType === "manual") return "manual";
  if (facts.apiType === "official") return "online";
  if (facts.app === null || facts.lastSeenMs === null) return "offline";
  const beat: Beat = BEATS[facts.app];
  const ageMs = facts.nowMs - facts.lastSeenMs;
  if (beat.by === "window") return ageMs <= beat.ms ? "online" : "offline";
  if (beat.by === "ping" && facts.pingSeconds !== null) return ageMs <= 2000 * facts.pingSeconds ? "online" : "offline";
  return ageMs <= facts.silentAfterMinutes * MINUTE_MS ? "late" : "offline";
}

/** True when new orders may go to a wallet of this health: an app without heartbeat is trusted while it is `late`. */
export function isRoutable(health: WalletHealth): boolean {
  return health !== "offline";
}

/** The bound devices that health is judged by; whoever asks adds which wallet, and which of them. */
export const SEEN_DEVICE = `select d.app, d.last_seen_at, d.ping_seconds from device_links l join devices d on d.id = l.device_id
    where l.ended_at is null and l.bound_at is not null and d.revoked_at is null`;

/** The bound device of wallet `t` that was seen last, as a lateral join named `seen`. */
export const SEEN_JOIN = `left join lateral (${SEEN_DEVICE} and l.wallet_id = t.id order by d.last_seen_at desc nulls last limit 1) seen on true`;

/** {@link walletHealth} of wallet `t` as an expression, for the list's filter; kept equal by `features/wallets/health.db.test.ts`. */
export function healthSql(silentAfterMinutes: number, nowMs: number): Sql {
  const age = sql`(${nowMs}::float8 - extract(epoch from seen.last_seen_at) * 1000)`;
  const silent = sql`case when ${age} <= ${silentAfterMinutes * MINUTE_MS}::float8 then 'late' else 'offline' end`;
  const cases = DEVICE_APPS.map((app) => {
    const beat: Beat = BEATS[app];
    const when = raw(`when '${app}' then `);
    if (beat.by === "window") return sql`${when}case when ${age} <= ${beat.ms}::float8 then 'online' else 'offline' end`;
    if (beat.by === "messages") return sql`${when}${silent}`;
    return sql`${when}case when seen.ping_seconds is null then ${silent} when ${age} <= seen.ping_seconds * 2000 then 'online' else 'offline' end`;
  }).reduce((all, one) => sql`${all} ${one}`);
  return sql`(select case when t.api_type = 'manual' then 'manual' when t.api_type = 'official' then 'online' when seen.last_seen_at is null then 'offline'
    else case seen.app ${cases} end end from (select 1) one ${raw(SEEN_JOIN)})`;
}
