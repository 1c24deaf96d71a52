// @vitest-environment happy-dom
/** A file that has been looked at can be put aside beside the act that would order it. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, unmount } from "../../mount.tsx";
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

it("has a cancel beside its act", async () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, "files", { value: [new File(["a"], "may.csv")] });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
  const order = () => [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith("Order 1"));
  await vi.waitFor(async () => {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 10))));
    expect(order()).toBeDefined();
  });
  const cancel = order()?.previousElementSibling as HTMLButtonElement; // a button
  expect(cancel.textContent).toBe("Cancel");
  await act(async () => cancel.click());
  expect(closed).toHaveBeenCalledOnce();
});
