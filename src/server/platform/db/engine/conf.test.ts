import { expect, it } from "vitest";
import { sharedBuffers } from "./conf.ts";

const GIB = 1024 ** 3;

it.each([
  [0.5 * GIB, "128MB"],
  [2 * GIB, "128MB"],
  [4 * GIB, "256MB"],
  [8 * GIB, "512MB"],
  [64 * GIB, "512MB"],
  [2 ** 64, "512MB"],
])("of %d bytes of memory the database keeps pages in %s", (memory, buffers) => {
  expect(sharedBuffers(memory)).toBe(buffers);
});
