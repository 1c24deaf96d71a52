/** What calls and screens ask of a person, as data; apart from the table of permissions, which a page need not load to ask. */
import type { Permission } from "./permissions.ts";

/** What a call or a screen asks for: no permission (null: to be signed in is enough), this one, one of several, or all of several. */
export type Needed = null | Permission | readonly Permission[] | { readonly all: readonly [Permission, Permission, ...Permission[]] };

/** True for whoever has what is asked for; of an empty list nobody has anything. The one home of the rule, for server and web. */
export function meets(may: (permission: Permission) => boolean, needed: Needed): boolean {
  if (needed === null) return true;
  if (typeof needed === "string") return may(needed);
  return "all" in needed ? needed.all.every(may) : needed.some(may);
}
