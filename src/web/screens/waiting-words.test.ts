/** What a drawer says about an order that waits: what to do, to those who can; to others that it is being looked at. */
import { beforeEach, describe, expect, it } from "vitest";
import { disbursesList } from "./disburses/spec.ts";
import { viewAs } from "../list/suite-viewer.ts";
import { paymentsList } from "./payments/spec.ts";
import { withdrawalList } from "./withdrawal/spec.ts";

const tools = { t: (key: string) => key, locale: "en", currency: "BDT" } as never;
const delivered = { status: "delivered" };
const payment = (part: object): string | null | undefined =>
  paymentsList.drawer.waiting?.({ status: "completed", reason: null, disputed_at: null, reversed_at: null, notify: delivered, ...part } as never, null, tools);
const payout = (part: object): string | null | undefined =>
  disbursesList.drawer.waiting?.({ status: "completed", attempts: [], returned_at: null, notify: delivered, ...part } as never, null, tools);
const withdrawal = (status: string): string | null | undefined => withdrawalList.drawer.waiting?.({ status } as never, null, tools);

describe.each(["merchant_admin", "merchant_viewer", "auditor"] as const)("a %s", (type) => {
  beforeEach(() => {
    viewAs(type);
  });

  it("is asked for no decision", () => {
    expect(payment({ status: "review" })).toBe("payments.waiting.others");
    expect(payment({ disputed_at: "2026-11-21T10:00:00.000Z" })).toBeNull();
    expect([payout({ status: "unknown" }), payout({ status: "attempt_failed" })]).toEqual(["disburses.waiting.others", "disburses.waiting.others"]);
    expect(payout({ returned_at: "2026-11-21T10:00:00.000Z" })).toBeNull();
    expect([withdrawal("pending"), withdrawal("approved"), withdrawal("paid")]).toEqual(["withdrawal.waiting.others", "withdrawal.waiting.others", null]);
  });

  it("is asked to notify again only where it may", () => {
    const failed = { notify: { status: "failed" } };
    const expected = type === "merchant_admin" ? ["orders.waiting.notifyFailed", "orders.waiting.notifyFailed"] : [null, null];
    expect([payment(failed), payout(failed)]).toEqual(expected);
  });
});

it("finance learns what to do", () => {
  viewAs("finance");
  expect([payment({ status: "review" }), payout({ status: "unknown" }), withdrawal("pending"), withdrawal("approved")]).toEqual([
    "payments.waiting.reviewPlain",
    "disburses.waiting.unknown",
    "withdrawal.waiting.pending",
    "withdrawal.waiting.approved",
  ]);
});
