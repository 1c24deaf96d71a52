/** From an app secret to the merchant that calls: hash look-up, address list, rate limit, the enabled flag. */
import type { FastifyRequest } from "fastify";
import type { App, MerchantActor } from "../../platform/context.ts";
import { bearer } from "../../platform/http/auth.ts";
import { ipAllowed } from "../../platform/http/ip.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { refuse } from "../../platform/refusal.ts";
import { credentialKey } from "../../platform/secrets.ts";
import { merchantByKey, type CachedMerchant } from "../../core/parties/merchants.ts";

const SECRET = /^sk_([a-z0-9]{8,32})_[A-Za-z0-9_-]{43}$/;
/** Disabling stops the acceptance of orders only (rule 17): what exists stays readable and can be completed or cancelled. */
const ACCEPTANCE: ReadonlySet<string> = new Set(["/v1/payments", "/v1/disburses"]);

/**
 * Resolver of the merchants' surface.
 * @returns the merchant; refuses with `unauthorized`, `ip_not_allowed`, `rate_limited` (Retry-After) or `merchant_disabled`
 */
export function makeMerchantAuth(app: App): (request: FastifyRequest, ip: string | null) => Promise<MerchantActor> {
  const limiter = sharedLimiter(app, "merchants");
  const admit = (merchant: CachedMerchant | null, appId: string | undefined, request: FastifyRequest, ip: string | null): MerchantActor => {
    if (!merchant || merchant.deleted || merchant.appId !== appId) return refuse("unauthorized");
    if (!ipAllowed(merchant.ipWhitelist, ip)) refuse("ip_not_allowed");
    const { v1_requests_per_second: perSecond, v1_burst: burst } = app.config.current;
    const waitSeconds = limiter.take(merchant.appId, perSecond, burst);
    if (waitSeconds > 0) refuse("rate_limited", { retryAfterSeconds: waitSeconds });
    if (!merchant.enabled && request.method === "POST" && ACCEPTANCE.has(request.routeOptions.url ?? "")) refuse("merchant_disabled");
    return { type: "merchant", merchantId: merchant.id, appId: merchant.appId };
  };
  return async (request, ip) => {
    const secret = bearer(request);
    const appId = SECRET.exec(secret)?.[1];
    const merchant = appId === undefined ? null : await merchantByKey(app, credentialKey(secret));
    return admit(merchant, appId, request, ip);
  };
}
