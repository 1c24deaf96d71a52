// @vitest-environment happy-dom
/** Filters of amounts take what fields of forms take, and no range that nothing is in. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, unmount } from "../../mount.tsx";
import type { AmountFilter } from "../spec/index.ts";
import { EMPTY_STATE } from "../state/index.ts";
import FilterPopover from "./filter-popover.tsx";

const AMOUNT: AmountFilter = { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount" };
const go = vi.fn();
const onClose = vi.fn();
const fields = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>("form input")];
const type = (at: number, value: string): void =>
  act(() => {
    const field = fields()[at];
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field?.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  });
const apply = (): void => act(() => void document.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true })));

beforeEach(async () => {
  await preparePage("zh");
  const anchor = document.body.appendChild(document.createElement("button"));
  const tools = { t: text, locale: "zh", currency: "BDT" } as const;
  await mount(<FilterPopover edited={{ what: AMOUNT, anchor }} more={[]} state={EMPTY_STATE} tools={tools} go={go} onClose={onClose} />);
});
afterEach(() => {
  unmount();
  vi.clearAllMocks();
});

it("takes amounts as they are pasted", () => {
  type(0, "1,000");
  type(1, "１２,５００.50");
  apply();
  expect(go.mock.calls[0]?.[0]).toMatchObject({ filters: { min_amount: "1000", max_amount: "12500.50" } });
});

it("refuses a range that ends before it begins, and takes one of a single amount", () => {
  type(0, "1000");
  type(1, "999.99");
  apply();
  expect([go, onClose].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  expect(document.body.textContent).toContain(text("list.filters.maxBelowMin"));
  type(1, "1000.00");
  apply();
  expect(go).toHaveBeenCalledOnce();
});
