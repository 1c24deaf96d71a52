/** Audit rows: what people do to people, rights, settings, secrets and money, written in the acting transaction. */
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

/** Keeps only what differs between two states of an object. */
export function changed(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const keys = Object.keys(after).filter((key) => toJson(before[key] ?? null) !== toJson(after[key] ?? null));
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
 * Refuses to commit what a route says must be written down and was not: a forgotten row is a fault of the program, and
 * what it would have hidden is rolled back.
 * @param wanted names of which at least one must stand
 * @throws Error
 */
export function requireAudited(tx: Tx, wanted: readonly AuditAction[]): void {
  if (idle.has(tx) || written.get(tx)?.some((action) => wanted.includes(action))) return;
  throw new Error(`an act of a person would be committed without its audit row (${wanted.join(", ")})`);
}

/** Writes one audit row and tells the screens once it is committed; secrets are masked before they leave this function. */
export async function audit(ctx: Ctx, tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = ctx;
  const actorId = actor.type === "user" ? actor.id : actor.type === "merchant" ? actor.merchantId : actor.type === "device" ? actor.deviceId : null;
  const account = actor.type === "user" ? actor.account : actor.type === "merchant" ? actor.appId : actor.type === "job" ? actor.name : null;
  const merchantId = entry.merchantId ?? (actor.type === "user" || actor.type === "merchant" ? (actor.merchantId ?? null) : null);
  const id = ctx.app.ids.next();
  // Two people decided this together: the row names both, whichever of them runs it.
  const together = ctx.approval ? { maker: ctx.approval.maker, checker: ctx.approval.checker } : null;
  const after = together === null ? entry.after : { ...entry.after, ...together };
  await tx.run(
    `insert into audit (id, actor_type, actor_id, account, merchant_id, ip, action, object_type, object_id, before, after, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      actor.type,
      actorId,
      account,
      merchantId,
      ctx.ip,
      entry.action,
      entry.objectType,
      entry.objectId,
      entry.before ? toJson(maskSecrets(entry.before)) : null,
      after ? toJson(maskSecrets(after)) : null,
      entry.approvalId ?? ctx.approval?.id ?? null,
    ],
  );
  written.set(tx, [...(written.get(tx) ?? []), entry.action]);
  ctx.emit({ kind: "audit", objectId: id, version: 1, change: "created", merchantId });
}
