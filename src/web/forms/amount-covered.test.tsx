// @vitest-environment happy-dom
/** What a form comes with is hidden while amounts are, what somebody types is not. */
import { act, type ReactElement, useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setCovered } from "../covered.ts";
import { mount, preparePage, unmount } from "../mount.tsx";
import { CoveredNote } from "../ui/covered-note.tsx";
import { AmountInput } from "./amount-input.tsx";

/** As a form that can take changes back. */
function Form({ currency }: { currency?: string }): ReactElement {
  const [value, setValue] = useState("2500.00");
  return (
    <div role="dialog">
      <CoveredNote />
      <AmountInput value={value} onChange={setValue} {...(currency === undefined ? {} : { currency })} />
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
const type = (value: string, inputType = "insertText"): void =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), value);
    field().dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
  });

beforeEach(() => preparePage("zh"));
afterEach(() => {
  setCovered(false);
  unmount();
});

describe.each([
  ["with its currency", { currency: "BDT" }],
  ["without it", {}],
] as const)("an amount that a field %s comes with", (_name, beside) => {
  it("is seen while amounts are shown", async () => {
    await mount(<Form {...beside} />);
    expect([isHidden(), plain(field().value)]).toEqual([false, "2500.00"]);
  });

  it("is taken as it is pasted, with separators and in full width", async () => {
    await mount(<Form {...beside} />);
    type("1,234,000.50");
    expect(field().value).toBe("1,234,000.50");
    type("９８７");
    expect(field().value).toBe("987");
  });

  it("keeps its grouping while a digit is taken away, and never takes a pasted decimal comma for a separator", async () => {
    await mount(<Form {...beside} />);
    type("2,50.00", "deleteContentBackward");
    expect(field().value).toBe("250.00");
    type("12,345.00");
    type("1,50", "insertFromPaste");
    expect(field().value).toBe("1,50");
    type("1,00,000", "insertFromPaste");
    expect(field().value).toBe("100,000");
  });

  it("is neither drawn nor read out nor copied while they are not; what is typed in its place is seen, and what comes back is not", async () => {
    setCovered(true);
    await mount(<Form {...beside} />);
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
