/** A user as the form's texts, and back as the bodies of its calls. Pure. */
import { isMerchantType, mayGrant, USER_TYPES, type UserType } from "../../../contract/permissions.ts";
import type { UserCreate, UserPatch, UserRow } from "../../../contract/users.schema.ts";
import type { Values } from "../../forms/spec.ts";

/** Types that a person may give to somebody (rule 17), the highest first. */
export function grantable(granter: UserType): readonly UserType[] {
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
  return { account: row.account, email: row.email, user_type: row.user_type, merchant_id: row.merchant_id ?? "" };
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
    ...(isMerchantType(type) && !own ? { merchant_id: trimmed(values, "merchant_id") } : {}),
    ...(password === "" ? {} : { password }),
    ...(values.authenticator === "true" ? { authenticator: true } : {}),
  };
}

/** Body of a change: only what differs. */
export function patchBody(row: UserRow, values: Values, own: boolean): UserPatch {
  const type = typeOf(values);
  const [account, email, merchant] = [trimmed(values, "account"), trimmed(values, "email"), trimmed(values, "merchant_id")];
  return {
    version: row.version,
    ...(account === row.account ? {} : { account }),
    ...(email === row.email ? {} : { email }),
    ...(type === row.user_type ? {} : { user_type: type }),
    ...(isMerchantType(type) && !own && merchant !== "" && merchant !== row.merchant_id ? { merchant_id: merchant } : {}),
  };
}
