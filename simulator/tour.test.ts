/** The tour in the terminal calls things by the words of the screens that it leads to (docs/glossary.md). */
import { expect, it } from "vitest";
import type { Person } from "./staff.ts";
import { tourOf } from "./tour.ts";

// Nothing has happened in this demo yet: neither a payout nor a day to close.
const admin = { call: async () => ({ items: [] }) } as unknown as Person;

it("says queue, evidence, day close, statement and stop as the product does", async () => {
  const steps = await tourOf(admin, Date.UTC(2026, 10, 28));
  expect(steps.map(({ zh }) => /异常台|证据|关账|月度对账单|紧急停用/.exec(zh)?.[0])).toEqual(["异常台", "证据", "关账", "月度对账单", "紧急停用"]);
});

it("finds a payout where the list has not come to its rows at once", async () => {
  const pages = [
    { items: [], search_cursor: "further" },
    { items: [{ id: "D1", attempts: [1] }], search_cursor: "last" },
    { items: [{ id: "D2", attempts: [1, 2] }], search_cursor: null },
  ];
  const asked: (string | undefined)[] = [];
  const call = async (key: string, { query }: { query: { cursor?: string } }) => {
    if (key !== "GET /api/disburses") return { items: [] };
    asked.push(query.cursor);
    return pages[asked.length - 1];
  };
  const [, payout] = await tourOf({ call } as unknown as Person, Date.UTC(2026, 10, 28));
  expect([payout?.path, asked]).toEqual(["/disburses?open=D2", [undefined, "further", "last"]]);
});
