// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { first } from "../i18n/zh/first.ts";
import { startMessages } from "../i18n/index.ts";
import { startTips } from "./tip.ts";

let stop = (): void => undefined;
const tip = (): string | null => document.querySelector<HTMLElement>("#fd-tip[data-shown]")?.textContent ?? null;

beforeEach(() => {
  vi.useFakeTimers();
  const messages = startMessages();
  messages.addResourceBundle("zh", "common", first.common);
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => undefined } });
  document.body.innerHTML = '<div id="row"><button data-copy="P261121XY12AB34" data-tip="whole">P261…</button></div>';
  stop = startTips();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("copies by one handler, says so for 3000 ms, and does not open the row", async () => {
  const opened = vi.fn();
  document.querySelector("#row")?.addEventListener("click", opened);
  document.querySelector("button")?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(tip()).toBe("已复制到剪贴板");
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2999);
  expect(tip()).toBe("已复制到剪贴板");
  await vi.advanceTimersByTimeAsync(1);
  expect(tip()).toBeNull();
});

it("stays its 3000 ms and with its element while the page is scrolled", async () => {
  const button = document.querySelector("button");
  let top = 400;
  vi.spyOn(button as Element, "getBoundingClientRect").mockImplementation(() => new DOMRect(100, top, 80, 20));
  const place = (): string => document.querySelector<HTMLElement>("#fd-tip")?.style.transform ?? "";
  button?.click();
  await vi.advanceTimersByTimeAsync(0);
  const before = place();
  top = 350;
  window.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(100);
  expect(tip()).toBe("已复制到剪贴板");
  const [y0 = 0, y1 = 0] = [before, place()].map((text) => Number(/, (-?\d+)px/.exec(text)?.[1]));
  expect(y0 - y1).toBe(50);
  await vi.advanceTimersByTimeAsync(2899);
  expect(tip()).toBe("已复制到剪贴板");
  await vi.advanceTimersByTimeAsync(1);
  expect(tip()).toBeNull();
});

it("goes with an element that is gone or scrolled out of sight", async () => {
  const button = document.querySelector("button");
  let top = 400;
  vi.spyOn(button as Element, "getBoundingClientRect").mockImplementation(() => new DOMRect(100, top, 80, 20));
  for (const leave of [() => (top = -60), () => button?.remove()]) {
    top = 400;
    button?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    expect(tip()).toBe("whole");
    leave();
    window.dispatchEvent(new Event("scroll"));
    await vi.advanceTimersByTimeAsync(100);
    expect(tip()).toBeNull();
  }
});

it("shows a tooltip on focus, describes the element with it, and hides on Escape", () => {
  const button = document.querySelector("button");
  button?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(tip()).toBe("whole");
  expect(button?.getAttribute("aria-describedby")).toBe("fd-tip");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(tip()).toBeNull();
  expect(button?.hasAttribute("aria-describedby")).toBe(false);
});
