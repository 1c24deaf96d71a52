// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { MerchantRow } from "../../../contract/merchants.schema.ts";
import { MERCHANT_ACTIONS } from "../../../contract/merchants.ts";
import { checkForm } from "../../forms/check.ts";
import { testList } from "../../list/suite.tsx";
import { inUseWords, merchantActions } from "./actions.ts";
import { webhookHealth } from "./columns.tsx";
import { feeOf } from "./defaults.ts";
import { createForm } from "./form.ts";
import { merchantsList } from "./spec.ts";

const fee = { rate_bps: 150, fixed: "2.00", min: "5.00", max: "200.00" };
const health = { waiting: 0, failed_24h: 0, delivered_24h: 4, last_code: 200, last_at: "2026-11-20T04:00:00.000Z" };
const full: MerchantRow = {
  id: "M261121XY12AB34",
  name: "Padma",
  owner: "Rahim",
  payment_fee: fee,
  disburse_fee: fee,
  balance: "1250.00",
  held_balance: "50.00",
  withdrawal_reserve: "10.00",
  ip_whitelist: ["10.0.0.1"],
  notify_url: "https://a.example/hook",
  require_ack: true,
  app_id: "app1",
  secret_last4: "wxyz",
  payments_open: true,
  disburses_open: false,
  enabled: true,
  deleted: false,
  today: { payments: "10.00", payment_count: 1, disburses: "0.00", disburse_count: 0 },
  webhook_health: health,
  created_at: "2026-11-19T04:00:00.000Z",
  version: 2,
  actions: [...MERCHANT_ACTIONS],
};
const free = { rate_bps: 0, fixed: "0.00", min: null, max: null };
const bare: MerchantRow = {
  ...full,
  owner: "",
  payment_fee: free,
  disburse_fee: free,
  ip_whitelist: [],
  notify_url: null,
  secret_last4: null,
  webhook_health: { ...health, delivered_24h: 0, last_code: null, last_at: null },
  actions: [],
};
testList(merchantsList, [
  full,
  bare,
  { ...bare, deleted: true },
  { ...full, enabled: false, webhook_health: { ...health, failed_24h: 3 } },
  { ...full, webhook_health: { ...health, waiting: 2 } },
]);

// Keys instead of words.
const tools = { t: (key: string, params?: { reasons?: string }) => params?.reasons ?? key, locale: "en", currency: "BDT" } as unknown as Parameters<
  typeof inUseWords
>[1];

describe("merchants", () => {
  it("know every act of the contract; opening and closing are acts of their own", () => {
    const own = ["edit", "fees", "openPayments", "closePayments", "openDisburses", "closeDisburses"];
    expect(merchantActions.map((action) => action.id).sort()).toEqual([...MERCHANT_ACTIONS.filter((action) => action !== "open"), ...own].sort());
  });

  it("show the worst of their notifications first", () => {
    expect(webhookHealth({ ...full, webhook_health: { ...health, failed_24h: 2, waiting: 5 } })).toEqual({ tone: "bad", word: "failed", n: 2 });
    expect(webhookHealth(bare).word).toBe("none");
    expect(webhookHealth(full).word).toBe("good");
  });

  it("name the reasons that stand against a deletion", () => {
    const refusal = { code: "still_in_use", message: "", status: 409 } as const;
    expect(inUseWords({ ...refusal, details: { reasons: ["balance", "payments"] } }, tools)?.split(", ")).toHaveLength(2);
    expect(inUseWords(refusal, tools)).toBeNull();
  });

  it("are not offered for deletion while the row shows money of theirs", () => {
    const blocked = (part: Partial<typeof full>): string | null | undefined =>
      merchantActions.find((action) => action.id === "delete")?.blocked?.({ ...full, balance: "0.00", held_balance: "0.00", ...part }, tools);
    expect(blocked({})).toBeNull();
    expect([blocked({ balance: "-0.01" }), blocked({ held_balance: "5.00" })]).toEqual(["merchants.inUse.balance", "merchants.inUse.hold"]);
  });

  it("begin with config's default fees, and with none where config holds no rule", () => {
    expect(feeOf({ rate_bps: 120, fixed: "1.00", min: null, max: "9.00" })).toEqual({ rate_bps: 120, fixed: "1.00", min: null, max: "9.00" });
    expect(feeOf(null)).toEqual(free);
  });

  it("refuse a rate over a hundred, crossed bounds and an address that is none", () => {
    const form = createForm({ payment_fee: fee, disburse_fee: fee });
    const values = { ...form.initial(null), name: "Shop" };
    expect(checkForm(form.fields, values, null).form).toBeNull();
    expect(checkForm(form.fields, { ...values, payment_rate: "101", disburse_max: "1", notify_url: "nowhere" }, null).fields).toEqual({
      payment_rate: "merchants.form.rateBad",
      disburse_max: "merchants.form.maxBelowMin",
      notify_url: "merchants.form.urlBad",
    });
  });
});
