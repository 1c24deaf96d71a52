import { describe, expect, it } from "vitest";
import { missingBeside, permissionsOf, USER_TYPES } from "../../../contract/permissions.ts";
import { roleCreate, type RoleRow } from "../../../contract/roles.schema.ts";
import { groupsOf, listed, roleCreateBody, roleValues, withChosen, without } from "./role-values.ts";

const role: RoleRow = {
  id: "7",
  name: "Night desk",
  user_type: "operator",
  permissions: ["payments.see", "payments.decide"],
  people: 2,
  created_at: "2026-11-19T04:00:00.000Z",
  version: 3,
  editable: true,
};

describe("the editor of a role", () => {
  it.each(USER_TYPES)("shows each permission of %s once, in one group", (type) => {
    const shown = groupsOf(type).flatMap(([, permissions]) => permissions);
    expect(shown.toSorted()).toEqual(permissionsOf(type).toSorted());
  });

  it("has seeing come with doing and doing go with seeing, for every permission of every type", () => {
    for (const type of USER_TYPES) {
      for (const permission of permissionsOf(type)) {
        expect(missingBeside(type, withChosen(type, [], permission, true))).toEqual([]);
        const rest = withChosen(type, permissionsOf(type), permission, false);
        expect(rest).not.toContain(permission);
        expect(missingBeside(type, rest)).toEqual([]);
      }
    }
    expect(withChosen("operator", [], "payments.decide", true)).toEqual(["payments.see", "payments.decide", "amounts.see"]);
    expect(withChosen("operator", ["payments.see", "payments.decide", "amounts.see"], "payments.see", false)).toEqual(["amounts.see"]);
  });

  it("begins a new role with all that its type has, and sends what the server takes", () => {
    const values = { ...roleValues(null), name: " Night desk " };
    expect(listed(values)).toEqual(permissionsOf("operator"));
    expect(roleCreate.parse(roleCreateBody(values))).toMatchObject({ name: "Night desk", user_type: "operator" });
    expect(listed({ ...values, permissions: "payments.see\nmerchants.create\nno.such" })).toEqual(["payments.see"]);
  });

  it("says what a role leaves out", () => {
    expect(without(role)).toEqual(permissionsOf("operator").filter((one) => !role.permissions.includes(one)));
  });
});
