import { describe, expect, test } from "vitest";
import type { DeviceLink } from "../../core/devices/directory.ts";
import { linkBySender, linkOf, looksSwapped } from "./sims.ts";

const link = (walletId: bigint, sim: DeviceLink["sim"], operator: string): DeviceLink => ({
  walletId,
  sim,
  operator,
  bound: true,
  name: "w",
  account: "017",
  enabled: true,
  ipWhitelist: [],
});
const IDS: Record<string, string[]> = { bkash: ["bKash", "16247"], nagad: ["NAGAD", "Nagad"] };
const ids = (operator: string): string[] => IDS[operator] ?? [];

describe("by card", () => {
  const one = [link(1n, "any", "bkash")];
  const first = [link(1n, "sim1", "bkash")];
  const two = [link(1n, "sim1", "bkash"), link(2n, "sim2", "nagad")];
  const rest = [link(1n, "any", "bkash"), link(2n, "sim2", "nagad")];
  test.each([
    ["one wallet, any card", one, null, 1n],
    ["one wallet, any card, card named", one, "sim2", 1n],
    ["one wallet on card 1, no card named", first, null, 1n],
    ["one wallet on card 1, the other card", first, "sim2", null],
    ["two wallets, no card named", two, null, null],
    ["two wallets, card 2", two, "sim2", 2n],
    ["the link for any card takes the rest", rest, "sim1", 1n],
    ["its own link goes first", rest, "sim2", 2n],
    ["no wallet", [], "sim1", null],
  ] as const)("%s", (_name, links, sim, expected) => {
    expect(linkOf(links, sim)?.walletId ?? null).toBe(expected);
  });
});

describe("by sender", () => {
  const two = [link(1n, "sim1", "bkash"), link(2n, "sim2", "nagad")];
  test("only one operator sends under that name", () => {
    expect(linkBySender(two, "NAGAD", ids)?.walletId).toBe(2n);
    expect(linkBySender(two, " bkash ", ids)?.walletId).toBe(1n);
  });
  test("nobody or several: none", () => {
    expect(linkBySender(two, "01712345678", ids)).toBeNull();
    expect(linkBySender(two, null, ids)).toBeNull();
    expect(linkBySender([link(1n, "sim1", "bkash"), link(2n, "sim2", "bkash")], "bKash", ids)).toBeNull();
  });
  test("cards that may have changed places", () => {
    expect(looksSwapped(two, two[0] as DeviceLink, "NAGAD", ids)).toBe(true);
    expect(looksSwapped(two, two[0] as DeviceLink, "bKash", ids)).toBe(false);
    expect(looksSwapped(two, two[0] as DeviceLink, "Promo", ids)).toBe(false);
    expect(looksSwapped([two[0] as DeviceLink], two[0] as DeviceLink, "NAGAD", ids)).toBe(false);
  });
});
