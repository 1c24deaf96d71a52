import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { verifyPassword } from "./passwords.ts";

describe("a flood of strangers' passwords", () => {
  it("keeps nobody waiting who is known, and is sent away where it is too long", async () => {
    const stored = await hash("night train to Khulna", { memoryCost: 32_768, timeCost: 2, parallelism: 1 });
    let compared = 0;
    const refused: unknown[] = [];
    const strangers = Array.from({ length: 60 }, (_, guess) =>
      verifyPassword(stored, `guess ${guess}`, "anybody").then(
        () => (compared += 1),
        (why: unknown) => refused.push(why),
      ),
    );
    expect(await verifyPassword(stored, "night train to Khulna", "known")).toBe(true);
    expect(compared).toBeLessThan(20);
    await Promise.all(strangers);
    expect([compared + refused.length, refused.length > 0]).toEqual([60, true]);
  });
});
