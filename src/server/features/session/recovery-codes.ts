/** A person's recovery codes: made on request, shown this once; each use leaves a row. */
import type * as z from "zod";
import type { recoveryCodes as answer } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { newRecoveryCodes, recoveryCodesLeft } from "../../core/session/recovery.ts";

/** Ten new codes; the old ones end. Refuses `recheck_required`, `wrong_state` where they would stand in for nothing */
export async function makeRecoveryCodes(ctx: UserCtx): Promise<Answer<z.input<typeof answer>>> {
  const { app, actor } = ctx;
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const codes = await newRecoveryCodes(tx, actor.id);
    const user = await tx.one<{ second: boolean }>(
      "select on_totp or exists (select from passkeys p where p.user_id = u.id) as second from users u where id = $1",
      [actor.id],
    );
    if (!user?.second) return new Refused("wrong_state");
    await audit(ctx, tx, {
      action: "user.recovery-codes",
      objectType: "user",
      objectId: app.publicIds.encode("user", actor.id),
      after: { count: codes.length },
    });
    return { codes };
  });
}

/** Says that one of the person's codes was used, and how many are left. */
export async function auditRecoveryCode(ctx: UserCtx, tx: Tx): Promise<void> {
  const { app, actor } = ctx;
  await audit(ctx, tx, {
    action: "user.recovery-code",
    objectType: "user",
    objectId: app.publicIds.encode("user", actor.id),
    after: { count: await recoveryCodesLeft(tx, actor.id) },
  });
}
