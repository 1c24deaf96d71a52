// @vitest-environment happy-dom
/** A live change to one row: the row shows it at once, and neither the list nor another row is drawn for it. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Page } from "../../contract/envelope.ts";
import { startLive } from "../events.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { List } from "./list.tsx";
import { PROBE_EVERY_MS } from "./state/live.ts";
import type { ActionSpec, ListSpec } from "./spec/index.ts";
import { amountColumn, idColumn, operatorLooks, PLAIN, type PlainRow } from "./suite-plain.tsx";

interface Row extends PlainRow {
  readonly version: number;
  readonly actions: readonly string[];
}
const row = (id: string, version = 1, amount = "10.00", actions = ["notify"]): Row => ({ id, version, amount, actions });

/** What the server holds. */
let stored: Row[] = [];
let asked: string[] = [];
/** How often the list was drawn, and each row. */
let lists = 0;
let drawn: Record<string, number> = {};
const run = vi.fn<NonNullable<ActionSpec<Row>["run"]>>();
const SPEC = {
  ...PLAIN,
  columns: [idColumn((id) => void (drawn[id] = (drawn[id] ?? 0) + 1)), amountColumn],
  // Read once each time the list is drawn.
  get searchHint() {
    lists += 1;
    return "payments.searchHint";
  },
  actions: [
    { id: "notify", label: "payments.action.notify", inline: () => true, run, done: "payments.action.notify" },
    { id: "recheck", label: "payments.action.recheck", run, done: "payments.action.recheck" },
  ],
  bulk: [{ id: "notify", label: "payments.action.notify", permission: "payments.see", job: "payments.notify" }],
  drawer: { ...PLAIN.drawer, endpoint: "GET /api/payments/:id", amount: PLAIN.amountOf },
} as unknown as ListSpec<Row>; // the endpoints' own rows are larger

const page = (): Page<Row> => ({
  items: stored,
  next_cursor: null,
  prev_cursor: null,
  total: { value: stored.length, exact: true },
  sums: { amount: "30.00" },
});
let events: ReadableStreamDefaultController<Uint8Array> | null = null;
let stop: () => void = () => undefined;
let narrow = false;

async function answer(request: Request | string): Promise<Response> {
  const url = new URL(typeof request === "string" ? request : request.url, location.origin);
  if (url.pathname === "/api/events") return new Response(new ReadableStream<Uint8Array>({ start: (made) => void (events = made) }));
  asked.push(url.pathname);
  const id = url.pathname.split("/")[3];
  const one = stored.find((row) => row.id === id);
  const data = url.pathname === "/api/payments" ? page() : (one ?? { items: [] });
  return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
}

beforeAll(async () => {
  await preparePage("en", "rest", () => narrow);
  vi.stubGlobal("fetch", answer);
});
beforeEach(async () => {
  await operatorLooks();
  stored = [row("P1"), row("P2"), row("P3")];
  stop = startLive(() => undefined);
});
afterEach(() => {
  unmount();
  stop();
  vi.clearAllMocks();
  narrow = false;
});

const settled = (ms = 0): Promise<void> => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))));
async function show(address = "/payments", spec = SPEC): Promise<HTMLElement> {
  const place = await mount(<List spec={spec} />, address);
  await seen(() => expect(place.querySelector('[data-id="P3"]')).not.toBeNull());
  await settled(50);
  lists = 0;
  drawn = {};
  asked = [];
  return place;
}
/** The server changes a row and says so; ends when the page has taken it. */
async function change(now: Row): Promise<void> {
  stored = stored.map((one) => (one.id === now.id ? now : one));
  const event = { kind: "payments", id: now.id, version: now.version, change: "changed" };
  events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  await settled(350);
}
const amountOf = (place: HTMLElement, id: string): string | undefined => place.querySelector(`[data-id="${id}"] [data-amount]`)?.textContent ?? undefined;
const press = (key: string): Promise<void> => act(async () => void window.dispatchEvent(new KeyboardEvent("keydown", { key })));
const click = (place: HTMLElement, what: string): Promise<void> => act(async () => place.querySelector<HTMLElement>(what)?.click());

it.each(["a table", "cards"])("draws the row that changed and nothing else, in %s", async (form) => {
  narrow = form === "cards";
  const place = await show();
  await change(row("P2", 2, "12.00"));
  expect(amountOf(place, "P2")).toBe("12.00");
  expect({ lists, drawn }).toEqual({ lists: 0, drawn: { P2: 1 } });
  await change(row("P2", 3, "13.00"));
  await change(row("P1", 2, "11.00"));
  expect([amountOf(place, "P1"), amountOf(place, "P2")]).toEqual(["11.00", "13.00"]);
  expect({ lists, drawn }).toEqual({ lists: 0, drawn: { P1: 1, P2: 2 } });
});

it("asks for nothing when it is told of a version that it shows already, and draws nothing when nothing differs", async () => {
  await show();
  await change(row("P2", 3, "12.00"));
  expect(asked).toEqual(["/api/payments/P2"]);
  await change(row("P2", 2, "11.00"));
  expect(asked).toEqual(["/api/payments/P2"]);
  await change(row("P2", 3, "12.00"));
  expect(asked).toEqual(["/api/payments/P2", "/api/payments/P2"]);
  expect({ lists, drawn }).toEqual({ lists: 0, drawn: { P2: 1 } });
});

it("looks for new rows without drawing anything when there are none, and says so when there are", async () => {
  const place = await show();
  await change(row("P9", 2)); // an order of another page
  expect(asked).toEqual(["/api/payments"]);
  expect({ lists, drawn }).toEqual({ lists: 0, drawn: {} });
  stored = [row("P4"), ...stored];
  await change(row("P4"));
  await settled(PROBE_EVERY_MS);
  expect(asked).toEqual(["/api/payments", "/api/payments"]);
  expect(place.textContent).toContain("1 new");
  expect(place.querySelector('[data-id="P4"]')).toBeNull();
});

it.each(["a table", "cards"])("acts on the row as it is now, in %s", async (form) => {
  narrow = form === "cards";
  run.mockResolvedValue({ success: true, data: null, status: 200 });
  const place = await show();
  await change(row("P2", 2, "12.00"));
  await click(place, '[data-id="P2"] [data-act="notify"]');
  expect(run.mock.calls[0]?.[0]).toEqual(row("P2", 2, "12.00"));
});

it("chooses rows as they are now, by click, by key and all at once", async () => {
  const place = await show();
  await change(row("P2", 2, "12.00"));
  await click(place, '[data-id="P2"] [data-select]');
  await vi.waitFor(async () => {
    await settled(20);
    expect(place.querySelector('[role="region"] strong')?.textContent).toContain("12.00");
  }, 60_000);
  await click(place, '[data-id="P2"] [data-select]');
  await change(row("P3", 2, "17.00"));
  await click(place, "thead input");
  expect(place.querySelector('[role="region"] strong')?.textContent).toContain("39.00");
  await click(place, "thead input");
  await change(row("P1", 2, "19.00"));
  await press("j");
  await press("x");
  expect(place.querySelector('[role="region"] strong')?.textContent).toContain("19.00");
});

it("what was chosen stays as it was seen, and takes what came in when nothing is chosen any more", async () => {
  const place = await show();
  await click(place, '[data-id="P2"] [data-select]');
  await change(row("P2", 2, "12.00"));
  await vi.waitFor(async () => {
    await settled(20);
    expect(place.textContent).toContain("Updates are paused");
  }, 60_000);
  expect(asked).toEqual([]);
  expect(amountOf(place, "P2")).toBe("10.00");
  await click(place, '[data-id="P2"] [data-select]');
  await settled(350);
  expect(amountOf(place, "P2")).toBe("12.00");
});

it("marks the cells that say something else, and no others", async () => {
  const place = await show();
  const marked: (string | null)[] = [];
  for (const cell of place.querySelectorAll<HTMLElement>("tr[data-id] td"))
    cell.animate = () => {
      marked.push(cell.textContent);
      return {} as Animation; // nobody looks at it
    };
  await change(row("P2", 2, "12.00"));
  expect(marked).toEqual(["12.00"]);
  await change(row("P2", 3, "12.00"));
  expect(marked).toEqual(["12.00"]);
});

it.each([
  ["that asks for its object", SPEC],
  ["that shows the row alone", { ...SPEC, drawer: { amount: SPEC.drawer.amount, body: SPEC.drawer.body } } as ListSpec<Row>],
] as const)("the open row's drawer follows, one %s", async (_which, spec) => {
  const place = await show("/payments?sort=created_at&open=P2", spec);
  await change(row("P2", 2, "12.00"));
  await vi.waitFor(async () => {
    await settled(20);
    expect(place.querySelector("[data-drawer]")?.textContent).toContain("12.00");
  }, 60_000);
  expect(amountOf(place, "P2")).toBe("12.00");
});

it("an act that a row gains makes the column of acts wide enough", async () => {
  const place = await show();
  const width = (): number => Number.parseFloat(place.querySelector<HTMLElement>("table")?.style.minWidth ?? "0");
  const before = width();
  await change(row("P2", 2, "10.00", ["notify", "recheck"]));
  expect(width()).toBeGreaterThan(before);
});

it("what was changed in place stays when the list is drawn for another reason, and is not drawn as a change once more", async () => {
  const place = await show();
  await change(row("P2", 2, "12.00"));
  const mark = vi.fn();
  for (const cell of place.querySelectorAll<HTMLElement>("tr[data-id] td")) cell.animate = mark;
  await press("j");
  await click(place, '[data-id="P1"] [data-select]');
  expect(lists).toBeGreaterThan(0);
  expect(amountOf(place, "P2")).toBe("12.00");
  expect(mark).not.toHaveBeenCalled();
  await click(place, '[data-id="P1"] [data-select]');
  await change(row("P2", 3, "13.00"));
  expect(mark).toHaveBeenCalledTimes(1);
});
