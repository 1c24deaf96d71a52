import { describe, expect, it } from "vitest";
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { statementPage } from "./html.ts";

const statement = {
  subject: { type: "merchant", id: "M261121XY12AB34", name: "Padma <Travel>", operator: null, account: null },
  month: "2026-11",
  from: "2026-11-01",
  to: "2026-11-30",
  complete: true,
  currency: "BDT",
  made_at: "2026-12-01T00:00:00.000Z",
  opening_balance: "0.00",
  closing_balance: "10.00",
  held_balance: null,
  credit: "10.00",
  debit: "0.00",
  totals: [{ kind: "payment", count: 1, credit: "10.00", debit: "0.00" }],
  fees: null,
  line_count: 1,
  days: [],
  detail: "entries",
  lines: [
    {
      at: "2026-11-20T04:00:00.000Z",
      date: "2026-11-20",
      operator_date: null,
      kind: "payment",
      reference: { type: "payment", id: "P261121XY12AB34" },
      merchant_order_id: null,
      count: 1,
      amount: "10.00",
      balance: "10.00",
      note: null,
    },
  ],
} as unknown as Statement;

describe("the printable statement", () => {
  const page = statementPage(statement, "en");

  it("writes nothing as nothing, without a sign", () => {
    expect(page).not.toContain("−0.00");
  });

  it("shows a merchant's own numbers of the orders where there are any", () => {
    const [line] = statement.lines;
    const long = "x".repeat(64);
    const own = statementPage({ ...statement, lines: [{ ...line, merchant_order_id: long } as StatementLine] }, "en");
    expect(own).toMatch(new RegExp(`<td>P261121XY12AB34</td><td class="long">${long}</td><td class="n">10.00</td>`));
    expect([own, page].map((one) => one.includes("Merchant order ID"))).toEqual([true, false]);
    expect(own).toContain(".long{overflow-wrap:anywhere}");
  });

  it("keeps a heading in one piece, and lets a wide table scroll by keyboard too", () => {
    expect(page).toMatch(/thead th\{white-space:nowrap/);
    expect(page).not.toContain("vertical-align:top;overflow-wrap:anywhere");
    expect(page.match(/class="wide[^>]*tabindex="0"/g)?.length).toBe(3);
  });
});
