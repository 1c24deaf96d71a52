/** The form of a user: new, or changed. Made when it is opened, since the types on offer depend on who is signed in. */
import type { UserCreated, UserRow } from "../../../contract/users.schema.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec } from "../../forms/spec.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { currentSession, mayNow } from "../../session.tsx";
import { showCredentials } from "./shown.ts";
import { TypeField } from "./type-field.tsx";
import { RoleField } from "./role-fields.tsx";
import { createBody, grantable, isMerchantChoice, myself, patchBody, valuesOf } from "./values.ts";

const ACCOUNT_MAX = 64;
const EMAIL_MAX = 254;
const PASSWORD_MAX = 1024;
/** As the contract has them. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const checkAccount = (value: string): MessageKey | null => (ACCOUNT.test(value) ? null : "users.form.accountBad");
const checkEmail = (value: string): MessageKey | null => (EMAIL.test(value) ? null : "users.form.emailBad");

/** Whoever is signed in: which user, and whether he belongs to a merchant. */
function me(): { id: string | null; isMerchants: boolean } {
  const session = currentSession();
  return session.state === "in" ? { id: session.profile.id, isMerchants: session.profile.merchant_id !== null } : { id: null, isMerchants: true };
}

function fields<Subject extends UserRow | null>(isMerchants: boolean, ownId: string | null): readonly FieldSpec<Subject>[] {
  return [
    { name: "account", kind: "text", label: "words.field.account", help: "users.form.account", required: true, maxLength: ACCOUNT_MAX, check: checkAccount },
    { name: "email", kind: "text", label: "words.field.email", required: true, maxLength: EMAIL_MAX, check: checkEmail },
    {
      name: "user_type",
      kind: "custom",
      label: "words.field.user_type",
      required: true,
      component: TypeField,
      shown: (_values, row) => row === null || row.id !== ownId,
    },
    {
      name: "role_id",
      kind: "custom",
      label: "words.field.role",
      component: RoleField,
      shown: (_values, row) => mayNow("roles.see") && (row === null || row.id !== ownId),
    },
    {
      name: "merchant_id",
      kind: "lookup",
      source: "merchants",
      label: "users.form.merchant",
      required: true,
      shown: (values) => !isMerchants && isMerchantChoice(values),
    },
  ];
}

/** Makes a user; what was made for him is shown afterwards, this once. */
export function createForm(): FormSpec<null, UserCreated> {
  const { isMerchants } = me();
  const session = currentSession();
  const types = session.state === "in" ? grantable(myself(session.profile)) : [];
  return {
    title: (_none, { t }) => t("users.ask.createTitle"),
    fields: [
      ...fields<null>(isMerchants, null),
      { name: "password", kind: "password", label: "users.form.password", help: "users.form.passwordHelp", maxLength: PASSWORD_MAX },
      { name: "authenticator", kind: "switch", label: "users.form.authenticator", help: "users.form.authenticatorHelp" },
    ],
    initial: () => ({
      account: "",
      email: "",
      user_type: types.find((type) => type === "operator") ?? types[types.length - 1] ?? "",
      role_id: "",
      merchant_id: "",
      password: "",
      authenticator: "",
    }),
    submit: async (values, _none, idempotencyKey) => {
      const answer = await call("POST /api/users", { body: createBody(values, isMerchants), idempotencyKey });
      if (answer.success && answer.status !== 202) showCredentials({ kind: "created", account: answer.data.account, password: answer.data.password });
      return answer;
    },
    label: "users.form.create",
  };
}

/** Changes a user. Nobody changes his own type. */
export function editForm(): FormSpec<UserRow, UserRow> {
  const { id, isMerchants } = me();
  return {
    title: (row, { t }) => t("users.ask.editTitle", { account: row.account }),
    intro: (row, { t }) => (row.id === id ? t("users.form.ownType") : null),
    fields: fields<UserRow>(isMerchants, id),
    initial: valuesOf,
    submit: (values, row) => call("PATCH /api/users/:id", { params: { id: row.id }, body: patchBody(row, values, isMerchants) }),
    label: "common.save",
    reload: async (row) => {
      const answer = await call("GET /api/users/:id", { params: { id: row.id } });
      return answer.success ? answer.data : null;
    },
  };
}
