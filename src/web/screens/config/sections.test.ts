// @vitest-environment happy-dom
/** Sections have addresses of their own, and a setting is found by its names in both languages, its help, its key and its section. */
import { beforeAll, expect, it } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../../contract/config.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { loadBeside } from "../../i18n/index.ts";
import { preparePage } from "../../mount.tsx";
import { foundSections, sectionsOf } from "./sections.ts";

const all = sectionsOf(OPERATORS, () => true);
const keys = (typed: string): string[] => foundSections(all, typed).flatMap((section) => (section.keys.length === 0 ? [section.id] : section.keys));
beforeAll(async () => {
  await preparePage("zh");
  await loadBeside("en");
});

it("hold every setting once, under addresses that nothing else has", () => {
  const settings = all.flatMap((section) => section.keys);
  expect([...settings].sort()).toEqual([...Object.keys(CONFIG_DEFAULTS), ...Object.keys(OPERATOR_CONFIG_DEFAULTS)].sort());
  const addresses = [...all.map(({ id }) => id), ...settings];
  expect(new Set(addresses).size).toBe(addresses.length);
  // These open the emergency stop on every screen.
  for (const taken of ["stop", "switches", "acceptance"]) expect(addresses).not.toContain(taken);
  expect(sectionsOf(OPERATORS, () => false).map(({ id }) => id)).not.toContain("alerts");
});

it("are found in both languages whichever is shown", () => {
  expect(keys("代收有效期")).toEqual(["payment_expiry_minutes"]);
  expect(keys("Payments EXPIRE after")).toEqual(["payment_expiry_minutes"]);
  expect(keys("payment_expiry_minutes")).toEqual(["payment_expiry_minutes"]);
  expect(keys("在此期间到账")).toEqual(["late_match_hours"]);
  expect(keys("only messages from these nagad")).toEqual(["nagad_sender_ids"]);
  expect(keys("bkash 最小金额")).toEqual(["bkash_min_amount"]);
  expect(keys("rate limits burst")).toEqual(["v1_burst"]);
  expect(keys("签名密钥")).toContain("signing");
  // By what people call it elsewhere, in either language, and together with its section or operator.
  for (const word of ["2fa", "MFA", "authenticator", "两步验证", "身份验证器"]) expect(keys(word)).toEqual(["totp_required_for_staff"]);
  for (const word of ["手续费", "commission"]) expect(keys(word)).toEqual(expect.arrayContaining(["default_payment_fee", "default_disburse_fee"]));
  for (const word of ["费率", "fee"]) expect(keys(word)).toContain("default_payment_fee");
  for (const word of ["limit", "限额"])
    expect(keys(word)).toEqual(expect.arrayContaining(["operator_approve_limit", "disburse_approval_threshold", "bkash_max_amount", "nagad_min_amount"]));
  expect(keys("nagad 上限")).toEqual(["nagad_max_amount"]);
  expect([keys("telegram"), keys("公钥")]).toEqual([["alerts"], ["signing"]]);
  expect(keys("no such thing")).toEqual([]);
  expect(foundSections(all, "  ")).toBe(all);
});
