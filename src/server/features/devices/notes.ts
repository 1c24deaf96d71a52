/** What is kept about a phone as it speaks: when it was seen, why it was refused, what a person should look at. */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import { raiseAlert } from "../../core/alerts/raise.ts";
import type { PhoneState } from "../../../domain/forwarders/types.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Queryable } from "../../platform/db/pool.ts";
import { audit } from "../../platform/audit.ts";
import { makeCtx } from "../../platform/http/call.ts";
import { directoryOf, type DeviceRecord } from "../../core/devices/directory.ts";

/** Rows are touched at most this often per phone and kind. */
const QUIET_MS = 5000;
const MAX_REMEMBERED = 20_000;
const lastWrites = new WeakMap<App, Map<string, number>>();

/** True at most once in {@link QUIET_MS} for a subject. */
function due(app: App, subject: string): boolean {
  let writes = lastWrites.get(app);
  if (!writes) lastWrites.set(app, (writes = new Map()));
  const now = performance.now();
  const last = writes.get(subject);
  if (last !== undefined && now - last < QUIET_MS) return false;
  if (writes.size > MAX_REMEMBERED) writes.clear();
  writes.set(subject, now);
  return true;
}

/** Why a phone was refused, or why its request gave no message. */
export type RefusalReason =
  | "revoked"
  | "ip_not_allowed"
  | "rate_limited"
  | "signature_missing"
  | "signature_wrong"
  | "signature_stale"
  | "sim_unknown"
  | "encrypted"
  | "unknown_shape"
  | "empty_text"
  | "too_long"
  | "body_empty"
  | "body_encoding"
  | "body_broken"
  | "body_incomplete";

/** Keeps the last reason on the phone's row. Never holds up or fails the answer. */
export function noteRefusal(app: App, deviceId: bigint, reason: RefusalReason): void {
  if (!due(app, `${reason}:${deviceId}`)) return;
  app.db
    .run("update devices set last_refused = $2, last_refused_at = to_timestamp($3 / 1000.0) where id = $1", [deviceId, reason, app.now()])
    .catch((error: unknown) => app.log.warn({ err: error }, "a refusal could not be noted"));
}

/** The phone's app was given the secret: from now on nothing of it counts unsigned, until it gets a new address. */
export async function noteSigns(app: App, deviceId: bigint): Promise<void> {
  await app.db.run("update devices set signs_since = to_timestamp($2 / 1000.0) where id = $1 and signs_since is null", [deviceId, app.now()]);
  directoryOf(app).forget();
}

interface Seen {
  readonly id: bigint;
  readonly atMs: number;
  readonly ip: string | null;
  readonly network: string | null;
}
const seenLately = new WeakMap<App, Map<bigint, Seen>>();
/** Phones that only spoke are noted together, this often. */
const GATHER_MS = 500;

/** Adds a phone to those that are noted with the next statement; the answer to the phone does not wait for it. */
function gather(app: App, seen: Seen): void {
  const waiting = seenLately.get(app);
  if (waiting) {
    waiting.set(seen.id, seen);
    return;
  }
  seenLately.set(app, new Map([[seen.id, seen]]));
  setTimeout(() => void flush(app), GATHER_MS).unref();
}

async function flush(app: App): Promise<void> {
  const rows = [...(seenLately.get(app)?.values() ?? [])];
  seenLately.delete(app);
  try {
    await app.db.side.rows(
      `update devices d set last_seen_at = greatest(d.last_seen_at, to_timestamp(x.at / 1000.0)), last_ip = x.ip, last_network = coalesce(x.network, d.last_network)
       from jsonb_to_recordset($1) as x (id bigint, at float8, ip text, network text) where d.id = x.id and d.id = any ($2) and d.revoked_at is null`,
      [toJson(rows.map((row) => ({ id: row.id, at: row.atMs, ip: row.ip, network: row.network }))), rows.map((row) => row.id)],
      "devices_seen",
    );
  } catch (error) {
    app.log.warn({ err: error }, "phones could not be noted as seen");
  }
}

/**
 * The phone was seen. What it tells about itself, and its first word to this process, is written at once; that it goes
 * on speaking is noted with the others of the moment.
 */
export async function touch(app: App, deviceId: bigint, ip: string | null, network: string | null, phone: PhoneState | null): Promise<void> {
  const news = phone !== null && (phone.battery !== null || phone.appVersion !== null || phone.model !== null);
  const subject = `seen:${deviceId}`;
  const known = lastWrites.get(app)?.has(subject) ?? false;
  if (!due(app, subject) && !news) return;
  if (known && !news) {
    gather(app, { id: deviceId, atMs: app.now(), ip, network });
    return;
  }
  await write(app, deviceId, ip, network, phone);
}

async function write(app: App, deviceId: bigint, ip: string | null, network: string | null, phone: PhoneState | null): Promise<void> {
  await app.db.run(
    `update devices set last_seen_at = greatest(last_seen_at, to_timestamp($2 / 1000.0)), first_seen_at = coalesce(first_seen_at, to_timestamp($2 / 1000.0)), last_ip = $3,
       last_network = coalesce($4, last_network), battery = coalesce($5, battery), app_version = coalesce($6, app_version), model = coalesce($7, model)
     where id = $1 and revoked_at is null`,
    [deviceId, app.now(), ip, network, phone?.battery ?? null, phone?.appVersion ?? null, phone?.model ?? null],
    "device_touch",
  );
}

/** The wallet under which a phone is found: of those that it speaks for, the one bound first. */
const WALLET_OF = `select l.wallet_id from device_links l join wallets w on w.id = l.wallet_id where l.device_id = $1 and l.ended_at is null and w.deleted_at is null
  order by l.bound_at nulls last, l.id limit 1`;

/** What an alert about a phone says. */
export interface PhoneAlert {
  readonly data: Readonly<Record<string, unknown>>;
  /** The wallet that it is about; left out: the phone as a whole, which is found under one of its wallets. */
  readonly walletId?: bigint;
}

/** Writes an alert about a phone, or renews the open one. The caller tells the screens after the commit ({@link tellHome}). */
export async function writeAlert(app: App, q: Queryable, kind: ExceptionKind, deviceId: bigint, { data, walletId }: PhoneAlert): Promise<void> {
  const wallet = walletId ?? (await q.one<{ wallet_id: bigint }>(WALLET_OF, [deviceId]))?.wallet_id ?? null;
  await raiseAlert(app, q, { kind, object: { type: "device", id: deviceId }, walletId: wallet, data });
}

/** Tells the home screens that something about a phone wants a person. */
export function tellHome(app: App, deviceId: bigint): void {
  app.events.publish([{ kind: "home", objectId: deviceId, version: 0, change: "changed", merchantId: null }]);
}

/** Raises an alert about a phone by itself. */
export async function alertDevice(app: App, kind: ExceptionKind, deviceId: bigint, alert: PhoneAlert): Promise<void> {
  await writeAlert(app, app.db, kind, deviceId, alert);
  tellHome(app, deviceId);
}

/** Networks that were compared with the phone's row, and when; what is older is compared again. */
const compared = new WeakMap<App, Map<bigint, { readonly network: string; readonly at: number }>>();
const COMPARED_MS = 30_000;

/** True when the phone was found on this network a moment ago. Takes down that it is there now. */
function justCompared(app: App, deviceId: bigint, network: string): boolean {
  let networks = compared.get(app);
  if (!networks || networks.size > MAX_REMEMBERED) compared.set(app, (networks = new Map()));
  const last = networks.get(deviceId);
  const at = performance.now();
  if (last && last.network === network && at - last.at < COMPARED_MS) return true;
  networks.set(deviceId, { network, at });
  return false;
}

/** A secret that stands in an address is watched: another network raises an alert (rule 36). The first one is noted. */
export async function watchNetwork(app: App, record: DeviceRecord, ip: string | null, network: string | null): Promise<void> {
  if (network === null || justCompared(app, record.id, network)) return;
  const moved = await app.db.one<{ before: string | null }>(
    `update devices d set last_network = $2 from (select id, last_network from devices where id = $1 for update) old
     where d.id = old.id and old.last_network is distinct from $2 returning old.last_network as before`,
    [record.id, network],
  );
  if (moved && moved.before !== null) await alertDevice(app, "device_new_network", record.id, { data: { before: moved.before, after: network, ip } });
}

/** The first authenticated request of a phone binds the wallets that wait for it (rule 35). */
export async function markBound(app: App, record: DeviceRecord, ip: string | null, requestId: string): Promise<void> {
  if (record.links.every((link) => link.bound)) return;
  const ctx = makeCtx(app, { type: "device", deviceId: record.id }, { ip, requestId, background: true, idempotency: null });
  const done = await ctx.tx(async (tx) => {
    const rows = await tx.rows<{ wallet_id: bigint; version: number }>(
      `update device_links l set bound_at = to_timestamp($2 / 1000.0) from wallets w where w.id = l.wallet_id and l.device_id = $1 and l.ended_at is null and l.bound_at is null
       returning l.wallet_id, w.version`,
      [record.id, app.now()],
    );
    for (const row of rows) {
      await audit(ctx, tx, {
        action: "devices.bind",
        objectType: "wallet",
        objectId: app.publicIds.encode("wallet", row.wallet_id),
        after: { device: app.publicIds.encode("device", record.id), app: record.app },
      });
      ctx.emit({ kind: "wallets", objectId: row.wallet_id, version: row.version, change: "changed", merchantId: null });
    }
  });
  doneOf(done);
  directoryOf(app).forget();
}
