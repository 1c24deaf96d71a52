/** What ends by itself is looked up: else it could never end. What nothing looks for is raised: else it could never begin. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXCEPTION_KINDS, EXCEPTION_INFO } from "../contract/exceptions.ts";
import { OFFERS } from "./app.ts";

const CHECKOUT = join(import.meta.dirname, "../..");
/** Lines of the server and of its functions in the database, less those that end an exception or ask for one. */
const lines = ["src/server", "db/functions"].flatMap((folder) =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|sql)$/.test(name) && !name.endsWith(".test.ts"))
    .flatMap((name) => readFileSync(join(CHECKOUT, folder, name), "utf8").split("\n"))
    .filter((line) => !/\bkinds: |\bkind = '|undispute\(/.test(line)),
);

it("each kind of exception that ends with its cause has a detector", () => {
  expect(EXCEPTION_KINDS.filter((kind) => EXCEPTION_INFO[kind].ends === "cause" && OFFERS.detectors[kind] === undefined)).toEqual([]);
});

it("each kind that no detector finds is raised somewhere", () => {
  const raised = EXCEPTION_KINDS.filter((kind) => OFFERS.detectors[kind]?.raised ?? OFFERS.detectors[kind] === undefined);
  expect(raised.length).toBeGreaterThan(10);
  expect(raised.filter((kind) => !lines.some((line) => new RegExp(`["']${kind}["']`).test(line)))).toEqual([]);
});
