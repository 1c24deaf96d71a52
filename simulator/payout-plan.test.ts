import { describe, expect, it } from "vitest";
import { planPayouts, PAYMENTS_A_PAYOUT } from "./payout-plan.ts";
import { ACTS, LARGE_ABOVE, PAYOUT_DECK, PAYOUT_SCENARIOS, payoutScenario, type PayoutScenario } from "./payout-scenarios.ts";

const NAMES = Object.keys(PAYOUT_SCENARIOS) as PayoutScenario[];
const plan = (seed: string, orders: number, run = 0) => [...planPayouts({ seed, run, orders, merchants: 3 })];

describe("scenarios", () => {
  it("are a hundred cards", () => {
    expect(PAYOUT_DECK).toHaveLength(100);
    expect(NAMES.every((name) => PAYOUT_SCENARIOS[name].of100 > 0)).toBe(true);
  });

  it("pay at most once, and last", () => {
    for (const name of NAMES) {
      const pays = payoutScenario(name).acts.map((act) => ACTS[act].pays);
      expect(pays.slice(0, -1), name).not.toContain(true);
    }
  });

  it("send nothing that was refused at the door or decided against", () => {
    for (const name of NAMES) {
      const { door, decision, acts } = payoutScenario(name);
      const over = door === "too_little" || door === "own_wallet" || decision === "reject" || decision === "cancel";
      expect(acts.length === 0, name).toBe(over);
    }
  });
});

describe("plan", () => {
  it("follows from the seed and the run", () => {
    expect(plan("7", 400)).toEqual(plan("7", 400));
    expect(plan("8", 400)).not.toEqual(plan("7", 400));
    expect(plan("7", 400, 1).map((one) => one.customer)).not.toEqual(plan("7", 400).map((one) => one.customer));
  });

  it("pays nobody twice, and begins each within the run", () => {
    const payouts = plan("7", 400);
    expect(payouts).toHaveLength(400 / PAYMENTS_A_PAYOUT);
    expect(new Set(payouts.map((one) => one.customer)).size).toBe(payouts.length);
    expect(payouts.every((one) => one.afterOrder >= 1 && one.afterOrder <= 400 && /^01[3-9]\d{8}$/.test(one.customer))).toBe(true);
  });

  it("needs a person exactly for the large ones", () => {
    for (const one of plan("7", 2_000)) expect(one.amount > LARGE_ABOVE, one.scenario).toBe(payoutScenario(one.scenario).door === "large");
  });

  it("never ends without a number of orders", () => {
    const endless = planPayouts({ seed: "7", run: 0, orders: null, merchants: 3 });
    for (let taken = 0; taken < 12_000; taken += 1) expect(endless.next().done).toBe(false);
  });
});
