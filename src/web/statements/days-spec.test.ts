import { expect, test } from "vitest";
import { everyDay, statementSpecs } from "./days-spec.ts";
import type { Statement } from "../../contract/statements.schema.ts";
import type { CellTools } from "../cell-tools.ts";

const statement = {
  subject: { type: "wallet", id: "W1", name: "w", operator: "bkash", account: "017" },
  month: "2026-11",
  from: "2026-11-01",
  to: "2026-11-30",
  opening_balance: "100.00",
  closing_balance: "60.00",
  days: [
    { date: "2026-11-02", credit: "50.00", debit: "0.00", balance: "150.00" },
    { date: "2026-11-04", credit: "10.00", debit: "100.00", balance: "60.00" },
  ],
} as unknown as Statement; // what the plots read of one
const tools = { t: (key: string) => key } as unknown as CellTools;

test("a day without entries keeps the balance before it, up to the last day that has begun", () => {
  expect(everyDay(statement, "2026-11-05").map(({ date, credit, balance }) => [date.slice(8), credit, balance])).toEqual([
    ["01", "0.00", "100.00"],
    ["02", "50.00", "150.00"],
    ["03", "0.00", "150.00"],
    ["04", "10.00", "60.00"],
    ["05", "0.00", "60.00"],
  ]);
  expect(everyDay(statement, "2026-12-20")).toHaveLength(30);
});

test("a month without entries stays where it opened, in and out at nothing", () => {
  const specs = statementSpecs({ ...statement, closing_balance: "100.00", days: [] }, "2026-12-01", tools);
  expect(new Set(specs?.balance.lines[0]?.plain)).toEqual(new Set(["100.00"]));
  expect(specs?.flow.lines.map(({ plain }) => [plain.length, ...new Set(plain)])).toEqual([
    [30, "0.00"],
    [30, "0.00"],
  ]);
});

test("the balance goes from the opening to the closing, and in and out have every day", () => {
  const specs = statementSpecs(statement, "2026-11-05", tools);
  expect(specs?.balance.lines[0]?.plain).toEqual(["100.00", "100.00", "150.00", "150.00", "60.00", "60.00"]);
  expect(specs?.balance.points[0]?.label).toBe("reconciliation.statement.opening");
  expect(specs?.flow.lines.map(({ key, plain }) => [key, plain[3]])).toEqual([
    ["out", "100.00"],
    ["in", "10.00"],
  ]);
  expect(specs?.flow.points).toHaveLength(5);
  expect(statementSpecs(statement, "2026-10-31", tools)).toBeNull();
});
