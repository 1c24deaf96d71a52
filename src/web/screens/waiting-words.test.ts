/** What a drawer says about an order that waits: what to do, to those who can; to others that it is being looked at. */
import { beforeEach, describe, expect, it } from "vitest";
import { bulkList } from "./bulk/spec.tsx";
import { disbursesList } from "./disburses/spec.ts";
import { viewAs } from "../list/suite-viewer.ts";
import { deliveriesList } from "./merchants/deliveries-spec.tsx";
import { merchantsList } from "./merchants/spec.ts";
import { paymentsList } from "./payments/spec.ts";
import { smsList } from "./sms/spec.ts";
import { transfersList } from "./transfers/spec.ts";
import { walletsList } from "./wallets/spec.ts";
import { withdrawalList } from "./withdrawal/spec.ts";

const tools = { t: (key: string) => key, locale: "en", currency: "BDT" } as never;
const delivered = { status: "delivered" };
const payment = (part: object): string | null | undefined =>
  paymentsList.drawer.waiting?.({ status: "completed", reason: null, disputed_at: null, reversed_at: null, notify: delivered, ...part } as never, null, tools);
const payout = (part: object): string | null | undefined =>
  disbursesList.drawer.waiting?.({ status: "completed", attempts: [], returned_at: null, notify: delivered, ...part } as never, null, tools);
const withdrawal = (status: string): string | null | undefined => withdrawalList.drawer.waiting?.({ status } as never, null, tools);

const sms = (status: string, direction = "credit", reasons: readonly string[] = []): string | null | undefined =>
  smsList.drawer.waiting?.({ match_status: status, direction, reasons } as never, null, tools);
const transfer = (part: object): string | null | undefined =>
  transfersList.drawer.waiting?.({ status: "processing", kind: "wallet", sent_at: null, received_at: null, ...part } as never, null, tools);
const notification = (status: string): string | null | undefined => deliveriesList.drawer.waiting?.({ status } as never, null, tools);
const failing = (): string | null | undefined => merchantsList.drawer.waiting?.({ webhook_health: { failed_24h: 2 } } as never, null, tools);
const job = (actions: readonly string[]): string | null | undefined => bulkList.drawer.waiting?.({ status: "done", failed: 2, actions } as never, null, tools);

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

it("an auditor is told of messages, transfers and notifications, not what to do with them", () => {
  viewAs("auditor");
  expect([sms("review"), sms("held"), sms("unparsed")]).toEqual(["sms.waiting.others.review", "sms.waiting.others.held", "sms.waiting.others.unparsed"]);
  expect([transfer({}), transfer({ kind: "b2b_in" })]).toEqual(["transfers.waiting.others.both", "transfers.waiting.others.one"]);
  expect([notification("stopped"), failing()]).toEqual(["deliveries.waiting.plain.stopped", "merchants.waiting.failedPlain"]);
});

it("a merchant is told of its own notification URL, and of no merchant to ask", () => {
  viewAs("merchant_admin");
  expect(["failed", "stopped", "none"].map(notification)).toEqual([
    "deliveries.waiting.own.failed",
    "deliveries.waiting.own.stopped",
    "deliveries.waiting.own.none",
  ]);
  viewAs("merchant_viewer");
  expect(notification("failed")).toBe("deliveries.waiting.plain.failed");
});

it("only who may clear a wallet's breaks is told to", () => {
  const breaks = { count: 1, amount: "5.00", since: "2026-11-21T10:00:00.000Z" };
  const wallet = (actions: readonly string[]): string | null | undefined =>
    walletsList.drawer.waiting?.({ deleted: false, breaks, actions } as never, null, tools);
  expect([wallet(["clear"]), wallet([])]).toEqual(["wallets.waiting.discrepancy", "wallets.waiting.discrepancyPlain"]);
});

it("only who may repeat a bulk action is told to", () => {
  expect([job(["again"]), job([])]).toEqual(["bulk.waiting.failed", "bulk.waiting.failedPlain"]);
});

it("finance learns what to do", () => {
  viewAs("finance");
  expect(sms("review", "debit")).toBe("sms.waiting.reviewOut");
  const unprinted = ["held", "review", "ignored"].map((status) => sms(status, "credit", ["balance_not_printed"]));
  expect(unprinted).toEqual(["sms.waiting.unprinted", "sms.waiting.unprinted", null]);
  expect([sms("review"), sms("unparsed"), transfer({}), notification("stopped"), failing()]).toEqual([
    "sms.waiting.review",
    "sms.waiting.unparsed",
    "transfers.waiting.both",
    "deliveries.waiting.stopped",
    "merchants.waiting.failed",
  ]);
  expect([payment({ status: "review" }), payout({ status: "unknown" }), withdrawal("pending"), withdrawal("approved")]).toEqual([
    "payments.waiting.reviewPlain",
    "disburses.waiting.unknown",
    "withdrawal.waiting.pending",
    "withdrawal.waiting.approved",
  ]);
});
