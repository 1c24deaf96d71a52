/** What runs the product's parts has the programs of their threads beside it: without them nobody signs in. */
import { expect, it } from "vitest";
import { HISTORY, THREADS } from "./lib/bundle.mjs";

it("the month behind a demo is bundled with the programs of threads", () => {
  expect(HISTORY).toMatchObject(THREADS);
});
