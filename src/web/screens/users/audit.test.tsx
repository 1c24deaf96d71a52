// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { activate } from "../../i18n/index.ts";
import { testList } from "../../list/suite.tsx";
import { auditList } from "./audit-spec.tsx";
import { changesWord, valueWord } from "./audit-words.ts";

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
    await activate("en", "rest");
    expect([valueWord("kind", "disburses.reset", tools), valueWord("kind", "merchant_credit", tools)]).toEqual(["Reset payout", "Merchant credit"]);
  });

  it("reads values as people do", () => {
    expect(valueWord("enabled", false, tools)).toBe("audit.diff.no");
    expect(valueWord("owner", null, tools)).toBe("audit.diff.empty");
    expect(valueWord("ip_whitelist", ["10.0.0.1", "10.0.0.2"], tools)).toBe("10.0.0.1, 10.0.0.2");
    expect(valueWord("to", "2026-11-22", tools)).toBe("2026/11/22");
    expect(valueWord("previous_until", "2026-11-20T04:00:00.000Z", tools)).toBe("2026/11/20 12:00");
  });
});
