/** May this phone speak now: not revoked, from an allowed address, not too often. Why not is kept on its row. */
import { networkOf, ipAllowed } from "../../platform/http/ip.ts";
import type { App } from "../../platform/context.ts";
import { refuse } from "../../platform/refusal.ts";
import { directoryOf, type DeviceRecord } from "../../core/devices/directory.ts";
import { noteRefusal } from "./notes.ts";

/** Calls a phone may have saved up, in seconds of its rate. */
const BURST_SECONDS = 2;

/**
 * Refuses a phone that may not speak.
 * @throws Refusal unauthorized, ip_not_allowed, rate_limited
 */
export function admitDevice(app: App, record: DeviceRecord | null, ip: string | null): DeviceRecord {
  if (!record) refuse("unauthorized");
  if (record.revoked || record.links.length === 0) {
    noteRefusal(app, record.id, "revoked");
    refuse("unauthorized");
  }
  if (!record.links.every((link) => ipAllowed(link.ipWhitelist, ip))) {
    noteRefusal(app, record.id, "ip_not_allowed");
    refuse("ip_not_allowed");
  }
  const perSecond = app.config.current.device_requests_per_second;
  const waitSeconds = directoryOf(app).limiter.take(`device:${record.id}`, perSecond, perSecond * BURST_SECONDS);
  if (waitSeconds > 0) {
    noteRefusal(app, record.id, "rate_limited");
    refuse("rate_limited", { retryAfterSeconds: waitSeconds });
  }
  return record;
}

/** The record behind an admitted actor; it may have been unbound since. @throws Refusal unauthorized */
export async function admittedDevice(app: App, deviceId: bigint): Promise<DeviceRecord> {
  const record = await directoryOf(app).byId(deviceId);
  return record && !record.revoked && record.links.length > 0 ? record : refuse("unauthorized");
}

/** The network of an address, null where it has none. */
export function networkOrNull(ip: string | null): string | null {
  return ip === null ? null : networkOf(ip);
}
