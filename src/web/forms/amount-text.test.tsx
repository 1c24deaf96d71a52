// @vitest-environment happy-dom
/** What a form comes with is hidden while amounts are, what somebody types is not. */
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setCovered } from "../covered.ts";
import { mount, preparePage, unmount } from "../mount.tsx";
import { CoveredNote } from "../ui/covered-note.tsx";
import { AmountInput } from "./amount-input.tsx";
import { AmountText } from "./amount-text.tsx";

/** As a form that can take changes back. */
function Form({ grouped }: { grouped: boolean }): ReactElement {
  const [value, setValue] = useState("2500.00");
  return (
    <div role="dialog">
      <CoveredNote />
      {grouped ? <AmountInput value={value} onChange={setValue} currency="BDT" /> : <AmountText value={value} onChange={setValue} />}
      <button id="back" type="button" onClick={() => setValue("2500.00")}>
        back
      </button>
    </div>
  );
}

const field = (): HTMLInputElement => document.querySelector("input") as HTMLInputElement; // drawn above
const plain = (shown: string): string => shown.replaceAll(",", "");
const isHidden = (): boolean => field().hasAttribute("data-hidden-amount");
const isOffered = (): boolean => document.querySelector("[role=dialog] > div:not([hidden])")?.textContent?.includes("金额已隐藏") === true;
const type = (value: string): void =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), value);
    field().dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  });

beforeEach(() => preparePage("zh"));
afterEach(() => {
  setCovered(false);
  unmount();
});

describe.each([
  ["plain", false],
  ["grouped", true],
] as const)("an amount that a %s field comes with", (_name, grouped) => {
  it("is seen while amounts are shown", async () => {
    await mount(<Form grouped={grouped} />);
    expect([isHidden(), plain(field().value)]).toEqual([false, "2500.00"]);
  });

  it("is taken as it is pasted, with separators and in full width", async () => {
    await mount(<Form grouped={grouped} />);
    type("1,234,000.50");
    expect(plain(field().value)).toBe("1234000.50");
    expect(field().value.includes(",")).toBe(grouped);
    type("９８７");
    expect(field().value).toBe("987");
  });

  it("is neither drawn nor read out nor copied while they are not; what is typed in its place is seen, and what comes back is not", async () => {
    setCovered(true);
    await mount(<Form grouped={grouped} />);
    expect([isHidden(), field().value]).toEqual([true, "••••"]);
    await expect.poll(isOffered).toBe(true);
    // Behind the dots: it takes their place.
    type("••••2600.00");
    expect([isHidden(), plain(field().value)]).toEqual([false, "2600.00"]);
    await expect.poll(isOffered).toBe(false);
    act(() => document.querySelector<HTMLElement>("#back")?.click());
    expect([isHidden(), field().value]).toEqual([true, "••••"]);
    await expect.poll(isOffered).toBe(true);
    act(() => setCovered(false));
    expect([isHidden(), plain(field().value)]).toEqual([false, "2500.00"]);
  });
});
