/** A user as the form's texts, and back as the bodies of its calls. Pure. */
import { type Holder, isMerchantType, mayGrant, USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import type { UserCreate, UserPatch, UserRow } from "../../../contract/users.schema.ts";
import type { Values } from "../../forms/spec.ts";

/** The signed-in person as far as permissions go. */
export function myself({ user_type: userType, permissions }: Pick<Profile, "user_type" | "permissions">): Holder {
  return { userType, rights: new Set(permissions) };
}

/** Types that a person may give to somebody (rule 17), the highest first. */
export function grantable(granter: Holder): readonly UserType[] {
  return USER_TYPES.filter((type) => mayGrant(granter, type));
}

const typeOf = (values: Values): UserType => USER_TYPES.find((type) => type === values.user_type) ?? "merchant_viewer";
const trimmed = (values: Values, name: string): string => (values[name] ?? "").trim();

/** True while the values name a type that belongs to a merchant. */
export function isMerchantChoice(values: Values): boolean {
  return isMerchantType(typeOf(values));
}

/** What the form shows of a user. */
export function valuesOf(row: UserRow): Values {
  return { account: row.account, email: row.email, user_type: row.user_type, role_id: row.role_id ?? "", merchant_id: row.merchant_id ?? "" };
}

/**
 * Body of a new user; without a password the server makes one for the first sign-in.
 * @param own the granter belongs to a merchant himself: the server takes that one
 */
export function createBody(values: Values, own: boolean): UserCreate {
  const type = typeOf(values);
  const password = values.password ?? "";
  return {
    account: trimmed(values, "account"),
    email: trimmed(values, "email"),
    user_type: type,
    ...((values.role_id ?? "") === "" ? {} : { role_id: values.role_id ?? "" }),
    ...(isMerchantType(type) && !own ? { merchant_id: trimmed(values, "merchant_id") } : {}),
    ...(password === "" ? {} : { password }),
    ...(values.authenticator === "true" ? { authenticator: true } : {}),
  };
}

/** Body of a change: only what differs. */
export function patchBody(row: UserRow, values: Values, own: boolean): UserPatch {
  const type = typeOf(values);
  const role = values.role_id ?? "";
  const [account, email, merchant] = [trimmed(values, "account"), trimmed(values, "email"), trimmed(values, "merchant_id")];
  return {
    version: row.version,
    ...(account === row.account ? {} : { account }),
    ...(email === row.email ? {} : { email }),
    ...(type === row.user_type ? {} : { user_type: type }),
    // A role belongs to one type: who changes the type says what becomes of it.
    ...(role === (row.role_id ?? "") && (type === row.user_type || row.role_id === null) ? {} : { role_id: role === "" ? null : role }),
    ...(isMerchantType(type) && !own && merchant !== "" && merchant !== row.merchant_id ? { merchant_id: merchant } : {}),
  };
}
