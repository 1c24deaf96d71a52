/** From a device's bearer token to the actor. */
import type { FastifyRequest } from "fastify";
import type { App, DeviceActor } from "../../platform/context.ts";
import { bearer } from "../../platform/http/auth.ts";
import { refuse } from "../../platform/refusal.ts";
import { credentialKey } from "../../platform/secrets.ts";
import { admitDevice } from "./admit.ts";
import { directoryOf } from "../../core/devices/directory.ts";

/** What a device token looks like: 256 random bits. Anything else costs no look-up. */
const DEVICE_TOKEN = /^dt_[A-Za-z0-9_-]{43}$/;

/**
 * Builds the resolver of `/device`. A revoked token is refused within half a second of the unbinding.
 * @returns a function that throws Refusal unauthorized, ip_not_allowed or rate_limited
 */
export function makeDeviceAuth(app: App): (request: FastifyRequest, ip: string | null) => Promise<DeviceActor> {
  return async (request, ip) => {
    const token = bearer(request);
    if (!DEVICE_TOKEN.test(token)) refuse("unauthorized");
    return { type: "device", deviceId: admitDevice(app, await directoryOf(app).byToken(credentialKey(token)), ip).id };
  };
}
