/** Days and months of sealed days are those of the database's calendar: it has no year 0000. */
import { expect, it } from "vitest";
import { proofQuery, sealDayParams, sealQuery } from "./seals.schema.ts";

it.each(["0000-01", "2026-00", "2026-13", "２０２６-11", "2026-1"])("a month that is none is refused: %s", (month) => {
  expect(proofQuery.safeParse({ month }).success).toBe(false);
  expect(sealDayParams.safeParse({ date: `${month}-01` }).success).toBe(false);
  expect(sealQuery.safeParse({ before: `${month}-01` }).success).toBe(false);
});

it.each(["0001-01", "2026-11", "9999-12"])("one of the calendar is taken: %s", (month) => {
  expect(proofQuery.parse({ month })).toEqual({ month });
  expect(sealDayParams.parse({ date: `${month}-31` })).toEqual({ date: `${month}-31` });
});
