import { describe, expect, it } from "vitest";
import { mobilePhone } from "../../../contract/phones.ts";
import { errorOf, provesNothingDone, readAmount, readTime } from "./bkash/words.ts";
import { judge as judgeBkash } from "./bkash/client.ts";
import { judge as judgeNagad, readTime as readNagadTime, writeTime } from "./nagad/words.ts";

describe("bKash's words", () => {
  it("reads its times with a colon before the milliseconds", () => {
    expect(readTime("2026-11-21T10:11:12:345 GMT+0600")).toBe(Date.parse("2026-11-21T04:11:12.345Z"));
    expect(readTime("2026-06-22T12:01:00:000 GMT+0000")).toBe(Date.parse("2026-06-22T12:01:00Z"));
    for (const text of ["", null, "2026-11-21", "2026-13-41T10:11:12:345 GMT+0600", 5]) expect(readTime(text)).toBeNull();
  });
  it("reads errors of both products, and success as none", () => {
    expect(errorOf({ statusCode: "0000", statusMessage: "Successful" })).toBeNull();
    expect(errorOf({ errorCode: "2023", errorMessage: "Insufficient Balance" })).toEqual({ code: "2023", message: "Insufficient Balance" });
    expect(errorOf({ status: "fail", msg: "no" })).toEqual({ code: "fail", message: "no" });
    expect(errorOf({ trxID: "X" })).toBeNull();
  });
  it("holds neither duplicates nor maintenance for proof", () => {
    for (const code of ["2029", "2062", "2068", "2117", "503", "2003", "2020", "2024", "9999", ""]) expect(provesNothingDone(code)).toBe(false);
    for (const code of ["2001", "2023", "2057"]) expect(provesNothingDone(code)).toBe(true);
  });
  it("reads amounts exactly and numbers only when they are whole", () => {
    expect([readAmount("15"), readAmount("15.5"), readAmount("15.5000"), readAmount("-1"), readAmount("1e3"), readAmount(null)]).toEqual([
      1500n,
      1550n,
      1550n,
      null,
      null,
      null,
    ]);
    expect([mobilePhone("8801711111111"), mobilePhone("01711111111"), mobilePhone("017****1111"), mobilePhone(null)]).toEqual([
      "01711111111",
      "01711111111",
      null,
      null,
    ]);
  });
  it.each([408, 409, 425, 500, 502, 503, 504])("finds HTTP %i unclear whatever the body says", (status) => {
    expect(judgeBkash({ kind: "answer", status, headers: {}, json: { errorCode: "2023", errorMessage: "x" } }).kind).toBe("unclear");
  });
  it("finds lost, empty and redirected answers unclear", () => {
    expect(judgeBkash({ kind: "lost", code: "timeout" })).toEqual({ kind: "unclear", code: "timeout", asked: true });
    expect(judgeBkash({ kind: "answer", status: 200, headers: {}, json: null }).kind).toBe("unclear");
    expect(judgeBkash({ kind: "answer", status: 302, headers: {}, json: {} }).kind).toBe("unclear");
    expect(judgeBkash({ kind: "no_token", code: "token_limit" })).toEqual({ kind: "unclear", code: "token_limit", asked: false });
  });
});

describe("Nagad's words", () => {
  it("writes and reads the clock of Dhaka", () => {
    const at = Date.parse("2026-11-21T20:30:15Z");
    expect(writeTime(at)).toBe("20261122023015");
    expect(readNagadTime("20261122023015")).toBe(at);
    expect(readNagadTime("2026-11-22 02:30:15.0")).toBe(at);
    expect([readNagadTime(""), readNagadTime(null), readNagadTime("20261345023015")]).toEqual([null, null, null]);
  });
  it("takes a refusal for certain only when it says nothing of before", () => {
    const of = (status: number, reason: string) => judgeNagad({ kind: "answer", status, headers: {}, json: { reason, message: "m" } });
    expect(of(400, "INVALID_AMOUNT")).toMatchObject({ kind: "error", sure: true });
    expect(of(200, "INVALID_AMOUNT")).toMatchObject({ kind: "error", sure: true });
    expect(of(409, "INVALID_AMOUNT")).toMatchObject({ kind: "error", sure: false });
    expect(of(400, "DUPLICATE_REFERENCE")).toMatchObject({ kind: "error", sure: false });
    expect(of(500, "INVALID_AMOUNT").kind).toBe("unclear");
  });
});
