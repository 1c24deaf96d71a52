import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount } from "../../contract/money.ts";
import {
  amountParts,
  amountText,
  bpsText,
  countText,
  durationText,
  formatDate,
  formatDateTime,
  phoneText,
  rateText,
  reachText,
  relativeText,
  shortId,
  usedText,
} from "./format.ts";

describe("amounts", () => {
  it.each([
    ["1284652.50", "1,284,652.50"],
    ["0.00", "0.00"],
    ["-500.00", "\u2212500.00"],
    ["999.99", "999.99"],
    ["1000.00", "1,000.00"],
    ["9999999999999.99", "9,999,999,999,999.99"],
  ])("%s", (amount, expected) => expect(amountText(amount)).toBe(expected));

  it("show an absent amount as a dash", () => {
    expect([amountText(null), amountText(undefined), countText(null), bpsText(null)]).toEqual(["–", "–", "–", "–"]);
  });

  it("lose no digit, whatever the amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (minor) => {
        const { sign, whole, decimals } = amountParts(formatAmount(minor));
        expect(BigInt((whole + decimals).replace(/[,.]/g, ""))).toBe(minor < 0n ? -minor : minor);
        expect(sign).toBe(minor < 0n ? "\u2212" : "");
        expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/);
      }),
    );
  });
});

describe("times", () => {
  const now = Date.parse("2026-11-21T08:00:00.000Z");
  it("stand in Shanghai, dates alone in UTC", () => {
    expect(formatDateTime("2026-11-20T16:30:59.999Z")).toBe("2026/11/21 00:30");
    expect(formatDate("2026-11-20T23:59:59.999Z")).toBe("2026/11/20");
  });

  it.each([
    ["2026-11-21T07:59:58.000Z", "刚刚", "just now"],
    ["2026-11-21T07:59:30.000Z", "30 秒前", "30 sec. ago"],
    ["2026-11-21T07:57:01.000Z", "2 分钟前", "2 min. ago"],
    ["2026-11-20T08:00:01.000Z", "23 小时前", "23 hr. ago"],
    ["2026-11-21T08:14:00.000Z", "14 分钟后", "in 14 min."],
  ])("are relative within 24 hours: %s", (instant, zh, en) => {
    expect(relativeText(instant, now, "zh")).toBe(zh);
    expect(relativeText(instant, now, "en")).toBe(en);
  });

  it("are exact from 24 hours on", () => {
    expect(relativeText("2026-11-20T08:00:00.000Z", now, "zh")).toBeNull();
    expect(relativeText("not a time", now, "zh")).toBeNull();
  });

  it("give durations in the largest unit that fits", () => {
    expect([durationText(38_000, "zh"), durationText(840_000, "zh"), durationText(7_200_000, "en"), durationText(null, "en")]).toEqual([
      "38 秒",
      "14 分钟",
      "2 hr",
      "–",
    ]);
  });
});

describe("how far something reaches", () => {
  const now = Date.parse("2026-11-25T10:00:00Z");
  it.each([
    ["2026-10-11T16:00:00.000Z", "10月12日", "12 Oct"],
    ["2025-10-12T04:00:00.000Z", "2025年10月12日", "12 Oct 2025"],
    ["2026-11-25T06:05:00.000Z", "11月25日 14:05", "25 Nov, 14:05"],
  ])("%s is a day in Shanghai", (instant, zh, en) => {
    expect(reachText(instant, now, "zh")).toBe(zh);
    expect(reachText(instant, now, "en")).toBe(en);
  });
});

describe("ids, phones, shares", () => {
  it("shorten an id in the middle only when that saves something", () => {
    expect(shortId("P261121XY12AB34")).toBe("P261121…AB34");
    expect(shortId("P261121XY")).toBe("P261121XY");
  });

  it("group phone numbers and change no digit", () => {
    expect(phoneText("01712345678")).toBe("01712 345 678");
    expect(phoneText("+8801712345678")).toBe("+8801712 345 678");
    expect(phoneText("017****5678")).toBe("017** **5 678");
    expect(phoneText("16247")).toBe("16247");
    fc.assert(fc.property(fc.stringMatching(/^\+?\d{1,15}$/), (phone) => phoneText(phone).replaceAll(" ", "") === phone));
  });

  it("never show a limit in use as unused, nor a nearly used one as full", () => {
    expect([null, 0, 1, 9, 10, 93, 999, 1000, 9999, 10_000, 12_000].map(usedText)).toEqual([
      "–",
      "0%",
      "<0.1%",
      "<0.1%",
      "0.1%",
      "0.9%",
      "9.9%",
      "10%",
      "99%",
      "100%",
      "120%",
    ]);
  });

  it("write shares and rates", () => {
    expect([bpsText(9112), bpsText(10_000), rateText(150), rateText(125), countText(1832), countText(-3)]).toEqual([
      "91.1%",
      "100.0%",
      "1.5%",
      "1.25%",
      "1,832",
      "\u22123",
    ]);
  });
});
