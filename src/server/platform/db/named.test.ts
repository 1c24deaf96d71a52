/** Values by name: numbers in the order in which names come, and no name without a value. */
import { describe, expect, it } from "vitest";
import { byPlace, numbered } from "./named.ts";

describe("values by name", () => {
  it("get the numbers in which their names come, one for each", () => {
    const sql = "update notes set text = $text, at = $at::timestamptz, by = case when $at is null then $who end where id = $id";
    expect(byPlace(sql, { id: 4n, who: "lin", text: "x", at: null })).toEqual({
      text: "update notes set text = $1, at = $2::timestamptz, by = case when $2 is null then $3 end where id = $4",
      values: ["x", null, "lin", 4n],
    });
  });

  it("leave numbers, dollar-quoted texts and lists of values as they are", () => {
    const sql = "do $fn$ begin perform $1; end $fn$";
    expect(numbered(sql)).toEqual({ text: sql, names: [] });
    expect(byPlace("select $1", [1])).toEqual({ text: "select $1", values: [1] });
  });

  it("are refused where a name has no value, or a value no name", () => {
    expect(() => byPlace("select $a, $b", { a: 1 })).toThrow("differ in b");
    expect(() => byPlace("select $a", { a: 1, c: 2 })).toThrow("differ in c");
    expect(() => byPlace("select $a", {})).toThrow("differ in a");
  });
});
