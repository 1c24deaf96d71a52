import { describe, expect, test } from "vitest";
import { standsAlready } from "./values.ts";

const followed = { id: "4", name: "T", edition: 2, newest: 2, deleted: false, differs: [] as [] };

describe("nothing is left to do", () => {
  test("where a wallet is as its template says in the newest edition, or follows none and is given none", () => {
    expect(standsAlready({ template: followed }, { id: "4", edition: 2 })).toBe(true);
    expect(standsAlready({ template: null }, null)).toBe(true);
  });

  test("but not for another template or edition, for what has gone another way, and for leaving one", () => {
    expect(standsAlready({ template: followed }, { id: "5", edition: 2 })).toBe(false);
    expect(standsAlready({ template: followed }, { id: "4", edition: 3 })).toBe(false);
    expect(standsAlready({ template: { ...followed, edition: 1 } }, { id: "4", edition: 2 })).toBe(false);
    expect(standsAlready({ template: { ...followed, differs: ["daily_max"] } }, { id: "4", edition: 2 })).toBe(false);
    expect(standsAlready({ template: followed }, null)).toBe(false);
    expect(standsAlready({ template: null }, { id: "4", edition: 2 })).toBe(false);
  });
});
