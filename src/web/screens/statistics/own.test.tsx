// @vitest-environment happy-dom
/** A merchant's statistics move with the day, and say where a share is of the newest orders alone. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../../contract/session.schema.ts";
import type { OwnFigures } from "../../../contract/statistics.schema.ts";
import { mount, preparePage, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import Own from "./own.tsx";

const PERMISSIONS = ["merchant.own", "home.see", "amounts.see", "payments.see", "disburses.see"];
const PROFILE = { token: "t", id: "U1", account: "lee", user_type: "merchant_admin", on_totp: false, permissions: PERMISSIONS, currency: "BDT" };
/** Ten minutes before midnight in Shanghai. */
const LATE = Date.parse("2026-11-20T15:50:00Z");
const flows = { collected: "10.00", collected_count: 1, paid_out: "0.00", paid_out_count: 0, fees: "0.10", payment_fees: "0.10", disburse_fees: "0.00" };
const earlier = { ...flows, collected: "8.00" };
const asked: string[] = [];
let since: string | null = null;
let broken = false;
let place: HTMLElement;

beforeAll(async () => {
  await preparePage("en", "books");
  vi.stubGlobal("fetch", async (request: string) => {
    if (broken) return new Response(JSON.stringify({ success: false, error: { code: "internal" } }), { status: 500 });
    const { searchParams } = new URL(String(request), location.origin);
    const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
    asked.push(`${from} ${to}`);
    const data: OwnFigures = {
      at: new Date(LATE).toISOString(),
      from,
      to,
      hours: null,
      days: [],
      totals: flows,
      taking: null,
      before: {
        from: "2026-11-19",
        to: "2026-11-19",
        until: "2026-11-20T15:00:00.000Z",
        now: flows,
        sums: earlier,
        days: null,
        payments_bps: 9_000,
        disburses_bps: null,
        median_ms: null,
      },
      payments: { rows: [{ status: "completed", count: 1, amount: "10.00" }], success_bps: 10_000, since },
      disburses: { rows: [], success_bps: null, since: null },
    };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
});
beforeEach(() => {
  vi.useFakeTimers({ now: LATE });
  asked.length = 0;
  takeProfile(PROFILE as unknown as Profile); // what the screen reads of a profile
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
});
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

it("ask for the new day once it begins", async () => {
  place = await mount(<Own />, "/statistics?range=today");
  await pass(1000);
  expect(new Set(asked)).toEqual(new Set(["2026-11-20 2026-11-20"]));
  await pass(11 * 60_000);
  expect(asked.at(-1)).toBe("2026-11-21 2026-11-21");
});

it("compare with the day before: amounts by whole hours, shares by points, what is missing not at all", async () => {
  place = await mount(<Own />, "/statistics?range=today");
  await pass(1000);
  const words = [...place.querySelectorAll(".fd-sr")].map((one) => one.textContent);
  expect(words).toContain("25.0% above day before");
  expect(words).toContain("10.0 points above day before");
  expect(place.textContent).toContain("until 2026/11/20 23:00");
});

it("say that they are from before once they cannot be read again", async () => {
  place = await mount(<Own />, "/statistics?range=today");
  await pass(1000);
  expect(place.textContent).not.toContain("Reload failed");
  broken = true;
  await pass(31_000);
  broken = false;
  expect(place.textContent).toContain("Reload failed");
  expect(place.querySelectorAll("[data-figures]"), "what was there stays").toHaveLength(1);
});

it("say from when on the orders of a share are", async () => {
  since = "2026-11-12T04:00:00.000Z";
  place = await mount(<Own />, "/statistics?range=today");
  await pass(1000);
  expect(place.textContent).toContain("The newest, since");
});
