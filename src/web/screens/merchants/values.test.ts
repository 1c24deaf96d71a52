import { describe, expect, it } from "vitest";
import { type MerchantRow, merchantCreate, merchantPatch } from "../../../contract/merchants.schema.ts";
import { bpsOf, createBody, feeExample, madeFree, patchBody, ruleOf, SAMPLE_MINOR, valuesOf } from "./values.ts";

const fee = { rate_bps: 150, fixed: "2.00", min: "5.00", max: null };
// Only what the form reads.
const row = {
  id: "M1",
  name: "Dhaka Games",
  owner: "Rahim",
  payment_fee: fee,
  disburse_fee: { rate_bps: 80, fixed: "3.00", min: null, max: "200.00" },
  withdrawal_reserve: "0.00",
  ip_whitelist: ["10.0.0.1"],
  notify_url: null,
  require_ack: false,
  version: 3,
} as unknown as MerchantRow;

describe("a rate", () => {
  it.each([
    ["1.5", 150],
    ["0.05", 5],
    ["100", 10_000],
    ["0", 0],
    ["100.01", null],
    ["1.555", null],
    ["-1", null],
    ["1,5", null],
    ["a", null],
  ])("%s%% is %s basis points", (text, bps) => {
    expect(bpsOf(text)).toBe(bps);
  });
});

describe("a fee of nothing", () => {
  const now = valuesOf(row);

  it("is one that is asked about, where it was something before or the merchant is new", () => {
    const free = { ...now, payment_rate: "0", payment_fixed: "0.00", payment_min: "" };
    expect(madeFree(now, now)).toEqual([]);
    expect(madeFree(free, now)).toEqual(["payment"]);
    expect(madeFree(free, free)).toEqual([]);
    expect(madeFree({ ...free, disburse_rate: "", disburse_fixed: "" }, null)).toEqual(["payment", "disburse"]);
  });

  it("is none while a fixed part or a least fee stands", () => {
    expect(madeFree({ ...now, payment_rate: "0" }, now)).toEqual([]);
    expect(madeFree({ ...now, payment_rate: "0", payment_fixed: "0" }, now)).toEqual([]);
  });
});

describe("the example of 1,000.00", () => {
  const rule = (values: Record<string, string>) => ruleOf(values, "payment") ?? expect.fail("a rule");

  it("adds rate and fixed part, and takes the fee off a payment", () => {
    expect(feeExample(rule({ payment_rate: "1.5", payment_fixed: "2" }), "payment", SAMPLE_MINOR)).toEqual({ fee: "17.00", net: "983.00", refused: false });
  });

  it("adds the fee to what a disburse takes from the balance", () => {
    expect(feeExample(rule({ payment_rate: "0.8", payment_fixed: "3.00" }), "disburse", SAMPLE_MINOR)).toEqual({
      fee: "11.00",
      net: "1011.00",
      refused: false,
    });
  });

  it("keeps to the bounds and says when the order would be refused", () => {
    expect(feeExample(rule({ payment_rate: "1", payment_min: "25" }), "payment", SAMPLE_MINOR).fee).toBe("25.00");
    expect(feeExample(rule({ payment_rate: "50", payment_max: "200" }), "payment", SAMPLE_MINOR).fee).toBe("200.00");
    expect(feeExample(rule({ payment_fixed: "1000.01" }), "payment", SAMPLE_MINOR).refused).toBe(true);
  });

  it("waits while something cannot be read", () => {
    expect(ruleOf({ payment_rate: "1.555" }, "payment")).toBeNull();
    expect(ruleOf({ payment_max: "x" }, "payment")).toBeNull();
  });
});

describe("what is sent", () => {
  const all = () => true;
  it("is nothing but the version when nothing was changed", () => {
    expect(patchBody(row, valuesOf(row), all)).toEqual({ version: 3 });
  });

  it("is the whole rule of the side that was changed", () => {
    const body = patchBody(row, { ...valuesOf(row), payment_rate: "1.75", payment_min: "" }, all);
    expect(body).toEqual({ version: 3, payment_fee: { rate_bps: 175, fixed: "2.00", min: null, max: null } });
    expect(merchantPatch.safeParse(body).success).toBe(true);
  });

  it("is fees alone for whoever may change fees alone", () => {
    expect(
      patchBody(row, { ...valuesOf(row), name: "Other", notify_url: "https://a.example", disburse_rate: "1" }, (permission) => permission === "merchants.fees"),
    ).toEqual({
      version: 3,
      disburse_fee: { rate_bps: 100, fixed: "3.00", min: null, max: "200.00" },
    });
  });

  it("is what the server takes for a new merchant", () => {
    const body = createBody({ ...valuesOf({ payment_fee: fee, disburse_fee: fee }), name: " Shop ", ip_whitelist: "10.0.0.1\n10.0.0.0/8" });
    expect(body).toMatchObject({ name: "Shop", notify_url: null, ip_whitelist: ["10.0.0.1", "10.0.0.0/8"], payment_fee: fee });
    expect(merchantCreate.safeParse(body).success).toBe(true);
  });
});
