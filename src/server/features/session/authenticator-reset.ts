/** A person asks for a new authenticator: the seed waits for its first good code, every session ends, the asking one goes on under a new token. */
import type * as z from "zod";
import type { authenticatorReset as answer } from "../../../contract/session.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { endSessions } from "../../core/session/queries.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { endRecoveryCodes } from "../../core/session/recovery.ts";
import { newSealedSeed, totpUri } from "../../core/session/totp.ts";

/**
 * @param presented the token of the call: of two resets with one token, one wins
 * Refuses `recheck_required`, `unauthorized`
 */
export async function authenticatorReset(ctx: UserCtx, presented: string): Promise<Answer<z.input<typeof answer>>> {
  const { app, actor } = ctx;
  await requireRecheck(ctx);
  const seed = newSealedSeed(app, actor.id);
  const token = randomToken();
  const done = await ctx.tx(async (tx) => {
    const before = await tx.one<{ state: string }>(
      "select case when on_totp then 'on' when totp_pending then 'pending' when totp_due then 'due' else 'off' end as state from users where id = $1 for update",
      [actor.id],
    );
    const kept = await tx.run("update sessions set token_hash = $3 where id = $1 and token_hash = $2 and ended_at is null", [
      actor.sessionId,
      credentialHash(presented),
      credentialHash(token),
    ]);
    if (kept !== 1) return new Refused("unauthorized");
    // A new seed starts its own count of steps: its codes have nothing to do with the old ones.
    await tx.run("update users set totp_seed = $2, totp_pending = true, on_totp = false, totp_step = 0, version = version + 1 where id = $1", [actor.id, seed]);
    await endRecoveryCodes(tx, actor.id);
    await endSessions(app, tx, actor.id, "authenticator_reset", actor.sessionId);
    await audit(ctx, tx, {
      action: "user.authenticator-reset",
      objectType: "user",
      objectId: app.publicIds.encode("user", actor.id),
      before: { authenticator: before?.state ?? "off" },
      after: { authenticator: "pending" },
    });
  });
  if (done instanceof Undone) return done;
  sessionCache(app).dropUser(actor.id);
  return { totp: totpUri(app, actor.id, actor.account, seed), token };
}
