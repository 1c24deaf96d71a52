/** One call: builds the verb's context, with the idempotency store inside the money transaction (rule 19). */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Actor, App, Ctx } from "../context.ts";
import { Outgoing } from "../outgoing.ts";
import type { Tx } from "../db/pool.ts";
import { toJson } from "../db/pool.ts";
import { ERRORS } from "../../../contract/errors.ts";
import { StoredAnswer, Waiting, type OtherAnswer } from "../answer.ts";
import { endingWith, Undone } from "../db/undone.ts";
import { Refused, refuse } from "../refusal.ts";
import type { AuditAction } from "../../../contract/audit.ts";
import { requireAudited } from "../audit.ts";

/** The claim of an `Idempotency-Key` by one call. */
export interface IdempotencyClaim {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: Buffer;
  readonly secret: boolean;
  readonly status: number;
}

/** Names an actor for the idempotency store and the rate limits. */
export function actorKey(actor: Actor): string {
  switch (actor.type) {
    case "user":
      return `user:${actor.id}`;
    case "merchant":
      return `merchant:${actor.merchantId}`;
    case "device":
      return `device:${actor.deviceId}`;
    case "job":
      return `job:${actor.name}`;
    case "public":
      return "public";
  }
}

/**
 * Hash of a body for "same key, same content"; the raw text counts, not its meaning. What a person sends may hold a password, so it is
 * hashed under the product's key. What a merchant's program sends stands in its order anyway, and its repetition must be known again by
 * the version before and under another key.
 */
export function bodyHash(app: App, actor: Actor, body: unknown): Buffer {
  const text = toJson(body ?? null);
  return actor.type === "merchant" ? hash("sha256", text, "buffer") : app.secrets.bodyHash(text);
}

/**
 * Claims the key inside the transaction; null: it is this call's. Otherwise the verb answers what is stored and does nothing.
 * A call that is still running is refused at once instead of waiting behind it.
 */
export async function claim(tx: Tx, wanted: IdempotencyClaim): Promise<StoredAnswer | Refused | null> {
  const lock = await tx.one<{ taken: boolean }>("select pg_try_advisory_xact_lock(4103, hashtext($1)) as taken", [
    `${wanted.actor} ${wanted.route} ${wanted.key}`,
  ]);
  if (!lock?.taken) return endingWith(tx, new Refused("idempotency_running"));
  const inserted = await tx.run("insert into idempotency_keys (actor, route, key, body_hash) values ($1, $2, $3, $4) on conflict do nothing", [
    wanted.actor,
    wanted.route,
    wanted.key,
    wanted.bodyHash,
  ]);
  if (inserted === 1) return null;
  const stored = await tx.one<{ body_hash: Buffer; status: number | null; response: string | null }>(
    "select body_hash, status, response from idempotency_keys where actor = $1 and route = $2 and key = $3",
    [wanted.actor, wanted.route, wanted.key],
  );
  return endingWith(tx, answerAgain(wanted, stored && { ...stored, hash: stored.body_hash.toString("hex") }));
}

/** What a key's later call is answered: the first one's answer, or that it asks for something else (rule 19). @param first its hash in hex */
export function answerAgain(
  wanted: IdempotencyClaim,
  first: { readonly hash: string; readonly status: number | null; readonly response: string | null } | null,
): StoredAnswer | Refused {
  if (first?.hash !== wanted.bodyHash.toString("hex")) return new Refused("idempotency_mismatch");
  return new StoredAnswer(first.status ?? 200, first.response ?? "{}");
}

/** Rolled back already: keeps what the waiting act leaves behind, with the key's answer. */
async function keepWaiting(app: App, wanted: IdempotencyClaim | null, waiting: Waiting): Promise<OtherAnswer> {
  const kept = await app.db.tx(async (tx) => {
    const stored = wanted ? await claim(tx, wanted) : null;
    if (stored) return stored;
    const data = await waiting.keep(tx);
    if (data instanceof Refused) return data;
    if (wanted) await storeAnswer(tx, { ...wanted, secret: false, status: ERRORS[waiting.code].status }, data, { code: waiting.code });
    return { data };
  });
  return kept instanceof Undone ? kept : new Waiting(waiting.code, waiting.keep, kept.data);
}

/** Stores the answer's data with its key; a secret leaves only a note that it is not repeatable. */
export async function storeAnswer(tx: Tx, wanted: IdempotencyClaim, data: unknown, more: { readonly code?: string } = {}): Promise<void> {
  const body = toJson({ success: true, ...more, data: wanted.secret ? null : data });
  await tx.run("update idempotency_keys set status = $4, response = $5 where actor = $1 and route = $2 and key = $3", [
    wanted.actor,
    wanted.route,
    wanted.key,
    wanted.status,
    body,
  ]);
}

/**
 * Builds the context of a call.
 * @param from.audit names of which each transaction of the call must have written one before it commits
 */
export function makeCtx<A extends Actor>(
  app: App,
  actor: A,
  from: { ip: string | null; requestId: string; background: boolean; idempotency: IdempotencyClaim | null; audit?: readonly AuditAction[] | null },
): Ctx<A> {
  let idempotency = from.idempotency;
  const outgoing = new Outgoing(app);
  return {
    app,
    actor,
    ip: from.ip,
    requestId: from.requestId,
    background: from.background,
    async tx(work) {
      const wanted = idempotency;
      idempotency = null;
      try {
        const answer = await app.db.tx(async (tx) => {
          outgoing.forget();
          const stored = wanted ? await claim(tx, wanted) : null;
          if (stored) return stored;
          const result = await work(tx);
          if (result instanceof Undone) return result;
          if (from.audit) requireAudited(tx, from.audit);
          if (wanted) await storeAnswer(tx, wanted, result);
          return result;
        });
        if (answer instanceof Undone) outgoing.forget();
        const kept = answer instanceof Waiting ? await keepWaiting(app, wanted, answer) : answer;
        outgoing.publish();
        return kept;
      } catch (error) {
        outgoing.forget();
        throw error;
      }
    },
    emit(...events) {
      outgoing.emit(...events);
    },
  };
}

/** What an `Idempotency-Key` may be; the document says the same. */
export const IDEMPOTENCY_KEY = { maxLength: 255, pattern: /^[\x21-\x7e]+$/ } as const;

/** Reads the key header; refuses validation_failed for what is no {@link IDEMPOTENCY_KEY} */
export function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return null;
  if (Array.isArray(header) || header.length > IDEMPOTENCY_KEY.maxLength || !IDEMPOTENCY_KEY.pattern.test(header))
    refuse("validation_failed", { fields: { "Idempotency-Key": "invalid" } });
  return header;
}

/** The claim of this call, for verbs that keep it in their own batch's transaction instead of {@link Ctx.tx}. */
export function idempotencyOf(ctx: Ctx, request: FastifyRequest, route: string): IdempotencyClaim | null {
  const key = idempotencyKey(request);
  return key === null ? null : { actor: actorKey(ctx.actor), route, key, bodyHash: bodyHash(ctx.app, ctx.actor, request.body), secret: false, status: 200 };
}
