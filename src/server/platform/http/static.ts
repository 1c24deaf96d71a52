/** The dashboard's files from dist/web, the page for every screen, and the answers to what nobody serves. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takesEncoding } from "./encoding.ts";
import { failure } from "./errors.ts";
import { DECIDED_BY, localeOfRequest } from "./language.ts";
import { readParts, schemeOf, withParts, withScheme } from "./page-parts.ts";
import { sendNotFound, type HttpParts } from "./server.ts";

/** The screens; each also under /en. Every other page address is answered with the page and status 404. */
export const PAGES = [
  "/",
  "/bulk",
  "/config",
  "/disburses",
  "/exports",
  "/journals",
  "/manual",
  "/merchants",
  "/payments",
  "/profile",
  "/settings",
  "/signin",
  "/queue",
  "/sms",
  "/statistics",
  "/transfers",
  "/users",
  "/wallets",
  "/withdrawal",
] as const;

/** Smaller files are sent as they are: packing would make them no smaller on the wire. */
export const PACKED_FROM_BYTES = 1024;
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
  webmanifest: "application/manifest+json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  png: "image/png",
  ico: "image/x-icon",
  webp: "image/webp",
  jpg: "image/jpeg",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
};
const COMPRESSIBLE = /^(text\/|image\/svg|application\/(json|manifest))/;
const API = /^\/(api|v1|device|docs|metrics|healthz|readyz)(\/|$)/;
const FOREVER = "public, max-age=31536000, immutable";

interface Served {
  readonly type: string;
  readonly cache: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gz: Buffer | null;
}

/** Where the built web lies, beside the bundled server or in the checkout; null when it has not been built. */
function webDir(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, "../web"), join(here, "../../../../dist/web")].find((dir) => existsSync(join(dir, "index.html"))) ?? null;
}

function served(plain: Buffer, type: string, cache: string, made: { br?: Buffer; gz?: Buffer } = {}): Served {
  const compress = COMPRESSIBLE.test(type) && plain.length >= PACKED_FROM_BYTES;
  return {
    type,
    cache,
    plain,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    br:
      made.br ??
      (compress ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }) : null),
    gz: made.gz ?? (compress ? gzipSync(plain, { level: 9 }) : null),
  };
}

/** Reads all files once; only what is found here is ever served. */
function loadFiles(dir: string): Map<string, Served> {
  const files = new Map<string, Served>();
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  for (const name of names) {
    const type = TYPES[/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ""];
    const url = `/${relative(dir, name).split(sep).join("/")}`;
    // The page is filled in below, and what begins with a dot is the build's own.
    if (!type || type.startsWith("text/html") || url.includes("/.")) continue;
    const beside = (ending: string): Buffer | undefined => (names.has(name + ending) ? readFileSync(name + ending) : undefined);
    const [br, gz] = [beside(".br"), beside(".gz")];
    files.set(
      url,
      served(readFileSync(name), type, url.startsWith("/assets/") ? FOREVER : "public, max-age=3600", { ...(br ? { br } : {}), ...(gz ? { gz } : {}) }),
    );
  }
  return files;
}

/** The page with the API's host written into its meta tag. */
export function fillPage(html: string, apiBase: string): string {
  const safe = apiBase.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return html.replace(/(<meta name="floatdesk-api" content=")[^"]*(")/, (_whole, before: string, after: string) => before + safe + after);
}

function send(request: FastifyRequest, reply: FastifyReply, file: Served, status = 200): void {
  const accepts = request.headers["accept-encoding"];
  const encoding = file.br && takesEncoding(accepts, "br") ? "br" : file.gz && takesEncoding(accepts, "gzip") ? "gzip" : null;
  const body = encoding === "br" ? file.br : encoding === "gzip" ? file.gz : file.plain;
  reply.header("cache-control", file.cache).header("etag", encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag);
  const vary = [...(file.br || file.gz ? ["accept-encoding"] : []), ...(file.type === TYPES["html"] ? [DECIDED_BY] : [])];
  if (vary.length > 0) reply.header("vary", vary.join(", "));
  const known = String(request.headers["if-none-match"] ?? "")
    .split(/\s*,\s*/)
    .map((tag) => tag.replace(/^W\//, ""));
  if (status === 200 && known.includes(String(reply.getHeader("etag")))) return void reply.code(304).send();
  if (encoding) reply.header("content-encoding", encoding);
  reply.code(status).type(file.type).send(body);
}

const bare = (path: string): string => (path === "/en" || path === "/en/" ? "/" : path.replace(/^\/en(?=\/)/, "")).replace(/([^/])\/+$/, "$1");
/** Addresses of the English pages: a prefix decides, whatever the person reads elsewhere. */
const ENGLISH = /^\/en(\/|$)/;
const isPage = (path: string): boolean => (PAGES as readonly string[]).includes(bare(path));

/**
 * The page of an address, made once for each: in the colours that the cookie says, and in the language that the address says. Without a
 * prefix it is in the reader's; the program then goes on to the address of that.
 */
function pagesOf(dir: string, apiBase: string): (path: string, request: FastifyRequest) => Served {
  const html = fillPage(readFileSync(join(dir, "index.html"), "utf8"), apiBase);
  const parts = readParts(dir);
  const made = new Map<string, Served>();
  return (path, request) => {
    const known = isPage(path);
    const locale = ENGLISH.test(path) ? "en" : localeOfRequest(request);
    const scheme = schemeOf(request.headers.cookie);
    // An address that nobody knows is a page without parts.
    const place = known ? bare(path) : "";
    const name = `${scheme ?? ""} ${locale} ${place}`;
    const make = (): string => withScheme(withParts(html, parts, place, locale), scheme);
    const page = made.get(name) ?? served(Buffer.from(make()), TYPES["html"] ?? "", "no-cache");
    made.set(name, page);
    return page;
  };
}

/** Methods of the registry's routes by path, for 405 and its `Allow`. */
export function methodTable(routes: readonly { readonly method: string; readonly url: string }[]): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { method, url } of routes) {
    const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[A-Za-z_]+/g, "[^/]+");
    const entry = patterns.get(url) ?? { pattern: new RegExp(`^${escaped}$`), methods: new Set<string>() };
    entry.methods.add(method);
    patterns.set(url, entry);
  }
  return (path) => [...new Set([...patterns.values()].filter((entry) => entry.pattern.test(path)).flatMap((entry) => [...entry.methods]))].sort();
}

function methodNotAllowed(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  reply.code(405).header("allow", allowed.join(", ")).send(failure("method_not_allowed", request.id));
}

const OPERATIONS = ["/healthz", "/readyz", "/metrics", "/docs", "/docs/openapi.json", "/docs/dashboard", "/docs/dashboard.json"].flatMap((url) =>
  ["GET", "HEAD"].map((method) => ({ method, url })),
);

/** The plugin over a folder of built files. Unknown paths of the API surfaces are JSON, all others are the page. */
export function makeStaticPlugin(dir: string | null): (fastify: FastifyInstance, parts: HttpParts) => void {
  return (fastify, parts) => {
    const files = dir === null ? new Map<string, Served>() : loadFiles(dir);
    const pageAt = dir === null ? null : pagesOf(dir, parts.app.env.apiBase ?? "");
    const methodsOf = methodTable([...parts.routes, ...OPERATIONS]);
    fastify.setNotFoundHandler((request, reply) => {
      const path = request.url.split("?")[0] ?? "/";
      const reads = request.method === "GET" || request.method === "HEAD";
      // A caller of the interfaces with one slash too many still gets JSON.
      if (API.test(path.replace(/^\/+/, "/"))) {
        const allowed = methodsOf(path);
        if (allowed.length > 0 && !allowed.includes(request.method)) return methodNotAllowed(request, reply, allowed);
        return sendNotFound(request, reply);
      }
      if (!reads) return methodNotAllowed(request, reply, ["GET", "HEAD"]);
      const file = files.get(path);
      if (file) return send(request, reply, file);
      // A file that is gone must not be answered with the page: a module loader could not tell.
      if (path.startsWith("/assets/") || !pageAt) return sendNotFound(request, reply);
      return send(request, reply, pageAt(path, request), isPage(path) ? 200 : 404);
    });
  };
}

/** Serves the built web, wherever this server runs from. */
export function staticPlugin(fastify: FastifyInstance, parts: HttpParts): void {
  makeStaticPlugin(webDir())(fastify, parts);
}
