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

it("shows a tooltip on focus, describes the element with it, and hides on Escape", () => {
  const button = document.querySelector("button");
  button?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(tip()).toBe("whole");
  expect(button?.getAttribute("aria-describedby")).toBe("fd-tip");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(tip()).toBeNull();
  expect(button?.hasAttribute("aria-describedby")).toBe(false);
});
