/** Sessions: refusals, sign-in, limits of time, one-time passwords, what GET /api/user must not do. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PASSWORD, type Site, type TestUser } from "../../../../test/support/parts/session.ts";

let site: Site;
let admin: TestUser;
beforeAll(async () => {
  site = await openSite();
  admin = await site.addUser("admin", { account: "boss" });
});
afterAll(() => site.close());

const HOUR = 3_600_000;
const tablesOf = async (): Promise<string> => {
  const rows = await site.app.db.rows(
    "select 's' as t, to_jsonb(s) as row, s.xmin::text as x from sessions s union all select 'u', to_jsonb(u), u.xmin::text from users u order by 1, 2",
  );
  return JSON.stringify(rows);
};

describe("refusals", () => {
  it("answers 401 without a credential, with one that is none, and with one of another kind, and writes nothing", async () => {
    const before = await tablesOf();
    const merchantKey = `sk_testapp00001_${"x".repeat(43)}`;
    for (const token of [null, "x", "y".repeat(43), merchantKey, "y".repeat(400)]) {
      for (const url of ["/api/user", "/api/merchant", "/api/users", "/api/config", "/api/views", "/api/merchants"]) {
        const answer = await site.call(token, "GET", url);
        expect([url, answer.status, answer.code]).toEqual([url, 401, "unauthorized"]);
      }
    }
    expect(await tablesOf()).toBe(before);
  });

  it("looks at no token in the address", async () => {
    const token = await site.signIn(admin);
    expect((await site.call(null, "GET", `/api/user?token=${token}`)).status).toBe(401);
  });

  it("names each wrong field of a sign-in", async () => {
    const bad: [unknown, string][] = [
      [{ password: "x" }, "account"],
      [{ account: "", password: "x" }, "account"],
      [{ account: "a\u0000b", password: "x" }, "account"],
      [{ account: "a".repeat(65), password: "x" }, "account"],
      [{ account: 1, password: "x" }, "account"],
      [{ account: "boss" }, "password"],
      [{ account: "boss", password: "" }, "password"],
      [{ account: "boss", password: "x".repeat(1025) }, "password"],
      [{ account: "boss", password: "x", code: 123456 }, "code"],
      [{ account: "boss", password: "x", code: "1".repeat(33) }, "code"],
      [{ account: "boss", password: "x", user_type: "admin" }, "user_type"],
    ];
    for (const [body, field] of bad) {
      const answer = await site.call(null, "POST", "/api/signin", body);
      expect([answer.status, Object.keys(answer.fields)]).toEqual([422, [field]]);
    }
  });

  it("answers the same to an unknown account, a wrong password, a disabled and a deleted user", async () => {
    const off = await site.addUser("operator");
    await site.app.db.run("update users set enabled = false where id = $1", [off.id]);
    const gone = await site.addUser("operator");
    await site.app.db.run("update users set deleted_at = now() where id = $1", [gone.id]);
    const answers = [];
    for (const [account, password] of [
      ["nobody", PASSWORD],
      ["boss", "wrong wrong"],
      [off.account, PASSWORD],
      [gone.account, PASSWORD],
    ]) {
      const answer = await site.call(null, "POST", "/api/signin", { account, password }, { ip: "198.51.100.99" });
      expect([answer.status, answer.code]).toEqual([422, "invalid_credentials"]);
      answers.push(answer.text.replace(/"request_id":"[^"]*"/, ""));
    }
    expect(new Set(answers).size).toBe(1);
  });
});

describe("a session", () => {
  it("begins with a profile and a token that is stored as a hash only", async () => {
    const answer = await site.call(
      null,
      "POST",
      "/api/signin",
      { account: "BOSS", password: PASSWORD },
      { headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" } },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.data).toMatchObject({
      account: "boss",
      user_type: "admin",
      merchant: null,
      merchant_id: null,
      totp: null,
      on_totp: false,
      avatar: "BO",
      currency: "BDT",
      operators: ["bkash", "nagad"],
      operators_before: [],
      archived_before: null,
      recovery_codes: 0,
      idle_minutes: 30,
      sandbox: false,
    });
    const token = String(answer.data["token"]);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await tablesOf()).not.toContain(token);
    expect(site.logged()).not.toContain(token);
    const sessions = await site.call(token, "GET", "/api/user/sessions");
    expect(sessions.data["items"]).toContainEqual(expect.objectContaining({ current: true, device: "Firefox, Linux", ip: "198.51.100.7" }));
  });

  it("tells of operators that are on, and of those that are not but have had wallets, deleted ones too", async () => {
    const token = await site.signIn(admin);
    const wallet = (operator: string, account: string): Promise<unknown> =>
      site.app.db.run(
        "insert into wallets (id, name, operator, wallet_type, api_type, account, deleted_at, enabled) values ($1, $2, $2, 'personal', 'manual', $3, now(), false)",
        [site.app.ids.next(), operator, account],
      );
    await wallet("rocket", "017900000091");
    await wallet("nagad", "01790000008");
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ operators: ["bkash", "nagad"], operators_before: ["rocket"] });
  });

  it("GET /api/user takes the number that keeps caches away, as the merchant's call does", async () => {
    const token = await site.signIn(admin);
    for (const query of ["1732525937000", "1732525937000="]) expect((await site.call(token, "GET", `/api/user?${query}`)).data["token"]).toBe(token);
    for (const query of ["t=1732525937000", "1732525937000=1", "id=U1"])
      expect([query, (await site.call(token, "GET", `/api/user?${query}`)).status]).toEqual([query, 422]);
  });

  it("GET /api/user answers the presented token, is never cached and changes nothing", async () => {
    const token = await site.signIn(admin);
    site.pass(60_000);
    const before = await tablesOf();
    for (let round = 0; round < 3; round += 1) {
      const answer = await site.call(token, "GET", "/api/user");
      expect(answer.data["token"]).toBe(token);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(await tablesOf()).toBe(before);
  });

  it("ends 30 minutes after the last act; background calls are none", async () => {
    const token = await site.signIn(admin);
    for (let round = 0; round < 4; round += 1) {
      site.pass(9 * 60_000);
      expect((await site.call(token, "GET", "/api/user/preferences", undefined, { headers: { "x-background": "1" } })).status).toBe(round < 3 ? 200 : 401);
    }
    const busy = await site.signIn(admin);
    for (let round = 0; round < 4; round += 1) {
      site.pass(20 * 60_000);
      expect((await site.call(busy, "GET", "/api/user/preferences")).status).toBe(200);
    }
  });

  it("stays awake by a person's GET /api/user, whose act is written by the next call", async () => {
    const token = await site.signIn(admin);
    site.pass(20 * 60_000);
    expect((await site.call(token, "GET", "/api/user")).status).toBe(200);
    site.pass(20 * 60_000);
    expect((await site.call(token, "GET", "/api/user/preferences", undefined, { headers: { "x-background": "1" } })).status).toBe(200);
    const row = await site.app.db.one<{ minutes: number }>(
      "select (extract(epoch from max(last_act_at) - max(time_of_id(id))) / 60)::int as minutes from sessions where id = (select max(id) from sessions)",
    );
    expect(row?.minutes).toBe(20);
  });

  it("ends after 12 hours whatever its person does", async () => {
    const token = await site.signIn(admin);
    for (let round = 0; round < 24 * 2 - 1; round += 1) {
      site.pass(HOUR / 4 - 1);
      expect((await site.call(token, "GET", "/api/user/preferences")).status).toBe(200);
    }
    site.pass(HOUR / 2);
    expect((await site.call(token, "GET", "/api/user/preferences")).status).toBe(401);
  });

  it("is dead at once after sign-out, and seen and ended from another one", async () => {
    const [one, two] = [await site.signIn(admin), await site.signIn(admin)];
    const items = (await site.call(one, "GET", "/api/user/sessions")).data["items"] as unknown as { id: string; current: boolean }[];
    const mine = items.filter((item) => !item.current)[0];
    const stranger = await site.signIn(await site.addUser("finance"));
    expect((await site.call(stranger, "DELETE", `/api/user/sessions/${mine?.id}`)).code).toBe("not_found");
    expect((await site.call(one, "DELETE", "/api/user/sessions/I261121AAAAAAAA")).code).toBe("not_found");
    expect((await site.call(one, "DELETE", `/api/user/sessions/${mine?.id}`)).status).toBe(200);
    expect((await site.call(two, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(one, "POST", "/api/signout")).status).toBe(200);
    expect((await site.call(one, "GET", "/api/user")).status).toBe(401);
  });

  it("ends with the user's rights: disabled behind the server's back, within a second", async () => {
    const user = await site.addUser("operator");
    const token = await site.signIn(user);
    expect((await site.call(token, "GET", "/api/user")).status).toBe(200);
    await site.app.db.run("update users set enabled = false where id = $1", [user.id]);
    await new Promise((done) => setTimeout(done, 1000));
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
  });
});

describe("limits on who may go where", () => {
  it("keeps staff to their address list, merchants not", async () => {
    const root = await site.signIn(admin, { ip: "203.0.113.5" });
    const merchant = await site.signIn(await site.addUser("merchant_admin"));
    const version = (await site.call(root, "GET", "/api/config", undefined, { ip: "203.0.113.5" })).data["version"];
    const set = (list: string[], ip: string) => site.call(root, "PATCH", "/api/config", { version, staff_ip_allowlist: list }, { ip });
    expect((await set(["203.0.114.0/24"], "203.0.113.5")).fields).toEqual({ staff_ip_allowlist: "not_allowed" });
    expect((await set(["203.0.113.0/24"], "203.0.113.5")).status).toBe(200);
    expect((await site.call(root, "GET", "/api/user", undefined, { ip: "203.0.114.5" })).code).toBe("ip_not_allowed");
    expect((await site.call(null, "POST", "/api/signin", { account: "boss", password: PASSWORD })).code).toBe("ip_not_allowed");
    expect((await site.call(null, "POST", "/api/signin", { account: "boss", password: "wrong" })).code).toBe("invalid_credentials");
    expect((await site.call(merchant, "GET", "/api/user")).status).toBe(200);
    await site.app.db.run("update config set value = value || '{\"staff_ip_allowlist\": []}', version = version + 1");
    await site.app.config.reload();
  });

  it("lets a one-time password do nothing but be changed", async () => {
    const user = await site.addUser("finance", { mustChange: true });
    const token = await site.signIn(user);
    expect((await site.call(token, "GET", "/api/user")).data["must_change_password"]).toBe(true);
    expect((await site.call(token, "GET", "/api/config")).code).toBe("password_change_required");
    // Whoever gave the password out knows it: no other way in is made before it is changed.
    for (const [method, url, body] of [
      ["PUT", "/api/user/authenticator/reset", {}],
      ["POST", "/api/user/verify", { code: "123456" }],
      ["POST", "/api/user/recovery-codes", {}],
      ["POST", "/api/user/passkeys/options", {}],
      ["POST", "/api/user/passkeys", { name: "Laptop", response: {} }],
    ] as const)
      expect([url, (await site.call(token, method, url, body)).code]).toEqual([url, "password_change_required"]);
    const save = (password: unknown) => site.call(token, "POST", "/api/user/password/save", { current_password: PASSWORD, new_password: password });
    for (const [password, problem] of [
      ["short", "too_short"],
      ["password123", "not_allowed"],
      ["Qwerty!2024", "not_allowed"],
      [user.account, "not_allowed"],
      ["aaaabbbbaaaa", "not_allowed"],
      [PASSWORD, "not_allowed"],
      // The same to whoever signs in with either: keyboards of full width.
      [PASSWORD.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)), "not_allowed"],
      ["ü".repeat(600), "too_long"],
    ] as const) {
      const answer = await save(password);
      expect([password, answer.code, answer.fields["new_password"]]).toEqual([password, "weak_password", problem]);
    }
    expect((await site.call(token, "POST", "/api/user/password/save", { current_password: "not it", new_password: "another good phrase" })).code).toBe(
      "invalid_credentials",
    );
    const other = await site.signIn(user);
    expect((await save("another good phrase")).status).toBe(200);
    expect((await site.call(token, "GET", "/api/config")).status).toBe(200);
    expect((await site.call(token, "POST", "/api/user/recovery-codes", {})).code).not.toBe("password_change_required");
    expect((await site.call(other, "GET", "/api/user")).status).toBe(401);
    await site.signIn(user, { password: "another good phrase" });
  });

  it("shows no waiting key of an authenticator to a one-time password", async () => {
    const user = await site.addUser("finance");
    const reset = await site.call(await site.signIn(user), "PUT", "/api/user/authenticator/reset", {});
    const shown = async (): Promise<unknown> => (await site.call(await site.signIn(user), "GET", "/api/user")).data["totp"];
    expect(await shown()).toBe(reset.data["totp"]);
    await site.app.db.run("update users set must_change_password = true where id = $1", [user.id]);
    expect(await shown()).toBeNull();
  });

  it("sends staff without an authenticator to set one up, where that is required", async () => {
    await site.app.db.run("update config set value = value || '{\"totp_required_for_staff\": true}', version = version + 1");
    await site.app.config.reload();
    const token = await site.signIn(admin);
    expect((await site.call(token, "GET", "/api/user")).data["totp_required"]).toBe(true);
    expect((await site.call(token, "GET", "/api/config")).code).toBe("totp_setup_required");
    const merchant = await site.signIn(await site.addUser("merchant_viewer"));
    expect((await site.call(merchant, "GET", "/api/merchant?1700000000")).status).toBe(200);
    await site.app.db.run("update config set value = value || '{\"totp_required_for_staff\": false}', version = version + 1");
    await site.app.config.reload();
  });
});

describe("own data", () => {
  it("answers the merchant of a merchant's user, and null to staff", async () => {
    const merchant = await site.addMerchant({ name: "Blue Shop" });
    const token = await site.signIn(await site.addUser("merchant_viewer", { merchantId: merchant.id }));
    expect((await site.call(token, "GET", "/api/merchant?1")).data).toMatchObject({
      id: merchant.publicId,
      name: "Blue Shop",
      balance: "0.00",
      secret_last4: null,
      actions: [],
    });
    expect((await site.call(token, "GET", "/api/merchant?t=1700000000")).data).toMatchObject({ id: merchant.publicId });
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ merchant_id: merchant.publicId, merchant: { name: "Blue Shop" } });
    expect((await site.call(await site.signIn(admin), "GET", "/api/merchant?1")).data).toBeNull();
    await site.app.db.run("update merchants set deleted_at = now() where id = $1", [merchant.id]);
    await new Promise((done) => setTimeout(done, 1000));
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
  });

  it("keeps preferences by key, bounded and storable", async () => {
    const token = await site.signIn(admin);
    expect((await site.call(token, "GET", "/api/user/preferences")).data).toEqual({});
    await site.call(token, "PATCH", "/api/user/preferences", { density: "compact", columns: { payments: ["id"] } });
    expect((await site.call(token, "PATCH", "/api/user/preferences", { columns: { sms: [] } })).data).toEqual({ density: "compact", columns: { sms: [] } });
    for (const body of [{ bad: "a\u0000" }, { bad: ["\ud800"] }, { bad: { "\u0000": 1 } }])
      expect((await site.call(token, "PATCH", "/api/user/preferences", JSON.stringify(body))).fields).toEqual({ bad: "invalid" });
    expect((await site.call(token, "PATCH", "/api/user/preferences", `{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)).status).toBe(422);
    expect((await site.call(token, "PATCH", "/api/user/preferences", { big: "x".repeat(66_000) })).status).toBe(413);
    expect((await site.call(token, "PATCH", "/api/user/preferences", [1])).status).toBe(422);
  });
});
