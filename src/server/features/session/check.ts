/** Re-authentication for sensitive acts: the password, and a code where the authenticator is on. */
import type * as z from "zod";
import type { check as schema, checked } from "../../../contract/session.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { guardCode, takeSecond } from "../../core/session/codes.ts";
import { verifyPassword } from "../../core/session/passwords.ts";
import { noteRecheck } from "../../core/session/recheck.ts";
import { guarded, recheckLimit } from "../../core/session/throttle.ts";
import { auditRecoveryCode } from "./recovery-codes.ts";

/** Refuses `invalid_credentials`, `totp_required`, `invalid_code`, `locked` */
export async function check(ctx: UserCtx, body: z.output<typeof schema>): Promise<Answer<z.input<typeof checked>>> {
  const { app, actor } = ctx;
  const user = await app.db.one<{ password_hash: string; second: boolean }>(
    "select password_hash, on_totp or exists (select from passkeys p where p.user_id = u.id) as second from users u where id = $1",
    [actor.id],
  );
  const code = body.code?.trim() ?? "";
  const note = (withCode: boolean): Promise<Answer<{ until: string }>> =>
    ctx.tx(async (tx) => {
      const taken = withCode ? await takeSecond(app, tx, actor.id, code) : null;
      if (taken instanceof Refused) return taken;
      if (taken === "recovery") await auditRecoveryCode(ctx, tx);
      return { until: new Date(await noteRecheck(ctx, tx)).toISOString() };
    });
  const done = await guarded(app, [recheckLimit(app, actor.id)], async () => {
    if (!(await verifyPassword(user?.password_hash ?? null, body.password, "known")))
      return new Refused("invalid_credentials", { fields: { password: "mismatch" } });
    if (!user?.second) return note(false);
    if (code === "") return new Refused("totp_required");
    return guardCode(app, actor.id, code, () => note(true), "recovery");
  });
  if (!(done instanceof Undone)) sessionCache(app).dropSession(actor.sessionId);
  return done;
}
