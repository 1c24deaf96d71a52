/** What routes and screens ask of a person is data, and one rule reads it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import { meets, type Needed } from "../contract/needed.ts";
import type { Permission } from "../contract/permissions.ts";
import { checkRegistry } from "./platform/http/registry.ts";
import { route, type AnyRoute } from "./platform/http/route.ts";

const having =
  (...held: Permission[]) =>
  (permission: Permission): boolean =>
    held.includes(permission);

describe("what is asked for", () => {
  const cases: readonly (readonly [string, Needed, readonly Permission[], boolean])[] = [
    ["nothing, of anybody", null, [], true],
    ["one, of who has it", "sms.see", ["sms.see"], true],
    ["one, of who has another", "sms.see", ["home.see"], false],
    ["one of several, of who has the last", ["sms.see", "home.see"], ["home.see"], true],
    ["one of several, of who has none", ["sms.see", "home.see"], ["search"], false],
    ["one of none, of anybody", [], ["home.see"], false],
    ["all of several, of who has all", { all: ["sms.see", "home.see"] }, ["home.see", "sms.see", "search"], true],
    ["all of several, of who lacks the last", { all: ["sms.see", "home.see"] }, ["sms.see"], false],
  ];
  it.each(cases)("%s", (_, needed, held, expected) => {
    expect(meets(having(...held), needed)).toBe(expected);
  });
});

describe("routes", () => {
  it("ask for permissions as data, not in their handlers", () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("routes.ts"));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((name) => /\b(?:can|holds|typeHas)\(/.test(readFileSync(join(import.meta.dirname, name), "utf8")))).toEqual([]);
  });

  it("that nobody may call do not start", () => {
    const asking = (permission: Needed): AnyRoute[] => [
      route({
        method: "GET",
        url: "/api/figures",
        access: { kind: "session", permission },
        summary: "Figures",
        data: z.object({}),
        audit: null,
        handler: () => Promise.resolve({}),
      }),
    ];
    expect(() => checkRegistry(asking({ all: ["merchant.own", "home.see"] }))).not.toThrow();
    // One is the merchants' alone, the other the platform's.
    expect(() => checkRegistry(asking({ all: ["merchant.own", "statistics.see"] }))).toThrow("asks for what nobody has");
    expect(() => checkRegistry(asking([]))).toThrow("asks for what nobody has");
  });
});
