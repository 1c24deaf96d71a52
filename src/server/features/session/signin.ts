/** Sign-in: limits before the hash, one answer and one duration for everything that is wrong. */
import type * as z from "zod";
import { isMerchantType } from "../../../contract/permissions.ts";
import type { Profile, signin as signinSchema } from "../../../contract/session.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { App, Ctx, PublicActor } from "../../platform/context.ts";
import { ipAllowed } from "../../platform/http/ip.ts";
import { guardCode, takeSecond } from "../../core/session/codes.ts";
import type { Device } from "../../core/session/devices.ts";
import { verifyPassword, type Sender } from "../../core/session/passwords.ts";
import { enter } from "./enter.ts";
import { profileOf } from "./profile.ts";
import { knownNetwork, userByAccount, type SigninUser } from "../../core/session/queries.ts";
import { addressLimit, guarded, refusedBefore, signinLimits } from "../../core/session/throttle.ts";

async function admit(app: App, user: SigninUser | null, password: string, ip: string | null, sender: Sender): Promise<SigninUser | Refused> {
  const good = await verifyPassword(user?.password_hash ?? null, password, sender);
  if (!good || !user?.live) return new Refused("invalid_credentials");
  if (!isMerchantType(user.user_type) && !ipAllowed(app.config.current.staff_ip_allowlist, ip)) return new Refused("ip_not_allowed");
  // Told to whoever knows it alone: he has to ask for a new one.
  if (user.one_time_until !== null && user.one_time_until.getTime() <= app.now()) return new Refused("one_time_expired");
  return user;
}

/**
 * Opens a session for a good password and, where the authenticator is on, a good code.
 * @returns the profile, or `invalid_credentials`, `one_time_expired`, `totp_required`, `invalid_code`, `ip_not_allowed`, `rate_limited`, `locked`
 */
export async function signin(ctx: Ctx<PublicActor>, body: z.output<typeof signinSchema>, device: Device): Promise<Answer<Profile>> {
  const { app, ip } = ctx;
  const before = refusedBefore(app, [addressLimit(app, ip)]);
  if (before) return before;
  const found = await userByAccount(app.db, body.account);
  const known = await knownNetwork(app, found?.id ?? null, ip);
  const limits = signinLimits(app, body.account, ip, known);
  const code = body.code?.trim() ?? "";
  const entered = await guarded(app, limits, async () => {
    const user = await admit(app, found, body.password, ip, known ? "known" : "anybody");
    if (user instanceof Refused) return user;
    if (!user.second) return enter(ctx, user, device, async () => "password");
    if (code === "") return new Refused("totp_required");
    return guardCode(app, user.id, code, () => enter(ctx, user, device, (tx) => takeSecond(app, tx, user.id, code)), "recovery");
  });
  // A refused sign-in leaves a line in the log, without what was typed.
  if (entered instanceof Refused) app.log.info({ requestId: ctx.requestId, ip, code: entered.code }, "sign-in refused");
  return entered instanceof Undone ? entered : profileOf(app, entered.actor, entered.token);
}
