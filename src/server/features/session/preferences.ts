/** Display preferences: free in shape, bounded in size, stored with the account. */
import type { Preferences } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Queryable } from "../../platform/db/pool.ts";
import { isStorable } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

const MAX_BYTES = 65_536;
const MAX_DEPTH = 32;

async function read(db: Queryable, userId: bigint, lock: boolean): Promise<Preferences> {
  const row = await db.one<{ preferences: Preferences }>(`select preferences from users where id = $1${lock ? " for no key update" : ""}`, [userId]);
  return row?.preferences ?? {};
}

/** True for a value that jsonb can hold: no NUL and no lone surrogate in any text, names included, and of sane depth. */
function isKeepable(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string" && !isStorable(item)) return false;
      if (item !== null && typeof item === "object") for (const [key, inner] of Object.entries(item)) next.push(key, inner);
    }
    level = next;
  }
  return true;
}

/** The preferences of the person who asks. */
export function getPreferences(ctx: UserCtx): Promise<Preferences> {
  return read(ctx.app.db, ctx.actor.id, false);
}

/** Replaces the given keys and leaves the others. Refuses `validation_failed`, `too_large` when all together pass 64 KiB */
export async function patchPreferences(ctx: UserCtx, part: Preferences): Promise<Answer<Preferences>> {
  const wrong = Object.entries(part).find(([key, value]) => !isKeepable(key) || !isKeepable(value));
  if (wrong) return refusedField(isKeepable(wrong[0]) ? wrong[0] : "body");
  return ctx.tx(async (tx) => {
    const merged = { ...(await read(tx, ctx.actor.id, true)), ...part };
    const text = toJson(merged);
    if (Buffer.byteLength(text) > MAX_BYTES) return new Refused("too_large");
    await tx.run("update users set preferences = $2 where id = $1", [ctx.actor.id, text]);
    return merged;
  });
}
