import { describe, expect, it } from "vitest";
import { allowedPairs, LIFE_CYCLE_NAMES, LIFE_CYCLES, transition, type LifeCycle, waysOf } from "./life-cycles.ts";
import { BATCH_ACTIONS } from "./disburse-batches.ts";
import { DISBURSE_ACTION_STATES, DISBURSE_TRANSITIONS } from "./disburses.ts";
import { PAYMENT_ACTION_STATES, PAYMENT_TRANSITIONS } from "./payments.ts";
import { ENDING_ACTION_STATES, ENDING_TRANSITIONS } from "./sms-endings.ts";
import { RULE_ACTION_STATES, RULE_TRANSITIONS } from "./sms-rules.ts";
import { TRANSFER_ACTION_STATES, TRANSFER_TRANSITIONS } from "./transfers.ts";
import { WITHDRAWAL_ACTION_STATES, WITHDRAWAL_TRANSITIONS } from "./withdrawal.ts";
import type { Transition } from "./transition.ts";

/** As {@link transition}, for words that a loop brings. */
const step = transition as (cycle: LifeCycle, from: string | readonly string[], event: string) => string;
const edgesOf = (cycle: LifeCycle): readonly Transition<string, string>[] => LIFE_CYCLES[cycle].transitions;

describe.each(LIFE_CYCLE_NAMES)("the life of %s", (cycle) => {
  it("leads from every status by every event to where its table says, and nowhere else", () => {
    const events = new Set(edgesOf(cycle).map((edge) => edge.event));
    for (const from of LIFE_CYCLES[cycle].statuses)
      for (const event of [...events, "no such event"]) {
        const edge = edgesOf(cycle).find((one) => one.from === from && one.event === event);
        if (edge) expect(step(cycle, from, event)).toBe(edge.to);
        else expect(() => step(cycle, from, event)).toThrow(`${cycle}: ${event} leads nowhere from ${from}`);
      }
  });
  it("reaches every status from its first", () => {
    const reached = new Set<string>([LIFE_CYCLES[cycle].statuses[0]]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const [from, to] of allowedPairs(cycle)) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...LIFE_CYCLES[cycle].statuses].sort());
  });
});

it("refuses a table in which one event leads two ways", () => {
  const go = { from: "a", event: "go", to: "b" };
  expect(waysOf({ one: { transitions: [go] }, two: { transitions: [go, { ...go, from: "b" }] } })).toEqual(
    new Map([
      ["one a go", "b"],
      ["two a go", "b"],
      ["two b go", "b"],
    ]),
  );
  expect(() => waysOf({ one: { transitions: [go, { ...go, to: "c" }] } })).toThrow("two ways: one a go");
});

it("takes several statuses only where all of them lead to the same one", () => {
  expect(step("device_tasks", ["handed", "lapsed"], "answer")).toBe("answered");
  expect(() => step("device_tasks", ["handed", "waiting"], "answer")).toThrow("leads nowhere");
  expect(() => step("device_tasks", [], "answer")).toThrow("leads nowhere");
});

/** Acts that change no status: they may be offered anywhere. */
const CHANGES_NOTHING = { recheck: true, correct: true, note: true, notify: true };

describe("an action is offered where its event leads somewhere", () => {
  const sources = (edges: readonly Transition<string, string>[], events: readonly string[]): string[] =>
    [...new Set(edges.filter((edge) => events.includes(edge.event)).map((edge) => edge.from))].sort();
  it.each([
    ["a payment", PAYMENT_ACTION_STATES, PAYMENT_TRANSITIONS, {}],
    // A payout whose attempt is still open fails with it.
    ["a payout", DISBURSE_ACTION_STATES, DISBURSE_TRANSITIONS, { fail: ["fail", "attempt_fail"] }],
    ["a rule", RULE_ACTION_STATES, RULE_TRANSITIONS, {}],
    ["an ending", ENDING_ACTION_STATES, ENDING_TRANSITIONS, {}],
    ["a transfer", TRANSFER_ACTION_STATES, TRANSFER_TRANSITIONS, {}],
    ["a withdrawal", WITHDRAWAL_ACTION_STATES, WITHDRAWAL_TRANSITIONS, { paid: ["pay"] }],
  ] as const)("of %s", (_what, states, edges, events) => {
    for (const [action, offered] of Object.entries(states)) {
      const led: readonly string[] = Reflect.get(events, action) ?? [action];
      // The others change no status.
      if (action in CHANGES_NOTHING) continue;
      expect([...offered].sort(), action).toEqual(sources(edges, led));
    }
    // Who decides is named by a permission: what nobody is offered, nobody can decide.
    const decided = (edges as readonly Transition<string, string>[]).filter((edge) => edge.by.includes(".")).map((edge) => edge.event);
    const led = Object.keys(states).flatMap((action): readonly string[] => Reflect.get(events, action) ?? [action]);
    expect(decided.filter((event) => !led.includes(event))).toEqual([]);
  });
  it("of a batch", () => {
    for (const action of BATCH_ACTIONS) expect(edgesOf("disburse_batches").some((edge) => edge.event === action)).toBe(true);
  });
});
