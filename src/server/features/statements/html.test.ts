import { describe, expect, it } from "vitest";
import type { Statement } from "../../../contract/statements.schema.ts";
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

  it("keeps a heading in one piece, and lets a wide table scroll by keyboard too", () => {
    expect(page).toMatch(/thead th\{white-space:nowrap/);
    expect(page).not.toContain("vertical-align:top;overflow-wrap:anywhere");
    expect(page.match(/class="wide[^>]*tabindex="0"/g)?.length).toBe(3);
  });
});
