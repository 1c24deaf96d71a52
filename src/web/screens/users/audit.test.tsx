// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_OBJECTS, MONEY_AREAS } from "../../../contract/audit.ts";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { audit as en } from "../../i18n/en/audit.ts";
import { trail as enTrail } from "../../i18n/en/trail.ts";
import { words as enWords } from "../../i18n/en/words.ts";
import { activate } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { audit as zh } from "../../i18n/zh/audit.ts";
import { trail as zhTrail } from "../../i18n/zh/trail.ts";
import { words as zhWords } from "../../i18n/zh/words.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { testList } from "../../list/suite.tsx";
import AuditDrawer from "./audit-drawer.tsx";
import { auditList } from "./audit-spec.tsx";
import { objectPath } from "../../paths.ts";
import { changesWord, fieldWord, valueWord } from "./audit-words.ts";

const record: AuditRow = {
  id: "L261121XY12AB34",
  at: "2026-11-20T04:00:00.000Z",
  actor: { type: "user", id: "U261121XY12AB34", account: "admin" },
  ip: "127.0.0.1",
  action: "merchant.update",
  object: { type: "merchant", id: "M261121XY12AB34" },
  before: { payment_fee: { rate_bps: 150, fixed: "2.00" }, owner: null },
  after: { payment_fee: { rate_bps: 175, fixed: "2.00" }, owner: "Rahim" },
  approval_id: null,
  hash: "c4b3429e5247eae9418ebd378518c00d5f467ed2ff645d54de5db5d36601a838",
};
testList(auditList, [
  record,
  {
    ...record,
    actor: { type: "staff", id: null, account: null },
    ip: null,
    action: "user.signin",
    object: { type: "user", id: null },
    before: null,
    after: null,
    hash: null,
  },
  { ...record, actor: { type: "job", id: null, account: "sealer" }, action: "export", object: { type: "payments", id: null } },
]);

// Keys and parameters instead of words.
const tools = {
  t: (key: string, params?: object) => (params === undefined ? key : JSON.stringify(params)),
  locale: "en",
  currency: "BDT",
} as unknown as Parameters<typeof changesWord>[1];

describe("the trail", () => {
  it("says the first change and how many there are", () => {
    expect(changesWord(record, tools)).toContain('{"n":2}');
    expect(changesWord({ ...record, before: null, after: null }, tools)).toBeNull();
  });

  it("names the kind of a request, and of a manual operation", async () => {
    await activate("en", "rest", "seldom");
    expect([valueWord("kind", "disburses.reset", "approval", tools), valueWord("kind", "merchant_credit", "approval", tools)]).toEqual([
      "Reset payout",
      "Merchant credit",
    ]);
  });

  it("has a word in both languages for every field that the server can write", () => {
    for (const { field: known } of [zhWords, enWords]) expect(AUDIT_FIELDS.filter((field) => !(field in known))).toEqual([]);
  });

  it("has a word in both languages for every act and every kind of object", () => {
    const lookUp = (words: object, path: string): unknown =>
      path.split(".").reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>> | undefined)?.[part], words);
    for (const [audit, trail] of [
      [zh, zhTrail],
      [en, enTrail],
    ] as const) {
      expect(AUDIT_ACTIONS.filter((action) => typeof lookUp(audit.action, action) !== "string")).toEqual([]);
      expect(AUDIT_OBJECTS.filter((type) => !(type in audit.object || type in trail.object))).toEqual([]);
    }
  });

  it("leads from an act on money to its object", () => {
    const id = "P261121XY12AB34";
    for (const type of [...Object.values(MONEY_AREAS), "manual", "approval"])
      expect([type, objectPath("en", type, id)]).toEqual([type, expect.stringContaining(id)]);
  });

  it("reads an act on money in words", async () => {
    await activate("en", "rest", "seldom");
    const act: AuditRow = {
      ...record,
      action: "disburses.reset",
      object: { type: "disburse", id: "D261121XY12AB34" },
      before: { status: "attempt_failed", version: 4, amount: "60.00", reason: "rejected" },
      after: { status: "pending", version: 5, amount: "60.00", reason: "try again", maker: "rahim", checker: "karim" },
    };
    const real = { ...tools, t: text };
    expect(changesWord(act, real)).toBe("Status: Attempt failed → Queued (5 fields)");
    expect(valueWord("match_status", "unmatched", "sms", real)).toBe("Unmatched");
    expect(valueWord("status", "paid", "withdrawal", real)).toBe("Paid");
    expect(valueWord("status", "running", "batch", real)).not.toBe("running");
    expect(valueWord("reason", "amount_differs", "payment", real)).not.toBe("amount_differs");
    expect(valueWord("reason", "The payer called.", "payment", real)).toBe("The payer called.");
  });

  it("links the objects that an act names, its own, its approval and those that it moved", async () => {
    await activate("en", "rest", "seldom");
    viewAs("admin");
    const act: AuditRow = {
      ...record,
      action: "payments.approve",
      object: { type: "payment", id: "P261121XY12AB34" },
      before: { status: "review", sms_id: null, wallet_id: "W261121XY12AB34" },
      after: { status: "completed", sms_id: "S261121XY12AB34", wallet_id: "W261121XY12AB35" },
      approval_id: "A261121XY12AB34",
    };
    const drawn = renderToStaticMarkup(
      <MemoryRouter>
        <AuditDrawer row={act} detail={null} tools={{ ...tools, t: text }} />
      </MemoryRouter>,
    );
    const links = [...drawn.matchAll(/href="([^"]+)"/g)].map((found) => found[1]);
    for (const id of ["P261121XY12AB34", "A261121XY12AB34", "S261121XY12AB34", "W261121XY12AB34", "W261121XY12AB35"])
      expect([id, links.some((link) => link?.includes(id))]).toEqual([id, true]);
  });

  it("says codes in words: a state as its object names it, several of a filter, accounts, keys of the configuration", async () => {
    await activate("zh", "rest", "seldom");
    const words = { ...tools, t: text };
    expect(valueWord("status", "applied", "manual", words)).toBe("已执行");
    expect(valueWord("status", "claimed", "exception", words)).toBe("处理中");
    expect([valueWord("scope", "wallet", "switch", words), valueWord("direction", "in", "switch", words)]).toEqual(["钱包", "代收"]);
    expect(valueWord("filters.status", "completed,review", "payments", words)).toBe("已完成, 待审核");
    expect(valueWord("status", "completed,strange", "payments", words)).toBe("completed,strange");
    expect([valueWord("reason", "changed", "approval", words), valueWord("reason", "changed", "manual", words)]).toEqual(["对象在此期间已变更", "changed"]);
    expect(valueWord("balances", [{ account: "merchant:Padma", before: "1.00", after: "2.00" }], "manual", words)).toBe("商户余额 Padma 1.00 → 2.00");
    expect([fieldWord("trx_date_check", "config"), valueWord("trx_date_check", "warn", "config", words)]).toEqual([text("config.keys.trx_date_check"), "提示"]);
    expect([fieldWord("bkash_min_amount", "config"), fieldWord("something_new", "config")]).toEqual(["bKash 单笔最小金额", "something_new"]);
    expect(fieldWord("filters.status", "payments")).toBe("筛选 · 状态");
  });

  it("reads values as people do", () => {
    expect(valueWord("enabled", false, "wallet", tools)).toBe("common.no");
    expect(valueWord("owner", null, "wallet", tools)).toBe("audit.diff.empty");
    expect(valueWord("ip_whitelist", ["10.0.0.1", "10.0.0.2"], "wallet", tools)).toBe("10.0.0.1, 10.0.0.2");
    expect(valueWord("to", "2026-11-22", "wallet", tools)).toBe("2026/11/22");
    expect(valueWord("previous_until", "2026-11-20T04:00:00.000Z", "wallet", tools)).toBe("2026/11/20 12:00");
    // Amounts are grouped; of the configuration with their unit, also where an old record has one as it was typed.
    expect([valueWord("amount", "-1250.00", "payment", tools), valueWord("trx_id", "1250.5", "payment", tools)]).toEqual(["−1,250.00", "1250.5"]);
    const money = { ...tools, currency: "BDT" };
    expect(valueWord("manual_complete_threshold", "1000", "config", money)).toBe("BDT\u00a01,000.00");
  });
});
