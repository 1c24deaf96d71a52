import { describe, expect, expectTypeOf, it } from "vitest";
import { DISBURSE_ACTION_STATES, DISBURSE_TRANSITIONS } from "./disburses.ts";
import { PAYMENT_ACTION_STATES, PAYMENT_TRANSITIONS } from "./payments.ts";
import { KEPT_WEBHOOKS, type KeptWebhook, WEBHOOK_TYPES, WEBHOOKS, type WebhookAbout, type WebhookOf, webhooksOf, type WebhookWords } from "./webhooks.ts";
import { WITHDRAWAL_TRANSITIONS } from "./withdrawal.ts";

/** Statuses that are told when they are reached. */
const told = (about: WebhookAbout): string[] =>
  webhooksOf(about)
    .filter((type) => WEBHOOKS[type].change === "status")
    .map((type) => WEBHOOKS[type].status ?? "")
    .sort();

describe("the list of notifications", () => {
  it("tells changes that there are", () => {
    const reached = (edges: readonly { readonly to: string }[]): string[] => [...new Set(edges.map(({ to }) => to))].sort();
    expect(told("payment")).toEqual(reached(PAYMENT_TRANSITIONS));
    expect(reached(DISBURSE_TRANSITIONS)).toEqual(expect.arrayContaining(told("disburse")));
    expect(reached(WITHDRAWAL_TRANSITIONS)).toEqual(expect.arrayContaining(told("withdrawal")));
  });

  it("lets people send again exactly in the states that are told", () => {
    expect(told("payment")).toEqual([...PAYMENT_ACTION_STATES.notify].sort());
    expect(told("disburse")).toEqual([...DISBURSE_ACTION_STATES.notify].sort());
  });

  it("names a type after its status, where it tells of one", () => {
    for (const type of WEBHOOK_TYPES) {
      const { about, change, status } = WEBHOOKS[type];
      if (change === "status") expect(type).toBe(`${about}.${status}`);
    }
  });

  it("keeps all but the test", () => {
    expect(WEBHOOK_TYPES.filter((type) => !(KEPT_WEBHOOKS as readonly string[]).includes(type))).toEqual(["test.ping"]);
  });
});

it("types are the listed ones", () => {
  expectTypeOf<WebhookOf<"withdrawal">>().toEqualTypeOf<"withdrawal.paid" | "withdrawal.rejected">();
  expectTypeOf<"test.ping">().not.toExtend<KeptWebhook>();
  expectTypeOf<WebhookWords["withdrawal"]>().toEqualTypeOf<{ readonly paid: string; readonly rejected: string }>();
});
