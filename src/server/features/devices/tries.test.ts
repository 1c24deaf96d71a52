import { describe, expect, test } from "vitest";
import { Refused, refuse } from "../../platform/refusal.ts";
import { Tries } from "./tries.ts";

const wrong = async (): Promise<never> => refuse("invalid_bind_code");
const right = async (): Promise<string> => "in";
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (answer) => (answer instanceof Refused ? answer.code : "in"),
    () => "bug",
  );

describe("guesses", () => {
  test("of twenty wrong ones at the same moment five are looked at", async () => {
    const tries = new Tries(5, () => 0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(tries.run("a", wrong))));
    expect(answers.filter((code) => code === "invalid_bind_code")).toHaveLength(5);
    expect(answers.filter((code) => code === "rate_limited")).toHaveLength(15);
  });
  test("right ones are free, at once or after each other; another address is another count", async () => {
    const tries = new Tries(5, () => 0);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => codeOf(tries.run("a", right)))))).toEqual(new Set(["in"]));
    for (let count = 0; count < 5; count += 1) await codeOf(tries.run("a", wrong));
    expect([await codeOf(tries.run("a", right)), await codeOf(tries.run("b", right))]).toEqual(["rate_limited", "in"]);
  });
  test("a minute later it goes on; the answer says how long that is", async () => {
    let now = 0;
    const tries = new Tries(2, () => now);
    await codeOf(tries.run("a", wrong));
    now = 20_000;
    await codeOf(tries.run("a", wrong));
    const refused = await tries.run("a", right);
    expect((refused as Refused).retryAfterSeconds).toBe(40);
    now = 60_000;
    expect(await codeOf(tries.run("a", right))).toBe("in");
  });
  test("a fault of ours is no guess; more waiting than can be served are refused", async () => {
    const tries = new Tries(1, () => 0, 2);
    expect(await codeOf(tries.run("a", () => Promise.reject(new Error("gone"))))).toBe("bug");
    expect(await codeOf(tries.run("a", right))).toBe("in");
    expect(await Promise.all([right, right, right].map((work) => codeOf(tries.run("a", work))))).toEqual(["in", "in", "rate_limited"]);
  });
});
