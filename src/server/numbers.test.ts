/** A number in an address is written in decimal digits, whichever route reads it. */
import { expect, it } from "vitest";
import * as z from "zod";
import { ROUTES } from "./app.ts";

const numbers = ROUTES.flatMap((route) =>
  [route.query, route.params].flatMap((schema) => {
    const { properties = {} } = schema === undefined ? {} : z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    return Object.entries(properties).flatMap(([name, of]) => {
      const isNumber = typeof of === "object" && (of.type === "integer" || of.type === "number");
      return isNumber && schema ? [[`${route.method} ${route.url}: ${name}`, name, schema] as const] : [];
    });
  }),
);

it("is found", () => expect(numbers.length).toBeGreaterThan(20));

it.each(numbers)("%s", (_what, name, schema) => {
  for (const written of ["2e1", "0x14", " 20 ", "+20", "020", "20.0"])
    expect([written, schema.safeParse({ [name]: written }).error?.issues.some(({ path }) => path[0] === name)]).toEqual([written, true]);
});
