/** The dashboard on a host of its own: that origin may call, no other, with what the dashboard sends and reads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allowOrigin } from "./origin.ts";

const ORIGIN = "https://desk.example.com";
let fastify: FastifyInstance;
beforeAll(() => {
  fastify = Fastify();
  allowOrigin(fastify, ORIGIN);
  for (const url of ["/api/user", "/api/signin"]) fastify.all(url, { exposeHeadRoute: false }, () => ({}));
});
afterAll(() => fastify.close());

type Headers = Readonly<Record<string, unknown>>;
const ask = async (url: string, method: "GET" | "POST" | "OPTIONS", origin?: string): Promise<{ status: number; headers: Headers }> => {
  const answer = await fastify.inject({ method, url, headers: origin === undefined ? {} : { origin } });
  return { status: answer.statusCode, headers: answer.headers };
};
const named = (headers: Headers, name: string): string[] =>
  String(headers[name])
    .split(",")
    .map((one) => one.trim().toLowerCase());

it("may call by any method, before it is asked and when it is, also where nothing is", async () => {
  for (const url of ["/api/user", "/api/nothing"]) {
    const before = await ask(url, "OPTIONS", ORIGIN);
    expect([before.status, before.headers["access-control-allow-origin"]]).toEqual([204, ORIGIN]);
    expect(named(before.headers, "access-control-allow-methods").sort()).toEqual(["delete", "get", "patch", "post", "put"]);
    expect((await ask(url, "GET", ORIGIN)).headers).toMatchObject({ "access-control-allow-origin": ORIGIN, vary: "Origin" });
  }
});

it.each([undefined, "https://desk.example.com:8443", "http://desk.example.com", "https://desk.example.com.evil.example", "null"])(
  "is told nothing as %s",
  async (origin) => {
    for (const method of ["OPTIONS", "GET"] as const)
      for (const url of ["/api/user", "/api/signin"]) {
        const { headers } = await ask(url, method, origin);
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
      }
  },
);

it("may bring a cookie to sign-in and nowhere else", async () => {
  expect((await ask("/api/signin", "POST", ORIGIN)).headers["access-control-allow-credentials"]).toBe("true");
  expect((await ask("/api/user", "GET", ORIGIN)).headers["access-control-allow-credentials"]).toBeUndefined();
});

it("may send and read the headers that the dashboard sends and reads", async () => {
  const source = ["api.ts", "events.ts", "files.ts", "list/export/export.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, "../../../web", file), "utf8"))
    .join("\n");
  const { headers } = await ask("/api/user", "OPTIONS", ORIGIN);
  const read = [...source.matchAll(/headers\.get\("([^"]+)"\)/g)].map(([, name = ""]) => name.toLowerCase());
  expect(new Set(read)).toEqual(new Set([...named(headers, "access-control-expose-headers"), "content-type"]));
  const sent = [...source.matchAll(/\bheaders(?:\.|\[")([A-Z][\w-]*)"?\]? = |\b(Authorization): |"(X-[\w-]+)": /g)].map((found) =>
    found.slice(1).join("").replaceAll("undefined", "").toLowerCase(),
  );
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((name) => !named(headers, "access-control-allow-headers").includes(name))).toEqual([]);
});
