// @vitest-environment happy-dom
/** Statistics and reconciliation in pages: so many rows, back and forth, and the chosen number is kept. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Profile } from "../../../../contract/session.schema.ts";
import { mount, preparePage, seen, unmount } from "../../../mount.tsx";
import { queryClient } from "../../../query.ts";
import { loadPreferences, preference } from "../../../prefs.ts";
import { takeProfile } from "../../../session.tsx";
import Reconciliation from "./reconciliation.tsx";
import Statistics from "./statistics.tsx";
import { dayOf, SIDE } from "./suite.ts";

const PROFILE = { token: "t", id: "U1", account: "lee", user_type: "finance", on_totp: false, permissions: ["reconciliation.see"], currency: "BDT" };
const rowOf = (n: number, date?: string) => ({ ...dayOf(n, date), wallet_id: `W261121XY12${String(n).padStart(4, "0")}`, days: 1 });
const ITEMS = Array.from({ length: 23 }, (_, at) => rowOf(at + 1));
const SUMS = { wallets: 23, days: 1, open_days: 23, differing_days: 0, api: SIDE, system: SIDE, statement: null };
let place: HTMLElement;
/** What the last file was asked for with. */
let wanted: Record<string, string> | null = null;
let broken = false;
let answer: readonly unknown[] = ITEMS;
const names = (): string[] => [...place.querySelectorAll("tbody tr")].map((row) => /wallet \d+/.exec(row.querySelector("td")?.textContent ?? "")?.[0] ?? "?");
const press = (words: string): Promise<void> =>
  act(async () => void [...place.querySelectorAll<HTMLButtonElement>("nav button")].find((one) => one.textContent?.includes(words))?.click());
/** The wallets have come, and stand there. */
const drawn = (): Promise<void> => seen(() => expect(names()[0]).toMatch(/^wallet \d+$/));

beforeAll(async () => {
  await preparePage("en", "books");
  vi.stubGlobal("fetch", async (request: string) => {
    const { pathname, searchParams } = new URL(String(request), location.origin);
    if (broken && pathname !== "/api/user/preferences") return new Response(JSON.stringify({ success: false, error: { code: "internal" } }), { status: 500 });
    if (pathname.endsWith("/export")) {
      wanted = Object.fromEntries(searchParams);
      return new Response(JSON.stringify({ success: false, error: { code: "unavailable" } }), { status: 503 }); // a window of tests saves no file
    }
    const data = pathname === "/api/user/preferences" ? {} : { items: answer, wallets: ITEMS, sums: SUMS };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
});
beforeEach(async () => {
  answer = ITEMS;
  wanted = null;
  takeProfile(PROFILE as unknown as Profile); // what the tabs read of a profile
  await loadPreferences();
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});

describe.each([
  ["statistics", Statistics],
  ["reconciliation", Reconciliation],
] as const)("%s", (tab, Tab) => {
  it("show as many rows as a page has, the others on the next, and all that there are in the sums", async () => {
    place = await mount(<Tab tabs={null} />, `/wallets?tab=${tab}&size=10`);
    await drawn();
    expect(names()).toEqual(ITEMS.slice(0, 10).map((row) => row.wallet_name));
    expect(place.querySelector("nav [role=status]")?.textContent).toContain("23");
    await press("Next");
    await press("Next");
    expect(names()).toEqual(["wallet 21", "wallet 22", "wallet 23"]);
    expect([...place.querySelectorAll<HTMLButtonElement>("nav button")].map((one) => one.disabled)).toEqual([false, true]);
    await press("Previous");
    expect(names()[0]).toBe("wallet 11");
  });

  it("offer Items per page, and keep the choice with the account", async () => {
    place = await mount(<Tab tabs={null} />, `/wallets?tab=${tab}&page=2&size=10`);
    await drawn();
    expect(names()[0]).toBe("wallet 11");
    const select = place.querySelector<HTMLSelectElement>("nav select");
    expect(place.querySelector("nav label")?.textContent).toContain("Items per page");
    await act(async () => {
      if (select) select.value = "50";
      select?.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await seen(() => expect(names()).toHaveLength(23));
    expect(preference(`list.${tab}`)).toMatchObject({ size: 50 });
  });

  it("say that they are from before once they cannot be read again", async () => {
    place = await mount(<Tab tabs={null} />, `/wallets?tab=${tab}&size=10`);
    await drawn();
    expect(place.textContent).not.toContain("Reload failed");
    broken = true;
    await act(() => queryClient.refetchQueries());
    broken = false;
    await seen(() => expect(place.textContent).toContain("Reload failed"));
    expect(names(), "what was there stays").toHaveLength(10);
  });

  it("show the last page to an address that asks for one that is not there", async () => {
    place = await mount(<Tab tabs={null} />, `/wallets?tab=${tab}&page=99&size=10`);
    await drawn();
    expect(names()[0]).toBe("wallet 21");
  });
});

describe("the sums and the file", () => {
  const button = (words: string) => [...document.querySelectorAll<HTMLButtonElement>("button")].find((one) => one.textContent.trim() === words);
  const press = (words: string): Promise<void> => act(async () => button(words)?.click());
  /** What a CSV of the bar's export is asked for with. */
  async function exported(): Promise<unknown> {
    vi.spyOn(console, "warn").mockReturnValue(undefined); // a window without sizes hides the menu, whose focus finds no place
    await press("Export");
    // The menu arrives when it is asked for.
    await seen(() => expect(button("CSV (any number of rows)")).toBeDefined());
    await press("CSV (any number of rows)");
    await seen(() => expect(wanted).not.toBeNull());
    return wanted;
  }

  it("of the reconciliation are of the days that are shown, on whatever page", async () => {
    const differing = { api: { ...SIDE, payment: "12.00" }, payment_difference: "2.00" };
    answer = ITEMS.map((row, at) => (at % 2 === 0 ? { ...row, ...differing } : row));
    place = await mount(<Reconciliation tabs={null} />, "/wallets?tab=reconciliation&from=2026-11-20&to=2026-11-20&show=differing&size=10");
    await drawn();
    const footer = (): (string | null)[] => [...place.querySelectorAll("tfoot td")].slice(0, 7).map((cell) => cell.textContent);
    expect(footer()).toEqual(["Total", "12\u00a0wallets, 12\u00a0wallet days", "", "144.00", "120.00", "–", "24.00"]);
    expect(await exported()).toEqual({ from: "2026-11-20", to: "2026-11-20", show: "differing", format: "csv", lang: "en" });
  });

  it("of the statistics are rows of wallets where those are shown", async () => {
    place = await mount(<Statistics tabs={null} />, "/wallets?tab=statistics&from=2026-11-20&to=2026-11-20&by=wallet");
    await drawn();
    expect(await exported()).toEqual({ from: "2026-11-20", to: "2026-11-20", view: "wallet", format: "csv", lang: "en" });
  });
});
