/** Custom roles (docs/decisions/0067): made and given by whoever holds what is in them, never more than the type, and in force at once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsOf, USER_TYPES, type Permission, type UserType } from "../../src/contract/permissions.ts";
import { next, type TestProduct } from "../support/app.ts";
import { configure, person, send, startTarget, type Person, type Raw } from "../support/attack.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTarget();
});
afterAll(() => product.stop());

interface Role {
  readonly id: string;
  readonly version: number;
  readonly permissions: Permission[];
  readonly people: number;
  readonly editable: boolean;
}
const call = (token: string, method: "GET" | "POST" | "PATCH", url: string, payload?: object): Promise<Raw> =>
  send(product.product, { method, url, token, ...(payload === undefined ? {} : { payload }) });
const without = (type: UserType, ...left: string[]): Permission[] => permissionsOf(type).filter((one) => !left.includes(one));
const made = async (type: UserType, permissions: readonly string[]): Promise<Role> =>
  product.good("POST", "/api/roles", product.admin, { name: `role ${next()}`, user_type: type, permissions });
const roleOf = async (id: string): Promise<Role | undefined> =>
  (await product.good<{ items: Role[] }>("GET", "/api/roles", product.admin)).items.find((one) => one.id === id);
const give = async (who: Person, role_id: string | null, token: string = product.admin): Promise<Raw> => {
  const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`, product.admin);
  return call(token, "PATCH", `/api/users/${who.id}`, { version, role_id });
};
const rightsIn = async (token: string): Promise<Permission[]> =>
  ((await call(token, "GET", "/api/user")).json?.data as { permissions: Permission[] } | undefined)?.permissions ?? [];
const told = (answer: Raw): unknown => [answer.status, answer.json?.error?.code ?? null, answer.json?.error?.fields ?? null];

describe("a role", () => {
  it("without statistics.see sees wallets and none of their figures; with it, needs the wallets", async () => {
    const figures = ["/api/statistics/wallets", "/api/statistics/wallets/export?format=csv", "/api/statistics/orders", "/api/statistics/suspense"];
    const who = await person(product, "operator", { role: without("operator", "statistics.see") });
    const whole = await person(product, "operator");
    expect((await call(who.token, "GET", "/api/wallets")).status).toBe(200);
    for (const url of figures) expect([url, (await call(who.token, "GET", url)).status, (await call(whole.token, "GET", url)).status]).toEqual([url, 403, 200]);
    const blind = await person(product, "operator", { role: without("operator", "wallets.see") });
    for (const url of figures) expect([url, (await call(blind.token, "GET", url)).status]).toEqual([url, 403]);
    expect(
      told(await call(product.admin, "POST", "/api/roles", { name: `role ${next()}`, user_type: "operator", permissions: without("operator", "wallets.see") })),
    ).toEqual([422, "validation_failed", { permissions: "required" }]);
    // The unexplained money of messages is for who sees messages.
    const deaf = await person(product, "operator", { role: without("operator", "sms.see") });
    expect((await call(deaf.token, "GET", "/api/statistics/suspense")).status).toBe(403);
  });

  it("of journals alone reads the balance that its entries led to", async () => {
    const { id } = await product.merchant();
    for (const type of ["auditor", "merchant_admin"] as const) {
      const who = await person(product, type, { role: ["journals.see", "amounts.see"] });
      const own = (await product.good<{ merchant_id: string | null }>("GET", "/api/user", who.token)).merchant_id;
      expect([type, (await call(who.token, "GET", `/api/merchants/${own ?? id}/balance`)).status]).toEqual([type, 200]);
      const other = await person(product, type, { role: ["payments.see", "amounts.see"] });
      expect([type, (await call(other.token, "GET", `/api/merchants/${own ?? id}/balance`)).status]).toEqual([type, 403]);
    }
  });

  it.each(USER_TYPES)("of %s takes what its type has and nothing else, and acts only with what they act on", async (type) => {
    const foreign = (["journals.see", "merchants.create", "disburses.batch", "transfers.see", "wallets.see"] as Permission[]).find(
      (one) => !permissionsOf(type).includes(one),
    );
    const body = (permissions: readonly string[]): object => ({ name: `role ${next()}`, user_type: type, permissions });
    if (foreign !== undefined)
      expect(told(await call(product.admin, "POST", "/api/roles", body(["payments.see", foreign])))).toEqual([
        422,
        "validation_failed",
        { permissions: "not_allowed" },
      ]);
    for (const permissions of [[], ["no.such"], ["payments.see", 7]])
      expect((await call(product.admin, "POST", "/api/roles", body(permissions as string[]))).status).toBe(422);
    expect(
      told(
        await call(
          product.admin,
          "POST",
          "/api/roles",
          body(["payments.notify"].filter((one) => permissionsOf(type).includes(one as Permission)).concat("switches.see")),
        ),
      ),
    ).toEqual(permissionsOf(type).includes("payments.notify") ? [422, "validation_failed", { permissions: "required" }] : [201, null, null]);
    const role = await made(type, ["switches.see", "payments.see", "payments.see"]);
    expect(role.permissions).toEqual(["payments.see", "switches.see"]);
  });

  it("has a name of its own, a version, and asks for the password", async () => {
    const role = await made("operator", ["payments.see"]);
    const again = { name: "TWICE", user_type: "operator", permissions: ["payments.see"] };
    await product.good("POST", "/api/roles", product.admin, { ...again, name: "twice" });
    expect(told(await call(product.admin, "POST", "/api/roles", again))).toEqual([409, "already_exists", { name: "taken" }]);
    expect((await call(product.admin, "PATCH", `/api/roles/${role.id}`, { version: 9, permissions: ["search"] })).json?.error?.code).toBe("conflict");
    const tired = await person(product, "admin");
    await product.product.app.db.run("update sessions set rechecked_at = null, proved_at = null where user_id = $1", [
      product.product.app.publicIds.decode("user", tired.id),
    ]);
    for (const [method, url, body] of [
      ["POST", "/api/roles", again],
      ["PATCH", `/api/roles/${role.id}`, { version: 1, permissions: ["search"] }],
      ["POST", `/api/roles/${role.id}/delete`, { version: 1 }],
    ] as const)
      expect((await call(tired.token, method, url, body)).json?.error?.code).toBe("recheck_required");
    expect((await roleOf(role.id))?.permissions).toEqual(["payments.see"]);
  });

  it("is written down, before and after", async () => {
    const role = await made("finance", ["payments.see", "search"]);
    await product.good("PATCH", `/api/roles/${role.id}`, product.admin, { version: 1, permissions: ["search"] });
    const who = await person(product, "finance");
    await give(who, role.id);
    const rows = await product.product.app.db.rows<{ action: string; before: object | null; after: object | null }>(
      "select action, before, after from audit where (object_type = 'role' and object_id = $1) or (action = 'user.update' and object_id = $2) order by id",
      [role.id, who.id],
    );
    expect(rows).toMatchObject([
      { action: "role.create", after: { user_type: "finance", permissions: ["payments.see", "search"] } },
      { action: "role.update", before: { permissions: ["payments.see", "search"] }, after: { permissions: ["search"] } },
      { action: "user.update", before: { role: null }, after: { role: expect.stringMatching(/^role /) } },
    ]);
  });

  it("in use stays, unless its people are to fall back; then they have all of their type", async () => {
    const role = await made("auditor", ["payments.see"]);
    const who = await person(product, "auditor");
    await give(who, role.id);
    expect(await rightsIn(who.token)).toEqual(["payments.see"]);
    expect((await roleOf(role.id))?.people).toBe(1);
    expect((await call(product.admin, "POST", `/api/roles/${role.id}/delete`, { version: 1 })).json?.error).toMatchObject({ code: "role_in_use" });
    expect(await rightsIn(who.token)).toEqual(["payments.see"]);
    await product.good("POST", `/api/roles/${role.id}/delete`, product.admin, { version: 1, fall_back: true });
    expect(await roleOf(role.id)).toBeUndefined();
    expect(await rightsIn(who.token)).toEqual(permissionsOf("auditor"));
  });
});

describe("giving", () => {
  it("is for one type, is said with every change of type, and is nobody's own to change", async () => {
    const role = await made("operator", ["payments.see", "disburses.see"]);
    const who = await person(product, "operator");
    for (const asked of ["999999", "0", "x", (await made("finance", ["payments.see"])).id])
      expect((await give(who, asked)).json?.error?.fields).toEqual({ role_id: "invalid" });
    expect((await give(who, role.id)).status).toBe(200);
    expect(await rightsIn(who.token)).toEqual(["payments.see", "disburses.see"]);
    const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`, product.admin);
    expect(told(await call(product.admin, "PATCH", `/api/users/${who.id}`, { version, user_type: "finance" }))).toEqual([
      422,
      "validation_failed",
      { role_id: "required" },
    ]);
    await product.good("PATCH", `/api/users/${who.id}`, product.admin, { version, user_type: "finance", role_id: null });
    expect(await rightsIn(who.token)).toEqual(permissionsOf("finance"));
    const boss = await person(product, "admin");
    const few = await made("admin", without("admin", "config.edit"));
    expect(told(await give(boss, few.id, boss.token))).toEqual([403, "forbidden", { role_id: "not_allowed" }]);
  });

  it("never gives what the giver's own role leaves out: not to others, not by a role, not by a password", async () => {
    const role = await made("admin", without("admin", "wallets.delete"));
    const less = await person(product, "admin");
    await give(less, role.id);
    const refused = async (answer: Promise<Raw>): Promise<void> => expect((await answer).json?.error?.code).toBe("forbidden");
    const fresh = (more: object): object => ({ account: `one${next()}`, email: `one${next()}@example.org`, ...more });
    // A whole admin, a role with what he lacks, and the one he has himself.
    await refused(call(less.token, "POST", "/api/users", fresh({ user_type: "admin" })));
    await refused(call(less.token, "POST", "/api/roles", { name: `role ${next()}`, user_type: "admin", permissions: permissionsOf("admin") }));
    await refused(call(less.token, "PATCH", `/api/roles/${role.id}`, { version: role.version, permissions: ["payments.see"] }));
    await refused(call(less.token, "POST", `/api/roles/${role.id}/delete`, { version: role.version, fall_back: true }));
    const whole = await person(product, "admin");
    for (const act of ["password-reset", "disable", "delete"]) await refused(call(less.token, "POST", `/api/users/${whole.id}/${act}`, { version: 1 }));
    const other = await person(product, "admin");
    await give(other, role.id);
    await refused(give(other, null, less.token));
    const full = await made("admin", permissionsOf("admin"));
    await refused(give(other, full.id, less.token));
    expect((await roleOf(full.id))?.editable).toBe(true);
    expect((await product.good<{ items: Role[] }>("GET", "/api/roles", less.token)).items.find((one) => one.id === full.id)?.editable).toBe(false);
    // Nor what his type has not, which an admin who lacks nothing may give: payouts by way of a merchant's person.
    const { id: merchant_id } = await product.merchant();
    const seller = await person(product, "merchant_admin", { merchantId: merchant_id });
    await refused(call(less.token, "POST", "/api/users", fresh({ user_type: "merchant_admin", merchant_id })));
    await refused(
      call(less.token, "POST", "/api/roles", {
        name: `role ${next()}`,
        user_type: "merchant_admin",
        permissions: ["amounts.see", "disburses.see", "disburses.batch"],
      }),
    );
    await refused(call(less.token, "POST", `/api/users/${seller.id}/password-reset`, { version: 1 }));
    // What he holds he gives.
    expect((await call(less.token, "POST", "/api/users", fresh({ user_type: "operator" }))).status).toBe(201);
    expect((await call(less.token, "POST", "/api/users", fresh({ user_type: "admin", role_id: role.id }))).status).toBe(201);
    expect((await call(less.token, "POST", `/api/users/${other.id}/disable`, { version: 2 })).status).toBe(200);
  });

  it("is not a merchant's admin's, who sees no roles and keeps those of his people as they are", async () => {
    const merchant = await product.merchant();
    const boss = await person(product, "merchant_admin", { merchantId: merchant.id });
    const who = await person(product, "merchant_viewer", { merchantId: merchant.id });
    const role = await made("merchant_viewer", ["payments.see", "disburses.see"]);
    expect((await call(boss.token, "GET", "/api/roles")).status).toBe(403);
    expect(told(await give(who, role.id, boss.token))).toEqual([403, "forbidden", { role_id: "not_allowed" }]);
    await give(who, role.id);
    expect(told(await give(who, null, boss.token))).toEqual([403, "forbidden", { role_id: "not_allowed" }]);
    const { version } = await product.good<{ version: number }>("GET", `/api/users/${who.id}`, boss.token);
    expect((await call(boss.token, "PATCH", `/api/users/${who.id}`, { version, user_type: "merchant_admin" })).json?.error?.fields).toEqual({
      role_id: "required",
    });
    // One with less than his type makes nobody with more than himself.
    const less = await person(product, "merchant_admin", { merchantId: merchant.id, role: without("merchant_admin", "withdrawal.create") });
    const fresh = { account: `one${next()}`, email: `one${next()}@example.org` };
    expect((await call(less.token, "POST", "/api/users", { ...fresh, user_type: "merchant_admin" })).status).toBe(403);
    expect((await call(less.token, "POST", `/api/users/${boss.id}/password-reset`, { version: 1 })).status).toBe(403);
    expect((await call(less.token, "POST", "/api/users", { ...fresh, user_type: "merchant_viewer" })).status).toBe(201);
  });

  it("leaves the platform an admin who lacks nothing", async () => {
    const { db } = product.product.app;
    const last = await product.good<{ id: string; version: number }>("GET", "/api/user", product.admin);
    const id = product.product.app.publicIds.decode("user", last.id);
    const few = await made("admin", without("admin", "config.edit"));
    const less = await person(product, "admin");
    await give(less, few.id);
    const others = await db.rows<{ id: bigint }>(
      "update users set enabled = false where user_type = 'admin' and enabled and id <> $1 and role_id is null returning id",
      [id],
    );
    // Another admin with a role is no other admin.
    const { version } = await product.good<{ version: number }>("GET", `/api/users/${last.id}`, product.admin);
    for (const act of ["disable", "delete"])
      expect((await call(product.admin, "POST", `/api/users/${last.id}/${act}`, { version })).json?.error?.code).toBe("last_admin");
    await db.run("update users set enabled = true where id = any ($1)", [others.map((one) => one.id)]);
  });
});

describe("in force at once", () => {
  it("ends the streams of who has lost something, not of others", async () => {
    const address = await product.product.http.listen({ port: 0, host: "127.0.0.1" });
    const role = await made("operator", without("operator", "proof.run"));
    const [who, other] = [await person(product, "operator"), await person(product, "operator")];
    await give(who, role.id);
    const open = async (token: string) => (await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } })).body?.getReader();
    const [mine, theirs] = [await open(who.token), await open(other.token)];
    await product.good("PATCH", `/api/roles/${role.id}`, product.admin, { version: 1, permissions: ["payments.see"] });
    for (let read = await mine?.read(); read?.done === false; read = await mine?.read());
    expect((await theirs?.read())?.done).toBe(false);
    await theirs?.cancel();
  });

  it("a checker who has lost the right approves nothing, nor does a request outlive its maker's right", async () => {
    await configure(product, { second_person_fees: true });
    const merchant = await product.merchant();
    const role = await made("finance", without("finance", "proof.run"));
    const [maker, checker] = [await person(product, "finance"), await person(product, "finance")];
    for (const one of [maker, checker]) await give(one, role.id);
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`, product.admin);
    const fee = { rate_bps: 100, fixed: "0.00", min: null, max: null };
    const asked = await call(maker.token, "PATCH", `/api/merchants/${merchant.id}`, { version, payment_fee: fee });
    expect(asked.status, asked.text).toBe(202);
    const waiting = (await product.good<{ items: { id: string }[] }>("GET", "/api/approvals?status=waiting", product.admin)).items[0]?.id ?? "";
    // Both lose it; the checker's session has been used a moment ago, and remembers.
    expect((await call(checker.token, "GET", `/api/approvals/${waiting}`)).status).toBe(200);
    await product.product.app.db.run("update user_roles set permissions = array_remove(permissions, 'merchants.fees') where id = $1", [Number(role.id)]);
    expect((await call(checker.token, "POST", `/api/approvals/${waiting}/approve`, { version: 1 })).json?.error?.code).toBe("forbidden");
    const free = await person(product, "admin");
    expect((await call(free.token, "POST", `/api/approvals/${waiting}/approve`, { version: 1 })).json?.error?.code).toBe("maker_inactive");
    await product.product.app.db.run("update user_roles set permissions = permissions || '{merchants.fees}' where id = $1", [Number(role.id)]);
    expect((await call(free.token, "POST", `/api/approvals/${waiting}/approve`, { version: 1 })).status).toBe(200);
  });
});
