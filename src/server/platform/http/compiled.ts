/**
 * Answers of busy routes, written by a program that is made of the route's schema once. What leaves is the same text as
 * elsewhere, from an allow list as elsewhere; what is saved is looking at each value again before it is written.
 */
import { createRequire } from "node:module";
import type { default as Build, Schema } from "fast-json-stringify";
import * as z from "zod";

const require = createRequire(import.meta.url);

/** `T | null` as one type: the writer would try the parts of a choice one after another. */
function plainNull({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [some, none, ...more] = jsonSchema.anyOf ?? [];
  if (!some || none?.type !== "null" || more.length > 0) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, some, { nullable: true });
}

/**
 * What writes values of a schema as JSON; see `compiled.test.ts` for the kinds of schema that it knows.
 * @throws Error when a schema holds what has no JSON; the writer, when a value lacks a field
 */
export function compileWriter(schema: z.ZodType): (value: unknown) => string {
  const described = z.toJSONSchema(schema, { io: "output", target: "draft-7", override: plainNull });
  delete described.$schema;
  const build = require("fast-json-stringify") as typeof Build;
  return build(described as Schema);
}

/** As {@link compileWriter}, made with the first answer: a start does not wait for a program that it has no use for yet. */
export function writerOf(schema: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | null = null;
  return (value) => (write ??= compileWriter(schema))(value);
}
