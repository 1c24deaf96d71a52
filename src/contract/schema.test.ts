/** A required line says something: what nobody can see is none. */
import { expect, it } from "vitest";
import * as z from "zod";
import { inAddress, line, listQuery } from "./schema.ts";

it.each(["", "  ", "\u200b", "\u200b \u2060", "\ufeff\u00ad", "\u3164", "\u2800"])("is missing where nothing of it can be seen: %j", (nothing) => {
  expect(line(10).safeParse(nothing).success).toBe(false);
});

it.each(["-", "ক", "A\u200bB", "👍🏽", "\u200f١"])("is there where something can: %j", (something) => {
  expect(line(10).safeParse(something)).toEqual({ success: true, data: something });
});

it.each(["2e1", "0x14", " 20", "20 ", "+20", "020", "20.0", "20.", "２０", "", "0b10100", "1_000", "Infinity", "true"])(
  "is no number in an address: %j",
  (written) => {
    expect(inAddress(z.int()).safeParse(written).success).toBe(false);
    expect(listQuery.safeParse({ size: written }).error?.issues.map(({ path }) => path)).toEqual([["size"]]);
  },
);

it("is a number in an address where it is written in digits, and in a body as it is", () => {
  expect(["0", "20", 20].map((given) => inAddress(z.int().min(0)).parse(given))).toEqual([0, 20, 20]);
  expect(listQuery.parse({ size: "20" })).toEqual({ size: 20 });
  expect(inAddress(z.int().max(9)).safeParse("10").error?.issues[0]).toMatchObject({ code: "too_big" });
});
