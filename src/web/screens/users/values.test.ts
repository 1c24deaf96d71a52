import { describe, expect, it } from "vitest";
import { rightsOf, type UserType } from "../../../contract/permissions.ts";
import { type UserRow, userCreate, userPatch } from "../../../contract/users.schema.ts";
import { createBody, grantable, isMerchantChoice, patchBody, valuesOf } from "./values.ts";

// Only what the form reads.
const row = {
  id: "U1",
  account: "op.wang",
  email: "op@example.com",
  user_type: "operator",
  role_id: null,
  merchant_id: null,
  version: 4,
} as unknown as UserRow;

const one = (userType: UserType) => ({ userType, rights: rightsOf(userType, null) });

describe("types that may be given", () => {
  it("are all for an admin, the merchant's own for a merchant's admin, none for the others", () => {
    expect(grantable(one("admin"))).toHaveLength(6);
    expect(grantable(one("merchant_admin"))).toEqual(["merchant_admin", "merchant_viewer"]);
    for (const type of ["finance", "operator", "auditor", "merchant_viewer"] as const) expect(grantable(one(type))).toEqual([]);
  });
});

describe("a new user", () => {
  it("carries a merchant only where the type has one and the granter is not of one", () => {
    const values = { account: " shop.view ", email: "a@b.example", user_type: "merchant_viewer", merchant_id: "M1" };
    expect(createBody(values, false)).toEqual({ account: "shop.view", email: "a@b.example", user_type: "merchant_viewer", merchant_id: "M1" });
    expect(createBody(values, true)).not.toHaveProperty("merchant_id");
    expect(createBody({ ...values, user_type: "auditor" }, false)).not.toHaveProperty("merchant_id");
    expect(isMerchantChoice(values)).toBe(true);
  });

  it("sends a password and an authenticator only when they are asked for", () => {
    const values = { account: "op.li", email: "a@b.example", user_type: "operator", password: "", authenticator: "" };
    expect(createBody(values, false)).toEqual({ account: "op.li", email: "a@b.example", user_type: "operator" });
    const body = createBody({ ...values, password: " long secret ", authenticator: "true" }, false);
    expect(body).toMatchObject({ password: " long secret ", authenticator: true });
    expect(userCreate.safeParse(body).success).toBe(true);
  });
});

describe("a change", () => {
  it("sends only what differs", () => {
    expect(patchBody(row, valuesOf(row), false)).toEqual({ version: 4 });
    const body = patchBody(row, { ...valuesOf(row), email: "new@example.com", user_type: "merchant_admin", merchant_id: "M1" }, false);
    expect(body).toEqual({ version: 4, email: "new@example.com", user_type: "merchant_admin", merchant_id: "M1" });
    expect(userPatch.safeParse(body).success).toBe(true);
  });
});
