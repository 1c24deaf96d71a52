// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { WALLET_ACTIONS, WALLET_HEALTH } from "../../../contract/wallets.ts";
import { checkForm } from "../../forms/check.ts";
import { testList } from "../../list/suite.tsx";
import { inUseWords, walletActions, walletBulk } from "./actions.ts";
import { NO_DEVICE } from "./bind-fields.tsx";
import { bindForm, payoutDeviceForm } from "./bind-form.ts";
import { createForm } from "./form.ts";
import { walletsList } from "./spec.ts";

const device = {
  id: "G261121XY12AB34",
  name: "Pixel",
  app: "native",
  app_version: "1.0",
  model: null,
  sim: null,
  battery: 80,
  bound_at: "2026-11-20T04:00:00.000Z",
  last_seen_at: "2026-11-20T04:00:00.000Z",
  payout: true,
  queue_length: 0,
  clock_skew_ms: 10,
  last_refused: null,
  last_refused_at: null,
} as const;
const used = { amount: "250.00", count: 2 };
const full: WalletRow = {
  id: "W261121XY12AB34",
  name: "BK-01",
  note_name: "desk",
  operator: "bkash",
  wallet_type: "agent",
  api_type: "app",
  account: "01712345678",
  collect: true,
  payout: true,
  balance: "1250.00",
  frozen_balance: "50.00",
  real_balance: "1300.00",
  real_balance_at: "2026-11-20T04:00:00.000Z",
  device,
  devices: [device],
  bind_status: "bound",
  health: "online",
  payments_open: true,
  disburses_open: false,
  enabled: true,
  deleted: false,
  official: null,
  proxy: "socks5://10.0.0.2:1080",
  location: "Dhaka",
  ip_whitelist: ["10.0.0.1"],
  min_amount: "10.00",
  max_amount: "25000.00",
  daily_max: "50000.00",
  month_max: "500000.00",
  daily_count_max: 50,
  month_count_max: 900,
  cool_interval: 30,
  phone_trust_limit: null,
  available: "0.00",
  unreported: { incoming: "0.00", outgoing: "0.00" },
  app_last_seen_at: "2026-11-20T04:00:00.000Z",
  today: used,
  month: used,
  today_out: used,
  month_out: used,
  near_limit_percent: 90,
  difference: "-5.00",
  breaks: {
    count: 1,
    amount: "77.00",
    since: "2026-11-20T04:00:00.000Z",
    items: [{ amount: "77.00", since: "2026-11-20T04:00:00.000Z", before_sms_id: null, after_sms_id: null }],
  },
  created_at: "2026-11-19T04:00:00.000Z",
  template: null,
  version: 2,
  actions: [...WALLET_ACTIONS],
};
const bare: WalletRow = {
  ...full,
  note_name: "",
  real_balance: null,
  real_balance_at: null,
  device: null,
  devices: [],
  bind_status: "unbound",
  proxy: null,
  location: null,
  ip_whitelist: [],
  min_amount: null,
  max_amount: null,
  daily_max: null,
  month_max: null,
  daily_count_max: null,
  month_count_max: null,
  cool_interval: null,
  phone_trust_limit: null,
  available: "0.00",
  unreported: { incoming: "0.00", outgoing: "0.00" },
  app_last_seen_at: null,
  difference: null,
  breaks: null,
  actions: [],
};
testList(
  walletsList,
  [full, bare, { ...bare, deleted: true }, { ...bare, enabled: false }, ...WALLET_HEALTH.map((health) => ({ ...full, breaks: null, health }))],
  ["available", "official", "phone_trust_limit", "unreported"],
);

// Keys instead of words.
const tools = { t: (key: string, params?: object) => `${key} ${JSON.stringify(params ?? {})}`, locale: "zh", currency: "BDT" } as unknown as Parameters<
  typeof inUseWords
>[1];
const waiting = (row: WalletRow): string | undefined => walletsList.drawer.waiting?.(row, null, tools)?.split(" ")[0];

describe("wallets", () => {
  it("know every act of the contract, beside editing", () => {
    expect(walletActions.map((action) => action.id).sort()).toEqual([...WALLET_ACTIONS, "edit", "limits", "payoutDevice", "template"].sort());
  });

  it("can be given a template in one act with others, as long as they are not deleted", () => {
    const apply = walletBulk.find(({ id }) => id === "template");
    expect([full, bare, { ...bare, deleted: true }].map((row) => apply?.offered?.(row))).toEqual([true, true, false]);
  });

  it("say the heaviest thing that is wrong, and nothing when nothing is", () => {
    expect(waiting(full)).toBe("wallets.waiting.discrepancy");
    expect(waiting({ ...full, breaks: null })).toBeUndefined();
    expect(waiting({ ...full, breaks: null, health: "offline" })).toBe("wallets.waiting.offline");
    expect(waiting({ ...full, breaks: null, devices: [{ ...device, last_refused: "ip_not_allowed", last_refused_at: "2026-11-20T05:00:00.000Z" }] })).toBe(
      "wallets.waiting.refused",
    );
    expect(waiting(bare)).toBe("wallets.waiting.unbound");
    expect(waiting({ ...bare, api_type: "manual" })).toBeUndefined();
  });

  it("offer no deletion of what holds money, and say why", () => {
    const blocked = (part: Partial<WalletRow>): string | null | undefined =>
      walletActions.find((action) => action.id === "delete")?.blocked?.({ ...full, balance: "0.00", frozen_balance: "0.00", ...part }, tools);
    expect(blocked({})).toBeNull();
    expect(blocked({ balance: "-0.01" })).toContain("wallets.inUseBlocked");
    expect(blocked({ frozen_balance: "5.00" })).toContain("wallets.inUseBlocked");
  });

  it("name the figures that stand against a deletion", () => {
    const refusal = { code: "still_in_use", message: "", status: 409 } as const;
    expect(inUseWords({ ...refusal, details: { balance: "1.00", frozen_balance: "0.00", open_orders: 3 } }, tools)).toContain('"orders":3');
    expect(inUseWords(refusal, tools)).toBeNull();
    expect(inUseWords({ code: "conflict", message: "", status: 409, details: { open_orders: 3 } }, tools)).toBeNull();
  });
});

describe("the forms", () => {
  const form = createForm(["bkash", "nagad"]);
  const values = { ...form.initial(null), name: "BK-02", account: "01712345678" };

  it("offer only operators that are switched on, and miss the operator's fields by their own message", () => {
    const operator = form.fields.find((field) => field.name === "operator");
    expect(operator?.kind === "choice" && operator.options.map((option) => option.value)).toEqual(["bkash", "nagad"]);
    expect(checkForm(form.fields, { ...values, account: "" }, null).form).toBe("common.requiredOperator");
    expect(checkForm(form.fields, { ...values, account: "", name: "" }, null).form).toBe("common.required");
  });

  it("refuse a number of another country, crossed bounds and a pause over a day", () => {
    expect(
      checkForm(
        form.fields,
        { ...values, account: "0123", min_amount: "100", max_amount: "99", daily_max: "0.00", cool_interval: "86401", daily_count_max: "0" },
        null,
      ).fields,
    ).toEqual({
      daily_max: "errors.field.too_small",
      account: "wallets.form.accountBad",
      max_amount: "wallets.form.minAboveMax",
      cool_interval: "wallets.form.cooling",
      daily_count_max: "errors.field.too_small",
    });
    expect(checkForm(form.fields, values, null).form).toBeNull();
  });

  it("offer apps that exist: those that forward messages, no other", () => {
    const field = bindForm.fields.find(({ name }) => name === "app");
    if (field?.kind !== "custom") throw new Error("no field of its own kind");
    const { component: Field } = field;
    const values = bindForm.initial(full);
    const nothing = (): void => undefined;
    const shown = { id: "app", label: "app", required: true, subject: full, values, value: values.app ?? "", error: null, disabled: false };
    const drawn = renderToStaticMarkup(<Field {...shown} onChange={nothing} onPatch={nothing} onPropose={nothing} />);
    const offered = [...drawn.matchAll(/value="([^"]+)"/g)].map(([, value]) => value);
    expect(offered).toEqual(["smsforwarder", "android_sms_gateway", "android_income_sms", "httpsms"]);
    expect(offered).toContain(values.app);
  });

  it("say how a wallet with such a phone pays out: by hand, the operator's message as proof", () => {
    expect(bindForm.intro?.({ ...full, api_type: "manual" }, tools)).toContain("wallets.ask.bindByHand");
    expect(bindForm.intro?.({ ...full, api_type: "app", devices: [{ ...device, payout: false }] }, tools)).toContain("wallets.ask.bindNoPayout");
    // One of its phones pays out already.
    expect(bindForm.intro?.({ ...full, api_type: "app" }, tools)).not.toContain("bindNoPayout");
    expect(bindForm.intro?.({ ...full, api_type: "official" }, tools)).not.toMatch(/bindByHand|bindNoPayout/);
  });

  it("want a phone and a card where a card of a known phone is given away", () => {
    const sim = { mode: "sim", app: "native", device_id: "", sim: "any" };
    expect(checkForm(bindForm.fields, sim, full).fields).toEqual({ device_id: "errors.field.required", sim: "errors.field.required" });
    expect(checkForm(bindForm.fields, { ...sim, device_id: "G1" }, full).fields).toEqual({ sim: "errors.field.required" });
    expect(checkForm(bindForm.fields, bindForm.initial(full), full).form).toBeNull();
  });

  it("begin the choice of the paying phone with the present one", () => {
    expect(payoutDeviceForm.initial(full)).toEqual({ device_id: device.id });
    expect(payoutDeviceForm.initial({ ...full, devices: [{ ...device, payout: false }] })).toEqual({ device_id: NO_DEVICE });
  });
});
