/** Guessing: limits before the hash, pauses that grow, and nobody locks the owner out for good. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword, passwordProblem, verifyPassword } from "../../core/session/passwords.ts";
import { openSite, PASSWORD, type Answer, type Site } from "../../../../test/support/parts/session.ts";
import { freeAt, type Limit } from "../../core/session/throttle.ts";
import { times, tried } from "../../../../test/support/parts/effort.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite({ TRUST_PROXY: "" });
});
afterAll(() => site.close());

const MINUTE = 60_000;
const guess = (account: string, ip: string, password = "not the one"): Promise<Answer> => site.call(null, "POST", "/api/signin", { account, password }, { ip });
const checked = (answers: readonly Answer[]): number => answers.filter((answer) => answer.code === "invalid_credentials").length;

describe("tries from one address", () => {
  it("checks ten, then answers 429 with a time, and the pause doubles", async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < times(14, 1_000); round += 1) answers.push(await guess(`someone-${round}`, "192.0.2.10"));
    tried("A4", answers.length);
    expect(checked(answers)).toBe(10);
    // Of the first: the time that is told grows less.
    const refusedOf = (all: readonly Answer[]): Answer | undefined => all.find(({ status }) => status === 429);
    const refused = refusedOf(answers);
    expect([refused?.code, answers.at(-1)?.code]).toEqual(["rate_limited", "rate_limited"]);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(50);
    expect(checked([await guess("someone", "192.0.2.11")])).toBe(1);
    site.pass(61_000);
    const again: Answer[] = [];
    for (let round = 0; round < 14; round += 1) again.push(await guess(`someone-${round}`, "192.0.2.10"));
    expect(checked(again)).toBe(10);
    expect(Number(refusedOf(again)?.headers["retry-after"])).toBeGreaterThan(100);
  });

  it("checks ten of forty that come at once", async () => {
    const answers = await Promise.all(Array.from({ length: times(40, 1_000) }, (_item, index) => guess(`other-${index}`, "192.0.2.20")));
    tried("A4", answers.length);
    expect(checked(answers)).toBe(10);
    expect(answers.every((answer) => answer.status === 422 || answer.status === 429)).toBe(true);
  });

  it("counts no sign-in that was good", async () => {
    const user = await site.addUser("operator");
    for (let round = 0; round < 25; round += 1) await site.signIn(user, { ip: "192.0.2.30" });
  });
});

describe("tries on one account", () => {
  it("are of one name: a letter that only one of two foldings takes for another one finds nobody", async () => {
    const owner = await site.addUser("operator", { account: "signing-kiosk" });
    const answer = async (account: string): Promise<Answer> => guess(account, "192.0.2.70", PASSWORD);
    expect((await answer(owner.account.toUpperCase())).status).toBe(200);
    // Capital I with a dot: the database folds it to an i, the program to an i with a dot of its own.
    for (const account of ["s\u0130gning-kiosk", "SIGN\u0130NG-KIOSK", "sign\u0131ng-kiosk"])
      expect([account, (await answer(account)).code]).toEqual([account, "invalid_credentials"]);
  });

  it("checks ten from many strangers, locks with a time, and leaves the owner's own network open", async () => {
    const owner = await site.addUser("admin");
    await site.signIn(owner, { ip: "203.0.113.77" });
    const answers: Answer[] = [];
    for (let round = 0; round < times(60, 1_000); round += 1) answers.push(await guess(owner.account, `198.18.${round % 200}.1`));
    tried("A4", answers.length);
    expect(checked(answers)).toBe(10);
    const refused = answers.at(-1);
    expect([refused?.status, refused?.code]).toEqual([429, "locked"]);
    expect(JSON.parse(refused?.text ?? "").error.details).toMatchObject({ until: expect.stringMatching(/^20.*Z$/), retry_after: expect.any(Number) });
    // Even the right password is not looked at from outside …
    expect((await guess(owner.account, "198.18.70.1", PASSWORD)).code).toBe("locked");
    // … but from the network where its owner works (another address of it) it is.
    const token = await site.signIn(owner, { ip: "203.0.113.78" });
    expect((await site.call(token, "GET", `/api/users/${owner.publicId}`, undefined, { ip: "203.0.113.78" })).data["locked_until"]).toMatch(/Z$/);
    for (let round = 0; round < 12; round += 1) await guess(owner.account, "203.0.113.79");
    expect((await guess(owner.account, "203.0.113.80", PASSWORD)).code).toBe("locked");
  });

  it("locks names that do not exist alike, and opens again after half an hour", async () => {
    const answers: Answer[] = [];
    for (let round = 0; round < 12; round += 1) answers.push(await guess("no-such-person", `198.19.${round}.1`));
    expect(answers.map((answer) => answer.code)).toEqual([...Array.from({ length: 10 }, () => "invalid_credentials"), "locked", "locked"]);
    site.pass(30 * MINUTE + 1000);
    expect((await guess("no-such-person", "198.19.99.1")).code).toBe("invalid_credentials");
  });

  it("keeps guesses with a session's token apart from sign-in", async () => {
    const user = await site.addUser("finance");
    const token = await site.signIn(user);
    const answers: Answer[] = [];
    for (let round = 0; round < 12; round += 1) answers.push(await site.call(token, "POST", "/api/user/check", { password: "not the one" }));
    expect(checked(answers)).toBe(10);
    expect((await site.call(token, "POST", "/api/user/password/save", { current_password: "x", new_password: "a fine new phrase" })).code).toBe("locked");
    await site.signIn(user);
  });

  it("cannot be aimed at another subject by an account's name", async () => {
    const user = await site.addUser("finance");
    await site.signIn(user, { ip: "203.0.113.9" });
    for (let round = 0; round < 11; round += 1) {
      for (const name of [`${user.account} 203.0.113.0/24`, `\n${user.id}`, `session ${user.id}`]) await guess(name, `198.20.${round}.1`);
    }
    const token = await site.signIn(user, { ip: "203.0.113.9" });
    expect((await site.call(token, "POST", "/api/user/check", { password: PASSWORD }, { ip: "203.0.113.9" })).status).toBe(200);
  });
});

describe("windows", () => {
  const limit: Limit = { scope: "account", subject: "x", tries: 3, windowMs: 100, maxWindowMs: 400, horizonMs: 10_000 };
  it("doubles with each further round of wrong tries, up to the cap", () => {
    const now = 100_000;
    const fails = (count: number): number[] => Array.from({ length: count }, () => now);
    expect([2, 3, 5, 6, 9, 30].map((count) => freeAt(limit, fails(count), now + 1) - now)).toEqual([1, 100, 100, 200, 400, 400]);
    expect(freeAt(limit, fails(30), now + 401)).toBe(now + 401);
  });
});

describe("passwords", () => {
  it.each(["known", "anybody"] as const)("cost about the same for an account that is none, sent by %s", async (sender) => {
    const stored = await hashPassword(PASSWORD);
    expect(await verifyPassword(stored, PASSWORD, sender)).toBe(true);
    expect(await verifyPassword(stored, `${PASSWORD} `, sender)).toBe(false);
    expect(await verifyPassword(null, "no account has this password", sender)).toBe(false);
    expect(await verifyPassword(stored, "x".repeat(5000), sender)).toBe(false);
    expect(stored).toMatch(/^\$argon2id\$/);
  });

  it("are refused where they are among the 3,000 commonest that are long enough (ASVS 6.2.4)", () => {
    const long = dictionary["passwords-common"].filter((password) => password.length >= 8).slice(0, 3000);
    expect(new Set(long).size).toBe(3000);
    expect(long.filter((password) => passwordProblem(password, "mei.lin") === null)).toEqual([]);
  });

  it.each(["iloveyou1", "q1w2e3r4", "1qaz2wsx", "jennifer1", "chelsea1", "andromeda", "zaqxswcde", "woaini1314", "20082008", "abcabcabc", "19851985"])(
    "are refused where a leak has them: %s",
    (password) => expect(passwordProblem(password, "mei.lin")).toBe("not_allowed"),
  );

  it("are refused when short, long, common, a run or the account's own name, and taken otherwise", () => {
    const of = (password: string): string | null => passwordProblem(password, "mei.lin");
    expect(
      [
        "1234567",
        "x".repeat(1025),
        "password",
        "P@ssw0rd!",
        "Admin2026!",
        "welcome 123",
        "12345678",
        "hgfedcba",
        "12345678901",
        "98765432109876",
        "67890123",
        "aaaaaaaa",
        "abababab",
        "mei.lin2026",
        "nil.iem",
        "\ud800abcdefgh",
      ].map(of),
    ).toEqual(["too_short", "too_long", ...Array.from({ length: 12 }, () => "not_allowed"), "too_short", "invalid"]);
    for (const password of ["correct horse battery", "收付台的密码要长一点", "kR7#mQ2x", "x7-tulip-grass", "密".repeat(2) + "abcdef", "8901a2345", "13579024"])
      expect([password, of(password)]).toEqual([password, null]);
  });
});
