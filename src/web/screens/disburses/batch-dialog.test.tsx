// @vitest-environment happy-dom
/** A file that has been looked at can be put aside beside the act that would order it. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetTyped, hasTyped, keepTyped } from "../../forms/typed.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import BatchDialog from "./batch-dialog.tsx";

const totals = { rows: 1, ok: 1, error: 0, duplicate: 0, existing: 0, amount: "100.00", fee: "1.00", total: "101.00", available: "500.00", enough: true };
const closed = vi.fn<() => void>();

beforeEach(async () => {
  await preparePage("en");
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(JSON.stringify({ success: true, data: { totals, rows: [], batch: null, again: false } }), {
        headers: { "content-type": "application/json" },
      }),
  );
  await mount(<BatchDialog tools={{ t: text, locale: "en", currency: "BDT" }} onClose={closed} />);
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
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

it("has a cancel beside its act", async () => {
  await choose(new File(["a"], "may.csv"));
  const order = () => [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith("Order 1"));
  await vi.waitFor(async () => {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 10))));
    expect(order()).toBeDefined();
  }, 60_000);
  const cancel = order()?.previousElementSibling as HTMLButtonElement; // a button
  expect(cancel.textContent).toBe("Cancel");
  await act(async () => cancel.click());
  expect(closed).toHaveBeenCalledOnce();
});
