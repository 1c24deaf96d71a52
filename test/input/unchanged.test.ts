/** A change that changes nothing is answered with the object as it stands: no version moves on, nothing is written into the trail. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/server/app.ts";
import { person, startTarget, type Person } from "../support/attack.ts";
import { templateBody } from "../support/attack-target.ts";
import type { TestProduct } from "../support/app.ts";

let product: TestProduct;
let boss: Person;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  boss = await person(product, "admin");
});
afterAll(() => product.stop());

type Row = Readonly<Record<string, unknown>>;
const LAYOUT = { widths: { amount: 120, id: 90 }, hidden: ["fee"], density: "compact" };
const FILTERS = { status: "review", operator: "bkash" };

const post = (url: string, body: Row): Promise<Row> => product.good<Row>("POST", url, boss.token, body);
const get = (url: string): Promise<Row> => product.good<Row>("GET", url, boss.token);
/** An object that was just made, under its address; of what it is the named fields are said again. */
const again = async (url: string, made: Row, ...names: readonly string[]): Promise<[string, Row]> => [
  `${url}/${String(made["id"])}`,
  { version: made["version"], ...Object.fromEntries(names.map((name) => [name, made[name]])) },
];

/** What makes an object and says again of it what stands: its address, and the body. By the route that changes it. */
const SAME: Readonly<Record<string, () => Promise<[string, Row]>>> = {
  "PATCH /api/users/:id": async () => {
    const { id } = await person(product, "finance");
    return again("/api/users", await get(`/api/users/${id}`), "account", "email", "user_type");
  },
  "PATCH /api/roles/:id": async () =>
    again("/api/roles", await post("/api/roles", { name: "Looks", user_type: "operator", permissions: ["payments.see"] }), "name", "permissions"),
  "PATCH /api/views/:id": async () => {
    const made = await post("/api/views", { list: "payments", name: "late", query: "status=review", layout: LAYOUT, shared: true });
    return again("/api/views", { ...made, layout: LAYOUT }, "name", "query", "layout", "shared");
  },
  "PATCH /api/wallets/:id": async () => {
    const { id } = await product.wallet({ daily_max: "5.00" });
    return again("/api/wallets", await get(`/api/wallets/${id}`), "name", "daily_max");
  },
  "PATCH /api/wallet-templates/:id": async () =>
    again("/api/wallet-templates", await post("/api/wallet-templates", { ...templateBody("Small"), is_default: true }), "name", "is_default", "settings"),
  "PATCH /api/exports/schedules/:id": async () => {
    const plan = { list: "payments", filters: FILTERS, columns: ["id"], format: "csv", lang: "en", frequency: "daily", time: "08:00", name: "Mornings" };
    const made = await post("/api/exports/schedules", plan);
    return again("/api/exports/schedules", { ...made, filters: FILTERS }, "name", "filters", "columns", "format", "lang", "frequency", "on", "time");
  },
  "PATCH /api/merchants/:id": async () => {
    const { id } = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
    return again("/api/merchants", await get(`/api/merchants/${id}`), "name", "payment_fee", "ip_whitelist");
  },
  "PATCH /api/config": async () => {
    const { version, values } = await get("/api/config");
    return ["/api/config", { version, order_minutes: (values as Row)["order_minutes"], operators: (values as Row)["operators"] }];
  },
  "PATCH /api/intake": async () => {
    const { version, payments_open } = await get("/api/intake");
    return ["/api/intake", { version, payments: payments_open }];
  },
  "PATCH /api/alert-channels/:id": async () => {
    const { items } = (await get("/api/alert-channels")) as { items: Row[] };
    const { version } = items.find(({ channel }) => channel === "telegram") ?? {};
    const url = "/api/alert-channels/telegram";
    const set = { chat_id: "-100200", kinds: ["wallet_gap", "trx_repeated"], language: "en" };
    const made = await product.good<Row>("PATCH", url, boss.token, { version, ...set });
    return [url, { version: made["version"], ...set }];
  },
  "PATCH /api/user/passkeys/:id": async () => {
    await product.product.app.db.run(
      "insert into passkeys (credential_id, user_id, rp_id, public_key, sign_count, transports, name, created_at) values ('same', $1, 'x', '\\x00', 0, '{}', 'Phone', now())",
      [product.product.app.publicIds.decode("user", boss.id)],
    );
    return ["/api/user/passkeys/same", { name: "Phone" }];
  },
};

/** Those that have nothing to say again. */
const NOTHING_STANDS: Readonly<Record<string, string>> = {
  "PUT /api/user/authenticator/reset": "makes another seed at each call",
  "PATCH /api/user/preferences": "has neither a version nor a trail",
};

const trail = async (): Promise<Row[]> => product.product.app.db.rows<Row>("select id, action, object_type from audit order by id");

describe("a change that changes nothing", () => {
  it("is tried at every route that changes something that stands", () => {
    const routes = ROUTES.filter(({ method }) => method === "PATCH" || method === "PUT").map(({ method, url }) => `${method} ${url}`);
    expect([...Object.keys(SAME), ...Object.keys(NOTHING_STANDS)].sort()).toEqual(routes.sort());
  });

  it.each(Object.keys(SAME))("%s", async (route) => {
    const [url, body] = await (SAME[route] as () => Promise<[string, Row]>)();
    const before = await trail();
    const answer = await product.call<Row>("PATCH", url, boss.token, body);
    expect([answer.status, answer.data["version"]], answer.text).toEqual([200, body["version"]]);
    expect(await trail()).toEqual(before);
  });

  it("POST /api/views/role-default", async () => {
    const view = await post("/api/views", { list: "payments", name: "for all", query: "", shared: true });
    for (const body of [view["id"], null].map((one) => ({ list: "payments", user_type: "operator", view: one }))) {
      await post("/api/views/role-default", body);
      const before = await trail();
      await post("/api/views/role-default", body);
      expect(await trail()).toEqual(before);
    }
    expect((await trail()).filter(({ action }) => action === "view.default")).toHaveLength(2);
  });

  it("POST /api/wallets/:id/payout-device", async () => {
    const { id } = await product.wallet();
    const wallet = await product.good<{ version: number; devices: { id: string }[] }>("GET", `/api/wallets/${id}`, boss.token);
    const body = { version: wallet.version, device_id: wallet.devices[0]?.id };
    const first = await product.good<Row>("POST", `/api/wallets/${id}/payout-device`, boss.token, body);
    const before = await trail();
    const answer = await product.good<Row>("POST", `/api/wallets/${id}/payout-device`, boss.token, { ...body, version: first["version"] });
    expect(answer["version"]).toBe(first["version"]);
    expect(await trail()).toEqual(before);
  });
});
