// @vitest-environment happy-dom
/** The reconciliation by keyboard: days are walked and opened, and nothing is closed that is still on its way. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../../../contract/session.schema.ts";
import { watchSequences } from "../../../hotkeys.ts";
import { mount, preparePage, seen, unmount } from "../../../mount.tsx";
import { takeProfile } from "../../../session.tsx";
import Reconciliation from "./reconciliation.tsx";
import { dayOf, SIDE } from "./suite.ts";

const PROFILE = {
  token: "t",
  id: "U1",
  account: "chen",
  user_type: "finance",
  on_totp: false,
  permissions: ["reconciliation.see", "reconciliation.close"],
  currency: "BDT",
};
const SUMS = { open_days: 3, differing_days: 0, api: SIDE, system: SIDE, statement: null };
const FIRST = "2026-11-19";
const LATER = "2026-11-20";
/** Answers that are held back until a test lets them go, by the day that they are of. */
let held: Map<string, () => void>;
let place: HTMLElement;

beforeAll(async () => {
  await preparePage("en", "books");
  watchSequences();
  vi.stubGlobal("fetch", async (request: string) => {
    const { pathname, searchParams } = new URL(String(request), location.origin);
    const date = searchParams.get("from") ?? "";
    if (pathname === "/api/reconciliation" && date !== "") await new Promise<void>((go) => held.set(date, go));
    const items = [1, 2, 3].map((n) => dayOf(n, date));
    if (pathname.startsWith("/api/statistics/")) return new Response('{"success":false,"error":{"code":"not_found","message":""}}', { status: 404 });
    const [, id, of] = /^\/api\/reconciliation\/(W\d)\/([\d-]+)$/.exec(pathname) ?? [];
    const found = { day: dayOf(Number(id?.slice(1)), of ?? ""), flows: [], groups: [], imports: [] };
    return new Response(JSON.stringify({ success: true, data: pathname === "/api/reconciliation" ? { items, sums: SUMS } : found }), {
      headers: { "content-type": "application/json" },
    });
  });
});
beforeEach(() => {
  held = new Map();
  takeProfile(PROFILE as unknown as Profile); // what the tab reads of a profile
});
afterEach(() => unmount());

const press = (key: string, shiftKey = false): Promise<void> =>
  act(
    async () => void (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true })),
  );
const day = (): string | undefined => place.querySelector("tbody td:nth-child(2)")?.textContent;
async function letGo(date: string): Promise<void> {
  await seen(() => expect(held.has(date)).toBe(true));
  held.get(date)?.();
  await seen(() => expect(day()).toBe(date.replaceAll("-", "/")));
}
const dialog = (): Element | null => document.querySelector('[role="dialog"]:not([data-drawer])');
const drawer = (): Element | null => document.querySelector("[data-drawer]");
const shows = (name: string): Promise<void> => seen(() => expect(drawer()?.querySelector("h2")?.textContent ?? "").toContain(name));
const focused = (): string | undefined => (document.activeElement as HTMLElement | null)?.dataset.key;
const closeButton = (): HTMLButtonElement | undefined =>
  [...place.querySelectorAll("button")].find((one) => one.textContent.startsWith("Close days without difference"));

it("closes nothing while the days of the range are on their way", async () => {
  place = await mount(<Reconciliation tabs={null} />, `/wallets?tab=reconciliation&from=${FIRST}&to=${FIRST}`);
  await press("C", true);
  expect(dialog()).toBeNull();
  expect(closeButton()?.disabled).toBe(true);
  await letGo(FIRST);
  // Another range: the rows of the first one stay in view until its own have come.
  await act(async () => [...place.querySelectorAll("button")].find((one) => one.textContent === "Today")?.click());
  await seen(() => expect(held.size).toBe(2));
  expect(place.querySelectorAll("tbody tr")).toHaveLength(3);
  await press("C", true);
  expect(dialog()).toBeNull();
  expect(closeButton()?.disabled).toBe(true);
  expect(closeButton()?.textContent).not.toMatch(/\d/);
});

it("asks for exactly the days in view once they are there", async () => {
  place = await mount(<Reconciliation tabs={null} />, `/wallets?tab=reconciliation&from=${LATER}&to=${LATER}`);
  await letGo(LATER);
  expect(closeButton()?.textContent).toContain("3");
  await press("C", true);
  await seen(() => expect(dialog()?.querySelectorAll("tbody tr") ?? []).toHaveLength(3));
  expect(dialog()?.textContent).toContain("2026/11/20");
});

it("walks the days with j and k, opens with Enter, and takes the drawer along", async () => {
  place = await mount(<Reconciliation tabs={null} />, `/wallets?tab=reconciliation&from=${LATER}&to=${LATER}`);
  await letGo(LATER);
  await press("j");
  expect(focused()).toBe(`W1/${LATER}`);
  await press("j");
  await press("k");
  await press("j");
  expect(focused()).toBe(`W2/${LATER}`);
  // Enter is the button's own; a page without a browser's keys has to be told.
  await act(async () => (document.activeElement as HTMLElement).click());
  await shows("wallet 2");
  await press("j");
  await shows("wallet 3");
  await press("j");
  await press("k");
  await press("k");
  await shows("wallet 1");
  expect(drawer()?.contains(document.activeElement)).toBe(true);
  await press("Escape");
  await seen(() => expect(focused()).toBe(`W1/${LATER}`));
  expect(drawer()).toBeNull();
});
