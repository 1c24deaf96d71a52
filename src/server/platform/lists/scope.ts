/** Whose rows a viewer may see (rule 78): one function for every list, detail, search and export. */
import { can, isMerchantType, type Permission } from "../../../contract/permissions.ts";
import type { Viewer } from "./spec.ts";
import { raw, sql, type Sql } from "./sql.ts";

/** All rows, one merchant's rows, or none: a merchant user without a merchant sees nothing. */
export type Scope = { readonly all: true } | { readonly merchantId: bigint } | { readonly none: true };

/** The scope of a viewer; taken from the credential alone. */
export function scopeOf(viewer: Viewer): Scope {
  if (viewer.type === "merchant") return { merchantId: viewer.merchantId };
  if (!isMerchantType(viewer.userType)) return { all: true };
  return viewer.merchantId === null ? { none: true } : { merchantId: viewer.merchantId };
}

/** The merchant that a viewer is tied to; null for staff, and for one that sees nothing. */
export function ownMerchantId(viewer: Viewer): bigint | null {
  const scope = scopeOf(viewer);
  return "merchantId" in scope ? scope.merchantId : null;
}

/** True for people of the platform. */
export function isStaff(viewer: Viewer): boolean {
  return "all" in scopeOf(viewer);
}

/** The predicate of a scope; null: no restriction. `column` null: the list is the platform's own. */
export function scopePredicate(viewer: Viewer, column: string | null): Sql | null {
  const scope = scopeOf(viewer);
  if ("all" in scope) return null;
  if ("none" in scope || column === null) return raw("false");
  return sql`${raw(column)} = ${scope.merchantId}`;
}

/** True when the viewer is a user who holds the permission. */
export function holds(viewer: Viewer, permission: Permission): boolean {
  return viewer.type === "user" && can(viewer, permission);
}

/** Which actions a row offers: allowed by the state table and by the viewer's permissions. */
export function offered<A extends string, S extends string>(
  states: Readonly<Record<A, readonly S[]>>,
  permissions: Readonly<Record<A, Permission>>,
  status: S,
  viewer: Viewer,
): A[] {
  return (Object.keys(states) as A[]).filter((action) => states[action].includes(status) && holds(viewer, permissions[action]));
}
