import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readClose } from "./close-words.ts";
import { asksForNew, namedWhole } from "./create-words.ts";
import { codeIn, isBegun, readAct } from "./object-words.ts";
import { readStop } from "./stop-words.ts";

const BOTH = ["in", "out"];
const stop = { act: "stop", operators: null, directions: BOTH, minutes: null, names: [], reason: "" };

describe("a stop in words", () => {
  it.each([
    ["stop bKash collecting for 30 minutes", { operators: ["bkash"], directions: ["in"], minutes: 30 }],
    ["停用 Nagad 代付 1 小时", { operators: ["nagad"], directions: ["out"], minutes: 60 }],
    ["停bKash收款30分钟", { operators: ["bkash"], directions: ["in"], minutes: 30 }],
    ["pause all", {}],
    ["stop payouts half an hour", { directions: ["out"], minutes: 30 }],
    ["stop nagad and bkash", { operators: ["bkash", "nagad"] }],
    ["stop bkash for 2 days", { operators: ["bkash"], minutes: 2880 }],
    ["stop bkash for 99999 hours", { operators: ["bkash"] }],
    ["stop Lotus Store payouts for 15 min because it is asked for", { directions: ["out"], minutes: 15, names: ["lotus store"], reason: "it is asked for" }],
    ["停用 荷花商城 代收 因为 对账", { directions: ["in"], names: ["荷花商城"], reason: "对账" }],
    ["stop bkash 30", { operators: ["bkash"], minutes: 30 }],
    ["停 bKash 代收 45", { operators: ["bkash"], directions: ["in"], minutes: 45 }],
    ["stop lotus 30", { names: ["lotus 30"] }],
    ["stop bkash for 1.5 hours", { operators: ["bkash"], minutes: 90 }],
    ["stop bkash for 1h30m", { operators: ["bkash"], minutes: 90 }],
    ["stop bkash for 1 hour and 30 minutes", { operators: ["bkash"], minutes: 90 }],
    ["stop bkash for an hour", { operators: ["bkash"], minutes: 60 }],
    ["stop bkash for half an hour", { operators: ["bkash"], minutes: 30 }],
    ["stop bkash for two hours", { operators: ["bkash"], minutes: 120 }],
    ["停用 bKash ３０ 分钟", { operators: ["bkash"], minutes: 30 }],
    ["停bKash三十分钟", { operators: ["bkash"], minutes: 30 }],
    ["停 bKash 两小时", { operators: ["bkash"], minutes: 120 }],
    ["停 bKash 一个半小时", { operators: ["bkash"], minutes: 90 }],
    ["停 bKash 1小时30分", { operators: ["bkash"], minutes: 90 }],
    ["停 bKash 2个小时", { operators: ["bkash"], minutes: 120 }],
    // Neither five hours nor half an hour: what is not understood is a name that nobody has.
    ["stop bkash for 1,5 hours", { operators: ["bkash"], names: ["bkash 1 5 hours", "1 5 hours"] }],
    ["stop bkash for -30 minutes", { operators: ["bkash"], names: ["bkash -30 minutes", "-30 minutes"] }],
    ["stop bkash 01", { operators: ["bkash"], names: ["bkash 01", "01"] }],
    ["stop wallet bKash 01", { operators: ["bkash"], names: ["bkash 01", "01"] }],
    ["resume bkash payouts", { act: "resume", operators: ["bkash"], directions: ["out"] }],
    ["恢复 Nagad 代收", { act: "resume", operators: ["nagad"], directions: ["in"] }],
    ["resume", { act: "resume" }],
    ["恢复", { act: "resume" }],
  ])("is read: %s", (text, expected) => {
    expect(readStop(text)).toEqual({ ...stop, ...expected });
  });

  it("is none where nothing says of what, or the verb is missing", () => {
    for (const text of ["stop", "停用", "resumed", "bkash collecting", "nonstop bkash", "stopped bkash", ""]) expect(readStop(text), text).toBeNull();
  });
});

describe("a close in words", () => {
  const now = Date.parse("2026-11-26T04:00:00Z");
  const day = (text: string): unknown => {
    const asked = readClose(text, now);
    return asked?.kind === "day" ? asked.day : asked?.kind;
  };
  it("is read for a day and for all of them", () => {
    expect(
      ["close yesterday", "关账 昨天", "昨天关账", "close the day before yesterday", "close 2026-11-20", "关账 2026年11月5日", "close today"].map(day),
    ).toEqual(["2026-11-25", "2026-11-25", "2026-11-25", "2026-11-24", "2026-11-20", "2026-11-05", "2026-11-26"]);
    // Without a year it is the last such day.
    expect(["close 11-25", "关账 11月25日", "12月31日关账", "close 02-30"].map(day)).toEqual(["2026-11-25", "2026-11-25", "2025-12-31", undefined]);
    expect(["close all days without difference", "关账 全部", "close days", "关账"].map(day)).toEqual(["all", "all", "all", "all"]);
    for (const text of ["close lotus", "close 2026-02-30", "yesterday"]) expect(readClose(text, now), text).toBeNull();
  });
});

describe("an act in words", () => {
  const verbs = ["approve", "Approve", "通过", "Complete by hand", "Disable", "停用"];
  it("names its verb and its object", () => {
    expect(readAct("appr P261126XY12", verbs)).toEqual({ verb: "appr", object: "P261126XY12" });
    expect(readAct("通过P261126XY12", verbs)).toEqual({ verb: "通过", object: "P261126XY12" });
    expect(readAct("P261126XY12 通过", verbs)).toEqual({ verb: "通过", object: "P261126XY12" });
    expect(readAct("complete by hand 8N7A6D5EE7", verbs)).toEqual({ verb: "complete by hand", object: "8N7A6D5EE7" });
    expect(readAct("disable Lotus Store", verbs)).toEqual({ verb: "disable", object: "Lotus Store" });
  });

  it("is none where words are looked for", () => {
    for (const text of ["P261126XY12", "approve", "lotus 1170", "dis Lotus", "Lotus disable", "", "a1"]) expect(readAct(text, verbs), text).toBeNull();
    expect(isBegun("", ["Approve"])).toBe(false);
  });
});

it("knows what is to be made new", () => {
  const asks = (text: string): boolean => asksForNew(text, ["新建商户", "New merchant"], ["商户", "Merchants"]);
  expect(["new merchant", "create merchant", "新建商户", "添加商户", "new", "new mer"].map(asks)).toEqual([true, true, true, true, true, true]);
  expect(["new wallet", "merchant", "newmerchant", "n", ""].map(asks)).toEqual([false, false, true, false, false]);
});

it("knows the one that is named whole", () => {
  const made = ["新建商户", "申请商户提现", "新建用户"];
  expect(namedWhole("新建商户", made, (one) => [one])).toEqual(["新建商户"]);
  expect(namedWhole("新建", made, (one) => [one])).toEqual(made);
});

it("finds the only code among words", () => {
  expect(["拒绝P261126XY12", "look up 8N7A6D5EE7", "Ｐ２６１１２６ＸＹ１２ 在哪"].map(codeIn)).toEqual(["P261126XY12", "8N7A6D5EE7", "P261126XY12"]);
  expect(["P261126XY12", "lotus books", "8N7A6D5EE7 76CDH6DD", "", "1 2"].map(codeIn)).toEqual([null, null, null, null, null]);
});

it("reads any text without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      readStop(text);
      readClose(text, 0);
      readAct(text, ["通过"]);
      asksForNew(text, ["新建商户"], []);
    }),
  );
});
