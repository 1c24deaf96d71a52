import { describe, expect, it } from "vitest";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { walletCreate, walletPatch } from "../../../contract/wallets.schema.ts";
import { linesOf } from "../../forms/entries.ts";
import { createBody, patchBody, valuesOf } from "./values.ts";

// Only what the form reads.
const row = {
  name: "BK-01",
  note_name: "desk",
  operator: "bkash",
  wallet_type: "agent",
  api_type: "app",
  account: "01712345678",
  location: null,
  proxy: "socks5://10.0.0.2:1080",
  ip_whitelist: ["10.0.0.0/8"],
  min_amount: "10.00",
  max_amount: null,
  daily_max: "5000.00",
  month_max: null,
  daily_count_max: 50,
  month_count_max: null,
  cool_interval: null,
  collect: true,
  payout: false,
  payments_open: true,
  disburses_open: true,
  version: 7,
} as unknown as WalletRow;

describe("a change of a wallet", () => {
  it("sends nothing but the version when nothing was changed", () => {
    expect(patchBody(row, valuesOf(row), false)).toEqual({ version: 7 });
  });

  it("sends what was changed, emptied limits as none", () => {
    const body = patchBody(
      row,
      { ...valuesOf(row), daily_max: "", daily_count_max: "80", payout: "true", ip_whitelist: "10.0.0.0/8\n192.0.2.1", location: "Dhaka" },
      false,
    );
    expect(body).toEqual({ version: 7, daily_max: null, daily_count_max: 80, payout: true, ip_whitelist: ["10.0.0.0/8", "192.0.2.1"], location: "Dhaka" });
    expect(walletPatch.safeParse(body).success).toBe(true);
  });

  it("never sends more than limits for whoever may change limits only", () => {
    expect(patchBody(row, { ...valuesOf(row), name: "other", month_max: "9000.00" }, true)).toEqual({ version: 7, month_max: "9000.00" });
  });
});

describe("a new wallet", () => {
  it("is what the server takes, with limits left out as none", () => {
    const body = createBody({ ...valuesOf(null), name: " BK-02 ", account: "01712345678", daily_max: "100.50" });
    expect(body).toMatchObject({
      name: "BK-02",
      operator: "bkash",
      wallet_type: "personal",
      daily_max: "100.50",
      month_max: null,
      cool_interval: null,
      enabled: true,
      collect: true,
    });
    expect(walletCreate.safeParse(body).success).toBe(true);
  });
});

it("reads lists by line, blank or comma of either kind", () => {
  expect(linesOf(" 10.0.0.1\n\n10.0.0.2, 10.0.0.3，10.0.0.4 ")).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"]);
});
