/** What is kept of the body of a call that came with an idempotency key. */
import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSite, PASSWORD, type Site } from "../../../../test/support/parts/session.ts";
import { bodyHash } from "./call.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

const sha256 = (body: unknown): string => hash("sha256", JSON.stringify(body), "hex");

it("of a person's call is nothing from which a password can be guessed without the product's key", async () => {
  const token = await site.signIn(await site.addUser("admin"));
  const sent = async (path: string, body: unknown) => site.call(token, "POST", path, body, { headers: { "idempotency-key": path } });
  const given = { password: PASSWORD };
  const person = { account: "new.person", email: "new@example.org", user_type: "operator", password: "quite another phrase 78" };
  const changed = { current_password: PASSWORD, new_password: "quite another phrase 77" };
  expect((await sent("/api/user/check", given)).status).toBe(200);
  expect((await sent("/api/users", person)).status).toBe(201);
  // The same call again is known again, another one refused.
  expect((await sent("/api/user/check", given)).headers["idempotency-hit"]).toBe("true");
  expect((await sent("/api/users", { ...person, account: "other" })).code).toBe("idempotency_mismatch");
  expect((await sent("/api/user/password/save", changed)).status).toBe(200);
  const rows = await site.app.db.rows("select k.*, encode(body_hash, 'hex') as hash from idempotency_keys k");
  expect(rows).toHaveLength(3);
  const kept = JSON.stringify(rows);
  for (const body of [given, person, changed]) expect(kept).not.toContain(sha256(body));
});

it("of a program's call, which holds no secret, is the same in every version and under every key: its repetition must find it", () => {
  const body = { merchant_order_id: "1", amount: "5.00" };
  expect(bodyHash(site.app, { type: "merchant", merchantId: 1n, appId: "a" }, body).toString("hex")).toBe(sha256(body));
});
