/** What a refusal comes to while a file is made. */
import { expect, it } from "vitest";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { refusedBy, RETRY_MS } from "./early.ts";

it.each([
  [
    "rows beyond the format, with their number",
    new Refused("too_many_rows", { details: { rows: 9, most: 5 } }),
    { problem: "too_many_rows", rows: 9, most: 5 },
  ],
  ["days of more wallets than are added up at once", refusedField("to", "too_large"), { problem: "too_many_rows" }],
  ["no place free", new Refused("rate_limited"), { fault: false, waitMs: RETRY_MS }],
  ["figures that are being made", new Refused("not_ready"), { fault: false, waitMs: RETRY_MS }],
  ["a wallet that is not there", new Refused("not_found"), { problem: "invalid" }],
  ["a month that is archived by now", new Refused("archived"), { problem: "invalid" }],
  ["another field", refusedField("from"), { problem: "invalid" }],
] as const)("%s", (_what, refused, end) => {
  expect(refusedBy(refused)).toEqual(end);
});
