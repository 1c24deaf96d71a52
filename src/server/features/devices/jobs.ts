/** Watches the phones: alerts for those that fell silent, resolved when they are heard again. */
import type { ApiType } from "../../../contract/operators.ts";
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { App } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { isRoutable, walletHealth } from "../../core/parties/health.ts";
import { alertDevice } from "./notes.ts";
import { deviceTasksJobs } from "./task-jobs.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

interface Watched {
  readonly id: bigint;
  readonly name: string;
  readonly app: DeviceApp;
  readonly api_type: ApiType;
  readonly ping_seconds: number | null;
  readonly seen_ms: number | null;
  readonly wallets: readonly string[];
  readonly alerted: boolean;
}

const WATCHED_SQL = `
  select d.id, d.name, d.app, min(w.api_type) as api_type, d.ping_seconds, (extract(epoch from d.last_seen_at) * 1000)::float8 as seen_ms, array_agg(w.name order by w.id) as wallets,
    exists (select 1 from alerts a where a.kind = 'device_silent' and a.object_type = 'device' and a.object_id = d.id and a.status in ('open', 'claimed', 'muted')) as alerted
  from devices d join device_links l on l.device_id = d.id and l.ended_at is null and l.bound_at is not null join wallets w on w.id = l.wallet_id
  where d.revoked_at is null and w.deleted_at is null and w.enabled and w.api_type = 'app' group by d.id`;

/** Compares every bound phone with its window. */
export async function watchDevices(app: App): Promise<void> {
  const nowMs = app.now();
  const silentAfterMinutes = app.config.current.silent_after_minutes;
  const heard: bigint[] = [];
  for (const device of await app.db.rows<Watched>(WATCHED_SQL)) {
    const health = walletHealth({
      apiType: device.api_type,
      app: device.app,
      lastSeenMs: device.seen_ms,
      pingSeconds: device.ping_seconds,
      silentAfterMinutes,
      nowMs,
    });
    if (isRoutable(health)) {
      if (device.alerted) heard.push(device.id);
    } else if (!device.alerted) {
      await alertDevice(app, "device_silent", device.id, {
        data: {
          device: device.name,
          wallets: device.wallets,
          last_seen_at: device.seen_ms === null ? null : new Date(device.seen_ms).toISOString(),
        },
      });
    }
  }
  if (heard.length > 0) {
    await resolveAlerts(app, app.db, { kinds: ["device_silent"], object: { type: "device", id: heard }, note: "seen again" });
  }
  await app.db.run("delete from bind_codes where expires_at < to_timestamp($1 / 1000.0) - interval '1 day'", [nowMs]);
}

/** Jobs of the devices. */
export const devicesJobs: Job[] = [{ name: "devices.silent", everyMs: 15_000, lock: 34, run: watchDevices }, ...deviceTasksJobs];
