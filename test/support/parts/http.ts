/** A server for tests of single features: sessions and merchants by table, everything else as in the product. */
import { rightsOf } from "../../../src/contract/permissions.ts";
import type { FastifyInstance } from "fastify";
import type { App, MerchantActor, UserActor } from "../../../src/server/platform/context.ts";
import { bearer } from "../../../src/server/platform/http/auth.ts";
import type { AnyRoute } from "../../../src/server/platform/http/route.ts";
import { buildHttp, type HttpParts } from "../../../src/server/platform/http/server.ts";
import { refuse } from "../../../src/server/platform/refusal.ts";

/** Builds a server whose bearer tokens are the keys of `users` and `merchants`. */
export async function testServer(
  app: App,
  parts: {
    routes?: readonly AnyRoute[];
    plugins?: HttpParts["plugins"];
    users?: Readonly<Record<string, UserActor>>;
    merchants?: Readonly<Record<string, MerchantActor>>;
  },
): Promise<FastifyInstance> {
  const fastify = await buildHttp({
    app,
    routes: parts.routes ?? [],
    plugins: parts.plugins ?? [],
    auth: {
      session: async (request) => parts.users?.[bearer(request)] ?? refuse("unauthorized"),
      merchant: async (request) => parts.merchants?.[bearer(request)] ?? refuse("unauthorized"),
      device: async () => refuse("unauthorized"),
    },
  });
  await fastify.ready();
  return fastify;
}

/** A user of a type; `sessionId` where the session's life matters. */
export function testUser(userType: UserActor["userType"], merchantId: bigint | null = null, sessionId = 1n, id = 1n): UserActor {
  return { type: "user", id, account: userType, userType, rights: rightsOf(userType, null), merchantId, sessionId, recheckedUntilMs: 0 };
}
