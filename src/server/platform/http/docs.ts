/** /docs for merchants and devices, open to all; /docs/dashboard for people who are signed in (rule 40). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLocale } from "../../../contract/locale.ts";
import { documentOf, type JsonObject } from "./docs-openapi.ts";
import { docsPage } from "./docs-page.ts";
import { DOCS_WORDS, type DocsLocale } from "./docs-words.ts";
import { clientIp } from "./ip.ts";
import { DECIDED_BY, localeOfRequest } from "./language.ts";
import type { HttpParts } from "./server.ts";

/** Language of the documents: `?lang=`, else that of the request. */
function docsLocale(request: Pick<FastifyRequest, "query" | "headers">): DocsLocale {
  const asked = (request.query as Record<string, unknown> | undefined)?.["lang"]; // any query is a record
  return isLocale(asked) ? asked : localeOfRequest(request);
}

/** Registers the pages; documents are made once, when first asked for. */
export function docsPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  const made = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as T; // stored under this key by this function alone
  };
  const surface = (dashboard: boolean): JsonObject =>
    once(`json ${dashboard}`, () => {
      const shown = (path: string): boolean => (dashboard ? path.startsWith("/api/") : path.startsWith("/v1/") || path.startsWith("/device/"));
      // The generator's type is wider than JSON; what it answers is JSON.
      return documentOf(fastify.swagger() as unknown as JsonObject, shown, DOCS_WORDS.en[dashboard ? "dashboardTitle" : "title"], parts.app.env.publicUrl);
    });
  const page = (dashboard: boolean, locale: DocsLocale): string =>
    once(`page ${dashboard} ${locale}`, () =>
      docsPage(
        surface(dashboard),
        locale,
        { json: dashboard ? "/docs/dashboard.json" : "/docs/openapi.json", other: `?lang=${locale === "zh" ? "en" : "zh"}` },
        dashboard,
      ),
    );
  const signedIn = async (request: FastifyRequest): Promise<void> => {
    await parts.auth.session(request, clientIp(request.raw, parts.app.env.trustProxy), undefined);
  };
  const html = "text/html; charset=utf-8";
  const json = "application/json; charset=utf-8";
  const hidden = { schema: { hide: true }, exposeHeadRoute: true };
  fastify.get(
    "/docs",
    hidden,
    (request, reply) =>
      void reply
        .header("cache-control", "no-cache")
        .header("vary", DECIDED_BY)
        .type(html)
        .send(page(false, docsLocale(request))),
  );
  fastify.get(
    "/docs/openapi.json",
    hidden,
    (_request, reply) =>
      void reply
        .header("cache-control", "no-cache")
        .type(json)
        .send(once("text false", () => JSON.stringify(surface(false)))),
  );
  fastify.get(
    "/docs/dashboard",
    { ...hidden, onRequest: signedIn },
    (request, reply) =>
      void reply
        .header("cache-control", "no-store")
        .type(html)
        .send(page(true, docsLocale(request))),
  );
  fastify.get(
    "/docs/dashboard.json",
    { ...hidden, onRequest: signedIn },
    (_request, reply) =>
      void reply
        .header("cache-control", "no-store")
        .type(json)
        .send(once("text true", () => JSON.stringify(surface(true)))),
  );
  // As the other pages have it; a document's language is part of its query.
  for (const address of ["/docs", "/docs/dashboard"]) fastify.get(`/en${address}`, hidden, (_request, reply) => void reply.redirect(`${address}?lang=en`));
}
