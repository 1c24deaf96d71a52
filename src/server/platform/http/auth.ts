/** From a bearer credential to the actor, one resolver per surface. */
import type { FastifyRequest } from "fastify";
import type { DeviceActor, MerchantActor, UserActor } from "../context.ts";
import { refuse } from "../refusal.ts";
import type { Early } from "./route.ts";

export interface Authenticator {
  /** @param early what the route works before; undefined: it works once nothing is due */
  session(request: FastifyRequest, ip: string | null, early: Early | undefined): Promise<UserActor>;
  /** As that of a device: at once where the caller is remembered; throws what the promise would be rejected with. */
  merchant(request: FastifyRequest, ip: string | null): Promise<MerchantActor>;
  device(request: FastifyRequest, ip: string | null): Promise<DeviceActor>;
}

/** Reads the bearer credential; a secret anywhere else (query) is never looked at (rule 36). */
export function bearer(request: FastifyRequest): string {
  const header = request.headers.authorization;
  const found = typeof header === "string" && header.length <= 512 ? /^Bearer ([\x21-\x7e]+)$/i.exec(header) : null;
  return found?.[1] ?? refuse("unauthorized");
}
