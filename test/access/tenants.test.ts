/** Two merchants with twin data (rule 78): another's ids are as good as ids that nothing has, and no mark of one reaches the other. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ID_LETTERS, type IdKind } from "../../src/contract/ids.ts";
import { meets } from "../../src/contract/needed.ts";
import { typeHas } from "../../src/contract/permissions.ts";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { type TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { FULL, missingId, person, plain, routeName, send, startTarget, times, tried, type Raw } from "../support/attack.ts";
import { bodySample, fieldsOf, objectShape, pathOf, shapeOf, withValue, type Shape } from "../support/attack-samples.ts";
import { exception } from "../support/attack-money.ts";
import { kindOfRoute, templateBody } from "../support/attack-target.ts";
import { makeWholeWorld, worldDigest, type OwnKind, type WholeWorld } from "../support/attack-worlds.ts";

let product: TestProduct;
let theirs: WholeWorld;
let own: WholeWorld;
/** Asks for its audit trail only, in which what the others ask for would stand. */
let quiet: WholeWorld;
/** Whose own ids are the control: that an answer is alike for another's id says something only where it differs for an own one. */
let mine: WholeWorld;
let platformIds: ReadonlyMap<IdKind, readonly string[]>;
/** One object of each kind that only the platform's people have. */
let platform: ReadonlyMap<string, string>;
let wallets: TestWallet[];
let before: string;
const DAY = "2026-01-01";

beforeAll(async () => {
  // Without jobs and notification worker nothing moves by itself between two calls that are compared.
  product = await startTarget({ ROLE: "api" });
  wallets = [await product.wallet(), await product.wallet()];
  [theirs, own] = [await makeWholeWorld(product, wallets, 1), await makeWholeWorld(product, wallets, 2)];
  [quiet, mine] = [await makeWholeWorld(product, wallets, 3), await makeWholeWorld(product, wallets, 4)];
  const sms = await product.good<{ items: { id: string }[] }>("GET", "/api/sms");
  platformIds = new Map([
    ["sms", sms.items.map((item) => item.id)],
    ["wallet", wallets.map((wallet) => wallet.id)],
  ]);
  platform = await platformsOwn();
  before = await worldDigest(product, theirs);
});
afterAll(async () => {
  expect(await worldDigest(product, theirs)).toBe(before);
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

/** Kind and id of what is not the caller's: one of each kind is as good as all, `ATTACK=full` takes all. */
const foreign = (): { kind: IdKind; id: string }[] =>
  [...theirs.ids, ...platformIds].flatMap(([kind, ids]) => ids.slice(0, times(1, 1000)).map((id) => ({ kind, id })));
/** The stream of events never ends; it has a test of its own. */
const inScope = (route: AnyRoute): boolean => (route.access.kind === "merchant" || route.access.kind === "session") && route.url !== "/api/events";

/** Whether a route is about the caller's own sessions, browsers and keys: who signed in answers for them. */
const isOfPerson = ({ url }: Pick<AnyRoute, "url">): boolean => /^\/api\/user\/.*:id/.test(url);

/** Credentials of the own merchant that a route's surface takes. */
function callers(route: AnyRoute): [string, string][] {
  if (route.access.kind === "merchant") return [["key", own.merchant.secret]];
  if (isOfPerson(route)) return [["admin from home", own.home]];
  const world = route.url.startsWith("/api/audit") ? quiet : own;
  return FULL || route.url.includes(":")
    ? [
        ["admin", world.admin.token],
        ["viewer", world.viewer.token],
      ]
    : [["admin", world.admin.token]];
}

function request(route: AnyRoute, url: string, token: string, body: unknown): Promise<Raw> {
  tried("A2");
  return send(product.product, { method: route.method, url, token, ...(body === null ? {} : { payload: body as object }) });
}

/** An answer as it is compared. The audit trail holds the exports asked for before, with what they looked for. */
function shown(raw: Raw, asked = "-"): string {
  const page = raw.json?.data as { items?: unknown } | null | undefined;
  const items = Array.isArray(page?.items) ? (page.items as { action?: string }[]) : [];
  const isFile = /csv/.test(String(raw.headers["content-type"]));
  const text = isFile
    ? raw.text
        .split("\n")
        .filter((line) => !line.includes(",export,"))
        .join("\n")
    : items.some((item) => item.action === "export")
      ? JSON.stringify(items.filter((item) => item.action !== "export"))
      : raw.text;
  return plain(text)
    .replace(/"checked_at":"[^"]*"/, "")
    .replaceAll(asked, "ID");
}

/** The same call with another's id and with nobody's must not be told apart. */
async function expectAlike(what: string, ask: (id: string) => Promise<Raw>, kind: string, id: string): Promise<void> {
  const missing = nobodys(kind, id);
  const [answer, none] = [await ask(id), await ask(missing)];
  const [left, right] = [shown(answer, id), shown(none, missing)];
  const at = [...left].findIndex((character, index) => character !== right[index]);
  if (left !== right)
    throw new Error(
      `${what} ${id} differs from a missing one at ${at}: ${left.slice(Math.max(0, at - 40), at + 120)} | ${right.slice(Math.max(0, at - 40), at + 120)}`,
    );
  expect([what, answer.status, Object.keys(answer.headers).sort()]).toEqual([what, none.status, Object.keys(none.headers).sort()]);
}

/** How often each statement was sent. */
type Asked = ReadonlyMap<string, number>;
async function asking(work: () => Promise<unknown>): Promise<Asked> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const asked = new Map<string, number>();
    for (const [one] of query.mock.calls as unknown as [string | { text: string }][]) {
      const text = typeof one === "string" ? one : one.text;
      asked.set(text, (asked.get(text) ?? 0) + 1);
    }
    return asked;
  } finally {
    query.mockRestore();
  }
}
/** What is sent each time, and how often at least: what a process asks when a second or a minute is over belongs to no call. */
function always(times: readonly Asked[]): [string, number][] {
  const [first = new Map<string, number>(), ...others] = times;
  const least = [...first].map(([text, count]) => [text, Math.min(count, ...others.map((other) => other.get(text) ?? 0))] as [string, number]);
  return least.filter(([, count]) => count > 0).sort(([left], [right]) => (left < right ? -1 : 1));
}

const isId = (shape: Shape): boolean =>
  shape.examples?.[0] === "P261121XY12AB34" || (shape.anyOf ?? []).some(isId) || (shape.items !== undefined && isId(shape.items));
const withIds = ROUTES.filter((route) => route.url.includes(":id") && inScope(route));
/** Query fields that can name an object without being typed as its id. */
const NAMES = new Set(["q", "cursor", "object_id", "merchant_order_id"]);

/** Questions that are refused for themselves, whatever they ask for, if they do not say this. */
const ASKING: Readonly<Record<string, string>> = {
  "GET /api/merchants/:id/statement": "?month=2026-01",
  "GET /api/wallets/:id/statement": "?month=2026-01",
  "GET /api/merchants/:id/proof": "?month=2026-01",
};

/** Kinds that the first part of a path does not tell. */
const FINER = [
  ["/api/user/passkeys", "passkey"],
  ["/api/user/new-devices", "new device"],
  ["/api/withdrawal/files", "withdrawal file"],
  ["/api/sms/rules", "rule"],
  ["/api/sms/endings", "ending"],
] as const;
const kindIn = (route: AnyRoute): string => FINER.find(([start]) => route.url.startsWith(start))?.[1] ?? kindOfRoute(route.url);
/** An object of the route's own kind that is another's: of the other merchant, or of the platform. */
const otherOf = (kind: string): string | undefined => theirs.more.get(kind as OwnKind) ?? theirs.ids.get(kind as IdKind)?.[0] ?? platform.get(kind);
/** Never the admin himself, who is who asks, nor the session in which he does. */
const ownOf = (kind: string): string | undefined =>
  kind === "user" ? mine.viewer.id : kind === "session" ? mine.more.get("new device") : (mine.more.get(kind as OwnKind) ?? mine.ids.get(kind as IdKind)?.[0]);

/** An id that nothing has, of the same form. */
function nobodys(kind: string, like: string): string {
  if (kind === "passkey") return Buffer.from("nobody's passkey").toString("base64url");
  if (kind === "channel") return "email";
  if (/^\d+$/.test(like)) return String(900_000_000 + Number(like));
  const letter = like.slice(0, 1);
  const known = (Object.keys(ID_LETTERS) as IdKind[]).find((one) => ID_LETTERS[one] === letter);
  if (known === undefined) throw new Error(`say in tenants.test.ts what id of a ${kind} nothing has; ${like} is one`);
  return missingId(product.product, known);
}

/** One object of each kind that a path can name and no merchant has. */
async function platformsOwn(): Promise<Map<string, string>> {
  const good = (url: string, body: object, token = product.admin): Promise<Record<string, unknown>> => product.good("POST", url, token, body);
  const [wallet, spare] = wallets as [TestWallet, TestWallet];
  const finance = (await person(product, "finance")).token;
  const role = await good("/api/roles", { name: "of the platform", user_type: "operator", permissions: ["search"] });
  const rule = { operator: "bkash", class: "receive", template: "Money credited in shop 7 the sum {amount} with receipt {trx}", note: "of the platform" };
  const { version } = await product.good<{ version: number }>("GET", "/api/config");
  const plan = await good("/api/config/schedules", { version, at: new Date(Date.now() + 30 * 86_400_000).toISOString(), chain_wait_minutes: 119 });
  const bulk = await good("/api/bulk", { act: "wallets.enable", items: [{ id: wallet.id }] });
  const made: Record<string, unknown> = {
    wallet: wallet.id,
    day: wallet.id,
    sms: platformIds.get("sms")?.[0],
    channel: "webhook",
    role: role["id"],
    plan: plan["id"],
    // A file of withdrawals is a bulk job.
    "withdrawal file": bulk["id"],
    template: (await good("/api/wallet-templates", templateBody("of the platform")))["id"],
    rule: ((await good("/api/sms/rules", rule))["rule"] as { id: string }).id,
    ending: ((await good("/api/sms/endings", { operator: "bkash", text: "Sing along in our choir" }))["ending"] as { id: string }).id,
    transfer: (await good("/api/transfers", { kind: "wallet", from_wallet_id: wallet.id, to_wallet_id: spare.id, amount: "10.00" }, finance))["id"],
    switch: (await good("/api/switches", { scope: "wallet", wallet_id: spare.id, direction: "out", reason: "of the platform" }, finance))["id"],
    manual: (await good("/api/manual", { kind: "merchant_credit", merchant_id: quiet.merchant.id, amount: "3.00", note: "of the platform" }, finance))["id"],
    exception: (await exception(product)).id,
  };
  return new Map(Object.entries(made).map(([kind, id]) => [kind, String(id)]));
}

describe("another merchant's ids", () => {
  it("are of every kind that a path names", () => {
    const lacking = withIds.filter((route) => otherOf(kindIn(route)) === undefined).map((route) => [routeName(route), kindIn(route)]);
    expect(lacking).toEqual([]);
  });

  it.each(withIds.map((route) => [routeName(route), route] as const))("in the path of %s", async (name, route) => {
    const kind = kindIn(route);
    const ask = (token: string) => (asked: string) =>
      request(route, pathOf(route.url, { id: asked, date: DAY }) + (ASKING[name] ?? ""), token, bodySample(route));
    for (const [who, token] of callers(route)) {
      for (const { kind: named, id } of [...foreign(), { kind, id: otherOf(kind) ?? "" }])
        await expectAlike(`${name} as ${who} with a ${named}`, ask(token), named, id);
    }
  });

  // Equal answers could still be told apart by how long they take. A clock says little on a busy machine: what is asked of the database is counted.
  it.each(withIds.map((route) => [routeName(route), route] as const))("cost the database in %s what ids that are none cost", async (name, route) => {
    const id = otherOf(kindIn(route)) ?? "";
    const missing = nobodys(kindIn(route), id);
    for (const [who, token] of callers(route)) {
      const ask = (asked: string): Promise<Raw> => request(route, pathOf(route.url, { id: asked, date: DAY }) + (ASKING[name] ?? ""), token, bodySample(route));
      // What the call before left to be read anew is no part of the first one.
      await ask(missing);
      const [other, none]: Asked[][] = [[], []];
      for (let round = 0; round < 3; round += 1) {
        other?.push(await asking(() => ask(id)));
        none?.push(await asking(() => ask(missing)));
      }
      expect([who, always(other ?? [])]).toEqual([who, always(none ?? [])]);
    }
  });

  const inBody = ROUTES.filter(inScope).flatMap((route) =>
    route.body
      ? fieldsOf(objectShape(shapeOf(route.body)))
          .filter((field) => isId(field.shape))
          .map((field) => [routeName(route), field.path.join("."), route, field] as const)
      : [],
  );
  it.each(inBody)("in the body of %s, field %s", async (name, field, route, { path, shape }) => {
    for (const [who, token] of callers(route)) {
      const mine = own.ids.get("user")?.[0] ?? "";
      for (const { kind, id } of foreign()) {
        const ask = (asked: string): Promise<Raw> =>
          request(route, pathOf(route.url, { id: mine }), token, withValue(bodySample(route), path, shape.type === "array" ? [asked] : asked));
        await expectAlike(`${name} ${field} as ${who} with a ${kind}`, ask, kind, id);
      }
    }
  });

  const inQuery = ROUTES.filter(inScope).flatMap((route) =>
    route.query
      ? fieldsOf(shapeOf(route.query))
          .filter((field) => FULL || isId(field.shape) || NAMES.has(String(field.path[0])))
          .map((field) => [routeName(route), String(field.path[0]), route] as const)
      : [],
  );
  it.each(inQuery)("in the query of %s, %s", async (name, field, route) => {
    for (const [who, token] of callers(route)) {
      const mine = own.ids.get("merchant")?.[0] ?? "";
      for (const { kind, id } of foreign())
        await expectAlike(
          `${name} ${field} as ${who} with a ${kind}`,
          (asked) => request(route, `${pathOf(route.url, { id: mine })}?${field}=${encodeURIComponent(asked)}`, token, null),
          kind,
          id,
        );
    }
  });
});

const reads = ROUTES.filter((route) => route.method === "GET" && !route.url.includes(":") && inScope(route));

function expectClean(what: string, answer: Raw): void {
  const text = shown(answer);
  for (const mark of theirs.marks) if (text.includes(mark)) throw new Error(`${what} shows ${mark} of another merchant`);
}

describe("another merchant's marks", () => {
  it.each(reads.map((route) => [routeName(route), route] as const))("never stand in %s", async (name, route) => {
    const fields = route.query ? fieldsOf(shapeOf(route.query)).map((field) => String(field.path[0])) : [];
    // What another's order numbers, payers, TrxIDs, accounts and names find: nothing of theirs.
    const searches = fields.includes("q")
      ? ["TWIN", "Merchant", theirs.mark, `${theirs.mark}-1`, ...theirs.marks.slice(0, times(8, 500))].map((mark) => `q=${encodeURIComponent(mark)}`)
      : [];
    const more = [
      "size=200",
      "sort=created_at",
      "deleted=with",
      "from=2020-01-01",
      `merchant_id=${theirs.merchant.id}`,
      "format=csv",
      "format=csv&lang=en",
    ].filter((query) => fields.includes(query.split("=")[0] ?? ""));
    for (const [who, token] of callers(route)) {
      for (const query of ["", ...more, ...searches]) expectClean(`${name}?${query} as ${who}`, await request(route, `${route.url}?${query}`, token, null));
    }
  });

  it("never stand in one of the own objects", async () => {
    for (const [kind, url] of [
      ["payment", "/api/payments"],
      ["delivery", "/api/deliveries"],
      ["user", "/api/users"],
      ["merchant", "/api/merchants"],
    ] as const) {
      for (const id of own.ids.get(kind) ?? []) {
        const answer = await product.call("GET", `${url}/${id}`, own.admin.token);
        expect([url, id, answer.status]).toEqual([url, id, 200]);
        for (const mark of theirs.marks) expect(answer.text).not.toContain(mark);
      }
    }
  });

  it("do not move a total: both twins count only themselves", async () => {
    for (const list of ["payments", "deliveries", "journals", "users", "audit"]) {
      const [one, other, all] = await Promise.all(
        [quiet.admin.token, theirs.admin.token, product.admin].map((token) =>
          product.good<{ total: { value: number }; items: unknown[] }>("GET", `/api/${list}?size=200`, token),
        ),
      );
      expect(Math.min(one?.total.value ?? 0, 200)).toBe(one?.items.length);
      expect((one?.total.value ?? 0) + (other?.total.value ?? 0)).toBeLessThanOrEqual(all?.total.value ?? 0);
      if (list === "payments" || list === "journals") expect(one?.total.value).toBe(other?.total.value);
    }
    const [mine, twin] = await Promise.all([quiet, theirs].map((world) => product.good<{ sums: unknown }>("GET", "/api/payments", world.admin.token)));
    expect(mine?.sums).toEqual(twin?.sums);
  });
});

describe("equal names", () => {
  it("of orders and keys live beside each other", async () => {
    const key = { "idempotency-key": "the-same-key" };
    const body = { merchant_order_id: "TWIN-3", amount: "611.00", customer: "01999999991" };
    const [one, other] = [await product.pay(own.merchant, body, key), await product.pay(theirs.merchant, { ...body, amount: "612.00" }, key)];
    expect([one.status, other.status, one.data.amount, other.data.amount]).toEqual([201, 201, "611.00", "612.00"]);
    const found = await product.good<{ id: string }>("GET", "/v1/payments?merchant_order_id=TWIN-3", own.merchant.secret);
    expect(found.id).toBe(one.data.id);
    const names = { list: "payments", name: "the same view", query: "", shared: false };
    for (const world of [own, theirs]) expect((await product.call("POST", "/api/views", world.admin.token, names, key)).status).toBe(201);
    before = await worldDigest(product, theirs);
  });
});

describe("the stream of events", () => {
  it("tells a merchant's people of their own objects only", async () => {
    const address = await product.product.http.listen({ port: 0, host: "127.0.0.1" });
    const leave = new AbortController();
    const stream = await fetch(`${address}/api/events`, { signal: leave.signal, headers: { authorization: `Bearer ${own.admin.token}` } });
    let heard = "";
    const reading = (async () => {
      for await (const part of stream.body ?? []) heard += Buffer.from(part).toString();
    })().catch(() => undefined);
    const ordered = async (world: WholeWorld, amount: string): Promise<string> =>
      (await product.pay(world.merchant, { amount, customer: "01999999992" })).data.id;
    const [foreignOrder, ownOrder] = [await ordered(theirs, "621.00"), await ordered(own, "622.00")];
    await product.good("PATCH", `/api/merchants/${theirs.merchant.id}`, product.admin, { version: 1, owner: "somebody new" });
    await until(() => heard.includes(ownOrder));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(heard).not.toContain(foreignOrder);
    expectClean("the stream", { status: 200, text: heard, headers: {}, json: null });
    leave.abort();
    await reading;
    before = await worldDigest(product, theirs);
  });
});

/** Whether a merchant's admin has no right to call this at all, whoever the object belongs to. */
const isClosed = (route: AnyRoute): boolean => route.access.kind === "session" && !meets((one) => typeHas("merchant_admin", one), route.access.permission);
/** What ends an object comes after what only looks at it or changes it; whose key is removed has to sign in again. */
const order = ({ method, url }: AnyRoute): number =>
  method === "GET"
    ? 0
    : method === "DELETE" && isOfPerson({ url })
      ? url.includes("passkeys")
        ? 5
        : 4
      : url.endsWith("/restore")
        ? 3
        : method === "DELETE" || /delete|revoke|cancel|new-devices/.test(url)
          ? 2
          : 1;

/** As if the password had been given just now: on a busy machine it was long ago, and who has a passkey needs more than a password. */
const recheck = (): Promise<unknown> => product.product.app.db.run("update sessions set rechecked_at = now() where ended_at is null");

/** What has to be done before, so that the act is possible. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  "DELETE /api/user/passkeys/:id": recheck,
  "POST /api/exports/schedules/:id/restore": async () => {
    const id = ownOf("export schedule") ?? "";
    const row = await product.product.app.db.one<{ version: number }>("select version from export_schedules where id = $1", [Number(id)]);
    return product.good("POST", `/api/exports/schedules/${id}/delete`, mine.admin.token, { version: row?.version });
  },
};

describe("the control: an own id", () => {
  beforeAll(recheck);
  const inOrder = [...withIds].sort((left, right) => order(left) - order(right));

  it.each(inOrder.map((route) => [routeName(route), route] as const))(
    "is told apart from one that nothing has in %s, or nobody may ask at all",
    async (name, route) => {
      const kind = kindIn(route);
      const token = route.access.kind === "merchant" ? mine.merchant.secret : isOfPerson(route) ? mine.home : mine.admin.token;
      const ask = (id: string): Promise<Raw> => request(route, pathOf(route.url, { id, date: DAY }) + (ASKING[name] ?? ""), token, bodySample(route));
      const id = ownOf(kind) ?? otherOf(kind) ?? "";
      await BEFORE[name]?.();
      const [answer, none] = [await ask(id), await ask(nobodys(kind, id))];
      if (isClosed(route)) return expect([answer.status, none.status, answer.json?.error?.code]).toEqual([403, 403, "forbidden"]);
      // What no merchant can have is missing for each of them; that a merchant may ask for it is said here by name.
      if (ownOf(kind) === undefined) return expect([name, kind]).toEqual(["", ""]);
      expect([answer.status, shown(answer, id)]).not.toEqual([none.status, shown(none, nobodys(kind, id))]);
    },
  );
});
