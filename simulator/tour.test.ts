/** The tour in the terminal calls things by the words of the screens that it leads to (docs/glossary.md). */
import { expect, it } from "vitest";
import { PERMISSIONS } from "../src/contract/permissions.ts";
import type { Person } from "./staff.ts";
import { tourLines, tourOf } from "./tour.ts";

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

it("names who signs in: an admin, and finance where days are closed, which an admin may not", async () => {
  const [head = ""] = await tourLines(admin, "http://127.0.0.1:3000", Date.UTC(2026, 10, 28));
  const close = (await tourOf(admin, Date.UTC(2026, 10, 28)))[2];
  expect([head.match(/admin/g)?.length, PERMISSIONS["reconciliation.close"]]).toEqual([2, ["finance"]]);
  expect([close?.zh, close?.en].map((words) => words?.includes("finance"))).toEqual([true, true]);
});

it("says what has to be done before a key works: a line chosen in the queue, the dialog of the stop closed", async () => {
  const [queue, , , , stop] = await tourOf(admin, Date.UTC(2026, 10, 28));
  expect([queue?.zh, queue?.en].map((words) => /[ 按]j /.test(words ?? ""))).toEqual([true, true]);
  expect([stop?.zh, stop?.en].map((words) => /Esc/.test(words ?? ""))).toEqual([true, true]);
});
