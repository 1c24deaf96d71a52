/** `npm run admin -- reset <account>`, as somebody runs it beside the server. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, TestProduct } from "../support/app.ts";
import { databasesOf, runCommand } from "../support/parts/programs.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
});
afterAll(() => product.stop());

const admin = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  runCommand("admin", { ...databasesOf(product), SECRET_KEY: randomBytes(32).toString("base64") }, args);
const signIn = (password: string) => product.call("POST", "/api/signin", null, { account: ADMIN.account, password });

describe("npm run admin -- reset", () => {
  it("prints a password that lets the person in, to choose another one first", async () => {
    const { stdout } = await admin("reset", ADMIN.account);
    const password = /One-time password (\S+)/.exec(stdout)?.[1] ?? "";
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect((await signIn(ADMIN.password)).status).toBe(422);
    const signedIn = await signIn(password);
    expect(signedIn.status).toBe(200);
    const token = String(signedIn.data["token"]);
    expect((await product.call("GET", "/api/payments", token)).status).toBe(403);
    const chosen = "another password of mine";
    expect((await product.call("POST", "/api/user/password/save", token, { current_password: password, new_password: chosen })).status).toBe(200);
    expect((await product.call("GET", "/api/payments", token)).status).toBe(200);
  });

  it("says how it is called, and which account there is not", async () => {
    for (const [args, said] of [
      [[], expect.stringMatching(/^Usage: npm run admin -- <command>\n {2}reset <account> {3}/)],
      [["reset", "nobody"], "There is no account nobody."],
    ] as const)
      expect(await admin(...args).catch((error: { code: number; stderr: string }) => [error.code, error.stderr.trim()])).toEqual([1, said]);
  });
});
