/** The native app's sign of life. */
import type * as z from "zod";
import type { heartbeat, heartbeatOut } from "../../../contract/devices.schema.ts";
import { parseAmount } from "../../../contract/money.ts";
import { stampMs } from "../../../domain/forwarders/values.ts";
import type { DeviceCtx } from "../../platform/context.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { admittedDevice, networkOrNull } from "./admit.ts";
import type { DeviceLink } from "../../core/devices/directory.ts";

type Input = z.output<typeof heartbeat>;

/**
 * Takes note of a phone's state. Its row is written at most every two seconds unless something in it is new.
 * A balance is the operator's own figure and lands on the wallet; a phone with two wallets cannot say whose it is.
 * Refuses validation_failed
 */
export async function takeHeartbeat(ctx: DeviceCtx, input: Input): Promise<z.input<typeof heartbeatOut> | Refused> {
  const record = await admittedDevice(ctx.app, ctx.actor.deviceId);
  const wallet = record.links[0] as DeviceLink; // an admitted phone has at least one
  const nowMs = ctx.app.now();
  const balance = input.balance === undefined ? null : (parseAmount(input.balance) ?? refusedField("balance"));
  if (balance instanceof Refused) return balance;
  if (balance !== null && record.links.length > 1) return refusedField("balance", "not_allowed");
  const deviceMs = input.device_time === undefined ? null : (stampMs(input.device_time) ?? refusedField("device_time"));
  if (deviceMs instanceof Refused) return deviceMs;
  await ctx.app.db.run(
    `update devices d set last_seen_at = greatest(d.last_seen_at, n.now), last_ip = n.ip, last_network = coalesce(n.network, d.last_network), battery = coalesce(n.battery, d.battery),
       app_version = coalesce(n.version, d.app_version), location = coalesce(n.location, d.location), queue_length = coalesce(n.queue, d.queue_length), clock_skew_ms = coalesce(n.skew, d.clock_skew_ms)
     from (select to_timestamp($now / 1000.0) as now, $ip::text as ip, $network::text as network, $battery::int as battery, $version::text as version, $location::text as location, $queue::int as queue, $skew::bigint as skew) n
     where d.id = $id and d.revoked_at is null and (d.last_seen_at is null or d.last_seen_at < n.now - interval '2 seconds'
       or (coalesce(n.battery, d.battery), coalesce(n.version, d.app_version), coalesce(n.location, d.location), coalesce(n.queue, d.queue_length)) is distinct from (d.battery, d.app_version, d.location, d.queue_length))`,
    {
      id: record.id,
      now: nowMs,
      ip: ctx.ip,
      network: networkOrNull(ctx.ip),
      battery: input.battery ?? null,
      version: input.app_version ?? null,
      location: input.location ?? null,
      queue: input.queue_length ?? null,
      skew: deviceMs === null ? null : Math.round(deviceMs - nowMs),
    },
    "device_heartbeat",
  );
  if (balance !== null) await keepBalance(ctx, wallet, balance, nowMs);
  return { server_time: new Date(nowMs).toISOString(), wallet: { name: wallet.name, account: wallet.account, enabled: wallet.enabled } };
}

/** The balance as the operator's app shows it; never booked, only compared. */
async function keepBalance(ctx: DeviceCtx, wallet: DeviceLink, balanceMinor: bigint, nowMs: number): Promise<void> {
  const kept = await ctx.app.db.one<{ version: number }>(
    `update wallet_continuity c set real_balance = $2, real_balance_at = to_timestamp($3 / 1000.0) from wallets w
     where c.wallet_id = $1 and w.id = c.wallet_id and (c.real_balance_at is null or c.real_balance_at <= to_timestamp($3 / 1000.0)) returning w.version`,
    [wallet.walletId, balanceMinor, nowMs],
  );
  if (kept) ctx.app.events.publish([{ kind: "wallets", objectId: wallet.walletId, version: kept.version, change: "changed", merchantId: null }]);
}
