// @vitest-environment happy-dom
/** A drawer that opens, walks on or closes: it stands there, or is gone, in the very task of the click or key, and of the list only its row is drawn. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { mount, preparePage, unmount } from "../../mount.tsx";
import { List } from "../list.tsx";
import type { ListSpec } from "../spec/index.ts";
import { amountColumn, idColumn, operatorLooks, PLAIN, type PlainRow } from "../suite-plain.tsx";

const ROWS: readonly PlainRow[] = ["P1", "P2", "P3"].map((id) => ({ id, amount: "10.00" }));

/** How often each row was drawn, and the bar over them. */
let drawn: Record<string, number> = {};
let bars = 0;
/** Objects that were read. */
let read: string[] = [];
const SPEC = {
  ...PLAIN,
  columns: [idColumn((id) => void (drawn[id] = (drawn[id] ?? 0) + 1)), amountColumn],
  filters: [
    {
      kind: "tabs",
      key: "status",
      options: [{ value: "review", label: "payments.status.review" }],
      // Read once each time the bar is drawn.
      get label() {
        bars += 1;
        return "words.field.status";
      },
    },
  ],
  bulk: [{ id: "notify", label: "payments.action.notify", permission: "payments.see", run: vi.fn() }],
  drawer: { ...PLAIN.drawer, endpoint: "GET /api/payments/:id" },
} as unknown as ListSpec<PlainRow>; // the endpoints' own rows are larger

async function answer(request: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof request === "string" ? request : request.url, location.origin);
  const one = ROWS.find(({ id }) => pathname === `/api/payments/${id}`);
  if (one) read.push(one.id);
  const page = { items: ROWS, next_cursor: null, prev_cursor: null, total: { value: ROWS.length, exact: true } };
  return Response.json({ success: true, data: pathname === "/api/payments" ? page : (one ?? { items: [] }) });
}

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", answer);
});
beforeEach(async () => {
  await operatorLooks();
});
afterEach(unmount);

const settled = (ms = 50): Promise<void> => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))));
const find = (what: string): HTMLElement | null => document.querySelector<HTMLElement>(what);
const opened = (): string | null => find("[data-drawer] h2")?.textContent ?? null;
const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));

async function show(): Promise<void> {
  await mount(<List spec={SPEC} />, "/payments");
  await vi.waitFor(async () => {
    await settled(20);
    expect(find('[data-id="P3"]')).not.toBeNull();
  }, 60_000);
  await settled();
  [drawn, bars, read] = [{}, 0, []];
}
/** What stands open once the task is over, before any other one. */
async function after(task: () => void): Promise<string | null> {
  let now: string | null = null;
  await act(async () => {
    task();
    now = opened();
  });
  return now;
}

it("stands there when the click is over, and goes with Escape; where it walks on too the list draws no row but those that open or close", async () => {
  await show();
  expect(await after(() => find('[data-id="P2"] a')?.click())).toContain("P2");
  expect({ drawn, bars }).toEqual({ drawn: { P2: 1 }, bars: 0 });
  await after(() => press("j"));
  expect(opened()).toContain("P3");
  expect({ drawn, bars }).toEqual({ drawn: { P2: 2, P3: 1 }, bars: 0 });
  expect(await after(() => press("Escape"))).toBeNull();
  await settled();
  expect({ drawn, bars }).toEqual({ drawn: { P2: 2, P3: 2 }, bars: 0 });
});

it("stays open where the bar asks for other rows", async () => {
  await show();
  await after(() => find('[data-id="P2"] a')?.click());
  await after(() => find('[role="group"] button:nth-of-type(2)')?.click());
  await settled();
  expect(opened()).toContain("P2");
  expect(find('[role="group"] [aria-pressed="true"]')?.textContent).toBe("In review");
});

it("takes the focus once it stands there, unless somebody has gone elsewhere meanwhile", async () => {
  await show();
  await after(() => find('[data-id="P2"] a')?.click());
  await vi.waitFor(() => expect(document.activeElement).toBe(find("[data-drawer]")), 60_000);
  await after(() => press("Escape"));
  await vi.waitFor(() => expect(document.activeElement).toBe(find('[data-id="P2"] a')), 60_000);
  await after(() => {
    find('[data-id="P1"] a')?.click();
    press("/");
  });
  await settled(100);
  expect(opened()).toContain("P1");
  expect(document.activeElement?.tagName).toBe("INPUT");
});

it("closes to the row that it was walking to, which was not drawn yet", async () => {
  await show();
  await after(() => find('[data-id="P2"] a')?.click());
  await vi.waitFor(() => expect(document.activeElement).toBe(find("[data-drawer]")), 60_000);
  await after(() => {
    press("j");
    press("Escape");
  });
  await vi.waitFor(() => expect(document.activeElement).toBe(find('[data-id="P3"] a')), 60_000);
});

it("is read once the mouse is pressed on its row, once; not where the press is meant for a control in it, nor for a finger, which may scroll", async () => {
  await show();
  const down = (what: string, pointerType = "mouse") => find(what)?.dispatchEvent(new PointerEvent("pointerdown", { pointerType, button: 0, bubbles: true }));
  down('[data-id="P1"] [data-select]');
  down('[data-id="P1"] a', "touch");
  await settled();
  expect(read).toEqual([]);
  down('[data-id="P2"] a');
  await vi.waitFor(() => expect(read).toEqual(["P2"]), 60_000);
  await after(() => find('[data-id="P2"] a')?.click());
  await settled();
  expect(read).toEqual(["P2"]);
});
