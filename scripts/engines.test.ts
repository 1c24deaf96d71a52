import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkout } from "./lib/common.mjs";
import { ENGINE_TESTS } from "./lib/engines.mjs";

it("the tests that run on the second engine too are there: one that has moved would be left out without a word", () => {
  expect(ENGINE_TESTS.map(({ path }) => path).filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
});
