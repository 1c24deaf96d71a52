/** Audit rows: what people do to people, rights, settings, secrets and money, written in the acting transaction. */
import { isDeepStrictEqual } from "node:util";
import { PEOPLE_FIELDS, type AuditAction, type AuditFields, type AuditObject } from "../../contract/audit.ts";
import type { Ctx } from "./context.ts";
import { toJson, type Tx } from "./db/pool.ts";

const SECRET_KEYS = /secret|password|token|seed|hash|totp|credential|proxy$/i;

/** Masks values whose names say that they are secret, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== "object" || value instanceof Date || Buffer.isBuffer(value)) return Buffer.isBuffer(value) ? "***" : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, SECRET_KEYS.test(key) && item !== null && typeof item !== "boolean" ? "***" : maskSecrets(item)]),
  );
}

/** One side of a row as merchants' people may read it: without the names of those who decided it. */
export function withoutPeople(fields: unknown): Record<string, unknown> | null {
  if (fields === null || typeof fields !== "object") return null;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(PEOPLE_FIELDS as readonly string[]).includes(name)));
}

/** The fields in which two states of an object differ, as the trail keeps them. */
export interface Changed {
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** As the trail would keep it; the database gives the names of what it keeps back in an order of its own. */
const kept = (value: unknown): unknown => JSON.parse(toJson(value ?? null));

/** Keeps only what differs between two states of an object. */
export function changed(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Changed {
  const keys = Object.keys(after).filter((key) => !isDeepStrictEqual(kept(before[key]), kept(after[key])));
  return { before: Object.fromEntries(keys.map((key) => [key, before[key] ?? null])), after: Object.fromEntries(keys.map((key) => [key, after[key] ?? null])) };
}

export interface AuditEntry {
  readonly action: AuditAction;
  readonly objectType: AuditObject;
  /** Public id, or null where the object has none (config). */
  readonly objectId: string | null;
  /** The merchant whose own people may read the row. */
  readonly merchantId?: bigint | null;
  readonly before?: AuditFields | null;
  readonly after?: AuditFields | null;
  readonly approvalId?: bigint | null;
}

/** What each running transaction has written down; a row counts for the transaction in which it stands. */
const written = new WeakMap<Tx, AuditAction[]>();

const idle = new WeakSet<Tx>();

/** The verb looked under its locks and everything stands already as it was asked for. */
export function nothingChanged(tx: Tx): void {
  idle.add(tx);
}

/**
 * As {@link changed}, of what a verb looks at under its locks. Null: everything stands already as it was asked for, so neither a
 * version nor the trail is written, and the object is answered as it is.
 */
export function changedIn(tx: Tx, before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Changed | null {
  const difference = changed(before, after);
  if (Object.keys(difference.after).length > 0) return difference;
  nothingChanged(tx);
  return null;
}

/**
 * Refuses to commit what a route says must be written down and was not: a forgotten row is a fault of the program, and
 * what it would have hidden is rolled back.
 * @param wanted names of which at least one must stand
 * @throws Error
 */
export function requireAudited(tx: Tx, wanted: readonly AuditAction[]): void {
  if (idle.has(tx) || written.get(tx)?.some((action) => wanted.includes(action))) return;
  throw new Error(`an act of a person would be committed without its audit row (${wanted.join(", ")})`);
}

interface AuditRow {
  readonly id: bigint;
  readonly actor_type: string;
  readonly actor_id: bigint | null;
  readonly account: string | null;
  readonly merchant_id: bigint | null;
  readonly ip: string | null;
  readonly action: AuditAction;
  readonly object_type: AuditObject;
  readonly object_id: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly approval_id: bigint | null;
}

/** Secrets are masked before they leave this function. */
function rowOf(ctx: Ctx, entry: AuditEntry): AuditRow {
  const { actor } = ctx;
  // Two people decided this together: the row names both, whichever of them runs it.
  const together = ctx.approval ? { maker: ctx.approval.maker, checker: ctx.approval.checker } : null;
  const after = together === null ? entry.after : { ...entry.after, ...together };
  return {
    id: ctx.app.ids.next(),
    actor_type: actor.type,
    actor_id: actor.type === "user" ? actor.id : actor.type === "merchant" ? actor.merchantId : actor.type === "device" ? actor.deviceId : null,
    account: actor.type === "user" ? actor.account : actor.type === "merchant" ? actor.appId : actor.type === "job" ? actor.name : null,
    merchant_id: entry.merchantId ?? (actor.type === "user" || actor.type === "merchant" ? (actor.merchantId ?? null) : null),
    ip: ctx.ip,
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    before: entry.before ? maskSecrets(entry.before) : null,
    after: after ? maskSecrets(after) : null,
    approval_id: entry.approvalId ?? ctx.approval?.id ?? null,
  };
}

/** Writes audit rows, one for each, and tells the screens once they are committed; secrets are masked. */
export async function auditAll(ctx: Ctx, tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => rowOf(ctx, entry));
  await tx.run(
    `insert into audit (id, actor_type, actor_id, account, merchant_id, ip, action, object_type, object_id, before, after, approval_id)
     select r.id, r.actor_type, r.actor_id, r.account, r.merchant_id, r.ip, r.action, r.object_type, r.object_id, r.before, r.after, r.approval_id
     from jsonb_to_recordset($1::jsonb) as r (id bigint, actor_type text, actor_id bigint, account text, merchant_id bigint, ip text, action text,
       object_type text, object_id text, before jsonb, after jsonb, approval_id bigint)`,
    [toJson(rows)],
  );
  written.set(tx, [...(written.get(tx) ?? []), ...entries.map((entry) => entry.action)]);
  for (const { id, merchant_id: merchantId } of rows) ctx.emit({ kind: "audit", objectId: id, version: 1, change: "created", merchantId });
}

/** As {@link auditAll}, of one. */
export function audit(ctx: Ctx, tx: Tx, entry: AuditEntry): Promise<void> {
  return auditAll(ctx, tx, [entry]);
}
