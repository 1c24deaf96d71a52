/** Parameters: who may, every key checked, versions, history, and that every process sees a change. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFIG_DEFAULTS } from "../../../contract/config.ts";
import { USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import { openSite, type Answer, type Site } from "../../../../test/support/parts/session.ts";
import { ALL_DEFAULTS, makeConfigStore } from "./store.ts";

let site: Site;
const tokens = {} as Record<UserType, string>;
beforeAll(async () => {
  site = await openSite();
  for (const type of USER_TYPES) tokens[type] = await site.signIn(await site.addUser(type));
  // The second approval of a fee change has tests of its own (test/approvals).
  expect((await patch(tokens.admin, { second_person_fees: false })).status).toBe(200);
});
afterAll(() => site.close());

const version = (): number => site.app.config.version;
const patch = (token: string, values: Record<string, unknown>): Promise<Answer> => site.call(token, "PATCH", "/api/config", { version: version(), ...values });

describe("refusals", () => {
  it("by type", async () => {
    const see: Record<UserType, number> = { admin: 200, finance: 200, operator: 403, auditor: 200, merchant_admin: 403, merchant_viewer: 403 };
    const acceptance: Record<UserType, number> = { admin: 200, finance: 200, operator: 200, auditor: 403, merchant_admin: 403, merchant_viewer: 403 };
    for (const type of USER_TYPES) {
      expect([type, (await site.call(tokens[type], "GET", "/api/config")).status]).toEqual([type, see[type]]);
      expect([type, (await site.call(tokens[type], "GET", "/api/config/history")).status]).toEqual([type, see[type]]);
      expect([type, (await site.call(tokens[type], "GET", "/api/intake")).status]).toEqual([type, acceptance[type]]);
      if (type !== "admin") expect([type, (await patch(tokens[type], { one_person: true })).code]).toEqual([type, "forbidden"]);
    }
  });

  it("of bad values, key by key", async () => {
    const bad: [string, unknown][] = [
      ["currency", "bdt"],
      ["currency", "JPY"],
      ["currency", "KWD"],
      ["currency", "QQQ"],
      ["business_timezone", "UTC"],
      ["operators", []],
      ["operators", ["bkash", "bkash"]],
      ["operators", ["paypal"]],
      ["payments_open", "yes"],
      ["payment_expiry_minutes", 0],
      ["payment_expiry_minutes", 1.5],
      ["late_match_hours", -1],
      ["trx_date_check", "maybe"],
      ["session_idle_minutes", 721],
      ["session_absolute_hours", 0],
      ["v1_burst", 1e9],
      ["bkash_payments_open", 1],
      ["bkash_sender_ids", ["a\u0000"]],
      ["nagad_sender_ids", [""]],
      ["staff_ip_allowlist", "10.0.0.1"],
      ["no_such_key", 1],
      ["__proto__x", 1],
      ["bkash_min_amount", null],
      ...["-1", "+5", "1e3", "007", "1,000", "1.005", ".5", "5.", "NaN", "", " 7", "１２", 5, true].map(
        (amount) => ["manual_complete_threshold", amount] as [string, unknown],
      ),
    ];
    const before = version();
    for (const [key, value] of bad) {
      const answer = await patch(tokens.admin, { [key]: value });
      expect([key, value, answer.status, Object.keys(answer.fields)[0]?.split(".")[0]]).toEqual([key, value, 422, key]);
    }
    expect((await patch(tokens.admin, { bkash_min_amount: "100.00", bkash_max_amount: "50.00" })).fields).toEqual({ bkash_max_amount: "too_small" });
    expect((await patch(tokens.admin, { bkash_max_amount: "0.00", nagad_sender_ids: [] })).fields).toEqual({
      bkash_max_amount: "too_small",
      nagad_sender_ids: "required",
    });
    expect((await patch(tokens.admin, { bkash_min_amount: "90000.00" })).fields).toEqual({ bkash_min_amount: "too_large" });
    expect((await patch(tokens.admin, { default_payment_fee: { rate_bps: 1, fixed: "0", min: "5", max: "4" } })).fields).toEqual({
      "default_payment_fee.max": "too_small",
    });
    expect((await patch(tokens.admin, { staff_ip_allowlist: ["198.51.100.0/24", "010.0.0.1", "1.2.3.4/33"] })).fields).toEqual({
      "staff_ip_allowlist.1": "invalid",
      "staff_ip_allowlist.2": "invalid",
    });
    await site.app.config.reload();
    expect(version()).toBe(before);
  });

  it("of another currency once there is money in the books", async () => {
    expect((await patch(tokens.admin, { currency: "KES" })).status).toBe(200);
    expect((await patch(tokens.admin, { currency: "BDT" })).status).toBe(200);
    await site.app.db.run("select account_open('wallet', 1, '*'), account_open('adjustments', 0, '')");
    await site.app.db.run(
      `select ledger_post(jsonb_agg(jsonb_build_object('txn_id', $1::bigint, 'entry_id', $1::bigint + a.id, 'account_id', a.id, 'change', 100 * a.normal, 'kind', 'opening', 'ref_type', 'manual', 'ref_id', 1)))
       from (select id, case when kind = 'wallet' then 1 else -1 end as normal from accounts where kind in ('wallet', 'adjustments')) a`,
      [site.app.ids.next()],
    );
    const booked = await site.app.db.one<{ there: boolean }>("select exists (select 1 from entries) as there");
    expect(booked?.there).toBe(true);
    expect((await patch(tokens.admin, { currency: "KES" })).fields).toEqual({ currency: "not_allowed" });
  });
});

describe("a change", () => {
  it("answers all values and defaults, and is kept with its difference", async () => {
    const before = version();
    const done = await patch(tokens.admin, {
      payment_expiry_minutes: 20,
      default_payment_fee: { rate_bps: 150, fixed: "1.00", min: null, max: "50.00" },
      late_match_hours: 24,
    });
    expect(done.status).toBe(200);
    expect(done.data).toMatchObject({
      version: before + 1,
      sandbox: false,
      values: { payment_expiry_minutes: 20, default_payment_fee: { rate_bps: 150, fixed: "1.00", min: null, max: "50.00" } },
      defaults: { payment_expiry_minutes: 15 },
    });
    expect(Object.keys(done.data["values"] as unknown as object).sort()).toEqual(Object.keys(ALL_DEFAULTS).sort());
    expect(site.app.config.current.payment_expiry_minutes).toBe(20);
    const history = (await site.call(tokens.auditor, "GET", "/api/config/history")).data["items"] as unknown as {
      version: number;
      changes: { key: string }[];
    }[];
    expect(history[0]).toMatchObject({ version: before + 1, account: expect.stringMatching(/^admin/) });
    expect(history[0]?.changes.map((change) => change.key).sort()).toEqual(["default_payment_fee", "payment_expiry_minutes"]);
    const row = await site.app.db.one<{ action: string; before: unknown; after: unknown }>(
      "select action, before, after from audit where object_type = 'config' order by id desc limit 1",
    );
    expect(row).toMatchObject({ action: "config.update", before: { payment_expiry_minutes: 15 }, after: { payment_expiry_minutes: 20 } });
    expect(site.events.at(-1)).toMatchObject({ kind: "config", version: before + 1 });
  });

  it("is found by its setting, page by page, with its reason and without anything else's", async () => {
    for (const hours of [30, 31]) expect((await patch(tokens.admin, { queued_alert_hours: hours, reason: `for ${hours}` })).status).toBe(200);
    expect((await patch(tokens.admin, { silent_after_minutes: 61 })).status).toBe(200);
    const history = async (query: string) =>
      (await site.call(tokens.auditor, "GET", `/api/config/history${query}`)).data as unknown as {
        items: { version: number; reason: string | null; checker: string | null; changes: { key: string; before: unknown; after: unknown }[] }[];
        more: boolean;
      };
    const { items, more } = await history("?key=queued_alert_hours");
    expect([items.length, more]).toEqual([2, false]);
    expect(items[0]).toMatchObject({ reason: "for 31", checker: null, changes: [{ key: "queued_alert_hours", before: 30, after: 31 }] });
    expect((await history(`?key=queued_alert_hours&before=${items[0]?.version}`)).items.map((item) => item.reason)).toEqual(["for 30"]);
    expect((await history("?key=no_such_key")).items).toEqual([]);
    const audited = await site.app.db.one<{ after: unknown }>(
      "select after from audit where action = 'config.update' and after ? 'reason' order by id desc limit 1",
    );
    expect(audited?.after).toEqual({ queued_alert_hours: 31, reason: "for 31" });
    // Everything that is kept there is a parameter: secrets have tables of their own.
    const kept = await site.app.db.rows<{ key: string }>("select distinct c ->> 'key' as key from config_history, jsonb_array_elements(changes) c");
    for (const { key } of kept) expect(Object.keys(ALL_DEFAULTS)).toContain(key);
    expect((await patch(tokens.admin, { queued_alert_hours: 24, silent_after_minutes: 60 })).status).toBe(200);
  });

  it("without a difference writes nothing; under an old version conflicts; of two at once one wins", async () => {
    const before = version();
    expect(
      (await patch(tokens.admin, { payment_expiry_minutes: 20, default_payment_fee: { max: "50.00", rate_bps: 150, fixed: "1.00" } })).data["version"],
    ).toBe(before);
    expect((await site.call(tokens.admin, "PATCH", "/api/config", { version: before - 1, one_person: true })).code).toBe("conflict");
    const body = { version: before, one_person: true };
    const answers = await Promise.all([
      site.call(tokens.admin, "PATCH", "/api/config", body),
      site.call(tokens.admin, "PATCH", "/api/config", { ...body, one_person: false, bind_code_minutes: 11 }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it("reaches another process by itself, and a broken row never replaces good values", async () => {
    const other = await makeConfigStore({ db: site.app.db, log: site.app.log, sandbox: false });
    other.start();
    await patch(tokens.admin, { silent_after_minutes: 77 });
    await expect.poll(() => other.current.silent_after_minutes).toBe(77);
    await site.app.db.run('update config set value = value || \'{"silent_after_minutes": "often"}\', version = version + 1');
    await expect(other.reload()).rejects.toThrow("silent_after_minutes");
    expect(other.current.silent_after_minutes).toBe(77);
    await expect(makeConfigStore({ db: site.app.db, log: site.app.log, sandbox: false })).rejects.toThrow(
      "The stored configuration is not valid: silent_after_minutes.",
    );
    await site.app.db.run('update config set value = value || \'{"silent_after_minutes": 60, "forgotten_key": 1}\', version = version + 1');
    await other.reload();
    expect(other.current.silent_after_minutes).toBe(60);
    other.stop();
    await site.app.config.reload();
  });
});

describe("sandbox", () => {
  it("is decided at the first start, for ever", async () => {
    await expect(makeConfigStore({ db: site.app.db, log: site.app.log, sandbox: true })).rejects.toThrow("SANDBOX=1");
    expect((await makeConfigStore({ db: site.app.db, log: site.app.log, sandbox: false })).sandbox).toBe(false);
  });
});

describe("order acceptance", () => {
  const acceptance = (token: string, values: Record<string, unknown>): Promise<Answer> =>
    site.call(token, "PATCH", "/api/intake", { version: version(), ...values });

  it("is closed by staff and opened by admins only, for all and for one operator", async () => {
    expect((await acceptance(tokens.auditor, { payments: false })).code).toBe("forbidden");
    expect((await acceptance(tokens.operator, { payments: false })).data).toMatchObject({ payments_open: false, disburses_open: true });
    expect((await acceptance(tokens.finance, { payments: true })).code).toBe("forbidden");
    expect((await acceptance(tokens.operator, { disburses: false, payments: true })).code).toBe("forbidden");
    expect((await acceptance(tokens.admin, { payments: true })).data).toMatchObject({ payments_open: true });
    const one = await acceptance(tokens.finance, { operator: "nagad", payments: false });
    expect(one.data["operators"]).toContainEqual({ operator: "nagad", payments_open: false, disburses_open: true });
    expect(one.data["payments_open"]).toBe(true);
    expect(site.app.config.current.nagad_payments_open).toBe(false);
    expect((await site.call(tokens.operator, "GET", "/api/intake")).data["version"]).toBe(version());
  });

  it("refuses nonsense and old versions", async () => {
    expect((await acceptance(tokens.admin, {})).status).toBe(422);
    expect((await acceptance(tokens.admin, { operator: "paypal", payments: false })).fields).toEqual({ operator: "not_allowed" });
    expect((await acceptance(tokens.admin, { payments: "no" })).fields).toEqual({ payments: "invalid" });
    expect((await site.call(tokens.admin, "PATCH", "/api/intake", { version: 1, payments: false })).code).toBe("conflict");
  });

  it("starts open", () => {
    expect([CONFIG_DEFAULTS.payments_open, CONFIG_DEFAULTS.disburses_open, ALL_DEFAULTS["bkash_payments_open"], ALL_DEFAULTS["nagad_disburses_open"]]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
