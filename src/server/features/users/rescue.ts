/** Lets a locked-out person in again, by whoever has the machine: the command behind `npm run admin -- reset`. */
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, JobActor } from "../../platform/context.ts";
import { hashPassword, oneTimePassword, oneTimeUntil } from "../../core/session/passwords.ts";
import { endSessions } from "../../core/session/queries.ts";
import { removePasskeys } from "../../core/session/passkeys.ts";
import { endRecoveryCodes } from "../../core/session/recovery.ts";
import { unlock } from "../../core/session/throttle.ts";

/** What the command did. */
export interface Rescued {
  readonly account: string;
  /** Must be changed at the next sign-in. */
  readonly password: string;
  /** False: somebody else has to enable the account first. */
  readonly enabled: boolean;
}

/**
 * Gives the account a one-time password, forgets wrong tries, clears authenticator, passkeys and recovery codes, and ends its sessions.
 * Who had a second factor sets up another at the next sign-in.
 * @returns null when there is no such account
 */
export async function rescueAccount(ctx: Ctx<JobActor>, account: string): Promise<Rescued | null> {
  const { app } = ctx;
  const password = oneTimePassword();
  const hash = await hashPassword(password);
  const rescued = await ctx.tx(async (tx) => {
    const user = await tx.one<{ id: bigint; account: string; enabled: boolean; on_totp: boolean; merchant_id: bigint | null }>(
      "select id, account, enabled, on_totp, merchant_id from users where lower(account) = lower($1) and deleted_at is null for update",
      [account],
    );
    if (!user) return null;
    const passkeys = await removePasskeys(tx, user.id);
    const had = user.on_totp || passkeys > 0;
    await tx.run(
      "update users set password_hash = $2, must_change_password = true, one_time_until = $4, on_totp = false, totp_due = totp_due or $3, totp_pending = false, totp_seed = null, totp_step = 0, version = version + 1 where id = $1",
      [user.id, hash, had, oneTimeUntil(app.now())],
    );
    await endRecoveryCodes(tx, user.id);
    await unlock(app, tx, user.id, user.account);
    await endSessions(app, tx, user.id, "rescued");
    await audit(ctx, tx, {
      action: "user.rescue",
      objectType: "user",
      objectId: app.publicIds.encode("user", user.id),
      merchantId: user.merchant_id,
      before: { authenticator: user.on_totp ? "on" : "off" },
      after: { authenticator: had ? "due" : "off", must_change: true },
    });
    return { account: user.account, password, enabled: user.enabled };
  });
  return doneOf(rescued);
}
