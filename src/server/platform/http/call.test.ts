import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { refusedIn } from "../refusal.ts";
import { IDEMPOTENCY_KEY, idempotencyKey } from "./call.ts";

const keyOf = (header?: string): string | null =>
  idempotencyKey({ headers: header === undefined ? {} : { "idempotency-key": header } } as unknown as FastifyRequest); // all that is read

it("an Idempotency-Key is read as the document has it", () => {
  expect(keyOf()).toBeNull();
  for (const key of ["a", "~!", "k".repeat(IDEMPOTENCY_KEY.maxLength)]) expect(keyOf(key)).toBe(key);
});

it.each(["", " ", "a b", "é", "k".repeat(IDEMPOTENCY_KEY.maxLength + 1)])("a key that is none is refused by name, not left out: %j", (header) => {
  let thrown: unknown;
  try {
    keyOf(header);
  } catch (error) {
    thrown = error;
  }
  expect(refusedIn(thrown)).toMatchObject({ code: "validation_failed", fields: { "Idempotency-Key": "invalid" } });
});
