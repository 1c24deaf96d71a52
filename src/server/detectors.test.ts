/** What ends by itself is looked up: else it could never end. */
import { expect, it } from "vitest";
import { EXCEPTION_KINDS, EXCEPTION_INFO } from "../contract/exceptions.ts";
import { OFFERS } from "./app.ts";

it("each kind of exception that ends with its cause has a detector", () => {
  expect(EXCEPTION_KINDS.filter((kind) => EXCEPTION_INFO[kind].ends === "cause" && OFFERS.detectors[kind] === undefined)).toEqual([]);
});
