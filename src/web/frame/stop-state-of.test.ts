/** Which cells of the emergency stop say that they are stopped already. */
import { describe, expect, it } from "vitest";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { stoppedBy } from "./stop-state-of.ts";

const row = (part: Partial<SwitchRow>): SwitchRow => ({
  id: "X1",
  scope: "platform",
  direction: "in",
  operator: null,
  merchant: null,
  wallet: null,
  reason: null,
  closed_by: "lee",
  closed_at: "2026-11-26T00:00:00.000Z",
  reopen_at: null,
  opened_at: null,
  opened_by: null,
  version: 1,
  actions: [],
  ...part,
});
const merchant = { id: "M1", name: "Lotus" };

describe("a cell is stopped", () => {
  it.each([
    ["by what stops all", row({}), true],
    ["not in the other direction", row({ direction: "out" }), false],
    ["by its operator", row({ scope: "operator", operator: "bkash" }), true],
    ["not by another operator", row({ scope: "operator", operator: "nagad" }), false],
    ["not by what stops one merchant alone", row({ scope: "merchant", merchant }), false],
  ])("%s", (_words, by, stopped) => {
    expect(stoppedBy({ scope: "operator", direction: "in", operator: "bkash" }, [by]) !== null).toBe(stopped);
  });

  it("for a merchant by its own switch, and at its operator alone by one of that operator", () => {
    const target = { scope: "merchant", direction: "in", merchant_id: "M1", operator: "bkash" } as const;
    expect(stoppedBy(target, [row({ scope: "merchant", merchant })])).not.toBeNull();
    expect(stoppedBy(target, [row({ scope: "merchant", merchant, operator: "nagad" })])).toBeNull();
    expect(stoppedBy(target, [row({ scope: "merchant", merchant: { id: "M2", name: "Padma" } })])).toBeNull();
    // All operators are not stopped by a switch of one.
    expect(stoppedBy({ scope: "merchant", direction: "in", merchant_id: "M1" }, [row({ scope: "merchant", merchant, operator: "nagad" })])).toBeNull();
  });

  it("by the one that lasts longest", () => {
    const [short, long] = [row({ id: "S", reopen_at: "2026-11-26T01:00:00.000Z" }), row({ id: "L", reopen_at: "2026-11-26T02:00:00.000Z" })];
    const target = { scope: "platform", direction: "in" } as const;
    expect(stoppedBy(target, [long, short])?.id).toBe("L");
    expect(stoppedBy(target, [short, long, row({ id: "E" })])?.id).toBe("E");
  });
});
