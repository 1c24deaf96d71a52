import { expect, it } from "vitest";
import { inOrder, type SchemaFile } from "./schema-files.ts";

const file = (name: string, sql: string): SchemaFile => ({ folder: "functions", name: `functions/${name}.sql`, sql, digest: "" });
const [a, b, c] = [file("a", "-- needs: b, c\n-- What it does."), file("b", "-- needs: c"), file("c", "select 1")];

it("puts a file behind those that it needs, and leaves the others in their order", () => {
  expect(inOrder([a, b, c])).toEqual([c, b, a]);
  expect(inOrder([c, file("d", "select '-- needs: e'")]).map(({ name }) => name)).toEqual(["functions/c.sql", "functions/d.sql"]);
});

it("refuses a need that is not there, and a ring", () => {
  expect(() => inOrder([a, b])).toThrow("functions/b.sql needs c, which is not beside it.");
  expect(() => inOrder([b, file("c", "-- needs: b")])).toThrow("functions/b.sql needs itself, by way of functions/c.sql.");
});
