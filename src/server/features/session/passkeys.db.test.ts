/** Passkeys: who they let in, and everything that they do not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PASSWORD, type Answer, type Site, type TestUser } from "../../../../test/support/parts/session.ts";
import { SoftPasskey } from "../../../../test/support/parts/soft-passkey.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const HOST = { headers: { origin: "https://desk.example.com", host: "desk.example.com" } };
const post = (token: string | null, url: string, body: unknown = {}, more: { ip?: string; headers?: Record<string, string> } = HOST): Promise<Answer> =>
  site.call(token, "POST", url, body, more);
const challengeOf = (answer: Answer): string => String(answer.data["challenge"]);
const challenge = async (token: string | null, of: "signin" | "user/check" | "user/passkeys"): Promise<string> =>
  challengeOf(await post(token, `/api/${of}/options`));
const add = async (token: string, key: SoftPasskey, name = "Laptop"): Promise<Answer> =>
  post(token, "/api/user/passkeys", { name, response: key.create(await challenge(token, "user/passkeys")) });
const enter = (response: unknown, more: { ip?: string; headers?: Record<string, string> } = HOST): Promise<Answer> =>
  post(null, "/api/signin/passkey", { response }, more);

interface Person {
  readonly user: TestUser;
  readonly token: string;
  readonly key: SoftPasskey;
}
async function withPasskey(type: "operator" | "admin" | "merchant_admin" = "operator"): Promise<Person> {
  const user = await site.addUser(type);
  const token = await site.signIn(user);
  const key = new SoftPasskey();
  expect((await add(token, key)).status).toBe(200);
  return { user, token, key };
}

describe("a passkey", () => {
  it("is made, listed, renamed and removed by its person alone", async () => {
    const [mine, other] = [await withPasskey("merchant_admin"), await withPasskey()];
    const id = mine.key.id.toString("base64url");
    const items = (await site.call(mine.token, "GET", "/api/user/passkeys")).data["items"];
    expect(items).toEqual([{ id, name: "Laptop", created_at: expect.any(String), last_used_at: null }]);
    expect((await site.call(mine.token, "GET", "/api/user")).data).toMatchObject({ passkeys: 1 });
    for (const [method, body] of [
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const)
      expect((await site.call(other.token, method, `/api/user/passkeys/${id}`, body)).status).toBe(404);
    expect((await site.call(mine.token, "PATCH", `/api/user/passkeys/${id}`, { name: "钥匙" })).data).toMatchObject({ name: "钥匙" });
    site.pass(31 * 60_000 - 2 * 60_000);
    expect((await site.call(mine.token, "DELETE", `/api/user/passkeys/${id}`)).code).toBe("recheck_required");
    const check = await post(mine.token, "/api/user/check/passkey", { response: mine.key.sign(await challenge(mine.token, "user/check")) });
    expect(check.status).toBe(200);
    expect((await site.call(mine.token, "DELETE", `/api/user/passkeys/${id}`)).status).toBe(200);
    expect((await enter(mine.key.sign(await challenge(null, "signin")))).code).toBe("passkey_invalid");
    const actions = await site.app.db.rows<{ action: string }>("select action from audit where actor_id = $1 and action like 'user.passkey%' order by id", [
      mine.user.id,
    ]);
    expect(actions.map((row) => row.action)).toEqual(["user.passkey-add", "user.passkey-rename", "user.passkey-remove"]);
  });

  it("signs its person in, with a session as any other, and is then asked for beside the password", async () => {
    const { user, key } = await withPasskey();
    const answer = await enter(key.sign(await challenge(null, "signin")));
    expect([answer.status, answer.data]).toMatchObject([200, { account: user.account, passkeys: 1, totp_required: false }]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const token = String(answer.data["token"]);
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ rechecked_until: expect.any(String) });
    expect((await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD })).code).toBe("totp_required");
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD })).code).toBe("totp_required");
    const codes = (await post(token, "/api/user/recovery-codes")).data["codes"] as unknown as string[];
    expect((await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD, code: codes[0] })).status).toBe(200);
  });

  it("needs a recent re-authentication to be made, and is one of ten at most", async () => {
    const { token } = await withPasskey();
    for (let n = 1; n < 10; n += 1) expect((await add(token, new SoftPasskey())).status).toBe(200);
    expect((await add(token, new SoftPasskey())).code).toBe("too_many_passkeys");
    const challenged = await challenge(token, "user/passkeys");
    site.pass(5 * 60_000 - 1000);
    await site.call(token, "DELETE", "/api/user/check");
    expect((await post(token, "/api/user/passkeys/options")).code).toBe("recheck_required");
    expect((await post(token, "/api/user/passkeys", { name: "x", response: new SoftPasskey().create(challenged) })).code).toBe("recheck_required");
  });

  it("is asked for without moving the end of the re-authentication: to look is no act", async () => {
    const token = await site.signIn(await site.addUser("operator"));
    const until = async (): Promise<unknown> => (await site.call(token, "GET", "/api/user")).data["rechecked_until"];
    const before = await until();
    site.pass(2 * 60_000);
    const asked = await post(token, "/api/user/passkeys/options");
    expect([asked.status, asked.headers["x-recheck-until"], await until()]).toEqual([200, before, before]);
    site.pass(4 * 60_000);
    expect((await post(token, "/api/user/passkeys/options")).code).toBe("recheck_required");
  });

  it("is kept once, whoever brings it", async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()];
    expect((await add(other.token, mine.key)).code).toBe("already_exists");
  });
});

describe("what is made is refused", () => {
  const made = async (token: string, wrong: Parameters<SoftPasskey["create"]>[1]): Promise<string | null> =>
    (await post(token, "/api/user/passkeys", { name: "x", response: new SoftPasskey().create(await challenge(token, "user/passkeys"), wrong) })).code;

  it("from another address, for another relying party, without its person verified, for another challenge", async () => {
    const token = await site.signIn(await site.addUser("operator"));
    for (const wrong of [
      { origin: "https://evil.example.com" },
      { rpId: "evil.example.com" },
      { unverified: true },
      { challenge: await challenge(token, "user/check") },
      { challenge: await challenge(null, "signin") },
      { challenge: await challenge(await site.signIn(await site.addUser("operator")), "user/passkeys") },
      { challenge: "x".repeat(43) },
    ])
      expect([wrong, await made(token, wrong)]).toEqual([wrong, "passkey_invalid"]);
    expect((await site.call(token, "GET", "/api/user/passkeys")).data["items"]).toEqual([]);
  });
});

describe("what is signed is refused, in one way", () => {
  it("from another address, for another relying party, unverified, replayed, for another purpose or session, of another person, after five minutes", async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()];
    const used = mine.key.sign(await challenge(null, "signin"));
    expect((await enter(used)).status).toBe(200);
    const late = await challenge(null, "signin");
    const tries: [string, unknown][] = [
      ["replayed", used],
      ["origin", mine.key.sign(await challenge(null, "signin"), { origin: "https://evil.example.com" })],
      ["rp", mine.key.sign(await challenge(null, "signin"), { rpId: "evil.example.com" })],
      ["unverified", mine.key.sign(await challenge(null, "signin"), { unverified: true })],
      ["purpose", mine.key.sign(await challenge(mine.token, "user/check"))],
      ["unknown", new SoftPasskey().sign(await challenge(null, "signin"))],
      ["somebody else's name", { ...mine.key.sign(await challenge(null, "signin")), id: other.key.id.toString("base64url") }],
      ["handle", { ...mine.key.sign(await challenge(null, "signin")), response: { ...mine.key.sign(late).response, userHandle: "AAAA" } }],
    ];
    const answers = new Set<string>();
    for (const [at, [name, response]] of tries.entries()) {
      const answer = await enter(response, { ...HOST, ip: `203.0.113.${at}` });
      expect([name, answer.status, answer.code]).toEqual([name, 422, "passkey_invalid"]);
      answers.add(answer.text.replace(/"request_id":"[^"]*"/, ""));
    }
    const fresh = await challenge(null, "signin");
    site.pass(5 * 60_000 + 1000);
    const answer = await enter(mine.key.sign(fresh), { ...HOST, ip: "203.0.113.99" });
    answers.add(answer.text.replace(/"request_id":"[^"]*"/, ""));
    expect([answers.size, answer.code]).toEqual([1, "passkey_invalid"]);
  });

  it("at re-authentication by somebody else's passkey, and by a challenge of another session", async () => {
    const [mine, other] = [await withPasskey(), await withPasskey()];
    const second = await site.call(null, "POST", "/api/signin/passkey", { response: mine.key.sign(await challenge(null, "signin")) }, HOST);
    const check = (response: unknown): Promise<Answer> => post(mine.token, "/api/user/check/passkey", { response });
    expect((await check(other.key.sign(await challenge(mine.token, "user/check")))).code).toBe("passkey_invalid");
    expect((await check(mine.key.sign(await challenge(String(second.data["token"]), "user/check")))).code).toBe("passkey_invalid");
    expect((await check(mine.key.sign(await challenge(mine.token, "user/check")))).status).toBe(200);
  });

  it("by a count that goes back, and by all but one of two at once", async () => {
    const { key } = await withPasskey();
    expect((await enter(key.sign(await challenge(null, "signin"), { count: 7 }))).status).toBe(200);
    for (const count of [7, 6, 0]) expect((await enter(key.sign(await challenge(null, "signin"), { count }))).code).toBe("passkey_invalid");
    const [one, two] = [await challenge(null, "signin"), await challenge(null, "signin")];
    const answers = await Promise.all([one, two].map((each) => enter(key.sign(each, { count: 8 }), { ...HOST, ip: "203.0.113.50" })));
    expect(answers.map((answer) => answer.code ?? "good").sort()).toEqual(["good", "passkey_invalid"]);
    const same = key.sign(await challenge(null, "signin"), { count: 9 });
    const replayed = await Promise.all([enter(same, { ...HOST, ip: "203.0.113.51" }), enter(same, { ...HOST, ip: "203.0.113.52" })]);
    expect(replayed.map((answer) => answer.code ?? "good").sort()).toEqual(["good", "passkey_invalid"]);
  });

  it("from where staff may not call", async () => {
    const { token, key } = await withPasskey("admin");
    const ip = "198.51.100.7";
    const version = (await site.call(token, "GET", "/api/config")).data["version"];
    expect((await site.call(token, "PATCH", "/api/config", { version, staff_ip_allowlist: ["198.51.100.0/24"] })).status).toBe(200);
    expect((await enter(key.sign(await challenge(null, "signin")), { ...HOST, ip: "203.0.113.70" })).code).toBe("ip_not_allowed");
    expect((await enter(key.sign(await challenge(null, "signin")), { ...HOST, ip })).status).toBe(200);
    await site.call(token, "PATCH", "/api/config", { version: Number(version) + 1, staff_ip_allowlist: [] });
    expect(site.app.config.current.staff_ip_allowlist).toEqual([]);
  });

  it("of a disabled or deleted person", async () => {
    const { user, key } = await withPasskey();
    const sign = async (ip: string): Promise<Answer> => enter(key.sign(await challenge(null, "signin")), { ...HOST, ip });
    await site.app.db.run("update users set enabled = false where id = $1", [user.id]);
    expect((await sign("203.0.113.60")).code).toBe("passkey_invalid");
    await site.app.db.run("update users set enabled = true, deleted_at = now() where id = $1", [user.id]);
    expect((await sign("203.0.113.61")).code).toBe("passkey_invalid");
  });

  it("beyond the limit of guesses of an address", async () => {
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push((await enter(new SoftPasskey().sign(await challenge(null, "signin")), { ...HOST, ip: "192.0.2.9" })).code);
    expect([answers[0], answers.at(-1)]).toEqual(["passkey_invalid", "rate_limited"]);
  });
});

describe("the address", () => {
  it("must be ours, and https or localhost; no account is named at sign-in, whoever asks", async () => {
    const ask = (origin: string | null, host: string): Promise<Answer> =>
      post(null, "/api/signin/options", {}, { ip: "192.0.2.20", headers: { host, ...(origin === null ? {} : { origin }) } });
    for (const [origin, host] of [
      ["http://desk.example.com", "desk.example.com"],
      ["https://evil.example.com", "desk.example.com"],
      ["https://10.0.0.5", "10.0.0.5"],
      [null, "desk.example.com"],
      ["null", "desk.example.com"],
    ] as const)
      expect([origin, (await ask(origin, host)).code]).toEqual([origin, "passkey_address"]);
    for (const [origin, host, id] of [
      ["http://localhost:3000", "localhost:3000", "localhost"],
      ["https://desk.example.com", "desk.example.com", "desk.example.com"],
    ] as const)
      expect((await ask(origin, host)).data).toMatchObject({ rpId: id, allowCredentials: [], userVerification: "required" });
  });

  it("keeps a passkey to itself: one made elsewhere is none here", async () => {
    const { key } = await withPasskey();
    const there = { headers: { origin: "https://other.example.com", host: "other.example.com" }, ip: "192.0.2.30" };
    const asked = challengeOf(await post(null, "/api/signin/options", {}, there));
    expect((await enter(key.sign(asked, { origin: "https://other.example.com", rpId: "other.example.com" }), there)).code).toBe("passkey_invalid");
  });

  it.each([
    ["one address", () => "198.18.40.1"],
    ["one network of IPv6, whose every address is his", (n: number) => `2001:db8:40:${n.toString(16)}::${n.toString(16)}`],
  ])("has so many open challenges for strangers of %s, and no more", async (_name, ipOf) => {
    const answers = [];
    for (let n = 0; n < 61; n += 1) answers.push((await post(null, "/api/signin/options", {}, { ...HOST, ip: ipOf(n) })).code);
    expect([answers.filter((code) => code === null).length, answers.at(-1)]).toEqual([60, "rate_limited"]);
  });
});

describe("as the second factor", () => {
  it("serves where staff must have one; removed by an admin, one is due again and the sessions end", async () => {
    const admin = await site.signIn(await site.addUser("admin"));
    const { user, token, key } = await withPasskey();
    await site.app.db.run("update users set totp_due = true where id = $1", [user.id]);
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ totp_required: false });
    const row = await site.call(admin, "GET", `/api/users/${user.publicId}`);
    expect(row.data).toMatchObject({ has_passkeys: true, actions: expect.arrayContaining(["passkeys-remove"]) });
    const { version } = row.data;
    expect((await site.call(token, "POST", `/api/users/${user.publicId}/passkeys-remove`, { version })).status).toBe(403);
    expect((await site.call(admin, "POST", `/api/users/${user.publicId}/passkeys-remove`, { version })).data).toMatchObject({ has_passkeys: false });
    expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await enter(key.sign(await challenge(null, "signin")))).code).toBe("passkey_invalid");
    expect((await site.call(await site.signIn(user), "GET", "/api/user")).data).toMatchObject({ totp_required: true });
  });
});
