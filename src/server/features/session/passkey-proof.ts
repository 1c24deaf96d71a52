/** A passkey as a proof: at sign-in, where it says who somebody is, and at re-authentication. One answer for everything that is wrong. */
import type * as z from "zod";
import { isMerchantType } from "../../../contract/permissions.ts";
import type { checked, passkeyRequest, passkeyUsed, Profile } from "../../../contract/session.schema.ts";
import type { FastifyRequest } from "fastify";
import type { Answer } from "../../platform/answer.ts";
import type { Ctx, PublicActor, UserActor, UserCtx } from "../../platform/context.ts";
import { Undone } from "../../platform/db/undone.ts";
import { ipAllowed } from "../../platform/http/ip.ts";
import { Refused } from "../../platform/refusal.ts";
import { CHALLENGE_MS, newChallenge, notePasskeyUse, usedPasskey, type Purpose } from "../../core/session/passkeys.ts";
import { knownNetwork, userOfPasskey } from "../../core/session/queries.ts";
import { noteRecheck } from "../../core/session/recheck.ts";
import { relyingParty } from "../../core/session/relying-party.ts";
import { addressLimit, guarded, recheckLimit, refusedBefore, signinLimits } from "../../core/session/throttle.ts";
import type { Device } from "../../core/session/devices.ts";
import { enter } from "./enter.ts";
import { descriptors } from "./passkeys.ts";
import { profileOf } from "./profile.ts";

type Request = Answer<z.input<typeof passkeyRequest>>;
type Used = z.output<typeof passkeyUsed>;
const wrong = (): Refused => new Refused("passkey_invalid");

async function ask(
  ctx: Ctx,
  request: FastifyRequest,
  purpose: Purpose,
  allowed: () => Promise<z.input<typeof passkeyRequest>["allowCredentials"]>,
): Promise<Request> {
  const party = relyingParty(ctx.app, request);
  if (party instanceof Refused) return party;
  const challenge = await newChallenge(ctx.app, purpose);
  if (challenge === null) return new Refused("rate_limited", { retryAfterSeconds: 60 });
  return { challenge, timeout: CHALLENGE_MS, rpId: party.id, allowCredentials: await allowed(), userVerification: "required" };
}

/** What a device is asked at sign-in: the same for everybody, no account is named. Refuses `passkey_address`, `rate_limited` */
export function signinOptions(ctx: Ctx<PublicActor>, request: FastifyRequest): Promise<Request> {
  return ask(ctx, request, { name: "signin", ip: ctx.ip }, async () => []);
}

/**
 * Opens a session for a passkey that has answered a challenge; the person is whose it is.
 * @returns the profile, or `passkey_invalid`, `passkey_address`, `ip_not_allowed`, `rate_limited`, `locked`
 */
export async function signinByPasskey(ctx: Ctx<PublicActor>, body: Used, request: FastifyRequest, device: Device): Promise<Answer<Profile>> {
  const { app, ip } = ctx;
  const limit = addressLimit(app, ip);
  const before = refusedBefore(app, [limit]) ?? relyingParty(app, request);
  if (before instanceof Refused) return before;
  const entered = await guarded(app, [limit], async () => {
    const used = await usedPasskey(app, { name: "signin", ip }, before, body, null);
    const user = used && (await userOfPasskey(app.db, used.userId));
    if (!used || !user?.live) return wrong();
    if (!isMerchantType(user.user_type) && !ipAllowed(app.config.current.staff_ip_allowlist, ip)) return new Refused("ip_not_allowed");
    const limits = signinLimits(app, user.account, ip, await knownNetwork(app, user.id, ip)).filter((one) => one.scope === "account");
    return guarded(app, limits, () => enter(ctx, user, device, async (tx) => ((await notePasskeyUse(app, tx, used)) ? { passkey: used.name } : wrong())));
  });
  // A refused sign-in leaves a line in the log, without what was sent.
  if (entered instanceof Refused) app.log.info({ requestId: ctx.requestId, ip, code: entered.code }, "sign-in refused");
  if (entered instanceof Refused && entered.code === "invalid_credentials") return wrong();
  return entered instanceof Undone ? entered : profileOf(app, entered.actor, entered.token);
}

const checking = (actor: UserActor): Purpose => ({ name: "check", sessionId: actor.sessionId });

/** What a device is asked to re-authenticate the session's person: one of his own passkeys. Refuses `passkey_address` */
export function checkOptions(ctx: UserCtx, request: FastifyRequest): Promise<Request> {
  return ask(ctx, request, checking(ctx.actor), () => descriptors(ctx.app, ctx.actor.id));
}

/** Re-authenticates by a passkey of the person. Refuses `passkey_invalid`, `passkey_address`, `locked` */
export async function checkByPasskey(ctx: UserCtx, body: Used, request: FastifyRequest): Promise<Answer<z.input<typeof checked>>> {
  const { app, actor } = ctx;
  const party = relyingParty(app, request);
  if (party instanceof Refused) return party;
  return guarded(app, [recheckLimit(app, actor.id)], async () => {
    const used = await usedPasskey(app, checking(actor), party, body, actor.id);
    if (!used) return wrong();
    return ctx.tx(async (tx) => {
      if (!(await notePasskeyUse(app, tx, used))) return wrong();
      return { until: new Date(await noteRecheck(ctx, tx)).toISOString() };
    });
  });
}
