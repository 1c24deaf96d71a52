// @vitest-environment happy-dom
/** A list whose rows are rare: it goes on searching by itself, may be stopped and gone on with, and says how far it came. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Page } from "../../contract/envelope.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { List } from "./list.tsx";
import type { ListSpec } from "./spec/index.ts";
import { operatorLooks, PLAIN, type PlainRow } from "./suite-plain.tsx";

const SPEC = PLAIN as unknown as ListSpec<PlainRow>; // the endpoint's own rows are larger

/** What the server answers to each cursor; the next answer waits until it is let go. */
let parts: Page<PlainRow>[] = [];
let asked: (string | null)[] = [];
let held: (() => void)[] = [];
let failing = false;
let place: HTMLElement;

const part = (at: number, ids: string[], month: number | null): Page<PlainRow> => ({
  items: ids.map((id) => ({ id, amount: "10.00" })),
  next_cursor: month === null ? null : `s.${at + 1}`,
  prev_cursor: null,
  ...(month === null ? {} : { searched_back_to: `2025-${month}-12T04:00:00.000Z`, search_cursor: `s.${at + 1}` }),
  total: at === 0 ? { value: ids.length, exact: false, searched_back_to: "2025-12-24T04:00:00.000Z" } : { value: 0, exact: false },
  ...(at === 0 ? { sums: null, partial_sums: { values: { amount: "0.00" }, searched_back_to: "2025-12-24T04:00:00.000Z" } } : {}),
});

async function answer(request: Request | string): Promise<Response> {
  const url = new URL(typeof request === "string" ? request : request.url, location.origin);
  const json = (data: unknown, status = 200): Response => new Response(JSON.stringify(data), { status, headers: { "content-type": "application/json" } });
  if (url.pathname !== "/api/payments") return json({ success: true, data: { items: [] } });
  const cursor = url.searchParams.get("cursor");
  asked.push(cursor);
  if (cursor !== null && !failing) await new Promise<void>((go) => held.push(go));
  if (failing) return json({ success: false, data: null, error: { code: "internal", message: "x" } }, 500);
  return json({ success: true, data: parts[cursor === null ? 0 : Number(cursor.slice(2))] });
}

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", answer);
});
beforeEach(async () => {
  [asked, held, failing] = [[], [], false];
  await operatorLooks();
});
afterEach(() => unmount());

/** Each test asks another question: answers are remembered. */
async function open(q: string): Promise<void> {
  place = await mount(<List spec={SPEC} />, `/payments?q=${q}`);
  await until(() => (place.textContent ?? "").includes("Searched"));
}
const until = (isSo: () => boolean): Promise<void> => seen(() => expect(isSo(), `it did not come to be: ${place.textContent}`).toBe(true));
/** Lets the answer go that is on its way. */
async function letGo(): Promise<void> {
  await until(() => held.length > 0);
  await act(async () => held.shift()?.());
}
const wait = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)));
const text = (): string => place.textContent ?? "";
const ids = (): string[] => [...place.querySelectorAll("a[data-link]")].map((link) => link.textContent ?? "");
const button = (name: string): HTMLButtonElement => {
  const found = [...place.querySelectorAll("button")].find((one) => one.textContent === name);
  if (!found) throw new Error(`no button "${name}": ${text()}`);
  return found;
};
/** What a screen reader is told of the search. */
const said = (): string => place.querySelector('.fd-sr[role="status"]')?.textContent ?? "";

it("goes on by itself until everything is searched, and counts and adds up what it found", async () => {
  parts = [part(0, [], 12), part(1, ["P1"], 11), part(2, ["P2"], 10), part(3, ["P3"], null)];
  await open("one");
  expect(text()).toContain("Searching. Nothing found yet. Searched back to 12 Dec 2025");
  expect(text()).not.toContain("Nothing matches");
  expect(said()).toBe("Still searching");
  await letGo();
  await until(() => ids().length === 1);
  expect(text()).toContain("Searched back to 12 Nov 2025");
  expect(text()).toContain("At least 1 (counted to 12 Nov 2025)");
  expect(text()).toContain("Total to 12 Nov 2025");
  expect(said(), "not said at each answer").toBe("Still searching");
  await letGo();
  await letGo();
  await until(() => ids().length === 3);
  expect(ids()).toEqual(["P1", "P2", "P3"]);
  expect(text()).toContain("3 in total");
  expect(text()).toContain("30.00");
  expect(text()).not.toContain("Searched back");
  expect(said()).toBe("Search finished, 3 on this page");
  expect(asked).toEqual([null, "s.1", "s.2", "s.3"]);
});

it("stops when it is told to, goes on when it is told to, and asks nothing in between", async () => {
  parts = [part(0, ["P1"], 12), part(1, [], 11), part(2, ["P2"], null)];
  await open("two");
  await until(() => held.length > 0);
  await act(async () => button("Stop").click());
  expect(said()).toBe("Search stopped");
  await act(async () => held.shift()?.());
  await wait(150);
  expect(text(), "what came after the stop is not taken").toContain("Searched back to 12 Dec 2025");
  expect(asked).toEqual([null, "s.1"]);
  await act(async () => button("Go on searching").click());
  await letGo();
  await letGo();
  await until(() => ids().length === 2);
  expect(asked).toEqual([null, "s.1", "s.1", "s.2"]);
});

it("stops at Escape", async () => {
  parts = [part(0, [], 12), part(1, [], null)];
  await open("three");
  await until(() => held.length > 0);
  await act(async () => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
  expect(text()).toContain("Search stopped. Nothing found so far.");
  await letGo(); // what was on its way is not waited for
  await act(async () => button("Go on searching").click());
  await letGo();
  await until(() => !text().includes("Searched back"));
  expect(text(), "nothing is said to be there only when everything was searched").not.toContain("so far");
  expect(text()).toContain("Nothing matches the filters");
});

it("stands still where an answer fails, and may be gone on with", async () => {
  parts = [part(0, ["P1"], 12), part(1, ["P2"], null)];
  await open("four");
  await until(() => held.length > 0);
  failing = true;
  await act(async () => held.shift()?.());
  await until(() => said() === "Search stopped");
  failing = false;
  await act(async () => button("Go on searching").click());
  await letGo();
  await until(() => ids().length === 2);
});
