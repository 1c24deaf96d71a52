// @vitest-environment happy-dom
/** A file that has been looked at can be put aside beside the act that would order it, and does not go without a question; what is sent again is the same. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetTyped, hasTyped, keepTyped } from "../../forms/typed.ts";
import { text } from "../../i18n/keys.ts";
import { UnsavedGuard } from "../../forms/unsaved-guard.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { asked } from "../../ui/confirm.ts";
import BatchDialog from "./batch-dialog.tsx";

const totals = { rows: 1, ok: 1, error: 0, duplicate: 0, existing: 0, amount: "100.00", fee: "1.00", total: "101.00", available: "500.00", enough: true };
const closed = vi.fn<() => void>();
/** Keys under which the file was ordered. */
let keys: (string | null)[] = [];
/** How it is ordered: what it waits for, and whether an answer comes of it. */
let ordered: () => Promise<boolean>;

beforeEach(async () => {
  await preparePage("en");
  keys = [];
  ordered = async () => true;
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    if (String(init?.body).includes('"dry_run":false')) {
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      if (!(await ordered())) throw new TypeError("the connection was lost");
    }
    return new Response(JSON.stringify({ success: true, data: { totals, rows: [], batch: null, again: false } }), {
      headers: { "content-type": "application/json" },
    });
  });
  await mount(
    <>
      <UnsavedGuard />
      <BatchDialog tools={{ t: text, locale: "en", currency: "BDT" }} onClose={closed} />
    </>,
  );
});
afterEach(async () => {
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  unmount();
  vi.unstubAllGlobals();
  closed.mockClear();
});

const choose = async (file: File): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
};

it.each([
  ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0])],
  ["a text in UTF-16", new Uint8Array([0xff, 0xfe, 0x61, 0, 0x2c, 0])],
])("says of %s that it is no CSV, and sends nothing", async (_what, bytes) => {
  const sent = vi.spyOn(globalThis, "fetch");
  await choose(new File([bytes], "may.xlsx"));
  await vi.waitFor(async () => {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 10))));
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(text("batches.dialog.unreadable"));
  }, 60_000);
  expect(sent).not.toHaveBeenCalled();
});

it("takes a file of the same name again, once it was put right", async () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const emptied = vi.fn<(value: string) => void>();
  // A browser tells of no change where the same name is chosen as the one that is still there.
  Object.defineProperty(input, "value", { set: emptied, get: () => "may.csv", configurable: true });
  await choose(new File(["a"], "may.csv"));
  expect(emptied).toHaveBeenCalledWith("");
});

it("says after a sign-in that the file has to be chosen again, until it is", async () => {
  const again = (): boolean => document.body.textContent?.includes(text("list.form.fileAgain", { file: "may.csv" })) ?? false;
  const isLooked = () => seen(() => expect([...document.querySelectorAll("button")].some((one) => one.textContent?.startsWith("Order 1"))).toBe(true));
  expect(again()).toBe(false);
  await choose(new File(["a"], "may.csv"));
  await isLooked();
  keepTyped();
  // Nothing that was typed is kept: the notice after a sign-in would promise the file.
  expect(hasTyped()).toBe(false);
  unmount();
  await mount(<BatchDialog tools={{ t: text, locale: "en", currency: "BDT" }} onClose={closed} />);
  expect(again()).toBe(true);
  await choose(new File(["a"], "may.csv"));
  await isLooked();
  expect(again()).toBe(false);
  forgetTyped();
});

const button = (word: string) => [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith(word));
const order = () => button("Order 1");
const press = (word: string) => act(async () => button(word)?.click());
const escape = () => act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
/** Whether the browser would ask before the page is left. */
const asksToLeave = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
async function look(): Promise<void> {
  await choose(new File(["a"], "may.csv"));
  await seen(() => expect(order()).toBeDefined());
}

it("has a cancel beside its act, which has the focus and asks before the file goes", async () => {
  expect(asksToLeave()).toBe(false);
  await look();
  expect([order()?.previousElementSibling?.textContent, document.activeElement?.textContent]).toEqual(["Cancel", "Cancel"]);
  expect(asksToLeave()).toBe(true);
  for (const leave of [() => press("Cancel"), escape]) {
    await leave();
    expect([asked.get()?.action, closed.mock.calls.length]).toEqual([text("list.form.discardYes"), 0]);
    await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
    expect(order()).toBeDefined();
  }
  await press("Cancel");
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(closed).toHaveBeenCalledOnce();
});

it("stays while it is sent, and a page that is left then is asked about", async () => {
  await look();
  let come: (arrives: boolean) => void = () => undefined;
  ordered = () =>
    new Promise((resolve) => {
      come = resolve;
    });
  await press("Order 1");
  expect(asksToLeave()).toBe(true);
  await escape();
  expect([asked.get(), closed.mock.calls.length]).toEqual([null, 0]);
  await act(async () => come(true));
});

it("says where it is left that what got no answer may have been ordered, also once another file is chosen", async () => {
  ordered = async () => false;
  await look();
  await press("Order 1");
  await seen(() => expect([keys.length, order()?.disabled]).toEqual([1, false]));
  await escape();
  expect(asked.get()?.text).toBe(text("errors.code.no_answer"));
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  await press(text("batches.dialog.other"));
  expect(asksToLeave()).toBe(true);
  await escape();
  expect([asked.get()?.text, closed.mock.calls.length]).toEqual([text("errors.code.no_answer"), 0]);
});

it("sends the same again where no answer came, and another one once it was looked at again", async () => {
  const send = async (): Promise<void> => {
    const before = keys.length;
    await press("Order 1");
    await seen(() => expect([keys.length, order()?.disabled]).toEqual([before + 1, false]));
  };
  ordered = async () => false;
  await look();
  await send();
  await send();
  await press(text("batches.dialog.other"));
  await look();
  await send();
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});
