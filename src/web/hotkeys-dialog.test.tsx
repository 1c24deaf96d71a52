// @vitest-environment happy-dom
/** Whose key Escape is, when the dialog has gone by the time the page is asked. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useHotkeys, watchSequences } from "./hotkeys.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Keys({ onEscape }: { onEscape: () => void }): null {
  useHotkeys({ Escape: onEscape });
  return null;
}

const onEscape = vi.fn();
let leave: () => void;
beforeEach(() => {
  onEscape.mockClear();
  const stop = watchSequences();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Keys onEscape={onEscape} />));
  leave = () => {
    act(() => root.unmount());
    stop();
    document.body.replaceChildren();
  };
});
afterEach(() => leave());

const escape = (): boolean => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));

it("the dialog's, though it is gone when the page's listener runs", () => {
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  const close = (): void => dialog.remove();
  window.addEventListener("keydown", close, { capture: true, once: true });
  escape();
  expect(dialog.isConnected).toBe(false);
  expect(onEscape).not.toHaveBeenCalled();
  escape();
  expect(onEscape).toHaveBeenCalledTimes(1);
});

it("the page's, when no dialog is open or only a drawer", () => {
  escape();
  const drawer = document.body.appendChild(document.createElement("div"));
  drawer.setAttribute("role", "dialog");
  drawer.setAttribute("aria-modal", "true");
  drawer.setAttribute("data-drawer", "");
  escape();
  expect(onEscape).toHaveBeenCalledTimes(2);
});
