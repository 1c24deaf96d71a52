import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { walletCreate, walletPatch, type WalletRow } from "../../../contract/wallets.schema.ts";
import { checkForm } from "../../forms/check.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { officialBody, officialFields, officialValues } from "./official-fields.ts";
import { createBody, patchBody, valuesOf } from "./values.ts";

beforeAll(() => viewAs("admin"));

const official = {
  base_url: "https://tokenized.pay.bka.sh/v1.2.0-beta",
  payout_base_url: "https://checkout.pay.bka.sh/v1.2.0-beta",
  credentials: { username: "••••", app_secret: "••••cdef" },
  collects: true,
  pays: true,
  changed_at: "2026-11-21T00:00:00.000Z",
};
// Only what the form reads.
const row = {
  name: "BK",
  note_name: "",
  account: "01712345678",
  wallet_type: "merchant",
  ip_whitelist: [],
  operator: "bkash",
  api_type: "official",
  official,
  version: 3,
} as unknown as WalletRow;
let values: Record<string, string>;
beforeEach(() => {
  values = { ...officialValues(row), operator: "bkash", api_type: "official" };
});

describe("the connection of an official wallet", () => {
  it("shows addresses and no credential", () => {
    expect(Object.values(officialValues(row))).toEqual([official.base_url, official.payout_base_url]);
  });

  it("sends nothing that was not entered", () => {
    expect(officialBody(values, row)).toBeUndefined();
    expect(officialBody({ ...values, api_type: "app", "official.credentials.app_key": "k" }, row)).toBeUndefined();
  });

  it("sends what was entered, of its own operator only", () => {
    const entered = {
      ...values,
      "official.credentials.app_secret": "new",
      "official.credentials.merchant_id": "of another operator",
      "official.base_url": "https://tokenized.sandbox.bka.sh/v1.2.0-beta",
    };
    expect(officialBody(entered, row)).toEqual({ base_url: "https://tokenized.sandbox.bka.sh/v1.2.0-beta", credentials: { app_secret: "new" } });
    expect(officialBody({ ...values, "official.forget": "true", "official.credentials.app_secret": "new" }, row)).toBeNull();
  });

  it("makes bodies that the server takes", () => {
    const made = createBody({
      ...valuesOf(null),
      name: "N",
      account: "01712345678",
      operator: "nagad",
      api_type: "official",
      "official.credentials.merchant_id": "683",
    });
    expect(walletCreate.safeParse(made).success).toBe(true);
    expect(made.official).toEqual({ credentials: { merchant_id: "683" } });
    expect(walletPatch.safeParse({ version: 3, official: officialBody({ ...values, "official.credentials.password": "x" }, row) }).success).toBe(true);
    expect(patchBody(row, { ...valuesOf(row), "official.credentials.password": "x" }, true)).not.toHaveProperty("official");
  });

  it("has in view what the operator asks for", () => {
    const inView = (operator: string): string[] =>
      officialFields<WalletRow>(false)
        .filter((field) => field.shown?.({ ...values, operator }, row))
        .map((field) => field.name);
    expect(inView("bkash")).toContain("official.credentials.app_key");
    expect(inView("bkash")).not.toContain("official.credentials.private_key");
    expect(inView("nagad")).toContain("official.credentials.private_key");
    expect(inView("rocket")).toEqual([]);
    expect(checkForm(officialFields<WalletRow>(false), { ...values, "official.base_url": "x".repeat(300) }, row).fields).toEqual({
      "official.base_url": "errors.field.too_long",
    });
  });
});
