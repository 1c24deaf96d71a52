import { describe, expect, it } from "vitest";
import { ERRORS, FIELD_CODES } from "../../contract/errors.ts";
import { USER_TYPES } from "../../contract/permissions.ts";
import { LOCAL_CODES } from "../api.ts";
import { SCREEN_NAMES } from "../screens.ts";
import { books as enBooks } from "./en/books.ts";
import { first as enFirst } from "./en/first.ts";
import { rest as enRest } from "./en/rest.ts";
import { books as zhBooks } from "./zh/books.ts";
import { first as zhFirst } from "./zh/first.ts";
import { rest as zhRest } from "./zh/rest.ts";

function flatten(value: unknown, prefix = ""): Record<string, string> {
  if (typeof value === "string") return { [prefix]: value };
  return Object.assign({}, ...Object.entries(value as object).map(([key, inner]) => flatten(inner, prefix === "" ? key : `${prefix}.${key}`)));
}
const zh = flatten({ ...zhFirst, ...zhRest, ...zhBooks });
const en = flatten({ ...enFirst, ...enRest, ...enBooks });
/** Each once: English names a number again for the ending of what it counts. */
const placeholders = (message: string): string[] => [...new Set([...message.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((found) => found[1] ?? ""))].sort();

describe("the two languages", () => {
  it("have exactly the same keys", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zh).sort());
  });

  it("have the same placeholders in every message", () => {
    const differing = Object.keys(zh).filter((key) => placeholders(zh[key] ?? "").join() !== placeholders(en[key] ?? "").join());
    expect(differing).toEqual([]);
  });

  it("have no empty message", () => {
    expect(
      Object.entries({ ...zh })
        .concat(Object.entries(en))
        .filter(([, message]) => message.trim() === ""),
    ).toEqual([]);
  });

  it("leave no Chinese in the English text but the language's own name", () => {
    expect(
      Object.entries(en)
        .filter(([key, message]) => /[\u4e00-\u9fff]/.test(message) && key !== "frame.zh")
        .map(([key]) => key),
    ).toEqual([]);
  });

  it("count in English: what follows a number has the ending that fits one", () => {
    const wrong = Object.entries(en).filter(
      ([, message]) => [...message.matchAll(/\{\{(?:n|rows|orders|entries|accounts)\}\} (?!(?:ms|is|has)\b)[a-z]+s\b/g)].length > 0,
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("write Chinese with full-width punctuation, without 您 and exclamation marks", () => {
    const wrong = Object.entries(zh).filter(
      ([, message]) => /您|！/.test(message) || /[\u4e00-\u9fff][,;?!](?!\d)/.test(message) || /[\u4e00-\u9fff]:(?!\/\/)/.test(message),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

describe("registries", () => {
  it("have a message for each error code and none for a code that does not exist", () => {
    const codes = [...Object.keys(ERRORS), ...LOCAL_CODES].sort();
    for (const errors of [zhFirst.errors, enFirst.errors]) expect(Object.keys(errors.code).sort()).toEqual(codes);
  });

  it("have a message for each field code and none else", () => {
    for (const errors of [zhFirst.errors, enFirst.errors]) expect(Object.keys(errors.field).sort()).toEqual([...FIELD_CODES].sort());
  });

  it("name every screen and every user type", () => {
    expect(Object.keys(zhFirst.frame.screen).sort()).toEqual([...SCREEN_NAMES].sort());
    expect(Object.keys(zhFirst.common.userType).sort()).toEqual([...USER_TYPES].sort());
  });
});

describe("the specification's words", () => {
  it.each([
    ["common.required", "请填写所有必填字段", "Please fill in all required fields"],
    ["common.requiredOperator", "请填写运营商字段", "Please fill in Operator fields"],
    ["common.copied", "已复制到剪贴板", "Copied"],
    ["common.areYouSure", "确定吗？", "Are you sure?"],
    ["profile.totp.verified", "验证成功", "Verify success"],
    ["frame.error.notFound", "页面不存在", "Page Not Found"],
    ["frame.error.internal", "服务器内部错误", "Internal Server Error"],
  ])("%s", (key, chinese, english) => {
    expect(zh[key]).toBe(chinese);
    expect(en[key]).toBe(english);
  });
});
