// @vitest-environment happy-dom
/** Plots of the statistics: the figures they show, and what each leads to. */
import { beforeAll, expect, it } from "vitest";
import type { WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import type { OrderFigures, OrderHour } from "../../../../contract/statistics.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import { barWidth, drawnLines } from "../../../plots/spec.ts";
import { disbursesSpec, hoursSpec, paymentsSpec } from "../../../statistics/specs.ts";
import { suspenseSpec, walletDaysSpec } from "./figures-spec.ts";

const tools: CellTools = { t: text, locale: "en", currency: "BDT" };
const hour = (at: number): OrderHour => ({ hour: at, collected: `${at}.50`, collected_count: 1, paid_out: "0.00", paid_out_count: 0 });
const day = Array.from({ length: 24 }, (_, at) => hour(at));
const found: OrderFigures = {
  from: "2026-11-19",
  to: "2026-11-20",
  hours: null,
  payments: {
    rows: [
      { status: "expired", count: 30, amount: "300.00" },
      { status: "completed", count: 69, amount: "690.10" },
      { status: "review", count: 1, amount: "9.90" },
    ],
    success_bps: 6900,
    since: null,
  },
  disburses: { rows: [], success_bps: null, since: null },
};

beforeAll(async () => {
  startMessages();
  await Promise.all([activate("en", "rest"), activate("en", "books")]);
});

it("leaves hours empty that have not begun, and only those", () => {
  const at = Date.parse("2026-11-20T02:30:00Z"); // 10:30 of the business day
  const spec = hoursSpec({ to: "2026-11-20", hours: { day, before: day } }, at, tools);
  const [collected, paidOut, before] = spec.lines;
  expect(drawnLines(spec)).toEqual([before, paidOut, collected]);
  expect(collected?.heights.slice(9, 12)).toEqual([9.5, 10.5, null]);
  expect(paidOut?.texts[11]).toBe("–");
  expect(before?.heights[23]).toBe(23.5);
  expect(hoursSpec({ to: "2026-11-19", hours: { day, before: day } }, at, tools).lines.find(({ look }) => look === "before")?.heights[23]).toBe(23.5);
});

it("adds wallets up by day to the last unit, and opens a day", () => {
  const row = (date: string, system_payment: string) => ({ date, system_payment, system_disburse: "0.01" }) as WalletStatistics["items"][number]; // what is read
  const items = [row("2026-11-18", "90071992547409.93"), row("2026-11-18", "0.01"), row("2026-11-20", "5.00")];
  const spec = walletDaysSpec({ from: "2026-11-18", to: "2026-11-21", items }, "W1", tools);
  expect(spec.lines[0]?.plain).toEqual(["90071992547409.94", "", "5.00", ""]);
  expect(spec.present).toBe(2);
  expect(spec.opens?.to(2)).toBe("/en/wallets?tab=statistics&from=2026-11-20&to=2026-11-20&wallet_id=W1&by=plots");
});

it("shows what became of all orders, what succeeded first, each row with its list", () => {
  const spec = paymentsSpec(found, "W1", tools);
  expect(spec?.rows.map(({ key, share, cells }) => [key, share, ...cells.slice(1).map((cell) => cell.text)])).toEqual([
    ["all", 1, "100", "100.0%", "1,000.00"],
    ["completed", 0.69, "69", "69.0%", "690.10"],
    ["review", 0.01, "1", "1.0%", "9.90"],
    ["expired", 0.3, "30", "30.0%", "300.00"],
  ]);
  expect(spec?.rows[1]?.cells[0]?.to).toBe("/en/payments?from=2026-11-19&to=2026-11-20&wallet_id=W1&status=completed");
  expect(paymentsSpec({ ...found, payments: null }, null, tools)).toBeNull();
  expect(disbursesSpec(found, null, tools)?.rows.map(({ key, share }) => [key, share])).toEqual([
    ["all", 0],
    ["completed", 0],
  ]);
});

it("shows money without an explanation by its age, and opens exactly its messages", () => {
  const spec = suspenseSpec(
    [
      { age: "d0", from: "2026-11-20", to: "2026-11-20", unmatched: 0, review: 2, suspense: "25.00", unexplained: "0.00" },
      { age: "d31", from: null, to: "2026-10-20", unmatched: 1, review: 0, suspense: "75.00", unexplained: "3.00" },
    ],
    null,
    tools,
    Date.parse("2026-11-20T02:30:00Z"),
  );
  expect(spec.rows.map(({ share, cells }) => [share, cells[1]?.to ?? null, cells[2]?.to ?? null, cells[3]?.plain])).toEqual([
    [0.25, null, "/en/sms?from=2026-11-20&to=2026-11-20&status=review", "25.00"],
    [0.75, "/en/sms?from=2020-01-02&to=2026-10-20&status=unmatched", null, "75.00"],
  ]);
  expect(spec.rows.map(({ cells }) => [cells[3]?.to ?? null, cells[4]?.to ?? null])).toEqual([
    ["/en/sms?from=2026-11-20&to=2026-11-20&in_suspense=true", null],
    ["/en/sms?from=2020-01-02&to=2026-10-20&in_suspense=true", "/en/sms?from=2020-01-02&to=2026-10-20&unexplained=true"],
  ]);
});

it("draws what there is little of", () => {
  expect([0, 0.0001, 0.5, 1].map(barWidth)).toEqual(["0", "0.5%", "50%", "100%"]);
});
