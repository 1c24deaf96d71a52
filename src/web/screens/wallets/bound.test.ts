import { describe, expect, it } from "vitest";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { walletBind } from "../../../contract/wallets.schema.ts";
import { bindBody } from "./bind-form.ts";
import { clockText, connected, secondsLeft, serverOf } from "./bound.ts";

type Device = WalletRow["devices"][number];
// Only what is compared.
const phone = (id: string, bound_at: string | null, last_seen_at: string | null = null): Device => ({ id, bound_at, last_seen_at }) as Device;

describe("a phone has connected", () => {
  it("when one is bound that was not there", () => {
    expect(connected([], [phone("G1", null)], undefined)).toBeNull();
    expect(connected([], [phone("G1", "t1")], undefined)?.id).toBe("G1");
    expect(connected([phone("G1", "t1")], [phone("G1", "t1"), phone("G2", "t2")], undefined)?.id).toBe("G2");
  });

  it("when the one bound again speaks, not when another one does", () => {
    const before = [phone("G1", "t1", "s1"), phone("G2", "t1", "s1")];
    expect(connected(before, [phone("G1", "t1", "s1"), phone("G2", "t1", "s2")], "G1")).toBeNull();
    expect(connected(before, [phone("G1", "t1", "s2"), phone("G2", "t1", "s1")], "G1")?.id).toBe("G1");
  });
});

describe("what is asked of the server", () => {
  it.each([
    [{ mode: "new", app: "native", device_id: "", sim: "any" }, { app: "native" }],
    [
      { mode: "new", app: "httpsms", device_id: "G1", sim: "sim2" },
      { app: "httpsms", sim: "sim2" },
    ],
    [{ mode: "again", app: "native", device_id: "G1", sim: "sim1" }, { device_id: "G1" }],
    [
      { mode: "sim", app: "native", device_id: "G1", sim: "sim1" },
      { device_id: "G1", sim: "sim1" },
    ],
  ])("%j", (values, body) => {
    expect(bindBody(values)).toEqual(body);
    expect(walletBind.safeParse({ ...body, version: 1 }).success).toBe(true);
  });
});

it("reads the address to type in out of the QR", () => {
  expect(serverOf("floatdesk:https://pay.example:8443?code=SD6E9VQJVP")).toBe("https://pay.example:8443");
});

it("counts a code's life down to nothing", () => {
  const at = Date.parse("2026-11-21T09:00:00.000Z");
  expect(secondsLeft("2026-11-21T09:09:04.100Z", at)).toBe(545);
  expect(secondsLeft("2026-11-21T08:59:00.000Z", at)).toBe(0);
  expect(clockText(545)).toBe("9:05");
});
