/** The authenticator: each code once, in order, for its own user, under five tries in five minutes (rule 37). */
import { Secret, TOTP, URI } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times, tried } from "../../../../test/support/parts/effort.ts";
import { openSite, PASSWORD, type Answer, type Site, type TestUser } from "../../../../test/support/parts/session.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const STEP = 30_000;
const FIVE_MINUTES = 5 * 60_000;
const codeAt = (uri: string, steps = 0): string => (URI.parse(uri) as TOTP).generate({ timestamp: site.app.now() + steps * STEP });
const verify = (token: string, code: unknown): Promise<Answer> => site.call(token, "POST", "/api/user/verify", { code });
const reset = (token: string): Promise<Answer> => site.call(token, "PUT", "/api/user/authenticator/reset");

const rounds = async (work: () => Promise<void>): Promise<void> => {
  for (let round = 0; round < times(1, 50); round += 1) {
    tried("A5");
    await work();
    // Wrong codes count against the address: the next round begins when they are forgotten.
    site.pass(3 * 3_600_000);
  }
};

/** A user with a running authenticator; steps go on, so that fresh codes are there. */
async function withAuthenticator(type: "operator" | "merchant_admin" = "operator"): Promise<{ user: TestUser; token: string; uri: string }> {
  const user = await site.addUser(type);
  const made = await reset(await site.signIn(user));
  const [token, uri] = [String(made.data["token"]), String(made.data["totp"])];
  expect((await verify(token, codeAt(uri))).data).toEqual({ on_totp: true });
  site.pass(2 * STEP);
  return { user, token, uri };
}

describe("reset", () => {
  it("is refused without a session and without a recent re-authentication", async () => {
    expect((await site.call(null, "PUT", "/api/user/authenticator/reset")).status).toBe(401);
    const token = await site.signIn(await site.addUser("finance"));
    site.pass(FIVE_MINUTES + 1000);
    expect((await reset(token)).code).toBe("recheck_required");
    expect((await site.call(token, "POST", "/api/user/check", { password: "wrong" })).code).toBe("invalid_credentials");
    expect((await reset(token)).code).toBe("recheck_required");
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD })).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it("ends every session, goes on under a new token, and shows the address only until the first good code", async () => {
    const user = await site.addUser("finance");
    const [token, other] = [await site.signIn(user), await site.signIn(user)];
    const made = await reset(token);
    expect(made.headers["cache-control"]).toBe("no-store");
    const [next, uri] = [String(made.data["token"]), String(made.data["totp"])];
    expect(uri).toMatch(/^otpauth:\/\/totp\/Floatdesk:/);
    for (const dead of [token, other]) expect((await site.call(dead, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(next, "GET", "/api/user")).data).toMatchObject({ token: next, totp: uri, on_totp: false });
    // While it waits, sign-in asks for no code.
    await site.signIn(user);
    expect((await verify(next, codeAt(uri))).data).toEqual({ on_totp: true });
    expect((await site.call(next, "GET", "/api/user")).data).toMatchObject({ totp: null, on_totp: true });
    expect((await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD })).code).toBe("totp_required");
  });

  it("is won by one of two with the same token", async () => {
    const token = await site.signIn(await site.addUser("finance"));
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it("stores the seed encrypted for its user, and says it nowhere", async () => {
    const { user, uri } = await withAuthenticator();
    const seed = Buffer.from((URI.parse(uri) as TOTP).secret.bytes);
    const row = await site.app.db.one<{ totp_seed: Buffer }>("select totp_seed from users where id = $1", [user.id]);
    expect(row?.totp_seed.includes(seed)).toBe(false);
    expect(() => site.app.secrets.open(row?.totp_seed ?? Buffer.alloc(0), `totp:${user.id + 1n}`)).toThrow();
    const audit = JSON.stringify(await site.app.db.rows("select before, after, action from audit"));
    for (const secret of [Secret.fromHex(seed.toString("hex")).base32, "otpauth"]) expect(audit + site.logged()).not.toContain(secret);
  });
});

describe("codes", () => {
  it("are refused by shape: 5 and 7 digits, full-width, letters, and never counted as guesses", async () => {
    const { token, uri } = await withAuthenticator();
    for (const code of ["12345", "1234567", "１２３４５６", "12345a", "      ", ""])
      for (let round = 0; round < 3; round += 1) expect((await verify(token, code)).code).toBe("invalid_code");
    for (const code of [123456, null, ["123456"], "1".repeat(17)]) expect((await verify(token, code)).code).toBe("validation_failed");
    expect((await verify(token, codeAt(uri))).status).toBe(200);
  });

  it("work once, of two at once exactly one, and none older than the last", () =>
    rounds(async () => {
      const { token, uri, user } = await withAuthenticator();
      const code = codeAt(uri);
      const twice = await Promise.all([verify(token, code), verify(token, code)]);
      expect(twice.map((answer) => answer.code).sort()).toEqual(["invalid_code", null].sort());
      expect((await verify(token, code)).code).toBe("invalid_code");
      expect((await verify(token, codeAt(uri, -1))).code).toBe("invalid_code");
      expect((await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD, code })).code).toBe("invalid_code");
    }));

  it("work in sign-in once and in parallel once", () =>
    rounds(async () => {
      const { user, uri } = await withAuthenticator();
      const code = codeAt(uri);
      const answers = await Promise.all([1, 2, 3, 4].map(() => site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD, code })));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.code === "invalid_code")).toHaveLength(3);
    }));

  it("hold within one step and not within two", () =>
    rounds(async () => {
      for (const [steps, code] of [
        [-2, "invalid_code"],
        [-1, null],
        [1, null],
        [2, "invalid_code"],
      ] as const) {
        const { token, uri } = await withAuthenticator();
        site.pass(2 * STEP);
        expect([steps, (await verify(token, codeAt(uri, steps))).code]).toEqual([steps, code]);
      }
    }));

  it("of another user are worth nothing, nor without a seed", () =>
    rounds(async () => {
      const [mine, his] = [await withAuthenticator(), await withAuthenticator()];
      expect((await verify(mine.token, codeAt(his.uri))).code).toBe("invalid_code");
      expect((await verify(await site.signIn(await site.addUser("operator")), "123456")).code).toBe("invalid_code");
    }));

  it("may be guessed five times in five minutes, wherever: 50 tries at once check five", async () => {
    const { token, uri, user } = await withAuthenticator();
    const wrong = codeAt(uri) === "000000" ? "000001" : "000000";
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(token, wrong)));
    expect(answers.filter((answer) => answer.code === "invalid_code")).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429 && answer.code === "locked" && Number(answer.headers["retry-after"]) > 0)).toHaveLength(45);
    expect((await verify(token, codeAt(uri))).code).toBe("locked");
    expect((await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD, code: codeAt(uri) })).code).toBe("locked");
    site.pass(FIVE_MINUTES + 2000);
    expect((await verify(token, codeAt(uri))).status).toBe(200);
  });
});

describe("re-authentication", () => {
  it("by a code counts when the authenticator is on; the check asks for one too", async () => {
    const { token, uri } = await withAuthenticator();
    site.pass(FIVE_MINUTES);
    expect((await site.call(token, "GET", "/api/user")).data["rechecked_until"]).toBeNull();
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD })).code).toBe("totp_required");
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD, code: "000000" })).code).toBe("invalid_code");
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD, code: codeAt(uri) })).status).toBe(200);
    site.pass(FIVE_MINUTES + STEP);
    expect((await reset(token)).code).toBe("recheck_required");
    expect((await verify(token, codeAt(uri))).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it("by the code of a seed that still waits proves nothing, nor does the one after it", async () => {
    const made = await reset(await site.signIn(await site.addUser("finance")));
    const token = String(made.data["token"]);
    site.pass(FIVE_MINUTES + 1000);
    // Who has the token alone reads the seed in the profile, and so all its codes.
    const { totp } = (await site.call(token, "GET", "/api/user")).data;
    for (const steps of [0, 1]) expect((await verify(token, codeAt(String(totp), steps))).code).toBe("recheck_required");
    expect((await site.call(token, "GET", "/api/user")).data).toMatchObject({ on_totp: false, totp, rechecked_until: null });
    expect((await reset(token)).code).toBe("recheck_required");
    // Its person gives the password, as the dashboard asks for it, and the same code is taken.
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD })).status).toBe(200);
    expect((await verify(token, codeAt(String(totp)))).data).toEqual({ on_totp: true });
  });
});

describe("a re-authentication that slides", () => {
  const MINUTE = 60_000;
  const until = (answer: Answer): number => Date.parse(String(answer.headers["x-recheck-until"]));
  const sensitive = (token: string, user: TestUser): Promise<Answer> => site.call(token, "POST", `/api/users/${user.publicId}/password-reset`, { version: 1 });

  it("is moved to five minutes from each sensitive act, told in the answer, and ends thirty minutes after the proof", async () => {
    const token = await site.signIn(await site.addUser("admin"));
    const proved = site.app.now();
    for (const minutes of [4, 8, 12, 16, 20, 24]) {
      site.pass(4 * MINUTE);
      const answer = await sensitive(token, await site.addUser("operator"));
      expect([answer.status, Math.round((until(answer) - proved) / MINUTE)]).toEqual([200, minutes + 5 > 30 ? 30 : minutes + 5]);
    }
    site.pass(4 * MINUTE);
    const last = await sensitive(token, await site.addUser("operator"));
    expect(Math.round((until(last) - proved) / MINUTE)).toBe(30);
    expect(Date.parse(String((await site.call(token, "GET", "/api/user")).data["rechecked_until"]))).toBe(until(last));
    site.pass(2 * MINUTE + 1000);
    const late = await sensitive(token, await site.addUser("operator"));
    expect([late.code, (await site.call(token, "GET", "/api/user")).data["rechecked_until"]]).toEqual(["recheck_required", null]);
    // A new proof begins anew.
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD })).status).toBe(200);
    expect((await sensitive(token, await site.addUser("operator"))).status).toBe(200);
  });

  it("is not moved by reads, and not brought back by an act that comes too late", async () => {
    const token = await site.signIn(await site.addUser("admin"));
    const other = await site.addUser("operator");
    site.pass(3 * MINUTE);
    expect((await site.call(token, "GET", "/api/user")).headers["x-recheck-until"]).toBeUndefined();
    site.pass(2 * MINUTE + 1000);
    for (let tries = 0; tries < 2; tries += 1) expect((await sensitive(token, other)).code).toBe("recheck_required");
  });

  it("is ended by its person, for this session alone, whatever is remembered of it", async () => {
    const user = await site.addUser("admin");
    const [token, other] = [await site.signIn(user), await site.signIn(user)];
    expect((await sensitive(token, await site.addUser("operator"))).status).toBe(200);
    expect((await site.call(token, "DELETE", "/api/user/check")).status).toBe(200);
    expect((await site.call(token, "GET", "/api/user")).data["rechecked_until"]).toBeNull();
    expect((await sensitive(token, await site.addUser("operator"))).code).toBe("recheck_required");
    expect((await sensitive(other, await site.addUser("operator"))).status).toBe(200);
    // Another process ended it: what this one remembers does not count.
    await site.app.db.run("update sessions set rechecked_at = null, proved_at = null where user_id = $1", [user.id]);
    expect((await sensitive(other, await site.addUser("operator"))).code).toBe("recheck_required");
  });
});
