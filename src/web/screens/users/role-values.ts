/** A role as the form's texts, its permissions in groups, and what it takes from its type. Pure. */
import { missingBeside, permissionsOf, typeHas, USER_TYPES, type Permission, type UserType } from "../../../contract/permissions.ts";
import type { RoleCreate, RolePatch, RoleRow } from "../../../contract/roles.schema.ts";
import type { Values } from "../../forms/spec.ts";

/** Groups of the editor, by the first part of a permission's name. */
const AREAS = {
  home: ["home", "statistics"],
  payments: ["payments"],
  disburses: ["disburses"],
  transfers: ["transfers"],
  wallets: ["wallets"],
  sms: ["sms"],
  merchants: ["merchants", "merchant"],
  journals: ["journals", "withdrawal"],
  manual: ["manual", "approvals"],
  exceptions: ["exceptions", "alerts", "switches"],
  users: ["users", "roles", "audit"],
  config: ["config", "intake", "deliveries"],
  reconciliation: ["reconciliation", "seals", "proof"],
  privacy: ["phones", "messages", "amounts", "privacy", "links"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type RoleGroup = keyof typeof AREAS | "tools";

const areaOf = (permission: Permission): string => permission.split(".")[0] ?? permission;

/** The type's permissions in groups, in the table's order; what belongs to no area stands in the last one. */
export function groupsOf(type: UserType): readonly (readonly [RoleGroup, readonly Permission[]])[] {
  const left = new Set(permissionsOf(type));
  const named = (Object.keys(AREAS) as (keyof typeof AREAS)[]).map((group) => {
    const areas: readonly string[] = AREAS[group];
    const own = [...left].filter((permission) => areas.includes(areaOf(permission)));
    for (const one of own) left.delete(one);
    return [group, own] as const;
  });
  return [...named, ["tools", [...left]] as const].filter(([, own]) => own.length > 0);
}

/** What the form's text lists; names that the type does not have are dropped. */
export function listed(values: Values): Permission[] {
  const chosen = new Set((values.permissions ?? "").split("\n"));
  return permissionsOf(roleType(values)).filter((permission) => chosen.has(permission));
}

/** The type of the role in the form. */
export function roleType(values: Values): UserType {
  return USER_TYPES.find((type) => type === values.user_type) ?? "operator";
}

/** The list with one permission chosen or not: an act brings seeing along, and goes with it. */
export function withChosen(type: UserType, before: readonly Permission[], permission: Permission, chosen: boolean): Permission[] {
  const next = new Set(before);
  if (chosen) {
    next.add(permission);
    // What comes along may need something itself.
    for (let more = missingBeside(type, [...next]); more.length > 0; more = missingBeside(type, [...next])) for (const one of more) next.add(one);
  } else {
    next.delete(permission);
    const useless = (): Permission[] => [...next].filter((one) => missingBeside(type, [one]).some((needed) => !next.has(needed)));
    for (let gone = useless(); gone.length > 0; gone = useless()) for (const one of gone) next.delete(one);
  }
  return permissionsOf(type).filter((one) => next.has(one));
}

/** What the form shows of a role; a new one begins with all that its type has. */
export function roleValues(role: RoleRow | null): Values {
  if (role === null) return { name: "", user_type: "operator", permissions: permissionsOf("operator").join("\n") };
  return { name: role.name, user_type: role.user_type, permissions: role.permissions.join("\n") };
}

export const roleCreateBody = (values: Values): RoleCreate => ({ name: (values.name ?? "").trim(), user_type: roleType(values), permissions: listed(values) });
export const rolePatchBody = (role: RoleRow, values: Values): RolePatch => ({
  version: role.version,
  name: (values.name ?? "").trim(),
  permissions: listed(values),
});

/** What a role leaves out of its type. */
export function without(role: Pick<RoleRow, "user_type" | "permissions">): Permission[] {
  return permissionsOf(role.user_type).filter((permission) => typeHas(role.user_type, permission) && !role.permissions.includes(permission));
}
