import { expect, test } from "vitest";
import { Refused } from "../../platform/refusal.ts";
import { Turns } from "./turns.ts";

test("one subject's callers go one after the other, whatever becomes of them; another's do not wait", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const work =
    (name: string, ms: number, fails = false) =>
    async (): Promise<string> => {
      order.push(`${name} begins`);
      await new Promise((done) => setTimeout(done, ms));
      order.push(`${name} ends`);
      if (fails) throw new Error("gone");
      return name;
    };
  const [first, second, other] = await Promise.allSettled([
    turns.run("a", work("first", 30, true)),
    turns.run("a", work("second", 0)),
    turns.run("b", work("other", 0)),
  ]);
  expect([first.status, second, other]).toEqual(["rejected", { status: "fulfilled", value: "second" }, { status: "fulfilled", value: "other" }]);
  expect(order.indexOf("second begins")).toBeGreaterThan(order.indexOf("first ends"));
  expect(order.indexOf("other ends")).toBeLessThan(order.indexOf("first ends"));
});

test("more than can be served are refused, and there is room again afterwards", async () => {
  const turns = new Turns(2);
  const right = async (): Promise<string> => "in";
  const answers = await Promise.all([right, right, right].map((work) => turns.run("a", work)));
  expect(answers.map((answer) => (answer instanceof Refused ? answer.code : answer))).toEqual(["in", "in", "rate_limited"]);
  expect(await turns.run("a", right)).toBe("in");
});
