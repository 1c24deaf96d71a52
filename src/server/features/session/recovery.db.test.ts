/** Recovery codes: each once in place of a code, for their own user, under the limit of guesses; ended with what they stood in for. */
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PASSWORD, type Answer, type Site, type TestUser } from "../../../../test/support/parts/session.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const STEP = 30_000;
const codeAt = (uri: string): string => (URI.parse(uri) as TOTP).generate({ timestamp: site.app.now() });
const signIn = (user: TestUser, code: string): Promise<Answer> => site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD, code });
const make = (token: string): Promise<Answer> => site.call(token, "POST", "/api/user/recovery-codes");
const left = async (token: string): Promise<unknown> => (await site.call(token, "GET", "/api/user")).data["recovery_codes"];

interface Person {
  readonly user: TestUser;
  readonly token: string;
  readonly uri: string;
  readonly codes: readonly [string, string, string, ...string[]];
}

/** A person with an authenticator and ten codes. */
async function withCodes(type: "operator" | "merchant_admin" = "operator"): Promise<Person> {
  const user = await site.addUser(type);
  const reset = await site.call(await site.signIn(user), "PUT", "/api/user/authenticator/reset");
  const [token, uri] = [String(reset.data["token"]), String(reset.data["totp"])];
  await site.call(token, "POST", "/api/user/verify", { code: codeAt(uri) });
  const codes = (await make(token)).data["codes"] as unknown as Person["codes"];
  site.pass(2 * STEP);
  return { user, token, uri, codes };
}

describe("recovery codes", () => {
  it("are ten, each of its own, shown this once and stored as hashes; new ones end the old ones", async () => {
    const { user, token, codes } = await withCodes("merchant_admin");
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    expect(await left(token)).toBe(10);
    const stored = JSON.stringify(await site.app.db.rows("select encode(code_hash, 'escape') as text from recovery_codes"));
    const audit = JSON.stringify(await site.app.db.rows("select before, after, action from audit"));
    for (const code of codes) expect(stored + audit + site.logged()).not.toMatch(new RegExp(`${code}|${code.replaceAll("-", "")}`));
    const [next] = (await make(token)).data["codes"] as unknown as string[];
    expect((await signIn(user, codes[0])).code).toBe("invalid_code");
    expect([(await signIn(user, next ?? "")).status, await left(token)]).toEqual([200, 9]);
  });

  it("stand in for a code at sign-in and re-check, however their groups are typed; the use is in the trail", async () => {
    const { user, codes } = await withCodes();
    const entered = await signIn(user, codes[0].toUpperCase().replaceAll("-", " "));
    expect([entered.status, entered.data["recovery_codes"]]).toEqual([200, 9]);
    const token = String(entered.data["token"]);
    expect((await site.call(token, "POST", "/api/user/check", { password: "wrong", code: codes[1] })).code).toBe("invalid_credentials");
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD, code: codes[1].replaceAll("-", "") })).status).toBe(200);
    const rows = await site.app.db.rows<{ after: { count: number } }>(
      "select after from audit where action = 'user.recovery-code' and actor_id = $1 order by id",
      [user.id],
    );
    expect(rows.map((row) => row.after.count)).toEqual([9, 8]);
  });

  it("work once: of four uses at once one wins, here and there", async () => {
    const { user, token, codes } = await withCodes();
    const answers = await Promise.all([
      ...[1, 2].map(() => signIn(user, codes[0])),
      ...[1, 2].map(() => site.call(token, "POST", "/api/user/check", { password: PASSWORD, code: codes[0] })),
    ]);
    expect(answers.map((answer) => answer.code ?? "good").sort()).toEqual(["good", "invalid_code", "invalid_code", "invalid_code"]);
    expect(await left(token)).toBe(9);
  });

  it("of somebody else are worth nothing, and count as guesses with the codes", async () => {
    const [mine, his] = [await withCodes(), await withCodes()];
    const answers = [];
    for (const code of [...his.codes.slice(0, 3), "000000", "000000", mine.codes[0]]) answers.push((await signIn(mine.user, code)).code);
    expect(answers.slice(-1)).toEqual(["locked"]);
    expect(answers.slice(0, 3)).toEqual(["invalid_code", "invalid_code", "invalid_code"]);
    expect([await left(mine.token), await left(his.token)]).toEqual([10, 10]);
  });

  it("need a recent re-authentication and something that they stand in for", async () => {
    const plain = await site.signIn(await site.addUser("operator"));
    expect((await make(plain)).code).toBe("wrong_state");
    site.pass(5 * 60_000 + 1000);
    expect((await make(plain)).code).toBe("recheck_required");
    expect((await site.call(null, "POST", "/api/user/recovery-codes")).status).toBe(401);
  });

  it("neither switch an authenticator on nor prove anything alone", async () => {
    const { token, codes } = await withCodes();
    expect((await site.call(token, "POST", "/api/user/verify", { code: codes[0].replaceAll("-", "") })).code).toBe("invalid_code");
    expect(await left(token)).toBe(10);
  });

  it("end with the authenticator: by its person, by an admin", async () => {
    const [one, other] = [await withCodes(), await withCodes()];
    const renewed = await site.call(one.token, "PUT", "/api/user/authenticator/reset");
    expect(await left(String(renewed.data["token"]))).toBe(0);
    const admin = await site.signIn(await site.addUser("admin"));
    const version = (await site.call(admin, "GET", `/api/users/${other.user.publicId}`)).data["version"];
    expect((await site.call(admin, "POST", `/api/users/${other.user.publicId}/authenticator-reset`, { version })).status).toBe(200);
    expect(await site.app.db.rows("select 1 from recovery_codes where user_id = any ($1::bigint[])", [[one.user.id, other.user.id]])).toEqual([]);
  });

  it("are made once of two requests at once: ten live, all of one answer", async () => {
    const { user, token } = await withCodes();
    const answers = await Promise.all([make(token), make(token)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await left(token)).toBe(10);
    const results = [];
    for (const answer of answers) results.push((await signIn(user, (answer.data["codes"] as unknown as string[])[0] ?? "")).status);
    expect(results.sort()).toEqual([200, 422]);
  });
});
