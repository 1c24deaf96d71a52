/** The last step of every sign-in: the proof is used up, the session opened, the row written, all or nothing. */
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { Ctx, PublicActor, UserActor } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { readRights } from "../../platform/rights.ts";
import { queueNewDevice } from "../../core/alerts/new-device.ts";
import { type Device, meetDevice } from "../../core/session/devices.ts";
import { deviceName, openSession, type SigninUser } from "../../core/session/queries.ts";
import { auditRecoveryCode } from "./recovery-codes.ts";

/** What somebody signed in with. */
export type ProvedBy = "password" | "code" | "recovery" | { readonly passkey: string };

/** @param prove uses up what proves it, inside the transaction. Refuses `invalid_credentials` where the account has changed since it was looked at */
export async function enter(
  ctx: Ctx<PublicActor>,
  user: SigninUser,
  device: Device,
  prove: (tx: Tx) => Promise<ProvedBy | Refused>,
): Promise<Answer<{ actor: UserActor; token: string }>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const by = await prove(tx);
    if (by instanceof Refused) return by;
    const session = await openSession(app, tx, user.id, { ip: ctx.ip, userAgent: device.userAgent });
    // Once more under the row's lock: the account may have been disabled while its password was checked.
    const live = await tx.run(
      `update users u set last_sign_in_at = $2 where id = $1 and enabled and deleted_at is null and password_hash = $3
         and (on_totp or exists (select from passkeys p where p.user_id = u.id)) = $4`,
      [user.id, new Date(app.now()), user.password_hash, user.second],
    );
    if (live !== 1) return new Refused("invalid_credentials");
    const actor: UserActor = {
      type: "user",
      id: user.id,
      account: user.account,
      userType: user.user_type,
      rights: readRights(user),
      merchantId: user.merchant_id,
      sessionId: session.id,
      recheckedUntilMs: 0,
    };
    if (await meetDevice(app, tx, { userId: user.id, sessionId: session.id }, device))
      await queueNewDevice(app, tx, actor, { ip: ctx.ip, device: deviceName(device.userAgent) });
    const after = typeof by === "object" ? { after: { name: by.passkey } } : {};
    await audit({ ...ctx, actor }, tx, { action: "user.signin", objectType: "user", objectId: app.publicIds.encode("user", user.id), ...after });
    if (by === "recovery") await auditRecoveryCode({ ...ctx, actor }, tx);
    return { actor, token: session.token };
  });
}
