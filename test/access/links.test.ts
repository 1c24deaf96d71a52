/** Redacted links (docs/decisions/0071): who makes them, what they show and to whom, and how they end. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { grouped } from "../../src/contract/money.ts";
import { MERCHANT_DISBURSE_STATUSES } from "../../src/contract/disburses.ts";
import { LINKED } from "../../src/contract/links.ts";
import { permissionsOf, type UserType } from "../../src/contract/permissions.ts";
import { LOCALES } from "../../src/contract/locale.ts";
import { startProduct } from "../../src/server/app.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { makeLogger } from "../../src/server/platform/log.ts";
import { WORDS } from "../../src/server/features/links/words.ts";
import * as en from "../../src/web/i18n/en/rest.ts";
import * as zh from "../../src/web/i18n/zh/rest.ts";
import { next, type TestMerchant, type TestProduct } from "../support/app.ts";
import { person, roleOf, send, startTarget, type Person, type Raw } from "../support/attack.ts";
import { fundMerchant, fundWallet, payout } from "../support/attack-money.ts";
import { BAD_IDS } from "../support/attack-values.ts";
import { TEST_KEY } from "../support/key.ts";

let product: TestProduct;
let merchant: TestMerchant;
let owner: Db;
let admin: Person;
let boss: Person;
const objects = { payment: "", disburse: "", withdrawal: "" };
const AMOUNT = "1313.37";
const PHONE = "01788776655";
/** What stands in the data and may be on no page. */
const MARKS = { payment: ["Sparrow", "Finch", "order-of-robin"], note: "Wren looked" };

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  owner = new Db({ url: product.ownerUrl, max: 1 });
  merchant = await product.merchant();
  const wallet = await product.wallet();
  await fundMerchant(product, merchant, 90_000_00n);
  await fundWallet(product, wallet, 90_000_00n);
  admin = await person(product, "admin");
  boss = await person(product, "merchant_admin", { merchantId: merchant.id });
  const order = { amount: AMOUNT, customer: PHONE, merchant_order_id: `order-of-robin-${next()}`, user_id: "Finch", metadata: { name: "Sparrow" } };
  objects.payment = (await product.pay(merchant, order)).data.id;
  objects.disburse = await payout(product, merchant, { amount: AMOUNT, customer: PHONE });
  const asked = { merchant_id: merchant.id, amount: AMOUNT, receiving_account: "Bank 5566778899", note: MARKS.note };
  const made = await product.call<{ id: string }>("POST", "/api/withdrawal", admin.token, asked);
  objects.withdrawal = made.data.id;
});
afterAll(async () => {
  await owner.close();
  await product.stop();
});

interface Made {
  readonly link: { readonly id: string; readonly opened: number };
  readonly path: string;
}
const ask = (who: Person, body: Record<string, unknown>): Promise<Raw> =>
  send(product.product, { method: "POST", url: "/api/links", token: who.token, payload: { valid: "hour", language: "en", ...body } });
const made = async (who: Person, body: Record<string, unknown>): Promise<Made> => {
  const answer = await ask(who, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json?.data as unknown as Made;
};
/** From a network of its own each time, unless said. */
const open = (path: string, from = `198.51.${next() % 250}.7`): Promise<Raw> => send(product.product, { method: "GET", url: path, remoteAddress: from });
const listed = async (who: Person, object: string): Promise<string[]> => {
  const answer = await send(product.product, { method: "GET", url: `/api/links?object=${object}`, token: who.token });
  return ((answer.json?.data ?? { items: [] }) as unknown as { items: { id: string }[] }).items.map(({ id }) => id);
};
const lacking = (type: UserType, ...lost: string[]): Promise<Person> =>
  person(product, type, { role: permissionsOf(type).filter((one) => !lost.includes(one)) });
const trail = (action: string, link: string): Promise<{ ip: string | null; account: string | null; after: Record<string, unknown> }[]> =>
  product.product.app.db.rows("select ip, account, after from audit where action = $1 and after->>'link' = $2 order by id", [action, link]);

/** Two dots lead to another page, in every browser. */
const WALKS_UP = "%2e%2e";

/** A page without what differs between two of them by right. */
const gone = async (path: string): Promise<[number, string, string[]]> => {
  const answer = await open(path);
  const own = new Set(["x-request-id", "date"]);
  return [
    answer.status,
    answer.text,
    Object.entries(answer.headers)
      .flatMap(([name, value]) => (own.has(name) ? [] : [`${name}: ${String(value)}`]))
      .sort(),
  ];
};

describe("what is shown", () => {
  it.each(Object.keys(LINKED) as (keyof typeof LINKED)[])("of a %s is the list and no more, in both languages", async (kind) => {
    for (const language of LOCALES) {
      const { path, link } = await made(admin, { object: objects[kind], language });
      expect(path).toMatch(/^\/share\/[A-Za-z0-9_-]{43}$/);
      const page = await open(path);
      expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.text).toContain(objects[kind]);
      expect(page.text).toContain(language === "zh" ? 'lang="zh-CN"' : 'lang="en"');
      expect(page.text.includes("•••655")).toBe(kind !== "withdrawal");
      for (const mark of [...MARKS.payment, MARKS.note, PHONE, "6655", "5566778899", "1313", "1,313", admin.account, merchant.id])
        expect(page.text, mark).not.toContain(mark);
      expect(page.text).not.toMatch(/<script|<a |<img|<link|src=|href=|https?:/);
      expect(await trail("link.open", link.id)).toMatchObject([{ account: null, after: { opened: 1 } }]);
    }
  });

  it("has the amount only where who may see amounts chose it", async () => {
    const { path } = await made(admin, { object: objects.payment, with_amount: true });
    expect((await open(path)).text).toContain(`BDT ${grouped(AMOUNT)}`);
    const blind = await lacking("operator", "amounts.see");
    expect((await ask(blind, { object: objects.payment, with_amount: true })).status).toBe(403);
    expect((await open((await made(blind, { object: objects.payment })).path)).text).not.toMatch(/1,?313/);
  });

  it("is kept by nobody on its way, run by nothing, and counted", async () => {
    const { path, link } = await made(admin, { object: objects.payment });
    const { headers } = await open(path);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-robots-tag"]).toContain("noindex");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    await open(path, "203.0.113.9");
    expect((await trail("link.open", link.id)).map(({ ip, after }) => [ip === "203.0.113.9", after["opened"]])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    // The token is nowhere but in the address.
    const token = path.slice("/share/".length);
    const stored = await product.product.app.db.rows<{ text: string }>(
      "select to_jsonb(l)::text as text from shared_links l union all select to_jsonb(a)::text from audit a union all select to_jsonb(k)::text from idempotency_keys k",
    );
    for (const { text } of stored) expect(text).not.toContain(token);
  });

  it("reads no column that is not in its list: one that is added later is not among them", async () => {
    const { path } = await made(admin, { object: objects.payment });
    const before = (await open(path)).text;
    await product.product.app.db.run(
      "update payments set notes = '[{\"text\":\"Thrush\"}]', reason = 'Thrush', staff = '{Thrush}', trx_id = 'THRUSH99' where id = $1",
      [product.product.app.publicIds.decode("payment", objects.payment)],
    );
    expect((await open(path)).text).toBe(before);
  });
});

it("calls every status as the screens do", () => {
  for (const [locale, { rest }] of [
    ["zh", zh],
    ["en", en],
  ] as const) {
    const told = Object.fromEntries(MERCHANT_DISBURSE_STATUSES.map((status) => [status, rest.disburses.status[status]]));
    expect(WORDS[locale].status, locale).toMatchObject({ payment: rest.payments.status, disburse: told, withdrawal: rest.withdrawal.status });
  }
});

it("tells of a payout what its merchant is told: not what an attempt came to, nor how many there were", async () => {
  const app = product.product.app;
  const object = await payout(product, merchant, { amount: "77.00" });
  const id = app.publicIds.decode("disburse", object);
  const { path } = await made(admin, { object });
  const dispatched = (): Promise<number> =>
    app.db.run("insert into order_events (id, object_type, object_id, kind, actor_type, data) values ($1, 'disburse', $2, 'dispatched', 'system', '{}')", [
      app.ids.next(),
      id,
    ]);
  const told: [string, string | undefined, number][] = [];
  for (const [status, attempts] of [
    ["processing", 1],
    ["unknown", 1],
    ["attempt_failed", 1],
    ["pending", 1],
    ["processing", 2],
  ] as const) {
    if (status === "processing") await dispatched();
    await owner.run("update disburses set status = $2, attempt_count = $3, version = version + 1 where id = $1", [id, status, attempts]);
    const { text } = await open(path);
    told.push([status, /<dt>Status<\/dt><dd>([^<]*)/.exec(text)?.[1], text.split("<dt>Sent</dt>").length - 1]);
  }
  expect(told).toEqual(told.map(([status]) => [status, "Paying", 1]));
});

it("tells when an order expired", async () => {
  const object = (await product.pay(merchant, { amount: "402.00" })).data.id;
  const { path } = await made(admin, { object });
  expect((await open(path)).text).not.toContain("<dt>Expired</dt>");
  await owner.run("update payments set status = 'expired', version = version + 1 where id = $1", [product.product.app.publicIds.decode("payment", object)]);
  expect((await open(path)).text).toContain("<dt>Expired</dt>");
});

describe("who may", () => {
  it("makes one of what he sees himself, and of nothing else", async () => {
    const { id } = await product.merchant();
    const stranger = await person(product, "merchant_admin", { merchantId: id });
    for (const object of Object.values(objects)) {
      expect((await ask(stranger, { object })).json?.error?.fields).toEqual({ object: "invalid" });
      expect((await ask(boss, { object })).status).toBe(201);
    }
    for (const object of ["P261121AAAAAAAA", "W261121AAAAAAAA", "nonsense", ""])
      expect((await ask(admin, { object })).json?.error?.fields).toEqual({ object: "invalid" });
    expect((await ask(await person(product, "auditor"), { object: objects.payment })).status).toBe(403);
    expect((await ask(await person(product, "merchant_viewer", { merchantId: merchant.id }), { object: objects.payment })).status).toBe(403);
    expect((await ask(await lacking("operator", "links.share"), { object: objects.payment })).status).toBe(403);
    // A withdrawal is not an operator's to see.
    expect((await ask(await person(product, "operator"), { object: objects.withdrawal })).status).toBe(403);
    for (const wrong of [{ valid: "year" }, { language: "fr" }, { with_amount: "yes" }, { amount: "1.00" }])
      expect((await ask(admin, { object: objects.payment, ...wrong })).status).toBe(422);
  });

  it("lists and ends those of his own house; the platform those of all", async () => {
    const order = (await product.pay(merchant, { amount: "400.00" })).data.id;
    const [ours, theirs] = [await made(admin, { object: order }), await made(boss, { object: order })];
    expect(await listed(admin, order)).toEqual([theirs.link.id, ours.link.id]);
    expect(await listed(boss, order)).toEqual([theirs.link.id]);
    const revoke = (who: Person, id: string): Promise<Raw> =>
      send(product.product, { method: "POST", url: `/api/links/${id}/revoke`, token: who.token, payload: {} });
    expect((await revoke(boss, ours.link.id)).status).toBe(404);
    const stranger = await person(product, "merchant_admin", { merchantId: (await product.merchant()).id });
    expect((await revoke(stranger, theirs.link.id)).status).toBe(404);
    expect((await revoke(admin, theirs.link.id)).status).toBe(200);
    expect((await revoke(admin, theirs.link.id)).status).toBe(404);
    expect((await open(theirs.path)).status).toBe(404);
    expect((await open(ours.path)).status).toBe(200);
    expect(await trail("link.revoke", theirs.link.id)).toHaveLength(1);
    // The house whose link it was reads it in its own trail.
    const own = await send(product.product, { method: "GET", url: "/api/audit?action=link.revoke", token: boss.token });
    expect([own.status, own.text.includes(`"link":"${theirs.link.id}"`)]).toEqual([200, true]);
    expect(await listed(boss, order)).toEqual([]);
  });

  it("has twenty of one object at most, also by many calls at once", async () => {
    const order = (await product.pay(merchant, { amount: "401.00" })).data.id;
    const answers = await Promise.all(Array.from({ length: 26 }, () => ask(admin, { object: order })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(6);
    // Each house has its own twenty.
    expect((await ask(boss, { object: order })).status).toBe(201);
  });
});

it("never stands in the program's own log, whether it opens, is gone, too long, cannot be decoded, or breaks on its way", async () => {
  let lines = "";
  const { path } = await made(admin, { object: objects.payment });
  const token = path.slice("/share/".length);
  const beside = await startProduct({
    env: readEnv({ ROLE: "api", WEBHOOK_ALLOW_PRIVATE: "1" }),
    appUrl: product.databaseUrl,
    secretKey: TEST_KEY,
    log: makeLogger("trace", { write: (line: string) => void (lines += line) }),
    besideOthers: true,
  });
  try {
    const asked = async (method: "GET" | "HEAD" | "POST", url: string): Promise<number> =>
      (await send(beside, { method, url, remoteAddress: `198.51.${next() % 250}.9` })).status;
    expect([await asked("GET", path), await asked("HEAD", path)]).toEqual([200, 200]);
    for (const url of [`${path}x`, `${path}/${token}`, `/share/${token.repeat(20)}`, `/share/%zz${token}`, `/share?link=${token}`, `/api/links/${token}`])
      expect(await asked("GET", url), url).toBeGreaterThanOrEqual(400);
    expect(await asked("POST", path)).toBe(405);
    const { db } = beside.app;
    const { one } = db;
    (db as { one: unknown }).one = (sql: string, ...rest: [unknown[]?, string?]) =>
      sql.includes("shared_links") ? db.rows(`select '${token}'::bigint`) : one.call(db, sql, ...rest);
    expect(await asked("GET", path)).toBe(500);
  } finally {
    await beside.stop();
  }
  expect(lines.split("\n").filter((line) => line.includes('"route":"/share/*"')).length).toBeGreaterThan(4);
  expect(lines).toContain("unexpected error");
  expect(lines).not.toContain(token);
});

describe("it ends", () => {
  const old = async (path: string): Promise<void> => {
    const [live] = await product.product.app.db.rows<{ id: bigint }>("select id from shared_links where revoked_at is null order by id desc limit 1");
    await owner.run("update shared_links set made_at = now() - interval '2 hours', expires_at = now() - interval '1 second' where id = $1", [live?.id]);
    expect((await open(path)).status).toBe(404);
  };

  it("in time, when revoked, and for who never had one, with one and the same answer", async () => {
    const unknown = await gone(`/share/${"A".repeat(43)}`);
    expect([unknown[0], unknown[1].includes("Link not valid")]).toEqual([404, true]);
    const expired = await made(admin, { object: objects.payment });
    await old(expired.path);
    const revoked = await made(admin, { object: objects.payment });
    await send(product.product, { method: "POST", url: `/api/links/${revoked.link.id}/revoke`, token: admin.token, payload: {} });
    for (const path of [expired.path, revoked.path, "/share/x", `/share/${"%00".repeat(3)}`, "/share/..%2f..%2fetc", `/share/${"é".repeat(10)}`])
      expect(await gone(encodeURI(path).replaceAll("%25", "%")), path).toEqual(unknown);
  });

  it("is answered by the same page however long it is, whatever stands behind it, and to HEAD as to GET", async () => {
    const unknown = await gone(`/share/${"A".repeat(43)}`);
    for (const path of [`/share/${"A".repeat(201)}`, `/share/${"A".repeat(9000)}`, "/share/", "/share/a/b", `/share/${"A".repeat(43)}/`])
      expect(await gone(path), path.slice(0, 60)).toEqual(unknown);
    const { path, link } = await made(admin, { object: objects.payment });
    const head = (url: string): Promise<Raw> => send(product.product, { method: "HEAD", url, remoteAddress: `198.51.${next() % 250}.8` });
    const own = new Set(["x-request-id", "date", "content-length"]);
    const named = ({ headers }: Raw): Record<string, unknown> => Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
    for (const url of [path, `/share/${"A".repeat(43)}`, `/share/${"A".repeat(201)}`]) {
      const [asked, got] = [await head(url), await open(url)];
      expect([asked.status, asked.text, named(asked)], url.slice(0, 60)).toEqual([got.status, "", named(got)]);
    }
    // What was shown counts: the one GET.
    expect((await trail("link.open", link.id)).map(({ after }) => after["opened"])).toEqual([1]);
  });

  it("is none whatever stands in its place", async () => {
    const unknown = await gone(`/share/${"A".repeat(43)}`);
    for (const text of BAD_IDS.filter((one) => one !== WALKS_UP)) {
      const answer = await open(`/share/${text}`);
      // What cannot be decoded or is longer than any address is no address of a link.
      expect([400, 404, 405, 422], text).toContain(answer.status);
      if (String(answer.headers["content-type"]).startsWith("text/html") && answer.headers["x-robots-tag"] !== undefined)
        expect(answer.text, text).toBe(unknown[1]);
      expect(answer.text, text).not.toContain(objects.payment);
    }
  });

  it("when its maker is disabled, or loses a right that it takes", async () => {
    const app = product.product.app;
    const idOf = (who: Person): bigint | null => app.publicIds.decode("user", who.id);
    const leaver = await person(product, "operator");
    const one = await made(leaver, { object: objects.payment });
    expect((await open(one.path)).status).toBe(200);
    const said = async (): Promise<boolean | undefined> => {
      const answer = await send(product.product, { method: "GET", url: `/api/links?object=${objects.payment}`, token: admin.token });
      const { items } = (answer.json?.data ?? { items: [] }) as unknown as { items: { id: string; opens: boolean }[] };
      return items.find(({ id }) => id === one.link.id)?.opens;
    };
    expect(await said()).toBe(true);
    for (const [column, off, on] of [
      ["enabled", "false", "true"],
      ["deleted_at", "now()", "null"],
    ] as const) {
      await app.db.run(`update users set ${column} = ${off} where id = $1`, [idOf(leaver)]);
      expect([(await open(one.path)).status, await said()], column).toEqual([404, false]);
      // It slept.
      await app.db.run(`update users set ${column} = ${on} where id = $1`, [idOf(leaver)]);
      expect([(await open(one.path)).status, await said()], column).toEqual([200, true]);
    }
    for (const lost of ["links.share", "payments.see", "amounts.see"]) {
      const who = await person(product, "operator");
      const two = await made(who, { object: objects.payment, with_amount: true });
      expect((await open(two.path)).status).toBe(200);
      const role = await roleOf(
        product,
        "operator",
        permissionsOf("operator").filter((right) => right !== lost),
      );
      await app.db.run("update users set role_id = $2 where id = $1", [idOf(who), role]);
      expect((await open(two.path)).status, lost).toBe(404);
    }
    const mover = await person(product, "merchant_admin", { merchantId: merchant.id });
    const three = await made(mover, { object: objects.payment });
    await app.db.run("update users set merchant_id = $2 where id = $1", [idOf(mover), app.publicIds.decode("merchant", (await product.merchant()).id)]);
    expect((await open(three.path)).status).toBe(404);
  });

  it("while its maker's house is deleted or disabled; a disabled one makes none, and the platform's links stay", async () => {
    const { db } = product.product.app;
    const house = await product.merchant();
    const id = product.product.app.publicIds.decode("merchant", house.id);
    const maker = await person(product, "merchant_admin", { merchantId: house.id });
    const object = (await product.pay(house, { amount: "403.00" })).data.id;
    const [own, platform] = [await made(maker, { object }), await made(admin, { object })];
    const said = async (): Promise<Record<string, boolean>> => {
      const answer = await send(product.product, { method: "GET", url: `/api/links?object=${object}`, token: admin.token });
      const { items } = (answer.json?.data ?? { items: [] }) as unknown as { items: { id: string; opens: boolean }[] };
      return Object.fromEntries(items.map((one) => [one.id, one.opens]));
    };
    const unknown = await gone(`/share/${"A".repeat(43)}`);
    for (const [column, off, on] of [
      ["enabled", "false", "true"],
      ["deleted_at", "now()", "null"],
    ] as const) {
      await db.run(`update merchants set ${column} = ${off} where id = $1`, [id]);
      expect(await gone(own.path), column).toEqual(unknown);
      expect([(await open(platform.path)).status, await said()], column).toEqual([200, { [own.link.id]: false, [platform.link.id]: true }]);
      if (column === "enabled") expect((await ask(maker, { object })).json?.error?.code).toBe("merchant_disabled");
      await db.run(`update merchants set ${column} = ${on} where id = $1`, [id]);
      expect([(await open(own.path)).status, await said()], column).toEqual([200, { [own.link.id]: true, [platform.link.id]: true }]);
    }
  });

  it("one link opens sixty times at once, and no other waits for it", async () => {
    const [{ path }, other] = [await made(admin, { object: objects.payment }), await made(admin, { object: objects.payment })];
    const answers = await Promise.all(Array.from({ length: 66 }, () => open(path)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await open(other.path)).status).toBe(200);
  });

  it("previews of chats are told nothing, not even whether it is one, and do not count", async () => {
    const { path, link } = await made(admin, { object: objects.payment });
    const seen = async (where: string, headers: Record<string, string>): Promise<[number, string]> => {
      const { status, text } = await send(product.product, { method: "GET", url: where, headers, remoteAddress: "198.51.251.7" });
      return [status, text];
    };
    const unknown = await seen(`/share/${"B".repeat(43)}`, { "user-agent": "WhatsApp/2.23.20.0" });
    expect([unknown[0], unknown[1].includes("Redacted link")]).toEqual([200, true]);
    for (const headers of [{ "user-agent": "WhatsApp/2.23.20.0" }, { "user-agent": "TelegramBot (like TwitterBot)" }, { "sec-purpose": "prefetch;prerender" }])
      expect(await seen(path, headers)).toEqual(unknown);
    expect(await trail("link.open", link.id)).toEqual([]);
    const browser = await seen(path, { "user-agent": "Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 20) Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0" });
    expect([browser[0], browser[1].includes(objects.payment)]).toEqual([200, true]);
    expect(/<title>([^<]*)/.exec(browser[1])?.[1]).not.toContain(objects.payment);
  });

  it("guesses are slowed down by network, whatever they guess", async () => {
    const { path } = await made(admin, { object: objects.payment });
    const answers = await Promise.all(Array.from({ length: 40 }, (_one, at) => open(`/share/${String(at).padStart(43, "A")}`, "192.0.2.77")));
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThan(10);
    expect(Number(slowed[0]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(slowed[0]?.text).toContain("Opened too often");
    // Whoever has a right address stands in the same network, and is not one of them.
    expect((await open(path, "192.0.2.77")).status).toBe(200);
    expect((await open(path, "192.0.2.99")).status).toBe(200);
  });

  it("a network that guessed too often has nothing more looked up for it, but for addresses that there are", async () => {
    const { path } = await made(admin, { object: objects.payment });
    const guess = (from: string, count: number): Promise<{ status: number }[]> =>
      Promise.all(Array.from({ length: count }, (_one, at) => open(`/share/${from}${String(at).padStart(42, "A")}`, "192.0.2.201")));
    await guess("B", 30);
    const one = vi.spyOn(product.product.app.db, "one");
    try {
      const answers = await guess("C", 60);
      // Half a guess a second comes back meanwhile.
      const slowed = answers.filter(({ status }) => status === 429).length;
      expect(slowed).toBeGreaterThan(20);
      expect(one.mock.calls.filter(([sql]) => sql.includes("token_hash")).length).toBe(60 - slowed);
    } finally {
      one.mockRestore();
    }
    expect((await open(path, "192.0.2.201")).status).toBe(200);
  });
});
