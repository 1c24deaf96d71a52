/** Who may call what (rule 74): every route with every kind of credential, against what the registry and the permissions say. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS, permissionsOf, rightsOf, USER_TYPES, type Rights, type UserType } from "../../src/contract/permissions.ts";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { randomToken } from "../../src/server/platform/secrets.ts";
import type { TestProduct } from "../support/app.ts";
import { configure, SEED, missingId, people, person, routeName, send, startTarget, tried, type Raw } from "../support/attack.ts";
import { seeded } from "../support/messages/random.ts";
import { bodySample, pathOf } from "../support/attack-samples.ts";

/** Routes that plugins add beside the registry; each is tried by its own test below. */
const BESIDE = [
  "GET /metrics",
  "GET /healthz",
  "GET /readyz",
  "GET /docs",
  "GET /docs/openapi.json",
  "GET /docs/dashboard",
  "GET /en/docs",
  "GET /en/docs/dashboard",
  "GET /docs/dashboard.json",
  ...["GET", "POST", "PUT", "PATCH"].flatMap((method) => [`${method} /device/hooks`, `${method} /device/hooks/:token`]),
];
type Cell = "in" | { readonly status: number; readonly code: string };
const UNAUTHORIZED: Cell = { status: 401, code: "unauthorized" };

let product: TestProduct;
let address: string;
/** Column name to bearer credential; null: none. */
const columns = new Map<string, string | null>();
/** What people with custom roles may do, by column. */
const roles = new Map<string, Rights>();
const random = seeded(SEED);

beforeAll(async () => {
  product = await startTarget();
  address = await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  const { db } = product.product.app;
  const merchant = await product.merchant({ notify_url: null });
  const crew = await people(product, merchant.id);
  const wallet = await product.wallet();
  columns.set("no credential", null).set("nonsense", "nonsense").set("a token of nobody", randomToken()).set("a device token of nobody", `dt_${randomToken()}`);
  for (const type of USER_TYPES) columns.set(type, crew[type].token);
  const wearing = async (name: string, type: UserType, role: readonly string[]): Promise<void> => {
    columns.set(name, (await person(product, type, { merchantId: merchant.id, role })).token);
    roles.set(name, rightsOf(type, role));
  };
  // Some of the type's own, and one that lists everything there is: a role never widens.
  for (const type of USER_TYPES) {
    await wearing(
      `${type} with some`,
      type,
      permissionsOf(type).filter(() => random() < 0.5),
    );
  }
  await wearing("operator with a role of all", "operator", [...Object.keys(PERMISSIONS), "no.such"]);
  await wearing("finance with a role of nothing", "finance", []);
  columns
    .set("merchant key", merchant.secret)
    .set("device token", wallet.token)
    .set("a key with one character changed", `${merchant.secret.slice(0, -1)}${merchant.secret.endsWith("A") ? "B" : "A"}`);
  const gone = async (name: string, sql: string, type: UserType = "admin", merchantId = merchant.id): Promise<void> => {
    const one = await person(product, type, { merchantId });
    await db.run(sql, [product.product.app.publicIds.decode("user", one.id)]);
    columns.set(name, one.token);
  };
  await gone("signed out", "update sessions set ended_at = now() where user_id = $1");
  await gone(
    "idle for too long",
    "update sessions set last_act_at = now() - interval '31 minutes', last_seen_at = now() - interval '31 minutes' where user_id = $1",
  );
  await gone("session of yesterday", "update sessions set id = id - (86400000::bigint << 12) where user_id = $1");
  await gone("disabled user", "update users set enabled = false where id = $1");
  await gone("deleted user", "update users set deleted_at = now() where id = $1");
  columns.set("one-time password", (await person(product, "admin", { mustChange: true })).token);
  const closed = await product.merchant();
  columns
    .set("user of a deleted merchant", (await person(product, "merchant_admin", { merchantId: closed.id })).token)
    .set("key of a deleted merchant", closed.secret);
  await product.good("POST", `/api/merchants/${closed.id}/delete`, product.admin, { version: 1 });
  const disabled = await product.merchant();
  columns.set("key of a disabled merchant", disabled.secret);
  await product.good("POST", `/api/merchants/${disabled.id}/disable`, product.admin, { version: 1 });
  await configure(product, { second_person_secrets: false });
  const replaced = await product.merchant();
  columns.set("replaced key", replaced.secret);
  await product.good("POST", `/api/merchants/${replaced.id}/secret`, product.admin, { version: 1 });
  const elsewhere = await product.merchant({ ip_whitelist: ["203.0.113.9"] });
  columns.set("key from another address", elsewhere.secret);
  const unbound = await product.wallet();
  columns.set("unbound device", unbound.token);
  await product.good("POST", `/api/wallets/${unbound.id}/unbind`, product.admin, { version: unbound.version });
});
afterAll(() => product.stop());

/** What a credential is, by surface; everything that is not listed is nobody there. */
const KEYS = new Set(["merchant key", "key of a disabled merchant", "key from another address"]);
const isType = (column: string): column is UserType => (USER_TYPES as readonly string[]).includes(column);

function sessionCell(route: AnyRoute, column: string): Cell {
  if (route.access.kind !== "session") throw new Error("not a session route");
  const { permission, early } = route.access;
  if (column === "one-time password") return early === "password" ? "in" : { status: 403, code: "password_change_required" };
  const rights = isType(column) ? rightsOf(column, null) : roles.get(column);
  if (rights === undefined) return UNAUTHORIZED;
  // In the test's own words, apart from the rule that the server asks: null, one, one of several, all of several.
  const any = permission === null ? [] : [permission].flat();
  const isIn = any.length === 0 || any.some((one) => (typeof one === "string" ? rights.has(one) : !one.all.some((needed) => !rights.has(needed))));
  return isIn ? "in" : { status: 403, code: "forbidden" };
}

function expected(route: AnyRoute, column: string): Cell {
  switch (route.access.kind) {
    case "public":
      return "in";
    case "session":
      return sessionCell(route, column);
    case "merchant":
      if (column === "key from another address") return { status: 403, code: "ip_not_allowed" };
      if (column === "key of a disabled merchant" && ["POST /v1/payments", "POST /v1/disburses"].includes(routeName(route)))
        return { status: 403, code: "merchant_disabled" };
      return KEYS.has(column) ? "in" : UNAUTHORIZED;
    case "device":
      return column === "device token" ? "in" : UNAUTHORIZED;
  }
}

/** A call that passes admission and then stops at the schema, so that nothing is changed by asking. */
function call(route: AnyRoute, token: string | null): Promise<Raw> {
  if (route.url === "/api/events") return open(route.url, token);
  const url = pathOf(route.url, { id: missingId(product.product, "transaction") });
  const body = bodySample(route);
  return send(product.product, { method: route.method, url, token, ...(body === null ? {} : { payload: { ...body, no_such_field: true } }) });
}

/** Opens a stream over the wire and leaves it when its head is there. */
async function open(url: string, token: string | null): Promise<Raw> {
  const leave = new AbortController();
  const answer = await fetch(`${address}${url}`, { signal: leave.signal, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
  const json = answer.ok ? null : ((await answer.json()) as Raw["json"]);
  leave.abort();
  return { status: answer.status, text: "", headers: {}, json };
}

describe("every route, every credential", () => {
  it.each(ROUTES.map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const wrong: string[] = [];
    for (const [column, token] of columns) {
      tried("A1");
      const cell = expected(route, column);
      const { status, json } = await call(route, token);
      const code = json?.error?.code ?? "";
      const refused =
        status === 401 ||
        (status === 403 && ["forbidden", "ip_not_allowed", "merchant_disabled", "password_change_required", "totp_setup_required"].includes(code));
      const good = cell === "in" ? !refused && status < 500 : status === cell.status && code === cell.code;
      if (!good) wrong.push(`${column}: ${status} ${code} instead of ${cell === "in" ? "being let in" : `${cell.status} ${cell.code}`}`);
    }
    expect(wrong, name).toEqual([]);
  });

  it("is the whole of what is served", () => {
    const stack: string[] = [];
    const served = product.product.http
      .printRoutes({ commonPrefix: false })
      .split("\n")
      .flatMap((line) => {
        const found = /^([│├└─\s]*)(\S+) \(([A-Z, ]+)\)$/.exec(line);
        if (!found) return [];
        const [, indent = "", part = "", methods = ""] = found;
        const depth = indent.length / 4 - 1;
        stack.splice(depth, stack.length, part);
        return methods
          .split(", ")
          .filter((method) => method !== "HEAD")
          .map((method) => `${method} ${stack.join("")}`);
      });
    // What stands for any address the router prints without what stands before it.
    const printed = (name: string): string => name.replace(/ \S+\*$/, " *");
    expect(served.sort()).toEqual([...ROUTES.map((route) => printed(routeName(route))), ...BESIDE].sort());
  });

  it("lets in exactly whom the snapshot names", async () => {
    const lines = ROUTES.map((route) => {
      const { access } = route;
      const types = access.kind === "session" ? USER_TYPES.filter((type) => expected(route, type) === "in").join(" ") : access.kind;
      return `${routeName(route).padEnd(48)} ${types}`;
    });
    const rights = Object.entries(PERMISSIONS).map(([name, types]) => `${name.padEnd(48)} ${types.join(" ")}`);
    await expect(`${lines.sort().join("\n")}\n\n${rights.sort().join("\n")}\n`).toMatchFileSnapshot("./permissions.txt");
  });
});

describe("beside the registry", () => {
  it("hooks take no credential but their own address", async () => {
    for (const token of columns.values()) {
      for (const url of ["/device/hooks", `/device/hooks/${"A".repeat(22)}`, `/device/hooks?webhook=${"A".repeat(22)}`, `/device/hooks/${token ?? "x"}`]) {
        const answer = await send(product.product, { method: "POST", url, token, payload: { from: "bKash" } });
        expect([url, answer.status]).toEqual([url, url.length > 200 ? 404 : 401]);
      }
    }
  });

  it("the dashboard's documents want a session, metrics a local caller, the rest is open", async () => {
    for (const [column, token] of columns) {
      const inside = isType(column) || roles.has(column);
      for (const url of ["/docs/dashboard", "/docs/dashboard.json"]) {
        const { status } = await send(product.product, { method: "GET", url, token });
        expect([url, column, status]).toEqual([url, column, inside ? 200 : column === "one-time password" ? 403 : 401]);
      }
    }
    for (const url of ["/healthz", "/readyz", "/docs", "/docs/openapi.json"]) expect((await send(product.product, { method: "GET", url })).status).toBe(200);
    expect((await send(product.product, { method: "GET", url: "/metrics", remoteAddress: "198.51.100.7" })).status).toBe(401);
    expect((await send(product.product, { method: "GET", url: "/metrics", headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(401);
  });
});

describe("staff that has to use the authenticator", () => {
  it("gets no further than setting it up; merchants' people are not asked", async () => {
    const merchant = await product.merchant();
    const crew = await people(product, merchant.id);
    await configure(product, { totp_required_for_staff: true });
    try {
      for (const route of ROUTES.filter((one) => one.access.kind === "session")) {
        const early = route.access.kind === "session" && route.access.early !== undefined;
        for (const type of ["finance", "merchant_admin"] as const) {
          const { status, json } = await call(route, crew[type].token);
          const code = json?.error?.code;
          if (type === "finance" && !early) expect([routeName(route), status, code]).toEqual([routeName(route), 403, "totp_setup_required"]);
          else expect([routeName(route), code]).not.toEqual([routeName(route), "totp_setup_required"]);
        }
      }
    } finally {
      await product.product.app.db.run("update config set value = value || '{\"totp_required_for_staff\": false}', version = version + 1");
    }
  });
});
