// @vitest-environment happy-dom
/** The plot of a wallet's day: what was booked as a line, messages as points, each of which opens. */
import { beforeAll, expect, it } from "vitest";
import type { BalanceMessage, WalletBalanceDay } from "../../../../contract/statistics.schema.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import { rowsOf } from "../../../plots/spec.ts";
import { asks, balanceSpec } from "./balance-spec.ts";

const message = (part: Partial<BalanceMessage>): BalanceMessage => ({
  id: "M1",
  kind: "cash_in_received",
  direction: "credit",
  amount: "5000.00",
  balance: "15000.00",
  trx_id: "TRX1",
  match_status: "matched",
  chain: "fits",
  ...part,
});
const day: WalletBalanceDay = {
  wallet_id: "W1",
  wallet_name: "Padma 1",
  date: "2026-11-20",
  until: "2026-11-20T16:00:00.000Z",
  opening: "10000.00",
  closing: "14000.00",
  points: [
    { at: "2026-11-20T02:00:00.000Z", balance: "15000.00", message: message({}) },
    { at: "2026-11-20T03:00:00.000Z", balance: "14000.00", message: null },
    // Its money is not booked, and it printed no balance: it stands at the booked one.
    { at: "2026-11-20T04:00:05.000Z", balance: "14000.00", message: message({ id: "M2", balance: null, match_status: "suspicious" }) },
  ],
  entries: 2,
  messages: 2,
  thinned: false,
};

beforeAll(async () => {
  startMessages();
  await Promise.all([activate("zh", "rest"), activate("zh", "books")]);
});

it("says the day point by point, from its beginning to its end", () => {
  const spec = balanceSpec(day, { t: text, locale: "zh", currency: "BDT" });
  expect(spec.points.map(({ x, label }) => [x / 3_600_000, label])).toEqual([
    [0, "日初"],
    [10, "10:00:00"],
    [11, "11:00:00"],
    [12 + 5 / 3600, "12:00:05"],
    [24, "至此"],
  ]);
  expect(spec.lines.map(({ look, heights }) => [look, heights])).toEqual([
    ["main", [10_000, 15_000, 14_000, 14_000, 14_000]],
    ["dots", [null, 15_000, null, null, null]],
    ["asks", [null, null, null, 14_000, null]],
  ]);
  expect(spec.alt).toBe("Padma 1 2026/11/20 的余额：期初 10,000.00，期末 14,000.00，短信 2 条，其中 1 条待处理");
  expect(rowsOf(spec, true).rows[1]).toEqual(["10:00:00", "15000.00", "15000.00", "", expect.stringContaining("5,000.00"), "TRX1"]);
});

it("opens the message of a point, in the reader's language", () => {
  const spec = balanceSpec(day, { t: text, locale: "en", currency: "BDT" });
  expect([0, 1, 2, 3, 4].map((at) => spec.opens?.to(at))).toEqual([null, "/en/sms?open=M1", null, "/en/sms?open=M2", null]);
});

it("marks what somebody should look at", () => {
  expect(asks({ match_status: "matched", chain: "fits" })).toBe(false);
  expect(asks({ match_status: "matched", chain: "break" })).toBe(true);
  for (const match_status of ["unmatched", "review", "held", "suspicious"] as const) expect(asks({ match_status, chain: "unknown" })).toBe(true);
});
