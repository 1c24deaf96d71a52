/** What every answer says to the browser that gets it. */
import helmet from "@fastify/helmet";
import Fastify from "fastify";
import type { App } from "../context.ts";

type Headers = Readonly<Record<string, string>>;

/** What an answer tells a program that is no browser; the rest rules what pages may do. */
const PROGRAM_HEADERS: ReadonlySet<string> = new Set(["strict-transport-security", "x-content-type-options"]);

/** What helmet says of this deployment, worked out once: the headers are the same for every answer. */
export async function securityHeaders(app: App): Promise<{ forPages: Headers; forPrograms: Headers }> {
  const probe = Fastify();
  await probe.register(helmet, helmetOptions(app));
  probe.get("/", (_request, reply) => reply.send(""));
  const answer = await probe.inject("/");
  await probe.close();
  const own = new Set(["content-length", "content-type", "date", "connection"]);
  const said = Object.entries(answer.headers)
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  return { forPages: Object.fromEntries(said), forPrograms: Object.fromEntries(said.filter(([name]) => PROGRAM_HEADERS.has(name))) };
}

function helmetOptions(app: App): Parameters<typeof helmet>[1] {
  const connect = ["'self'", ...(app.env.apiBase ? [new URL(app.env.apiBase).origin] : [])];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: connect,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    // As `frameAncestors` says it to browsers that know that.
    xFrameOptions: { action: "deny" },
  };
}
