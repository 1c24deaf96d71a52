/** A required line says something: what nobody can see is none. */
import { expect, it } from "vitest";
import { line } from "./schema.ts";

it.each(["", "  ", "\u200b", "\u200b \u2060", "\ufeff\u00ad", "\u3164", "\u2800"])("is missing where nothing of it can be seen: %j", (nothing) => {
  expect(line(10).safeParse(nothing).success).toBe(false);
});

it.each(["-", "ক", "A\u200bB", "👍🏽", "\u200f١"])("is there where something can: %j", (something) => {
  expect(line(10).safeParse(something)).toEqual({ success: true, data: something });
});
