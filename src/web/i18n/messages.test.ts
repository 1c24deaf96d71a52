import { describe, expect, it } from "vitest";
import { ERRORS, FIELD_CODES } from "../../contract/errors.ts";
import { CODE_WORDS } from "../../contract/words/index.ts";
import { USER_TYPES } from "../../contract/permissions.ts";
import { LOCAL_CODES } from "../api.ts";
import { SCREEN_NAMES } from "../screens.ts";
import { books as enBooks } from "./en/books.ts";
import { first as enFirst } from "./en/first.ts";
import { rest as enRest } from "./en/rest.ts";
import { seldom as enSeldom } from "./en/seldom.ts";
import { books as zhBooks } from "./zh/books.ts";
import { first as zhFirst } from "./zh/first.ts";
import { rest as zhRest } from "./zh/rest.ts";
import { seldom as zhSeldom } from "./zh/seldom.ts";

function flatten(value: unknown, prefix = ""): Record<string, string> {
  if (typeof value === "string") return { [prefix]: value };
  return Object.assign({}, ...Object.entries(value as object).map(([key, inner]) => flatten(inner, prefix === "" ? key : `${prefix}.${key}`)));
}
const zh = Object.assign({}, ...[zhFirst, zhRest, zhBooks, zhSeldom].map((part) => flatten(part))) as Record<string, string>;
const en = Object.assign({}, ...[enFirst, enRest, enBooks, enSeldom].map((part) => flatten(part))) as Record<string, string>;
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
      ([, message]) =>
        [...message.matchAll(/(?<!newest )\{\{(?:n|rows|orders|entries|accounts)\}\} (?:(?!o[fn] )[a-z]+ )?(?!(?:ms|is|has|business)\b)[a-z]+s\b/g)].length > 0,
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

describe("what is said of money and of what can be done", () => {
  it("of a transfer that waits names the acts that it has: none rejects it", () => {
    const key = "exceptions.about.transfer_waiting";
    expect([zh[key], en[key]].filter((message) => /驳回|reject/i.test(message ?? ""))).toEqual([]);
  });

  it("of payouts that are closed or opened again says what becomes of those that queue (core/switches/closed.ts)", () => {
    const closing = ["home.acceptance.closePayoutsQuestion", "merchants.ask.closeDisbursesBody", "switches.hint"];
    const opening = ["home.acceptance.openPayoutsQuestion", "merchants.ask.openDisbursesBody", "switches.openPayoutsQuestion"];
    expect(closing.filter((key) => !/排队的代付等到/.test(zh[key] ?? "") || !/queued (?:payouts|ones) wait/.test(en[key] ?? ""))).toEqual([]);
    expect(opening.filter((key) => !/排队的代付随即/.test(zh[key] ?? "") || !/queued (?:payouts|ones) leave/.test(en[key] ?? ""))).toEqual([]);
  });

  it("of a payout whose attempt failed says that it fails by itself in time (features/disburses/jobs.ts)", () => {
    const told = ["disburses.waiting.attemptFailed", "exceptions.about.disburse_attempt_failed"];
    expect(told.filter((key) => !zh[key]?.includes("自动失败") || !en[key]?.includes("fails by itself"))).toEqual([]);
    expect(zh["config.hints.auto_fail_minutes"]).toContain("结果未知的不受影响");
  });

  it("call what reports messages a phone; a device is what somebody signs in on", () => {
    const areas = /^(?:approvals|config|disburses|exceptions|home|payments|sms|transfers)\.(?!also)/;
    const keys = Object.keys(zh).filter((key) => areas.test(key));
    expect(keys.filter((key) => zh[key]?.includes("设备") || /\bdevice/i.test(en[key] ?? ""))).toEqual([]);
    for (const [language, other] of [
      ["zh", /设备/],
      ["en", /device/i],
    ] as const)
      expect(Object.values(CODE_WORDS[language].exceptionKind).filter((words) => other.test(words))).toEqual([]);
  });

  it("of a message that a person brings in says what the button does", () => {
    const told = Object.keys(zh).filter((key) => !key.startsWith("config.also"));
    expect(told.filter((key) => /补录|手[动工]录入/.test(zh[key] ?? ""))).toEqual([]);
    expect(told.filter((key) => key.startsWith("exceptions.about.") && /\benter(?:ed)?\b/.test(en[key] ?? ""))).toEqual([]);
  });

  it("of a payout says 出款, not what a payer or the bank does", () => {
    const payouts = [...Object.keys(zh).filter((key) => /^(?:exceptions\.about\.)?disburse/.test(key)), "home.wallets.used", "wallets.ask.bindByHand"];
    expect(payouts.filter((key) => zh[key]?.includes("付款"))).toEqual([]);
  });

  it("of a withdrawal speaks of one thing with one word, and of marking what has been paid elsewhere", () => {
    const mixed = Object.keys(zh).filter((key) => key.startsWith("withdrawal.") && zh[key]?.includes("支付"));
    expect(mixed).toEqual([]);
    expect([zh["withdrawal.action.paid"], en["withdrawal.action.paid"]]).toEqual(["标记已付款", "Mark as paid"]);
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

/**
 * Words that people of the trade read as odd or could not follow, given up for those beside them. They stay away from the
 * screens and from what the server says by itself: alerts that are sent out, and the messages of refusals.
 */
describe("words that were given up", () => {
  const saidZh = { ...zh, ...flatten({ alerts: CODE_WORDS.zh.exceptionKind }) };
  const saidEn = { ...en, ...flatten({ alerts: CODE_WORDS.en.exceptionKind, refusals: ERRORS }) };
  const where = (messages: Record<string, unknown>, word: RegExp): string[] =>
    Object.entries(messages).flatMap(([key, message]) => (typeof message === "string" && word.test(message) ? [key] : []));

  it.each([
    [/静音/, "暂不提醒"],
    [/放回/, "取消认领"],
    [/第二人|审批人|待审批/, "复核"],
    [/停用开关/, "紧急停用"],
    [/异常队列/, "异常台"],
    [/判断依据/, "出款证据"],
    [/(?<!再次)尝试失败/, "出款失败，待处理"],
    [/起因的事项/, "问题解决后自动移除"],
    [/余额链/, "余额连续性"],
    [/结账/, "关账"],
    [/达到审核额度/, "超过审核额度"],
  ])("%s: %s", (word) => {
    expect(where(saidZh, word)).toEqual([]);
  });

  it.each([
    [/second person/i, "second approval"],
    [/\b(?:is|are|was|were|been|not) told\b/i, "is notified"],
    [/proof of the books/i, "Ledger check"],
    [/the end of attempt|end not known/i, "We don't know whether attempt 2 paid"],
    [/no way to pay/i, "No payout method available"],
    [/takes requests/i, "accepts requests from any IP"],
    [/nothing yesterday/i, "No data yesterday"],
    [/\bwithdrawn\b|\bwithdrew\b/i, "Cancelled"],
    [/\bunfold|\bfold\b/i, "Collapse menu"],
    [/lowest severity/i, "Minimum severity"],
    [/take all of/i, "Use maximum"],
    [/(?<!\{)\bacts?\b/i, "Action"],
    [/said by a person/i, "Confirmed manually"],
    [/by hand/i, "manually"],
    [/kill.?switch/i, "Emergency stop"],
    [/reaches the approval limit/i, "is above the approval limit"],
  ])("%s: %s", (word) => {
    expect(where(saidEn, word)).toEqual([]);
  });

  it.each([
    ["exceptions.act.mute", "暂不提醒", "Mute"],
    ["exceptions.act.release", "取消认领", "Release"],
    ["exceptions.intro", "所有需要人处理的事项。问题解决后自动移除。", "Everything that needs a person. Removed automatically once resolved."],
    ["approvals.title", "复核", "Approvals"],
    ["approvals.status.cancelled", "已撤回", "Cancelled"],
    ["switches.title", "紧急停用", "Emergency stop"],
    ["disburses.evidence.title", "出款证据", "Evidence"],
    ["disburses.status.attempt_failed", "出款失败，待处理", "Attempt failed"],
    ["disburses.reason.no_payout_rail", "没有出款方式", "No payout method available"],
    ["disburses.reason.by_hand", "人工确认", "Confirmed manually"],
    ["home.integrity.title", "账目核对", "Ledger check"],
    ["home.change.none", "{{day}}无数据", "No data {{day}}"],
    ["frame.fold", "收起菜单", "Collapse menu"],
    ["withdrawal.form.takeAll", "全部提取 {{amount}}", "Use maximum {{amount}}"],
    ["words.field.min_severity", "最低级别", "Minimum severity"],
    ["disburses.reason.above_threshold", "金额超过审核额度", "The amount is above the approval limit"],
    ["home.daysToClose", "待关账钱包日", "Wallet days to close"],
    // With what is held, unlike the merchant's balance everywhere else.
    ["withdrawal.evidence.balance", "总余额（含冻结）", "Total balance, with what is held"],
    [
      "withdrawal.available.parts",
      "总余额 {{balance}} − 代付冻结 {{held}} − 待付提现 {{pending}} − 预留 {{reserve}}",
      "Total balance {{balance}} − held for payouts {{held}} − pending withdrawals {{pending}} − reserve {{reserve}}",
    ],
    ["home.waiting.deliveries_failed", "通知失败", "Notifications failed"],
  ])("%s", (key, chinese, english) => {
    expect(zh[key]).toBe(chinese);
    expect(en[key]).toBe(english);
  });
});
