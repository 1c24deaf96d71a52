// @vitest-environment happy-dom
/** A list whose total and sums take longer than its rows: rows stand at once, figures come under them. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { List } from "./list.tsx";
import type { ListSpec } from "./spec/index.ts";
import { operatorLooks, PLAIN, type PlainRow } from "./suite-plain.tsx";

const SPEC = PLAIN as unknown as ListSpec<PlainRow>; // the endpoint's own rows are larger

const asked: URLSearchParams[] = [];
/** Answers the figures, which wait until then. */
let answerFigures: (response: Response) => void = () => undefined;
let place: HTMLElement;

const json = (data: unknown, status = 200): Response =>
  new Response(JSON.stringify(status === 200 ? { success: true, data } : { success: false, data: null, error: { code: "internal", message: "x" } }), {
    status,
    headers: { "content-type": "application/json" },
  });
const ROWS = { items: [1, 2].map((n) => ({ id: `P${n}`, amount: "10.00" })), next_cursor: "n.1", prev_cursor: null };

async function answer(request: Request | string): Promise<Response> {
  const url = new URL(typeof request === "string" ? request : request.url, location.origin);
  if (url.pathname !== "/api/payments") return json({ items: [] });
  asked.push(url.searchParams);
  if (url.searchParams.get("only") === "figures") return new Promise((done) => (answerFigures = done));
  return json({ ...ROWS, total: { value: 2, exact: false }, sums: null, figures_late: true });
}

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", answer);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  asked.length = 0;
  await operatorLooks();
});
afterEach(() => unmount());

const until = (isSo: () => boolean): Promise<void> => seen(() => expect(isSo(), `it did not come to be: ${place.textContent}`).toBe(true));
/** Each test asks another question: answers are remembered. */
async function open(q: string): Promise<void> {
  place = await mount(<List spec={SPEC} />, `/payments?q=${q}`);
  await until(() => asked.length === 2);
}
const text = (): string => place.textContent ?? "";

it("shows rows at once, says that figures are on their way, and puts them under the rows", async () => {
  await open("one");
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ q: "one", figures: "soon" });
  expect(Object.fromEntries(asked[1] ?? [])).toEqual({ q: "one", only: "figures" });
  expect([...place.querySelectorAll("a[data-link]")].map((link) => link.textContent)).toEqual(["P1", "P2"]);
  expect(place.querySelectorAll("[data-waiting]").length).toBeGreaterThanOrEqual(2);
  expect(text()).not.toMatch(/in total|Too many rows/);
  await act(async () =>
    answerFigures(json({ items: [], next_cursor: null, prev_cursor: null, total: { value: 4812, exact: true }, sums: { amount: "9,000.00" } })),
  );
  await until(() => text().includes("4,812 in total"));
  expect(place.querySelector("tfoot")?.textContent).toContain("9,000.00");
  expect(place.querySelector("[data-waiting]")).toBeNull();
  expect(asked).toHaveLength(2);
});

it("says no sums, and at least how many rows, where the figures could not be read", async () => {
  await open("two");
  await act(async () => answerFigures(json(null, 422)));
  await until(() => text().includes("2+ in total"));
  expect(place.querySelector("[data-waiting]")).toBeNull();
  expect(place.querySelector("tfoot")).toBeNull();
  expect(text()).not.toContain("Too many rows");
});
