/** Users: who may change whom, the last admin, one-time credentials, and that rights end at once. */
import { TOTP, URI } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import { makeCtx } from "../../platform/http/call.ts";
import { raced, times } from "../../../../test/support/parts/effort.ts";
import { openSite, PASSWORD, type Answer, type Site, type TestUser } from "../../../../test/support/parts/session.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { rescueAccount } from "./rescue.ts";

let site: Site;
let admin: TestUser;
let root: string;
beforeAll(async () => {
  site = await openSite();
  admin = await site.addUser("admin", { account: "root-admin" });
  root = await site.signIn(admin);
});
afterAll(() => site.close());

let names = 0;
const fresh = (values: Record<string, unknown> = {}): Record<string, unknown> => {
  names += 1;
  return { account: `person${names}`, email: `person${names}@example.org`, user_type: "operator", ...values };
};
const create = (token: string, body: unknown): Promise<Answer> => site.call(token, "POST", "/api/users", body);
const act = (token: string, user: { publicId: string }, action: string, version: unknown): Promise<Answer> =>
  site.call(token, "POST", `/api/users/${user.publicId}/${action}`, { version });
/** What the person does at the set-up: a key, and its first code. */
const setUp = async (token: string): Promise<{ token: string }> => {
  const made = await site.call(token, "PUT", "/api/user/authenticator/reset");
  const next = String(made.data["token"]);
  const code = (URI.parse(String(made.data["totp"])) as TOTP).generate({ timestamp: site.app.now() });
  expect((await site.call(next, "POST", "/api/user/verify", { code })).data).toEqual({ on_totp: true });
  return { token: next };
};
const versionOf = async (user: { publicId: string }): Promise<number> => Number((await site.call(root, "GET", `/api/users/${user.publicId}`)).data["version"]);

describe("refusals", () => {
  it("by type: only admin, auditor and a merchant's admin see users, only admins change them", async () => {
    const target = await site.addUser("operator");
    const expected: Record<UserType, [number, number]> = {
      admin: [200, 422],
      finance: [403, 403],
      operator: [403, 403],
      auditor: [200, 403],
      merchant_admin: [200, 422],
      merchant_viewer: [403, 403],
    };
    for (const type of USER_TYPES) {
      const token = await site.signIn(await site.addUser(type));
      const [list, made] = [await site.call(token, "GET", "/api/users"), await create(token, {})];
      expect([type, list.status, made.status]).toEqual([type, ...expected[type]]);
      if (expected[type][1] === 403) expect((await act(token, target, "disable", 1)).code).toBe("forbidden");
    }
  });

  it("of other merchants: their people look like nobody, in every route", async () => {
    const [mine, theirs] = [await site.addMerchant(), await site.addMerchant()];
    const token = await site.signIn(await site.addUser("merchant_admin", { merchantId: mine.id }));
    const [own, foreign] = [await site.addUser("merchant_viewer", { merchantId: mine.id }), await site.addUser("merchant_viewer", { merchantId: theirs.id })];
    const list = await site.call(token, "GET", "/api/users?size=200");
    expect(list.text).toContain(own.publicId);
    expect(list.text).not.toContain(foreign.account);
    expect((await site.call(token, "GET", `/api/users?merchant_id=${theirs.publicId}`)).data["items"]).toEqual([]);
    const missing = "U261121AAAAAAAA";
    const strip = (answer: Answer): string => answer.text.replace(/"request_id":"[^"]*"/, "");
    for (const id of [foreign.publicId, admin.publicId]) {
      for (const [method, tail, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { version: 1, email: "a@b.cd" }],
        ...(["enable", "disable", "delete", "recover", "authenticator-reset", "password-reset"] as const).map(
          (action) => ["POST", `/${action}`, { version: 1 }] as const,
        ),
      ] as const) {
        const [answer, none] = [
          await site.call(token, method, `/api/users/${id}${tail}`, body),
          await site.call(token, method, `/api/users/${missing}${tail}`, body),
        ];
        expect([tail, answer.status, strip(answer)]).toEqual([tail, 404, strip(none)]);
      }
    }
    const made = await create(token, fresh({ user_type: "merchant_viewer", merchant_id: theirs.publicId }));
    const none = await create(token, fresh({ user_type: "merchant_viewer", merchant_id: "M261121AAAAAAAA" }));
    expect([made.status, made.fields, strip(made)]).toEqual([422, { merchant_id: "invalid" }, strip(none)]);
    expect((await create(token, fresh({ user_type: "merchant_viewer" }))).data).toMatchObject({ merchant_id: mine.publicId });
  });

  it("of bad input, naming each field", async () => {
    const merchant = await site.addMerchant();
    const bad: [Record<string, unknown>, string, string][] = [
      [{ account: "a" }, "account", "invalid"],
      [{ account: "with blank" }, "account", "invalid"],
      [{ account: "x\u0000y" }, "account", "invalid"],
      [{ email: "no" }, "email", "invalid"],
      [{ email: "a\u0000@b.cd" }, "email", "invalid"],
      [{ user_type: "root" }, "user_type", "not_allowed"],
      [{ user_type: "merchant_admin" }, "merchant_id", "required"],
      [{ user_type: "merchant_admin", merchant_id: "M1" }, "merchant_id", "invalid"],
      [{ merchant_id: merchant.publicId }, "merchant_id", "not_allowed"],
      [{ password: "password1" }, "password", "not_allowed"],
      [{ authenticator: "yes" }, "authenticator", "invalid"],
      [{ version: 3 }, "version", "unknown_field"],
      [{ enabled: false }, "enabled", "unknown_field"],
      [{ on_totp: true }, "on_totp", "unknown_field"],
      [{ password_hash: "x" }, "password_hash", "unknown_field"],
      [{ id: "U1" }, "id", "unknown_field"],
      [{ account: "ROOT-ADMIN" }, "account", "taken"],
      [{ email: "ROOT-ADMIN@example.com" }, "email", "taken"],
    ];
    for (const [values, field, code] of bad) expect([field, (await create(root, fresh(values))).fields]).toEqual([field, { [field]: code }]);
    expect((await create(root, fresh({ account: "root-admin" }))).code).toBe("already_exists");
    for (const query of ["q=%00", "size=7", "cursor=zzz", "user_type=root", "enabled=maybe", "from=yesterday", "merchant_id=U1", "other=1"])
      expect([query, (await site.call(root, "GET", `/api/users?${query}`)).status]).toEqual([query, 422]);
  });
});

describe("creating", () => {
  it("answers a one-time password this once, and of an authenticator nothing: its person sets it up at the first sign-in", async () => {
    const body = fresh({ user_type: "finance", authenticator: true });
    const made = await create(root, body);
    expect(made.status).toBe(201);
    const password = String(made.data["password"]);
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(made.data).toMatchObject({ totp_pending: true, on_totp: false, enabled: true, version: 1 });
    expect([made.data["totp"], made.text.includes("otpauth")]).toEqual([undefined, false]);
    const user = { publicId: String(made.data["id"]), id: 0n, account: String(body["account"]) };
    const seen = await site.call(root, "GET", `/api/users/${user.publicId}`);
    const rows = JSON.stringify(await site.app.db.rows("select a.before, a.after, i.response from audit a full join idempotency_keys i on false"));
    expect(seen.text + rows + site.logged()).not.toContain(password);
    const token = await site.signIn(user, { password });
    expect((await site.call(token, "GET", "/api/merchants")).code).toBe("password_change_required");
    expect((await site.call(token, "POST", "/api/user/password/save", { current_password: password, new_password: PASSWORD })).status).toBe(200);
    expect((await site.call(token, "GET", "/api/merchants")).code).toBe("totp_setup_required");
    expect((await site.call((await setUp(token)).token, "GET", "/api/merchants")).status).toBe(200);
  });

  it("repeats under one Idempotency-Key without the secret, and refuses the key with another body", async () => {
    const body = fresh();
    const headers = { "idempotency-key": "create-one" };
    const first = await site.call(root, "POST", "/api/users", body, { headers });
    const again = await site.call(root, "POST", "/api/users", body, { headers });
    expect(first.data["password"]).toEqual(expect.any(String));
    expect([again.headers["idempotency-hit"], again.data]).toEqual(["true", null]);
    expect((await site.call(root, "POST", "/api/users", fresh(), { headers })).code).toBe("idempotency_mismatch");
  });

  it("takes a given password as it is", async () => {
    const body = fresh({ password: PASSWORD });
    const made = await create(root, body);
    expect(made.data).toMatchObject({ password: null });
    const token = await site.signIn({ account: String(body["account"]), id: 0n, publicId: "" });
    expect((await site.call(token, "GET", "/api/merchants")).status).toBe(200);
  });

  it("of platform types is no merchant's right", async () => {
    const token = await site.signIn(await site.addUser("merchant_admin"));
    for (const type of ["admin", "finance", "operator", "auditor"])
      expect([(await create(token, fresh({ user_type: type }))).code, type]).toEqual(["forbidden", type]);
    for (const type of ["merchant_admin", "merchant_viewer"]) expect((await create(token, fresh({ user_type: type }))).status).toBe(201);
  });
});

describe("changing", () => {
  it("wants the present version and keeps what is unique", async () => {
    const user = await site.addUser("operator");
    const patch = (values: unknown): Promise<Answer> => site.call(root, "PATCH", `/api/users/${user.publicId}`, values);
    expect((await patch({ email: "x@example.org" })).fields).toEqual({ version: "required" });
    expect((await patch({ version: 9, email: "x@example.org" })).code).toBe("conflict");
    expect((await patch({ version: 1, account: admin.account.toUpperCase() })).code).toBe("already_exists");
    expect((await patch({ version: 1, email: "new-address@example.org" })).data).toMatchObject({ email: "new-address@example.org", version: 2 });
    expect((await patch({ version: 2, email: "new-address@example.org" })).data).toMatchObject({ version: 2 });
    const timeline = (await site.call(root, "GET", `/api/users/${user.publicId}`)).data["timeline"] as unknown as {
      kind: string;
      data: unknown;
      actor: unknown;
    }[];
    expect(timeline.at(-1)).toMatchObject({
      kind: "user.update",
      actor: { type: "user", account: admin.account },
      data: { after: { email: "new-address@example.org" } },
    });
  });

  it("of the own type is refused, and of another's works at once", async () => {
    expect((await site.call(root, "PATCH", `/api/users/${admin.publicId}`, { version: await versionOf(admin), user_type: "finance" })).code).toBe("forbidden");
    const user = await site.addUser("finance");
    const token = await site.signIn(user);
    expect((await site.call(token, "GET", "/api/config")).status).toBe(200);
    expect((await site.call(root, "PATCH", `/api/users/${user.publicId}`, { version: 1, user_type: "operator" })).data).toMatchObject({
      user_type: "operator",
    });
    expect((await site.call(token, "GET", "/api/config")).code).toBe("forbidden");
    expect((await site.call(root, "PATCH", `/api/users/${user.publicId}`, { version: 2, user_type: "merchant_viewer" })).fields).toEqual({
      merchant_id: "required",
    });
    const merchant = await site.addMerchant();
    expect(
      (await site.call(root, "PATCH", `/api/users/${user.publicId}`, { version: 2, user_type: "merchant_viewer", merchant_id: merchant.publicId })).data,
    ).toMatchObject({ merchant_id: merchant.publicId });
    expect((await site.call(root, "PATCH", `/api/users/${user.publicId}`, { version: 3, user_type: "auditor" })).data).toMatchObject({
      merchant_id: null,
      user_type: "auditor",
    });
    const boss = await site.addUser("merchant_admin", { merchantId: merchant.id });
    const bossToken = await site.signIn(boss);
    const clerk = await site.addUser("merchant_viewer", { merchantId: merchant.id });
    expect((await site.call(bossToken, "PATCH", `/api/users/${clerk.publicId}`, { version: 1, user_type: "admin" })).code).toBe("forbidden");
    expect((await site.call(bossToken, "PATCH", `/api/users/${clerk.publicId}`, { version: 1, user_type: "merchant_admin" })).status).toBe(200);
  });
});

describe("switches", () => {
  it("disabling and deleting sign out at once; enabling and recovering let in again", async () => {
    const user = await site.addUser("operator");
    let token = await site.signIn(user);
    const running = Array.from({ length: 20 }, () => site.call(token, "GET", "/api/user"));
    expect((await act(root, user, "disable", 1)).data).toMatchObject({
      enabled: false,
      actions: ["enable", "delete", "password-reset"],
    });
    await Promise.all(running);
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await act(root, user, "disable", 2)).code).toBe("wrong_state");
    expect((await act(root, user, "enable", 1)).code).toBe("conflict");
    expect((await act(root, user, "enable", 2)).status).toBe(200);
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    token = await site.signIn(user);
    expect((await act(root, user, "delete", 3)).data).toMatchObject({ deleted: true, actions: ["recover"] });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(root, "GET", "/api/users?size=200")).text).not.toContain(user.publicId);
    expect((await site.call(root, "GET", "/api/users?size=200&deleted=only")).text).toContain(user.publicId);
    expect((await act(root, user, "enable", 4)).code).toBe("wrong_state");
    expect((await act(root, user, "recover", 4)).data).toMatchObject({ deleted: false });
    await site.signIn(user);
  });

  it.each(["admin", "merchant_admin"] as const)("by %s: people, their places and their credentials want a recent re-authentication", async (type) => {
    const merchant = await site.addMerchant();
    const token = await site.signIn(await site.addUser(type, { merchantId: merchant.id }));
    const user = await site.addUser("merchant_viewer", { merchantId: merchant.id });
    site.pass(5 * 60_000 + 1000);
    const people = await site.app.db.rows("select id from users");
    const made = fresh({ user_type: type, ...(type === "admin" ? {} : { merchant_id: merchant.publicId }), password: PASSWORD });
    expect((await create(token, made)).code).toBe("recheck_required");
    expect(await site.app.db.rows("select id from users")).toEqual(people);
    for (const change of [
      { user_type: "merchant_admin" },
      { role_id: null },
      { merchant_id: merchant.publicId },
      { account: "other" },
      { email: "o@example.org" },
    ])
      expect([change, (await site.call(token, "PATCH", `/api/users/${user.publicId}`, { version: 1, ...change })).code]).toEqual([change, "recheck_required"]);
    for (const action of ["enable", "recover", "delete", "password-reset", "authenticator-reset", "passkeys-remove"])
      expect([action, (await act(token, user, action, 1)).code]).toEqual([action, "recheck_required"]);
    // Who shuts somebody out must be able to at once.
    expect((await act(token, user, "disable", 1)).status).toBe(200);
  });

  it("never leave the platform without an enabled admin, not even two at once", async () => {
    const others = await site.app.db.rows<{ id: bigint }>("select id from users where user_type = 'admin' and id <> $1", [admin.id]);
    await site.app.db.run("update users set enabled = false where id = any ($1)", [others.map((other) => other.id)]);
    root = await site.signIn(admin);
    const version = await versionOf(admin);
    for (const action of ["disable", "delete"]) expect((await act(root, admin, action, version)).code).toBe("last_admin");
    // What cannot be done is not offered either.
    const offered = async (): Promise<unknown> => (await site.call(root, "GET", `/api/users/${admin.publicId}`)).data["actions"];
    expect(await offered()).not.toContain("delete");
    expect(await offered()).not.toContain("disable");
    expect((await site.call(root, "PATCH", `/api/users/${admin.publicId}`, { version, user_type: "operator" })).status).toBe(403);
    for (let round = 0; round < times(10, 60); round += 1) {
      const second = await site.addUser("admin");
      const token = await site.signIn(second);
      const now = await versionOf(admin);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_unused, index) => (index % 2 === 0 ? act(root, second, "disable", 1) : act(token, admin, "disable", now))),
      );
      raced("R15", answers);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      const left = await site.app.db.one<{ count: number }>(
        "select count(*)::int as count from users where user_type = 'admin' and enabled and deleted_at is null",
      );
      expect(left?.count).toBe(1);
      await site.app.db.run("update users set enabled = (id = $1), version = version + 1 where user_type = 'admin'", [admin.id]);
      root = await site.signIn(admin);
    }
  });
});

describe("resets for others", () => {
  it("give a one-time password, end sessions and unlock", async () => {
    const user = await site.addUser("operator");
    const token = await site.signIn(user);
    for (let round = 0; round < 12; round += 1)
      await site.call(null, "POST", "/api/signin", { account: user.account, password: "no no no no" }, { ip: `198.18.0.${round}` });
    expect((await site.call(root, "GET", `/api/users/${user.publicId}`)).data["locked_until"]).not.toBeNull();
    const done = await act(root, user, "password-reset", 1);
    expect(done.data).toEqual({ password: expect.any(String), version: 2 });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(root, "GET", `/api/users/${user.publicId}`)).data["locked_until"]).toBeNull();
    const next = await site.signIn(user, { password: String(done.data["password"]), ip: "198.18.9.9" });
    expect((await site.call(next, "GET", "/api/user", undefined, { ip: "198.18.9.9" })).data["must_change_password"]).toBe(true);
  });

  it("clear an authenticator and answer nothing of it; its person sets up another before anything else", async () => {
    const user = await site.addUser("merchant_admin");
    const { token } = await setUp(await site.signIn(user));
    const before = await site.call(root, "GET", `/api/users/${user.publicId}`);
    expect(before.data["actions"]).toContain("authenticator-reset");
    const done = await act(root, user, "authenticator-reset", before.data["version"]);
    expect(done.data).toMatchObject({ id: user.publicId, on_totp: false, totp_pending: true, version: Number(before.data["version"]) + 1 });
    expect(done.text).not.toMatch(/otpauth|"totp"/);
    expect(await site.app.db.one("select totp_seed, totp_step, on_totp from users where id = $1", [user.id])).toEqual({
      totp_seed: null,
      totp_step: 0n,
      on_totp: false,
    });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    const next = await site.signIn(user);
    expect((await site.call(next, "GET", "/api/user")).data).toMatchObject({ totp: null, totp_required: true });
    expect((await site.call(next, "GET", "/api/users")).code).toBe("totp_setup_required");
    // A key alone is not enough: the person could leave it at that.
    const begun = await site.call(next, "PUT", "/api/user/authenticator/reset");
    const again = await site.signIn(user);
    expect((await site.call(again, "GET", "/api/user")).data).toMatchObject({ totp: begun.data["totp"], totp_required: true });
    expect((await site.call(again, "GET", "/api/merchant")).code).toBe("totp_setup_required");
    const code = (URI.parse(String(begun.data["totp"])) as TOTP).generate({ timestamp: site.app.now() });
    expect((await site.call(again, "POST", "/api/user/verify", { code })).data).toEqual({ on_totp: true });
    expect((await site.call(again, "GET", "/api/user")).data).toMatchObject({ on_totp: true, totp_required: false });
    expect((await site.call(again, "GET", "/api/merchant")).status).toBe(200);
  });

  it("give a password that opens a sign-in for a week; who knows it is told, and a guess is not", async () => {
    const user = await site.addUser("operator");
    const password = String((await act(root, user, "password-reset", 1)).data["password"]);
    const enter = (given: string): Promise<Answer> => site.call(null, "POST", "/api/signin", { account: user.account, password: given });
    site.pass(7 * 86_400_000 - 60_000);
    expect((await enter(password)).status).toBe(200);
    site.pass(60_000);
    expect((await enter(password)).code).toBe("one_time_expired");
    expect((await enter(`${password}x`)).code).toBe("invalid_credentials");
    root = await site.signIn(admin);
    const again = String((await act(root, user, "password-reset", 2)).data["password"]);
    const token = await site.signIn(user, { password: again });
    expect((await site.call(token, "POST", "/api/user/password/save", { current_password: again, new_password: PASSWORD })).status).toBe(200);
    site.pass(8 * 86_400_000);
    expect((await enter(PASSWORD)).status).toBe(200);
    root = await site.signIn(admin);
  });

  it("of an authenticator are not offered where it is off, and refused", async () => {
    const user = await site.addUser("operator");
    expect((await site.call(root, "GET", `/api/users/${user.publicId}`)).data["actions"]).toEqual(["disable", "delete", "password-reset"]);
    expect((await act(root, user, "authenticator-reset", 1)).code).toBe("wrong_state");
    expect((await site.call(await site.signIn(user), "GET", "/api/user")).data["totp_required"]).toBe(false);
  });

  it("of a person's first code are nobody else's", async () => {
    const user = await site.addUser("operator");
    expect((await site.call(root, "POST", `/api/users/${user.publicId}/verify`, { code: "123456" })).status).toBe(404);
  });
});

describe("the first admin and the rescue", () => {
  it("makes no admin while there are users", async () => {
    expect(await ensureFirstAdmin(site.app)).toBeNull();
  });

  it("makes one of two that start at once, with a password printed once", async () => {
    const empty = await openSite();
    try {
      const made = await Promise.all([ensureFirstAdmin(empty.app), ensureFirstAdmin(empty.app)]);
      const admins = made.filter((one) => one !== null);
      expect(admins).toHaveLength(1);
      expect(admins[0]).toMatchObject({ account: "admin", password: expect.stringMatching(/-/) });
      const token = await empty.signIn({ account: "admin", id: 0n, publicId: "" }, { password: String(admins[0]?.password) });
      expect((await empty.call(token, "GET", "/api/user")).data).toMatchObject({ user_type: "admin", must_change_password: true });
    } finally {
      await empty.close();
    }
  });

  it("takes account and password of the environment; a common one must be changed", async () => {
    const given = await openSite({ ADMIN_ACCOUNT: "chief", ADMIN_PASSWORD: "password1" });
    try {
      expect(await ensureFirstAdmin(given.app)).toEqual({ account: "chief", password: null });
      const token = await given.signIn({ account: "chief", id: 0n, publicId: "" }, { password: "password1" });
      expect((await given.call(token, "GET", "/api/user")).data["must_change_password"]).toBe(true);
    } finally {
      await given.close();
    }
  });

  it("has a person whose authenticator it switched off set up another", async () => {
    const user = await site.addUser("auditor");
    await setUp(await site.signIn(user));
    const ctx = makeCtx(site.app, { type: "job", name: "npm run admin" }, { ip: null, requestId: "t", background: true, idempotency: null });
    const password = String((await rescueAccount(ctx, user.account))?.password);
    const token = await site.signIn(user, { password });
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ on_totp: false, totp_required: true });
  });

  it("lets a locked-out person in, audited, without the secret", async () => {
    const user = await site.addUser("auditor");
    const ctx = makeCtx(site.app, { type: "job", name: "npm run admin" }, { ip: null, requestId: "t", background: true, idempotency: null });
    expect(await rescueAccount(ctx, "no-such-account")).toBeNull();
    const token = await site.signIn(user);
    const done = await rescueAccount(ctx, user.account.toUpperCase());
    expect(done).toMatchObject({ account: user.account, enabled: true });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    await site.signIn(user, { password: String(done?.password) });
    const rows = await site.app.db.rows<{ action: string; text: string }>(
      "select action, audit::text as text from audit where object_id = $1 and action = 'user.rescue'",
      [user.publicId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(done?.password);
  });
});
