// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Amount } from "./values.tsx";

function amount(part: Parameters<typeof Amount>[0]): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(<Amount {...part} />);
  return place.firstElementChild as HTMLElement; // one element is drawn
}

describe("an amount", () => {
  it("is a credit in green only where money came in", () => {
    expect(amount({ value: "5.00", signed: true }).hasAttribute("data-credit")).toBe(true);
    expect(amount({ value: "-5.00", signed: true }).hasAttribute("data-credit")).toBe(false);
  });

  it.each(["5.00", "-5.00"])("that is a difference asks for a person, also as %s", (value) => {
    const drawn = amount({ value, difference: true });
    expect([drawn.hasAttribute("data-credit"), drawn.hasAttribute("data-off")]).toEqual([false, true]);
    expect(drawn.textContent).toMatch(/^[+−]5\.00$/);
  });

  it("that is no difference says nothing", () => {
    const drawn = amount({ value: "0.00", difference: true });
    expect([drawn.hasAttribute("data-off"), drawn.textContent]).toEqual([false, "0.00"]);
  });
});
