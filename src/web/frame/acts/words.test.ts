import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readClose } from "./close-words.ts";
import { isVerbOf, readAct } from "./object-words.ts";
import { readStop } from "./stop-words.ts";

describe("a stop in words", () => {
  it.each([
    ["stop bKash collecting for 30 minutes", { operators: ["bkash"], directions: ["in"], minutes: 30 }],
    ["停用 Nagad 代付 1 小时", { operators: ["nagad"], directions: ["out"], minutes: 60 }],
    ["停bKash收款30分钟", { operators: ["bkash"], directions: ["in"], minutes: 30 }],
    ["pause all", { operators: null, directions: ["in", "out"], minutes: null }],
    ["stop payouts half an hour", { operators: null, directions: ["out"], minutes: 30 }],
    ["stop nagad and bkash", { operators: ["bkash", "nagad"], directions: ["in", "out"], minutes: null }],
    ["stop bkash for 99999 hours", { operators: ["bkash"], directions: ["in", "out"], minutes: null }],
  ])("is read: %s", (text, expected) => {
    expect(readStop(text)).toEqual(expected);
  });

  it("is none where nothing says of what, or the verb is missing", () => {
    for (const text of ["stop", "stop lotus", "bkash collecting", "nonstop bkash", ""]) expect(readStop(text), text).toBeNull();
  });
});

describe("a close in words", () => {
  const now = Date.parse("2026-11-26T04:00:00Z");
  it("is read for days that are over", () => {
    expect(
      ["close yesterday", "关账 昨天", "关账昨天", "close the day before yesterday", "close 2026-11-20", "关账 2026年11月5日"].map((text) =>
        readClose(text, now),
      ),
    ).toEqual(["2026-11-25", "2026-11-25", "2026-11-25", "2026-11-24", "2026-11-20", "2026-11-05"]);
    for (const text of ["close", "close today", "close 2026-11-26", "close 2026-02-30", "yesterday"]) expect(readClose(text, now), text).toBeNull();
  });
});

describe("an act in words", () => {
  it("names its verb and its object", () => {
    expect(readAct("approve P261126XY12")).toEqual({ verb: "approve", object: "P261126XY12" });
    expect(readAct("通过P261126XY12")).toEqual({ verb: "通过", object: "P261126XY12" });
    expect(readAct("complete by hand 8N7A6D5EE7")).toEqual({ verb: "complete by hand", object: "8N7A6D5EE7" });
    expect(readAct("P261126XY12")).toEqual({ verb: "", object: "P261126XY12" });
    for (const text of ["approve", "approve lotus", "", "a1", "好的"]) expect(readAct(text), text).toBeNull();
  });

  it("is known by the beginning of its name in either language", () => {
    expect([isVerbOf("appr", ["通过", "Approve"]), isVerbOf("通", ["通过", "Approve"]), isVerbOf("", ["Approve"]), isVerbOf("reject", ["Approve"])]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

it("reads any text without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      readStop(text);
      readClose(text, 0);
      readAct(text);
    }),
  );
});
