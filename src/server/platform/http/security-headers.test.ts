/** What browsers are told with every page, and what of it programs are told. */
import { expect, it } from "vitest";
import type { App } from "../context.ts";
import { securityHeaders } from "./security-headers.ts";

/** No more of an app is read. */
const appWith = (apiBase: string | null): App => ({ env: { apiBase } }) as unknown as App;

it("pages may load and call their own host alone, be framed by nobody, and tell nobody where they were", async () => {
  const { forPages } = await securityHeaders(appWith(null));
  const policy = String(forPages["content-security-policy"]).split(";");
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'self'", "script-src 'self'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
  );
  expect(forPages).toMatchObject({
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
  });
});

it("a page whose interface is elsewhere may call that, and no path of it is said", async () => {
  const { forPages } = await securityHeaders(appWith("https://api.example.com/some/where"));
  expect(forPages["content-security-policy"]).toContain("connect-src 'self' https://api.example.com;");
});

it("programs are told what holds for them", async () => {
  const { forPrograms } = await securityHeaders(appWith(null));
  expect(Object.keys(forPrograms).sort()).toEqual(["strict-transport-security", "x-content-type-options"]);
});
