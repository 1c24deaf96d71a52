/** A person changes his own password; his other sessions end. */
import type * as z from "zod";
import type { passwordSave as schema } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { hashPassword, isSamePassword, verifyPassword, weakPassword } from "../../core/session/passwords.ts";
import { endSessions } from "../../core/session/queries.ts";
import { guarded, recheckLimit } from "../../core/session/throttle.ts";

/** Refuses `invalid_credentials`, `weak_password`, `locked`, `conflict` (changed by somebody else meanwhile) */
export async function passwordSave(ctx: UserCtx, body: z.output<typeof schema>): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  const weak = weakPassword("new_password", body.new_password, actor.account);
  if (weak) return weak;
  if (isSamePassword(body.new_password, body.current_password)) return new Refused("weak_password", { fields: { new_password: "not_allowed" } });
  const stored = await app.db.one<{ password_hash: string }>("select password_hash from users where id = $1", [actor.id]);
  const known = await guarded(app, [recheckLimit(app, actor.id)], async () => {
    if (!(await verifyPassword(stored?.password_hash ?? null, body.current_password, "known")))
      return new Refused("invalid_credentials", { fields: { current_password: "mismatch" } });
    return true;
  });
  if (known instanceof Refused) return known;
  const hash = await hashPassword(body.new_password);
  const done = await ctx.tx(async (tx) => {
    const saved = await tx.run(
      "update users set password_hash = $2, must_change_password = false, one_time_until = null, version = version + 1 where id = $1 and password_hash = $3",
      [actor.id, hash, stored?.password_hash],
    );
    if (saved !== 1) return new Refused("conflict");
    await endSessions(app, tx, actor.id, "password_changed", actor.sessionId);
    await audit(ctx, tx, { action: "user.password", objectType: "user", objectId: app.publicIds.encode("user", actor.id) });
    return {};
  });
  sessionCache(app).dropUser(actor.id);
  return done;
}
