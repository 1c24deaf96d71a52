/** Merchants: who may change what, credentials shown once, guards, and the balance at a moment. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import { businessDay, businessDayStart } from "../../../contract/time.ts";
import { idAt } from "../../platform/db/ids.ts";
import { openSite, PASSWORD, type Answer, type Site } from "../../../../test/support/parts/session.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { Signers } from "../../core/outbox/signers.ts";

let site: Site;
const tokens = {} as Record<UserType, string>;
let own: { id: bigint; publicId: string };
let other: { id: bigint; publicId: string };
beforeAll(async () => {
  site = await openSite();
  [own, other] = [await site.addMerchant({ name: "Own shop" }), await site.addMerchant({ name: "Other shop" })];
  for (const type of USER_TYPES) tokens[type] = await site.signIn(await site.addUser(type, { merchantId: own.id }));
  // Second approvals have tests of their own (test/approvals).
  const { version } = (await site.call(tokens.admin, "GET", "/api/config")).data;
  await site.call(tokens.admin, "PATCH", "/api/config", { version, second_person_fees: false, second_person_secrets: false });
});
afterAll(() => site.close());

const get = (token: string, id: string): Promise<Answer> => site.call(token, "GET", `/api/merchants/${id}`);
const versionOf = async (id: string): Promise<number> => Number((await get(tokens.admin, id)).data["version"]);
const act = async (token: string, id: string, action: string, body: Record<string, unknown> = {}): Promise<Answer> =>
  site.call(token, "POST", `/api/merchants/${id}/${action}`, { version: await versionOf(id), ...body });
const patch = async (token: string, id: string, body: Record<string, unknown>): Promise<Answer> =>
  site.call(token, "PATCH", `/api/merchants/${id}`, { version: await versionOf(id), ...body });
const recheck = (token: string): Promise<Answer> => site.call(token, "POST", "/api/user/check", { password: PASSWORD });
const strip = (answer: Answer): string => answer.text.replace(/"request_id":"[^"]*"/, "");

describe("refusals", () => {
  it("by type, route by route", async () => {
    const expected: Record<string, readonly UserType[]> = {
      "GET /api/merchants": ["admin", "finance", "operator", "auditor"],
      "GET /api/merchants/:id": USER_TYPES,
      "GET /api/merchants/:id/balance": USER_TYPES,
      "POST /api/merchants": ["admin"],
      "PATCH /api/merchants/:id": ["admin", "finance", "merchant_admin"],
      "POST /api/merchants/:id/enable": ["admin"],
      "POST /api/merchants/:id/disable": ["admin"],
      "POST /api/merchants/:id/delete": ["admin"],
      "POST /api/merchants/:id/recover": ["admin"],
      "POST /api/merchants/:id/secret": ["admin", "merchant_admin"],
      "POST /api/merchants/:id/webhook-secret": ["admin", "merchant_admin"],
      "POST /api/merchants/:id/open": ["admin", "finance", "operator"],
    };
    for (const [name, allowed] of Object.entries(expected)) {
      const [method = "", url = ""] = name.split(" ");
      for (const type of USER_TYPES) {
        const answer = await site.call(tokens[type], method, url.replace(":id", own.publicId), method === "GET" ? undefined : {});
        expect([name, type, answer.status]).toEqual([name, type, allowed.includes(type) ? (method === "GET" ? 200 : 422) : 403]);
      }
      expect([name, (await site.call(null, method, url.replace(":id", own.publicId), method === "GET" ? undefined : {})).status]).toEqual([name, 401]);
    }
  });

  it("of another merchant: byte for byte as if it were not there", async () => {
    const missing = "M261121AAAAAAAA";
    for (const [method, tail, body] of [
      ["GET", "", undefined],
      ["GET", "/balance", undefined],
      ["PATCH", "", { version: 1, require_ack: true }],
      ["POST", "/secret", { version: 1 }],
      ["POST", "/webhook-secret", { version: 1 }],
    ] as const) {
      const [theirs, none] = [
        await site.call(tokens.merchant_admin, method, `/api/merchants/${other.publicId}${tail}`, body),
        await site.call(tokens.merchant_admin, method, `/api/merchants/${missing}${tail}`, body),
      ];
      expect([tail, theirs.status, strip(theirs)]).toEqual([tail, 404, strip(none)]);
    }
  });

  it("of fields that belong to somebody else", async () => {
    const all: Record<string, unknown> = {
      name: "New name",
      owner: "Li",
      payment_fee: { rate_bps: 10 },
      disburse_fee: { rate_bps: 10 },
      ip_whitelist: ["10.0.0.0/8"],
      notify_url: "https://example.com/hook",
      require_ack: true,
    };
    const allowed = { finance: ["payment_fee", "disburse_fee"], merchant_admin: ["ip_whitelist", "notify_url", "require_ack"] } as const;
    for (const type of ["finance", "merchant_admin"] as const) {
      for (const [field, value] of Object.entries(all)) {
        const answer = await patch(tokens[type], own.publicId, { [field]: value });
        if ((allowed[type] as readonly string[]).includes(field)) expect([type, field, answer.status]).toEqual([type, field, 200]);
        else expect([type, field, answer.code, answer.fields]).toEqual([type, field, "forbidden", { [field]: "not_allowed" }]);
      }
    }
    expect((await patch(tokens.admin, own.publicId, all)).status).toBe(200);
  });

  it("of bad input, naming each field", async () => {
    const bad: [Record<string, unknown>, string, string][] = [
      [{ name: "" }, "name", "required"],
      [{ name: "x".repeat(65) }, "name", "too_long"],
      [{ name: "a\u0000" }, "name", "invalid"],
      [{ name: "a\nb" }, "name", "invalid"],
      [{ owner: "\ud800" }, "owner", "invalid"],
      [{ payment_fee: { rate_bps: 10_001 } }, "payment_fee.rate_bps", "too_large"],
      [{ payment_fee: { rate_bps: 1.5 } }, "payment_fee.rate_bps", "invalid"],
      [{ payment_fee: { rate_bps: 1, fixed: "-1" } }, "payment_fee.fixed", "invalid"],
      [{ payment_fee: { rate_bps: 1, fixed: 1 } }, "payment_fee.fixed", "invalid"],
      [{ payment_fee: { rate_bps: 1, min: "2.00", max: "1.00" } }, "payment_fee.max", "too_small"],
      [{ disburse_fee: { rate_bps: 1, extra: 1 } }, "disburse_fee.extra", "unknown_field"],
      [{ ip_whitelist: ["1.2.3.4", "010.0.0.1"] }, "ip_whitelist.1", "invalid"],
      [{ ip_whitelist: ["1.2.3.0/33"] }, "ip_whitelist.0", "invalid"],
      [{ ip_whitelist: ["::1/129"] }, "ip_whitelist.0", "invalid"],
      [{ ip_whitelist: "1.2.3.4" }, "ip_whitelist", "invalid"],
      [{ notify_url: "nonsense" }, "notify_url", "invalid"],
      [{ notify_url: "ftp://example.com" }, "notify_url", "invalid"],
      [{ notify_url: "https://u:p@example.com" }, "notify_url", "invalid"],
      [{ notify_url: "http://example.com/hook" }, "notify_url", "not_allowed"],
      [{ notify_url: "https://127.0.0.1/x" }, "notify_url", "not_allowed"],
      [{ notify_url: "https://[::ffff:10.0.0.1]/x" }, "notify_url", "not_allowed"],
      [{ notify_url: "https://0x7f000001/" }, "notify_url", "not_allowed"],
      [{ require_ack: 1 }, "require_ack", "invalid"],
      ...["balance", "held_balance", "app_id", "app_secret_hash", "enabled", "deleted", "payments_open", "id", "webhook_secret"].map(
        (field) => [{ [field]: "1" }, field, "unknown_field"] as [Record<string, unknown>, string, string],
      ),
    ];
    const before = await site.app.db.rows("select id, version from merchants order by id");
    for (const [values, field, code] of bad) {
      expect([field, (await site.call(tokens.admin, "POST", "/api/merchants", { name: "New shop", ...values })).fields]).toEqual([field, { [field]: code }]);
      expect([field, (await patch(tokens.admin, own.publicId, values)).fields]).toEqual([field, { [field]: code }]);
    }
    expect(await site.app.db.rows("select id, version from merchants order by id")).toEqual(before);
    expect((await site.call(tokens.admin, "PATCH", `/api/merchants/${own.publicId}`, { owner: "x" })).fields).toEqual({ version: "required" });
    expect((await site.call(tokens.admin, "PATCH", `/api/merchants/${own.publicId}`, { version: 99, owner: "x" })).code).toBe("conflict");
  });

  it("of sensitive acts without a recent re-authentication", async () => {
    const token = await site.signIn(await site.addUser("admin"));
    site.pass(5 * 60_000 + 1000);
    expect((await act(token, own.publicId, "secret")).code).toBe("recheck_required");
    expect((await act(token, own.publicId, "webhook-secret")).code).toBe("recheck_required");
    expect((await patch(token, own.publicId, { payment_fee: { rate_bps: 99 } })).code).toBe("recheck_required");
    const { payment_fee } = (await get(token, own.publicId)).data;
    expect((await patch(token, own.publicId, { payment_fee, owner: "Wang" })).status).toBe(200);
    expect((await recheck(token)).status).toBe(200);
    expect((await patch(token, own.publicId, { payment_fee: { rate_bps: 99, fixed: "1.5" } })).data["payment_fee"]).toEqual({
      rate_bps: 99,
      fixed: "1.50",
      min: null,
      max: null,
    });
  });
});

describe("a new merchant", () => {
  it("has accounts, default fees, and two secrets that are shown this once", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "  Mango 芒果  " });
    expect(made.status).toBe(201);
    expect(made.headers["cache-control"]).toBe("no-store");
    expect(made.data).toMatchObject({
      name: "Mango 芒果",
      owner: "",
      balance: "0.00",
      held_balance: "0.00",
      enabled: true,
      payments_open: true,
      disburses_open: true,
      ip_whitelist: [],
      notify_url: null,
      version: 1,
      payment_fee: { rate_bps: 0, fixed: "0.00", min: null, max: null },
      today: { payments: "0.00", payment_count: 0, disburses: "0.00", disburse_count: 0 },
      webhook_health: { waiting: 0, failed_24h: 0, delivered_24h: 0, last_code: null, last_at: null },
    });
    const [secret, webhook, appId, id] = ["app_secret", "webhook_secret", "app_id", "id"].map((key) => String(made.data[key])) as [
      string,
      string,
      string,
      string,
    ];
    expect(secret).toMatch(new RegExp(`^sk_${appId}_[A-Za-z0-9_-]{43}$`));
    expect(appId).toMatch(/^[a-z0-9]{12}$/);
    expect(Buffer.from(webhook.replace("whsec_", ""), "base64")).toHaveLength(32);
    expect(made.data["secret_last4"]).toBe(secret.slice(-4));
    const accounts = await site.app.db.rows("select kind, balance from accounts where owner_id = $1 order by kind", [
      site.app.publicIds.decode("merchant", id),
    ]);
    expect(accounts).toEqual([
      { kind: "hold", balance: 0n },
      { kind: "merchant", balance: 0n },
    ]);
    const seen = await get(tokens.admin, id);
    const dump = JSON.stringify(
      await site.app.db.rows("select m::text as t from merchants m union all select a::text from audit a union all select i::text from idempotency_keys i"),
    );
    for (const word of [secret, secret.slice(-43), webhook, webhook.slice(6)]) expect(seen.text + dump + site.logged()).not.toContain(word);
    expect((await site.call(secret, "GET", "/v1/payments")).data).toEqual({ app_id: appId });
  });

  it("takes all its fields at creation", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", {
      name: "Full",
      owner: "Zhao",
      payment_fee: { rate_bps: 150, fixed: "1", min: "2", max: "30.5" },
      ip_whitelist: ["192.0.2.1", " 2001:db8::/32 ", "192.0.2.1"],
      notify_url: "https://hooks.example.invalid/x?y=1",
      require_ack: true,
    });
    expect(made.data).toMatchObject({
      owner: "Zhao",
      payment_fee: { rate_bps: 150, fixed: "1.00", min: "2.00", max: "30.50" },
      ip_whitelist: ["192.0.2.1", "2001:db8::/32"],
      notify_url: "https://hooks.example.invalid/x?y=1",
      require_ack: true,
    });
    const list = await site.call(tokens.auditor, "GET", "/api/merchants?q=full");
    expect(list.data["items"]).toMatchObject([{ name: "Full", secret_last4: null, actions: [] }]);
    expect(list.data["total"]).toEqual({ value: 1, exact: true });
  });
});

describe("credentials", () => {
  beforeAll(async () => {
    await recheck(tokens.admin);
  });

  it("a new app secret stops the old one at once, and every changed character fails", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "Keys" });
    const [id, first] = [String(made.data["id"]), String(made.data["app_secret"])];
    const key = (await act(tokens.admin, id, "secret")).data;
    const secret = String(key["app_secret"]);
    expect(key).toEqual({ app_id: made.data["app_id"], app_secret: expect.any(String), version: 2 });
    expect((await site.call(first, "GET", "/v1/payments")).status).toBe(401);
    expect((await site.call(secret, "GET", "/v1/payments")).status).toBe(200);
    for (let index = 0; index < secret.length; index += 1) {
      const changed = secret.slice(0, index) + String.fromCharCode(secret.charCodeAt(index) ^ 1) + secret.slice(index + 1);
      expect([index, (await site.call(changed, "GET", "/v1/payments")).status]).toEqual([index, 401]);
    }
    for (const wrong of [secret.slice(0, -1), `${secret}x`, secret.slice(3), secret.toUpperCase()])
      expect((await site.call(wrong, "GET", "/v1/payments")).status).toBe(401);
    expect((await site.call(null, "GET", `/v1/payments?app_secret=${secret}`)).status).toBe(401);
    expect((await site.call(tokens.admin, "GET", "/v1/payments")).status).toBe(401);
    expect((await site.call(secret, "GET", "/api/merchants")).status).toBe(401);
  });

  it("a new webhook secret keeps the old one for 24 hours beside it", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "Hooks" });
    const id = site.app.publicIds.decode("merchant", String(made.data["id"])) as bigint;
    const rotated = await act(tokens.admin, String(made.data["id"]), "webhook-secret");
    expect(Date.parse(String(rotated.data["previous_until"])) - site.app.now()).toBeGreaterThan(23.9 * 3_600_000);
    const row = await site.app.db.one<{ webhook_secret: Buffer; webhook_secret_previous: Buffer }>(
      "select webhook_secret, webhook_secret_previous from merchants where id = $1",
      [id],
    );
    const open = (sealed: Buffer | undefined): string => site.app.secrets.open(sealed ?? Buffer.alloc(0), `webhook:${id}`).toString();
    expect([open(row?.webhook_secret), open(row?.webhook_secret_previous)]).toEqual([rotated.data["webhook_secret"], made.data["webhook_secret"]]);
  });

  /** Whether a notification that is signed now is taken by who has the secret. */
  async function taken(id: bigint, secret: unknown): Promise<boolean> {
    const signers = new Signers(site.app);
    await signers.load([id]);
    const headers = signers.of(id)?.sign("E1", Date.now(), "{}");
    try {
      return new Webhook(String(secret)).verify("{}", { ...headers }) !== null;
    } catch {
      return false;
    }
  }

  it("a webhook secret that is renewed twice in a day takes the first one from nobody", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "Hooks twice" });
    const id = site.app.publicIds.decode("merchant", String(made.data["id"])) as bigint;
    const [second, third] = [
      await act(tokens.admin, String(made.data["id"]), "webhook-secret"),
      await act(tokens.admin, String(made.data["id"]), "webhook-secret"),
    ];
    for (const answer of [made, second, third]) expect(await taken(id, answer.data["webhook_secret"])).toBe(true);
    await site.app.db.run("update merchants set webhook_previous_until = now() - interval '1 second' where id = $1", [id]);
    const fourth = await act(tokens.admin, String(made.data["id"]), "webhook-secret");
    for (const [answer, expected] of [
      [made, false],
      [second, false],
      [third, true],
      [fourth, true],
    ] as const)
      expect(await taken(id, answer.data["webhook_secret"])).toBe(expected);
  });

  it("one that cannot be read any more is left behind by a new one", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "Hooks lost" });
    const id = site.app.publicIds.decode("merchant", String(made.data["id"])) as bigint;
    await site.app.db.run("update merchants set webhook_secret = '\\x0102' where id = $1", [id]);
    const renewed = await act(tokens.admin, String(made.data["id"]), "webhook-secret");
    expect(await taken(id, renewed.data["webhook_secret"])).toBe(true);
  });
});

describe("the merchants' interface", () => {
  it("keeps to the address list, the rate and the enabled flag", async () => {
    const made = await site.call(tokens.admin, "POST", "/api/merchants", { name: "Gate", ip_whitelist: ["192.0.2.0/28", "2001:db8::1"] });
    const [id, secret] = [String(made.data["id"]), String(made.data["app_secret"])];
    const from = (ip: string, headers: Record<string, string> = {}): Promise<Answer> => site.call(secret, "GET", "/v1/payments", undefined, { ip, headers });
    for (const ip of ["192.0.2.0", "192.0.2.15", "::ffff:192.0.2.3", "2001:db8::1"]) expect([ip, (await from(ip)).status]).toEqual([ip, 200]);
    for (const ip of ["192.0.2.16", "192.0.1.255", "2001:db8::2", "10.0.0.1"]) expect([ip, (await from(ip)).code]).toEqual([ip, "ip_not_allowed"]);
    for (const header of ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "true-client-ip"])
      expect((await from("10.0.0.1", { [header]: "192.0.2.1" })).code).toBe("ip_not_allowed");
    await act(tokens.admin, id, "disable");
    expect((await from("192.0.2.1")).status).toBe(200);
    expect((await site.call(secret, "POST", "/v1/payments", {}, { ip: "192.0.2.1" })).code).toBe("merchant_disabled");
    await act(tokens.admin, id, "enable");
    expect((await site.call(secret, "POST", "/v1/payments", {}, { ip: "192.0.2.1" })).status).toBe(200);
    Object.assign(site.app.config.current, { v1_requests_per_second: 1, v1_burst: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => from("192.0.2.1")));
    expect(answers.filter((answer) => answer.code === "rate_limited" && Number(answer.headers["retry-after"]) >= 1).length).toBeGreaterThanOrEqual(4);
    Object.assign(site.app.config.current, { v1_requests_per_second: 200, v1_burst: 400 });
    await act(tokens.admin, id, "delete");
    expect((await from("192.0.2.1")).status).toBe(401);
  });
});

describe("switches and guards", () => {
  it("staff close, only admins open", async () => {
    expect((await act(tokens.operator, other.publicId, "open", { payments: false })).data).toMatchObject({ payments_open: false, disburses_open: true });
    expect((await loadMerchant(site.app, other.id))?.paymentsOpen).toBe(false);
    expect((await act(tokens.finance, other.publicId, "open", { payments: true })).code).toBe("forbidden");
    expect((await act(tokens.admin, other.publicId, "open", { payments: true, disburses: false })).data).toMatchObject({
      payments_open: true,
      disburses_open: false,
    });
    expect((await act(tokens.admin, other.publicId, "open")).status).toBe(422);
  });

  it("a balance, a hold or open orders keep a merchant; a deleted one signs its people out and comes back", async () => {
    const made = await site.addMerchant();
    const token = await site.signIn(await site.addUser("merchant_viewer", { merchantId: made.id }));
    const owner = await site.app.db.rows<{ id: bigint; kind: string }>("select id, kind from accounts where owner_id = $1 or kind = 'adjustments'", [made.id]);
    await site.app.db.run("select account_open('adjustments', 0, '')");
    const adjustments = await site.app.db.one<{ id: bigint }>("select id from accounts where kind = 'adjustments'");
    const post = async (kind: string, amount: number): Promise<void> => {
      const [first, second] = site.app.ids.take(2);
      const legs = [
        [first, owner.find((account) => account.kind === kind)?.id],
        [second, adjustments?.id],
      ].map(([i, a]) => ({
        txn_id: String(first),
        entry_id: String(i),
        account_id: String(a),
        change: amount,
        kind: "manual",
        ref_type: "manual",
        ref_id: 1,
        merchant_id: String(made.id),
      }));
      await site.app.db.run("select ledger_post($1)", [JSON.stringify(legs)]);
    };
    for (const kind of ["merchant", "hold"]) {
      await post(kind, 500);
      const list = await site.call(tokens.finance, "GET", `/api/merchants?q=${made.publicId}`);
      expect(list.data["sums"]).toEqual({ balance: kind === "merchant" ? "5.00" : "0.00", held_balance: kind === "hold" ? "5.00" : "0.00" });
      const refused = await act(tokens.admin, made.publicId, "delete");
      expect([refused.code, JSON.parse(refused.text).error.details.reasons]).toEqual(["still_in_use", [kind === "hold" ? "hold" : "balance"]]);
      await post(kind, -500);
    }
    const order = site.app.ids.next();
    await site.app.db.run(
      "insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, expires_at, request_hash) values ($1, $2, 'o1', 'bkash', 1, 100, 0, 0, now(), '')",
      [order, made.id],
    );
    await site.app.db.run("insert into open_payments (payment_id, wallet_id, amount, expires_at) values ($1, 1, 100, now())", [order]);
    expect((await act(tokens.admin, made.publicId, "delete")).code).toBe("still_in_use");
    await site.app.db.run("update payments set status = 'cancelled' where id = $1", [order]);
    expect((await act(tokens.admin, made.publicId, "recover")).code).toBe("wrong_state");
    expect((await act(tokens.admin, made.publicId, "delete")).data).toMatchObject({ deleted: true, actions: ["recover"] });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(tokens.admin, "GET", "/api/merchants?size=200")).text).not.toContain(made.publicId);
    expect((await site.call(tokens.admin, "GET", "/api/merchants?deleted=only")).text).toContain(made.publicId);
    await recheck(tokens.admin);
    for (const action of ["enable", "disable", "secret", "webhook-secret"])
      expect([action, (await act(tokens.admin, made.publicId, action)).code]).toEqual([action, "wrong_state"]);
    expect((await act(tokens.admin, made.publicId, "recover")).data).toMatchObject({ deleted: false });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
  });

  it("tells the merchant's people what was done, and staff who did it", async () => {
    const seen: unknown[] = [];
    const publish = site.app.events.publish.bind(site.app.events);
    site.app.events.publish = (events) => {
      seen.push(...events.filter((event) => event.kind === "audit"));
      publish(events);
    };
    await patch(tokens.admin, own.publicId, { owner: "Chen" });
    await patch(tokens.merchant_admin, own.publicId, { require_ack: false });
    site.app.events.publish = publish;
    expect(seen).toMatchObject([
      { change: "created", merchantId: own.id },
      { change: "created", merchantId: own.id },
    ]);
    const timeline = async (token: string): Promise<{ kind: string; actor: { type: string; account: string | null } }[]> =>
      (await get(token, own.publicId)).data["timeline"] as never;
    expect((await timeline(tokens.admin)).slice(-2).map((item) => item.actor.account)).toEqual([
      expect.stringMatching(/^admin/),
      expect.stringMatching(/^merchant-admin/),
    ]);
    expect((await timeline(tokens.merchant_viewer)).slice(-2)).toMatchObject([
      { kind: "merchant.update", actor: { type: "staff", account: null } },
      { actor: { type: "user", account: expect.stringMatching(/^merchant-admin/) } },
    ]);
  });
});

describe("balance at a moment", () => {
  it("is that of the last entry before it; a day means its midnight in Shanghai", async () => {
    const made = await site.addMerchant();
    const account = await site.app.db.one<{ id: bigint }>("select id from accounts where kind = 'merchant' and owner_id = $1", [made.id]);
    // One of its own: the entries of a call stand in one day, so one with later entries would take the merchant's along.
    const other = await site.app.db.one<{ id: bigint }>("select account_open('wallet', $1, '') as id", [made.id]);
    const day = businessDay(Date.now() - 3 * 86_400_000);
    const midnight = businessDayStart(day);
    const moments = [midnight - 1, midnight, midnight + 60_000, Date.now() - 3_600_000];
    for (const [index, at] of moments.entries()) {
      const id = idAt(at);
      const legs = [
        [id + 1n, account?.id],
        [id + 2n, other?.id],
      ].map(([i, a]) => ({
        txn_id: String(id),
        entry_id: String(i),
        account_id: String(a),
        change: 100 * (index + 1),
        kind: "manual",
        ref_type: "manual",
        ref_id: 1,
        merchant_id: String(made.id),
      }));
      await site.app.db.run("select ledger_post($1)", [JSON.stringify(legs)]);
    }
    const at = async (query: string): Promise<unknown> => (await site.call(tokens.finance, "GET", `/api/merchants/${made.publicId}/balance${query}`)).data;
    expect(await at(`?at=${day}`)).toEqual({ at: new Date(midnight).toISOString(), balance: "1.00", held_balance: "0.00", currency: "BDT" });
    expect(await at(`?at=${new Date(midnight + 1).toISOString()}`)).toMatchObject({ balance: "3.00" });
    expect(await at(`?at=${new Date(midnight + 60_001).toISOString()}`)).toMatchObject({ balance: "6.00" });
    expect(await at("?at=2020-01-02")).toMatchObject({ balance: "0.00" });
    expect(await at("")).toMatchObject({ balance: "10.00" });
    for (const wrong of ["?at=yesterday", "?at=2026-02-30", "?at=%00", "?when=1"])
      expect((await site.call(tokens.finance, "GET", `/api/merchants/${made.publicId}/balance${wrong}`)).status).toBe(422);
    for (const wrong of ["0000-01-01", "0000-01-01T00:00:00%2B08:00", "2019-12-31", "2080-01-02", "9999-12-31", "2026-02-30T00:00:00Z"])
      expect(await site.call(tokens.finance, "GET", `/api/merchants/${made.publicId}/balance?at=${wrong}`), wrong).toMatchObject({
        status: 422,
        fields: { at: "invalid" },
      });
  });
});
