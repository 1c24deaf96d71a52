/** New credentials for another person: a one-time password, or a new authenticator seed. Both sign him out everywhere. */
import type * as z from "zod";
import type { authenticatorResetFor, passwordReset } from "../../contract/users.schema.ts";
import type { verified, verify as verifySchema } from "../../contract/session.schema.ts";
import { audit } from "../audit.ts";
import type { UserCtx } from "../context.ts";
import { refuse } from "../refusal.ts";
import { sessionCache } from "../session/cache.ts";
import { guardCode, takeCode } from "../session/codes.ts";
import { hashPassword, oneTimePassword } from "../session/passwords.ts";
import { requireRecheck } from "../session/recheck.ts";
import { unlock } from "../session/throttle.ts";
import { newSealedSeed, totpUri } from "../session/totp.ts";
import { mayEdit, userRaw } from "./queries.ts";
import { changeUser } from "./write.ts";

/** A one-time password, answered this once; wrong tries are forgotten. @throws Refusal `recheck_required`, `not_found`, `forbidden`, `conflict`, `wrong_state` */
export async function resetPassword(ctx: UserCtx, id: string, version: number): Promise<z.input<typeof passwordReset>> {
  const found = await userRaw(ctx.app.db, ctx.app.publicIds.decode("user", id), ctx.actor);
  if (!mayEdit(ctx.actor, found.user_type)) refuse("forbidden");
  await requireRecheck(ctx);
  const password = oneTimePassword();
  const hash = await hashPassword(password);
  return changeUser(
    ctx,
    { id, version, action: "user.password-reset" },
    async ({ raw, tx }) => {
      if (raw.deleted) refuse("wrong_state");
      await unlock(ctx.app, tx, raw.id, raw.account);
      return {
        columns: [
          ["password_hash", hash],
          ["must_change_password", true],
        ],
        after: { must_change: true },
        endSessions: "password_reset",
      };
    },
    (row) => ({ password, version: row.version }),
  );
}

/** A new seed, answered this once and on until its first good code. @throws Refusal as {@link resetPassword} */
export async function resetAuthenticator(ctx: UserCtx, id: string, version: number): Promise<z.input<typeof authenticatorResetFor>> {
  const { app } = ctx;
  const found = await userRaw(app.db, app.publicIds.decode("user", id), ctx.actor);
  if (!mayEdit(ctx.actor, found.user_type)) refuse("forbidden");
  await requireRecheck(ctx);
  const seed = newSealedSeed(app, found.id);
  return changeUser(
    ctx,
    { id, version, action: "user.authenticator-reset" },
    ({ raw }) => {
      if (raw.deleted) refuse("wrong_state");
      return {
        columns: [
          ["totp_seed", seed],
          ["totp_pending", true],
          ["on_totp", false],
          ["totp_step", 0n],
        ],
        before: { authenticator: raw.on_totp ? "on" : raw.totp_pending ? "pending" : "off" },
        after: { authenticator: "pending" },
        endSessions: "authenticator_reset",
      };
    },
    (row) => ({ totp: totpUri(app, found.id, row.account, seed), version: row.version }),
  );
}

/** The first code of a new user's or a reset authenticator, typed in by whoever set it up. @throws Refusal `not_found`, `forbidden`, `wrong_state`, `invalid_code`, `locked` */
export async function verifyUser(ctx: UserCtx, id: string, body: z.output<typeof verifySchema>): Promise<z.input<typeof verified>> {
  const { app, actor } = ctx;
  const found = await userRaw(app.db, app.publicIds.decode("user", id), actor);
  if (!mayEdit(actor, found.user_type)) refuse("forbidden");
  const code = body.code.trim();
  const done = await guardCode(app, found.id, code, () =>
    ctx.tx(async (tx) => {
      const raw = await userRaw(tx, found.id, actor);
      if (raw.deleted || !raw.totp_pending) refuse("wrong_state");
      const taken = await takeCode(app, tx, raw.id, code);
      await audit(ctx, tx, {
        action: "user.authenticator-on",
        objectType: "user",
        objectId: app.publicIds.encode("user", raw.id),
        merchantId: raw.merchant_id,
        before: { authenticator: "pending" },
        after: { authenticator: "on" },
      });
      ctx.emit({ kind: "users", objectId: raw.id, version: taken.version, change: "changed", merchantId: raw.merchant_id });
      return { on_totp: true };
    }),
  );
  sessionCache(app).dropUser(found.id);
  return done;
}
