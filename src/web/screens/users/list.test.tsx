// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { USER_TYPES } from "../../../contract/permissions.ts";
import type { UserRow } from "../../../contract/users.schema.ts";
import { USER_ACTIONS } from "../../../contract/users.ts";
import { checkForm } from "../../forms/check.ts";
import type { CellTools } from "../../cell-tools.ts";
import { testList } from "../../list/suite.tsx";
import { userActions } from "./actions.ts";
import { createForm } from "./form.ts";
import { usersList } from "./spec.ts";

const full: UserRow = {
  id: "U261121XY12AB34",
  account: "op.wang",
  email: "op@example.com",
  user_type: "operator",
  role_id: null,
  role_name: null,
  merchant_id: null,
  merchant_name: null,
  on_totp: true,
  totp_pending: false,
  has_passkeys: false,
  enabled: true,
  deleted: false,
  locked_until: null,
  last_sign_in_at: "2026-11-20T04:00:00.000Z",
  created_at: "2026-11-19T04:00:00.000Z",
  version: 2,
  actions: [...USER_ACTIONS],
};
const bare: UserRow = { ...full, on_totp: false, last_sign_in_at: null, actions: [] };
testList(usersList, [
  full,
  bare,
  { ...bare, role_id: "7", role_name: "Night desk" },
  { ...bare, totp_pending: true },
  { ...bare, deleted: true },
  { ...bare, enabled: false, locked_until: "2026-11-20T05:00:00.000Z" },
  ...USER_TYPES.map((user_type) => ({ ...bare, user_type, merchant_id: "M261121XY12AB34", merchant_name: "Padma" })),
]);

describe("users", () => {
  it("know every act of the contract, beside editing", () => {
    expect(userActions.map((action) => action.id).sort()).toEqual([...USER_ACTIONS, "edit"].sort());
  });

  it("promise no sign-in to who comes back disabled", () => {
    const tools: CellTools = { t: (key: string) => key, locale: "zh", currency: "BDT" };
    const recover = userActions.find((action) => action.id === "recover");
    const body = (enabled: boolean): unknown => recover?.confirm?.({ ...full, deleted: true, enabled }, tools)?.body;
    expect([body(true), body(false)]).toEqual(["users.ask.recoverBody", "users.ask.recoverOffBody"]);
  });

  it("say that a new password leaves the passkeys of who has some", () => {
    const tools: CellTools = { t: (key: string) => key, locale: "zh", currency: "BDT" };
    const reset = userActions.find((action) => action.id === "password-reset");
    const body = (has_passkeys: boolean): unknown => reset?.confirm?.({ ...full, has_passkeys }, tools)?.body;
    expect([body(true), body(false)]).toEqual(["users.ask.password-resetKeysBody", "users.ask.password-resetBody"]);
  });

  it("refuse accounts and addresses that the server would refuse", () => {
    const form = createForm();
    const values = { account: "op.li", email: "a@b.example", user_type: "operator" };
    expect(checkForm(form.fields, values, null).form).toBeNull();
    expect(checkForm(form.fields, { ...values, account: "-x", email: "nobody" }, null).fields).toEqual({
      account: "users.form.accountBad",
      email: "users.form.emailBad",
    });
  });
});
