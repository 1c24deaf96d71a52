// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actsUnderWay, apiBase, call, download, plugIn, randomId } from "./api.ts";

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly keepalive: boolean;
}
const sent: Sent[] = [];
let answers: (() => Response)[] = [];

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const ok = (data: unknown) => json(200, { success: true, data });
const failed = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { success: false, data: null, error: { code, message: code } }, headers);

beforeEach(() => {
  sent.length = 0;
  document.head.innerHTML = '<meta name="floatdesk-api" content="https://api.example/">';
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({
      url: String(url),
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      keepalive: init.keepalive === true,
    });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === undefined) throw new TypeError("no network");
    return next();
  });
  plugIn({ token: () => "tok", unauthorized: () => undefined, recheck: async () => false, acted: () => undefined });
});
afterEach(() => {
  answers = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("an answer that is given once did not arrive: the act was done, and there is nothing to show", async () => {
  answers = [json(201, { success: true, data: null }, { "idempotency-hit": "true" })];
  const body = { account: "night", email: "night@x.test", user_type: "operator" } as const;
  expect(await call("POST /api/users", { body, idempotencyKey: "k" })).toMatchObject({ success: false, error: { code: "answered_once", status: 201 } });
  // Nothing is all that this one ever answers.
  expect(await call("POST /api/links/:id/revoke", { params: { id: "L1" }, body: {}, idempotencyKey: "k" })).toMatchObject({ success: true });
});

it("counts what a person's acts wait for, and nothing else", async () => {
  const seen: number[] = [];
  answers = [
    () => {
      seen.push(actsUnderWay.get());
      return ok(null)();
    },
  ];
  const body = { account: "night", email: "night@x.test", user_type: "operator" } as const;
  await call("POST /api/users", { body });
  await call("POST /api/users", { body, background: true });
  await call("GET /api/user/sessions");
  expect(seen).toEqual([1, 0, 0]);
  answers = [];
  await call("POST /api/users", { body });
  expect(actsUnderWay.get()).toBe(0);
});

describe("retries", () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])("sends a GET once more after %i and no further", async (status) => {
    answers = [failed(status, "internal")];
    const answer = await call("GET /api/user/sessions");
    expect(sent).toHaveLength(2);
    expect(answer).toMatchObject({ success: false, error: { code: "internal", status } });
  });

  it.each([
    ["1", 1000],
    ["60", 2000],
  ])("waits before it as the server says (%s), but not for longer than two seconds", async (seconds, ms) => {
    vi.useFakeTimers();
    answers = [
      failed(503, "not_ready", { "retry-after": seconds }),
      ok({ items: [] }),
      failed(429, "rate_limited", { "retry-after": seconds }),
      ok({ items: [] }),
    ];
    for (const look of [() => call("GET /api/user/sessions"), () => download("/api/payments/export")]) {
      sent.length = 0;
      const answer = look();
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      await answer;
      expect(sent).toHaveLength(2);
    }
  });

  it.each([400, 403, 404, 422])("does not repeat a GET after %i", async (status) => {
    answers = [failed(status, "malformed")];
    await call("GET /api/user/sessions");
    expect(sent).toHaveLength(1);
  });

  it("takes the second answer of a GET", async () => {
    answers = [failed(503, "not_ready"), ok({ items: [] })];
    expect(await call("GET /api/user/sessions")).toMatchObject({ success: true, data: { items: [] } });
  });

  it.each([408, 503])("sends a download once more after %i, and hands the second answer over", async (status) => {
    answers = [failed(status, "internal"), () => new Response("a;b")];
    expect(await (await download("/api/payments/export?format=csv")).text()).toBe("a;b");
    expect(sent.map((one) => one.headers.get("authorization"))).toEqual(["Bearer tok", "Bearer tok"]);
  });

  it("sends a download no more than twice, once after what a second try does not change, and never again once it is given up", async () => {
    answers = [failed(503, "internal")];
    expect((await download("/api/payments/export")).status).toBe(503);
    expect(sent).toHaveLength(2);
    answers = [failed(404, "not_found")];
    expect((await download("/api/payments/export")).status).toBe(404);
    expect(sent).toHaveLength(3);
    answers = [];
    await expect(download("/api/payments/export")).rejects.toThrow(TypeError);
    expect(sent).toHaveLength(5);
    const given = new AbortController();
    given.abort();
    await expect(download("/api/payments/export", given.signal)).rejects.toThrow();
    expect(sent).toHaveLength(6);
  });

  it("takes a download under the token that has replaced the old one, and leads to sign-in where there is none", async () => {
    const unauthorized = vi.fn();
    let token = "old";
    plugIn({ unauthorized, token: () => token });
    answers = [
      () => {
        token = "new";
        return failed(401, "unauthorized")();
      },
      () => new Response("a;b"),
      failed(401, "unauthorized"),
    ];
    expect((await download("/api/payments/export")).ok).toBe(true);
    expect([sent[1]?.headers.get("authorization"), unauthorized.mock.calls.length]).toEqual(["Bearer new", 0]);
    expect((await download("/api/payments/export")).status).toBe(401);
    expect([sent.length, unauthorized.mock.calls.length]).toEqual([3, 1]);
  });

  it("never repeats a POST, PUT, PATCH or DELETE", async () => {
    answers = [failed(503, "not_ready")];
    await call("POST /api/signout", { body: {} });
    await call("PUT /api/user/authenticator/reset", { body: {} });
    await call("PATCH /api/user/preferences", { body: {} });
    await call("DELETE /api/user/sessions/:id", { params: { id: "I1" } });
    expect(sent).toHaveLength(4);
  });
});

describe("a call", () => {
  it("goes to the host of the meta tag with the bearer header, the id and the query", async () => {
    answers = [ok({})];
    await call("GET /api/payments/:id", { params: { id: "P1/2" } });
    await call("GET /api/search", { query: { q: "a b" } });
    expect(apiBase()).toBe("https://api.example");
    expect(sent[0]?.url).toBe("https://api.example/api/payments/P1%2F2");
    expect(sent[1]?.url).toMatch(/\/api\/search\?q=a(\+|%20)b$/);
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer tok");
  });

  it("carries no credential without a token", async () => {
    plugIn({ token: () => null });
    answers = [ok({})];
    await call("POST /api/signin", { body: { account: "a", password: "b" } });
    expect(sent[0]?.headers.has("authorization")).toBe(false);
  });

  it("asks for the merchant with a bare timestamp", async () => {
    answers = [ok(null)];
    await call("GET /api/merchant");
    expect(sent[0]?.url).toMatch(/\/api\/merchant\?\d{13}$/);
  });

  it("gives every POST a key of its own, and no other method any", async () => {
    answers = [ok({})];
    await call("POST /api/signout", { body: {} });
    await call("POST /api/signout", { body: {} });
    await call("PATCH /api/user/preferences", { body: {} });
    const keys = sent.map((one) => one.headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBeNull();
  });

  it("outlives the page that made it where it says so", async () => {
    answers = [ok({})];
    await call("PATCH /api/user/preferences", { body: {}, keepalive: true });
    await call("PATCH /api/user/preferences", { body: {} });
    expect(sent.map((one) => one.keepalive)).toEqual([true, false]);
  });

  it("marks background calls and does not count them as acts", async () => {
    const acted = vi.fn();
    plugIn({ acted });
    answers = [ok({})];
    await call("GET /api/user", { background: true });
    expect(sent[0]?.headers.get("x-background")).toBe("1");
    expect(acted).not.toHaveBeenCalled();
    await call("GET /api/user");
    expect(sent[1]?.headers.has("x-background")).toBe(false);
    expect(acted).toHaveBeenCalledTimes(1);
  });

  it("hands failures over with fields, details and the time to wait", async () => {
    answers = [
      json(
        429,
        { success: false, data: null, error: { code: "locked", message: "x", details: { retry_after: 60 }, request_id: "r1" } },
        { "retry-after": "60" },
      ),
    ];
    const answer = await call("POST /api/signin", { body: { account: "a", password: "b" } });
    expect(answer).toMatchObject({
      success: false,
      data: null,
      error: { code: "locked", status: 429, retryAfterSeconds: 60, details: { retry_after: 60 }, request_id: "r1" },
    });
  });

  it("says offline without an answer and bad_answer for one that is not ours", async () => {
    answers = [];
    expect(await call("GET /api/user/sessions")).toMatchObject({ error: { code: "offline", status: 0 } });
    expect(await call("POST /api/signin", { body: { account: "a", password: "b" } })).toMatchObject({ error: { code: "offline", status: 0 } });
    // An act may have been done.
    expect(await call("POST /api/signout", { body: {} })).toMatchObject({ error: { code: "no_answer", status: 0 } });
    answers = [() => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } })];
    expect(await call("POST /api/signout", { body: {} })).toMatchObject({ error: { code: "bad_answer", status: 502 } });
  });
});

describe("refusals", () => {
  it("tells of a 401 on any call, except one that asked for silence", async () => {
    const unauthorized = vi.fn();
    plugIn({ unauthorized });
    answers = [failed(401, "unauthorized")];
    await call("GET /api/user", { silent401: true });
    expect(unauthorized).not.toHaveBeenCalled();
    await call("POST /api/payments/bulk", { body: { action: "recheck", items: [] } });
    expect(unauthorized).toHaveBeenCalledTimes(1);
  });

  it("asks again under the new token when the old one was replaced while a read was on its way", async () => {
    const unauthorized = vi.fn();
    let token = "old";
    plugIn({ unauthorized, token: () => token });
    answers = [
      () => {
        token = "new";
        return failed(401, "unauthorized")();
      },
      ok({ items: [] }),
    ];
    expect(await call("GET /api/user/sessions")).toMatchObject({ success: true });
    expect(sent.map((one) => one.headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
    expect(unauthorized).not.toHaveBeenCalled();
  });

  it("repeats a call once after the password was asked for, with the same key", async () => {
    plugIn({ recheck: async () => true });
    answers = [failed(403, "recheck_required"), ok({ app_id: "a", app_secret: "s", version: 2 })];
    const answer = await call("POST /api/merchants/:id/secret", { params: { id: "M1" }, body: { version: 1 } });
    expect(answer.success).toBe(true);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.headers.get("idempotency-key")).toBe(sent[0]?.headers.get("idempotency-key"));
  });

  it("tells until when the re-authentication holds, where an answer or a refusal says so, and nothing otherwise", async () => {
    const rechecked = vi.fn();
    plugIn({ rechecked, recheck: async () => false });
    const until = "2026-11-26T10:00:00.000Z";
    answers = [
      ok({ items: [] }),
      json(200, { success: true, data: {} }, { "x-recheck-until": until }),
      failed(403, "recheck_required", { "x-recheck-until": "" }),
    ];
    await call("GET /api/user/sessions");
    expect(rechecked).not.toHaveBeenCalled();
    await call("DELETE /api/user/sessions/:id", { params: { id: "S1" } });
    await call("DELETE /api/user/sessions/:id", { params: { id: "S1" } });
    expect(rechecked.mock.calls).toEqual([[until], [null]]);
  });

  it("stays refused when the person gives up", async () => {
    answers = [failed(403, "recheck_required")];
    expect(await call("PUT /api/user/authenticator/reset", { body: {} })).toMatchObject({ success: false, error: { code: "recheck_required" } });
    expect(sent).toHaveLength(1);
  });
});

it("makes version 4 UUIDs where crypto.randomUUID is missing", () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  expect(randomId()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
});
