// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { preparePage } from "../mount.tsx";
import { errorWords } from "./notices.tsx";

beforeEach(() => preparePage("en"));

it.each([
  ["reference_used", { paid: "W1" }, "W1"],
  ["trx_used", { used_by: "P1" }, "P1"],
  ["in_bank_file", { file: "J1" }, "J1"],
  ["may_be_paid", { sms_id: "S1" }, "S1"],
  // Names nothing that a person could open.
  ["wrong_state", { sms_id: "S1", status: "paid" }, undefined],
  ["may_be_paid", undefined, undefined],
] as const)("a refusal as %s names what stands in the way", (code, details, named) => {
  const words = errorWords({ code, message: "", status: 409, ...(details && { details }) });
  expect(words.detail).toBe(named);
  expect(words.text).not.toMatch(/^errors\./);
});
