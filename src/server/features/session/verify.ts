/** A code of the authenticator: the first one switches it on, later ones re-authenticate. */
import type * as z from "zod";
import type { verified, verify as schema } from "../../../contract/session.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import { Refused } from "../../platform/refusal.ts";
import { audit, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { guardCode, takeCode } from "../../core/session/codes.ts";
import { noteRecheck, requireRecheckToLook } from "../../core/session/recheck.ts";

/** Refuses `recheck_required` (of the first code), `invalid_code`, `locked` */
export async function verify(ctx: UserCtx, body: z.output<typeof schema>): Promise<Answer<z.input<typeof verified>>> {
  const { app, actor } = ctx;
  const code = body.code.trim();
  // The seed of a pending set-up is in the profile: whoever has the token can make its codes, the first one and all that follow.
  const user = await app.db.one<{ totp_pending: boolean }>("select totp_pending from users where id = $1", [actor.id]);
  if (user?.totp_pending) await requireRecheckToLook(ctx);
  const done = await guardCode(app, actor.id, code, () =>
    ctx.tx(async (tx) => {
      const taken = await takeCode(app, tx, actor.id, code);
      if (taken instanceof Refused) return taken;
      if (!taken.first) {
        await noteRecheck(ctx, tx);
        nothingChanged(tx);
      } else {
        await audit(ctx, tx, {
          action: "user.authenticator-on",
          objectType: "user",
          objectId: app.publicIds.encode("user", actor.id),
          before: { authenticator: "pending" },
          after: { authenticator: "on" },
        });
      }
      return { on_totp: true };
    }),
  );
  if (!(done instanceof Undone)) sessionCache(app).dropUser(actor.id);
  return done;
}
