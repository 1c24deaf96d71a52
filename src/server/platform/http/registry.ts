/** What the registry of routes must keep to, looked at before the server listens. */
import { meets } from "../../../contract/needed.ts";
import { typeHas, USER_TYPES } from "../../../contract/permissions.ts";
import type { AnyRoute } from "./route.ts";

/** @throws Error when two routes collide, one lacks a part, or one asks for what no kind of user has */
export function checkRegistry(routes: readonly AnyRoute[]): void {
  const seen = new Set<string>();
  for (const spec of routes) {
    const name = `${spec.method} ${spec.url}`;
    if (seen.has(name)) throw new Error(`route ${name} is declared twice`);
    seen.add(name);
    if (!spec.summary || !spec.data || spec.audit === undefined || !spec.access) throw new Error(`route ${name} lacks a part`);
    const { access } = spec;
    if (access.kind === "session" && !USER_TYPES.some((type) => meets((permission) => typeHas(type, permission), access.permission)))
      throw new Error(`route ${name} asks for what nobody has`);
    const byPerson = spec.access.kind === "session" && spec.method !== "GET";
    if (byPerson && (spec.audit === null) === (spec.unaudited === undefined))
      throw new Error(`route ${name} says neither or both of what it audits and why not`);
    if (spec.url.includes(":id") && !spec.params) throw new Error(`route ${name} lacks its params`);
  }
}
