// @vitest-environment happy-dom
/** A name that is typed into the panel of views does not go without a question, as what is typed into a dialog does not. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { asked } from "../../ui/confirm.ts";
import { readAddress } from "../state/index.ts";
import Views from "./menu.tsx";
import type { ListViews } from "./use-views.ts";

const tools = { t: text, locale: "en", currency: "BDT" } as const;
const views = { list: "payments", layout: {}, open: null, keep: vi.fn(), show: vi.fn() } as unknown as ListViews; // what the panel asks of it
const LATE = {
  id: "V9",
  list: "payments",
  name: "late",
  query: "status=pending",
  layout: {},
  shared: false,
  own: true,
  version: 3,
  default: false,
  default_for: [],
};
const closed = vi.fn<() => void>();

// The library sees nothing that can have the focus in a page without a layout, and prints all of the page for it.
const warned = vi.spyOn(console, "warn");
afterAll(() => warned.mockRestore());
beforeAll(async () => {
  warned.mockImplementation(() => undefined);
  await preparePage("en");
  takeProfile({ id: "U1", token: "t", on_totp: false, permissions: [] } as unknown as Profile); // what a call reads
  const data = { items: [LATE], more: false, standard: null, standard_by: null };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } }));
});
beforeEach(async () => {
  const anchor = document.body.appendChild(document.createElement("button"));
  const state = readAddress(new URLSearchParams("q=017"), []);
  await mount(<Views anchor={anchor} list="payments" endpoint={null} filters={[]} state={state} views={views} tools={tools} onClose={closed} />);
  await seen(() => expect(button("late")).toBeDefined());
});
afterEach(() => {
  unmount();
  queryClient.clear();
  document.body.replaceChildren();
  vi.clearAllMocks();
});

const button = (words: string) => [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === words);
const press = (words: string) => act(async () => button(words)?.click());
const field = () => document.querySelector("form input[type=text], form input:not([type])") as HTMLInputElement; // the first name
const escape = () => act(async () => void field().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })));
const beside = () => act(async () => void document.body.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
const answer = (confirmed: boolean) => act(async () => asked.get()?.answer({ confirmed, input: "" }));

it("closes at Escape and at a press beside it where nothing is typed", async () => {
  for (const way of [beside, escape]) {
    await way();
    expect([asked.get(), closed.mock.calls.length > 0]).toEqual([null, true]);
    closed.mockClear();
  }
});

it.each([
  ["of a new view", async () => undefined],
  ["of one that has another", () => press("⋯")],
])("asks first where a name is typed: %s", async (_which, begin) => {
  await begin();
  await typeInto(field(), "mine");
  for (const way of [beside, escape]) {
    await way();
    expect(asked.get()?.title).toBe(text("list.form.discard"));
    const question = asked.get();
    // The question stands beside the panel, too.
    await beside();
    expect(asked.get()).toBe(question);
    await answer(false);
    expect([asked.get(), closed.mock.calls.length, field().value]).toEqual([null, 0, "mine"]);
  }
  await press("late");
  await answer(false);
  expect(vi.mocked(views.show)).not.toHaveBeenCalled();
  await escape();
  await answer(true);
  expect(closed).toHaveBeenCalledOnce();
});

it("does not ask once the name is taken away again", async () => {
  await press("⋯");
  await typeInto(field(), "mine");
  await press("⋯");
  await escape();
  expect([asked.get(), closed.mock.calls.length]).toEqual([null, 1]);
});
