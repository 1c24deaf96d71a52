// @vitest-environment happy-dom
/** A button of the drawer that goes with what it did leaves the focus to what took its place. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Result } from "../../api.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { List } from "../list.tsx";
import type { ActionSpec, ListSpec } from "../spec/index.ts";
import { operatorLooks, PLAIN, type PlainRow } from "../suite-plain.tsx";

interface Row extends PlainRow {
  readonly actions: readonly string[];
}
/** What the object offers now; an act changes it. */
let offers: readonly string[] = [];
const row = (): Row => ({ id: "P1", amount: "10.00", actions: offers });
const NEXT: Row = { id: "P2", amount: "10.00", actions: ["edit"] };
/** What an act waits for. */
let held: Promise<void>;
const acting = (id: string, label: string, becomes: readonly string[]) =>
  ({
    id,
    label,
    done: "payments.done.notify",
    run: async (): Promise<Result<Row>> => {
      await held;
      offers = becomes;
      return { success: true, status: 200, data: row() };
    },
  }) as unknown as ActionSpec<Row>; // of the many labels any
const SPEC = {
  ...PLAIN,
  actions: [
    acting("edit", "payments.action.notify", []),
    acting("disable", "wallets.action.disable", ["edit", "enable"]),
    acting("enable", "wallets.action.enable", ["edit", "disable"]),
    acting("delete", "wallets.action.delete", []),
  ],
} as unknown as ListSpec<Row>; // the endpoints' own rows are larger

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const { pathname } = new URL(typeof request === "string" ? request : request.url, location.origin);
    const page = { items: [row(), NEXT], next_cursor: null, prev_cursor: null, total: { value: 2, exact: true } };
    return Response.json({ success: true, data: pathname === "/api/payments" ? page : { items: [] } });
  });
});
beforeEach(async () => {
  offers = ["edit", "disable"];
  held = Promise.resolve();
  await operatorLooks();
  await mount(<List spec={SPEC} />, "/payments?open=P1");
  await seen(() => expect(button("Disable")).toBeDefined());
});
afterEach(unmount);

const button = (words: string) => [...document.querySelectorAll<HTMLButtonElement>("[data-drawer] button")].find((one) => one.textContent === words);
const hasFocus = (): string | undefined =>
  document.activeElement?.hasAttribute("data-drawer") ? "the drawer" : (document.activeElement?.textContent ?? undefined);
/** Presses it by keys, and waits until it has gone. */
async function press(words: string): Promise<void> {
  await act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });
  await seen(() => expect(button(words)).toBeUndefined());
}

it("the one in its place, back and forth", async () => {
  await press("Disable");
  expect(hasFocus()).toBe("Enable");
  await press("Enable");
  expect(hasFocus()).toBe("Disable");
});

it("the drawer, where no act is left", async () => {
  await press(button("Disable")?.previousElementSibling?.textContent ?? "");
  expect(hasFocus()).toBe("the drawer");
});

it("nothing of it, where it has gone on meanwhile", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  await act(async () => {
    button("Disable")?.focus();
    button("Disable")?.click();
    field.focus();
  });
  await seen(() => expect(button("Enable")).toBeDefined());
  expect(document.activeElement).toBe(field);
  field.remove();
});

it("nothing of another object, which was opened meanwhile", async () => {
  let come: () => void = () => undefined;
  held = new Promise((resolve) => {
    come = resolve;
  });
  await act(async () => {
    button("Disable")?.focus();
    button("Disable")?.click();
  });
  await act(async () => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "j" })));
  await seen(() => expect([document.querySelector("[data-drawer] h2")?.textContent, button("Disable")]).toEqual(["P2", undefined]));
  expect(document.activeElement?.closest("[data-drawer]") ?? null).toBeNull();
  await act(async () => come());
});
