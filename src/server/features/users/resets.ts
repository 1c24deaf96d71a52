/** Credentials of another person: a one-time password is given, an authenticator is cleared. Both sign him out everywhere. */
import type * as z from "zod";
import type { passwordReset, UserRow } from "../../../contract/users.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { hashPassword, oneTimePassword, oneTimeUntil } from "../../core/session/passwords.ts";
import { removePasskeys } from "../../core/session/passkeys.ts";
import { endRecoveryCodes } from "../../core/session/recovery.ts";
import { unlock } from "../../core/session/throttle.ts";
import { POSSIBLE } from "./queries.ts";
import { changeUser, permitChange } from "./write.ts";

/** A one-time password, answered this once; wrong tries are forgotten. Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `wrong_state` */
export async function resetPassword(ctx: UserCtx, id: string, version: number): Promise<Answer<z.input<typeof passwordReset>>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  const password = oneTimePassword();
  const hash = await hashPassword(password);
  const row = await changeUser(ctx, { id, version, action: "user.password-reset" }, async ({ raw, tx }) => {
    if (raw.deleted) return new Refused("wrong_state");
    await unlock(ctx.app, tx, raw.id, raw.account);
    return {
      columns: {
        password_hash: hash,
        must_change_password: true,
        one_time_until: oneTimeUntil(ctx.app.now()),
      },
      after: { must_change: true },
      endSessions: "password_reset",
    };
  });
  return row instanceof Undone ? row : { password, version: row.version };
}

/**
 * Clears an authenticator that is on. The person sets up another at the next sign-in: nobody else sees the key.
 * Refuses as {@link resetPassword}; `wrong_state` also where it is off
 */
export async function resetAuthenticator(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  return changeUser(ctx, { id, version, action: "user.authenticator-reset" }, async ({ raw, tx }) => {
    if (!POSSIBLE["authenticator-reset"](raw)) return new Refused("wrong_state");
    await endRecoveryCodes(tx, raw.id);
    return {
      columns: {
        totp_seed: null,
        totp_pending: false,
        totp_due: true,
        on_totp: false,
        totp_step: 0n,
      },
      before: { authenticator: "on" },
      after: { authenticator: "due" },
      endSessions: "authenticator_reset",
    };
  });
}

/**
 * Removes all passkeys of a person. Who is left without a second factor sets one up at the next sign-in.
 * Refuses as {@link resetPassword}; `wrong_state` also where there is none
 */
export async function clearPasskeys(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  return changeUser(ctx, { id, version, action: "user.passkeys-remove" }, async ({ raw, tx }) => {
    const count = raw.deleted ? 0 : await removePasskeys(tx, raw.id);
    if (count === 0) return new Refused("wrong_state");
    if (!raw.on_totp) await endRecoveryCodes(tx, raw.id);
    return { columns: raw.on_totp ? {} : { totp_due: true }, before: { count }, endSessions: "passkeys_removed" };
  });
}
