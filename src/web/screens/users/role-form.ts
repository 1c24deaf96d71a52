/** The form of a role: new, or changed. */
import type { RoleRow } from "../../../contract/roles.schema.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec } from "../../forms/spec.ts";
import { RolePermissions, RoleType } from "./role-fields.tsx";
import { listed, roleCreateBody, rolePatchBody, roleValues } from "./role-values.ts";

const NAME_MAX = 64;

const NAME = { name: "name", kind: "text", label: "words.field.name", required: true, maxLength: NAME_MAX } as const;
const permissions = <Subject>(): FieldSpec<Subject> => ({
  name: "permissions",
  kind: "custom",
  label: "words.field.permissions",
  required: true,
  component: RolePermissions,
  check: (_value, values) => (listed(values).length === 0 ? "roles.form.pick" : null),
});

export function createRoleForm(): FormSpec<null, RoleRow> {
  return {
    title: (_none, { t }) => t("roles.ask.createTitle"),
    fields: [NAME, { name: "user_type", kind: "custom", label: "roles.form.type", required: true, component: RoleType }, permissions()],
    initial: () => roleValues(null),
    submit: (values, _none, idempotencyKey) => call("POST /api/roles", { body: roleCreateBody(values), idempotencyKey }),
    label: "roles.create",
  };
}

export function editRoleForm(): FormSpec<RoleRow, RoleRow> {
  return {
    title: (role, { t }) => t("roles.ask.editTitle", { name: role.name }),
    intro: (role, { t }) => t(`common.userType.${role.user_type}`),
    fields: [NAME, permissions()],
    initial: roleValues,
    submit: (values, role) => call("PATCH /api/roles/:id", { params: { id: role.id }, body: rolePatchBody(role, values) }),
    label: "common.save",
    reload: async (role) => {
      const answer = await call("GET /api/roles");
      return answer.success ? (answer.data.items.find((one) => one.id === role.id) ?? null) : null;
    },
  };
}
