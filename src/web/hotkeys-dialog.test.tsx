// @vitest-environment happy-dom
/** Whose key it is: the page's, or that of what is open over it; and that a key which is held acts once. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useHotkeys, watchSequences } from "./hotkeys.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const [onEscape, onAct, onWalk, onSearch, onEverywhere] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
const all = [onEscape, onAct, onWalk, onSearch, onEverywhere];

function Keys(): null {
  useHotkeys({ Escape: onEscape, a: onAct, j: onWalk, "mod+k": onSearch });
  useHotkeys({ z: onEverywhere }, { inDialogs: true });
  return null;
}

let leave: () => void;
beforeEach(() => {
  for (const one of all) one.mockClear();
  const stop = watchSequences();
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Keys />));
  leave = () => {
    act(() => root.unmount());
    document.body.replaceChildren();
    // What was open is forgotten with the next press: other files of this worker have the same watch.
    press("Shift");
    stop();
  };
});
afterEach(() => leave());

/** Presses a key; held: it is down since a press before. @returns the event, once everybody has heard it */
function press(key: string, { at = document.body, held = false, ...more }: KeyboardEventInit & { at?: Element; held?: boolean } = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, repeat: held, ...more });
  at.dispatchEvent(event);
  return event;
}
/** Stands open with these attributes. */
function open(attributes: Readonly<Record<string, string>>): Element {
  const element = document.body.appendChild(document.createElement("div"));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
const field = <Name extends "input" | "textarea" | "button">(name: Name) => document.body.appendChild(document.createElement(name));
const heard = (): string[] => all.flatMap((one, at) => one.mock.calls.map(() => ["Escape", "a", "j", "Ctrl K", "z"][at] as string));

const MODAL = { role: "dialog", "aria-modal": "true" };

it("the dialog's, though it is gone when the page's listener runs", () => {
  const dialog = open(MODAL);
  window.addEventListener("keydown", () => dialog.remove(), { capture: true, once: true });
  press("Escape");
  expect(dialog.isConnected).toBe(false);
  expect(heard()).toEqual([]);
  press("Escape");
  expect(heard()).toEqual(["Escape"]);
});

it.each([
  ["a dialog", MODAL],
  ["a panel under its button", { role: "dialog" }],
  ["a menu", { role: "menu" }],
])("that of %s, but for the key that takes an act back", (_what, attributes) => {
  const at = open(attributes);
  for (const key of ["Escape", "a", "j", "z"]) press(key, { at });
  expect(heard()).toEqual(["z"]);
});

it("the page's, when nothing is open or only a drawer", () => {
  press("Escape");
  open({ ...MODAL, "data-drawer": "" });
  for (const key of ["Escape", "a", "j"]) press(key);
  expect(heard()).toEqual(["Escape", "Escape", "a", "j"]);
});

it("opens nothing over what is open, and leaves the browser nothing to open either", () => {
  const ctrlK = (at: Element) => press("k", { at, ctrlKey: true }).defaultPrevented;
  open({ ...MODAL, "data-drawer": "" });
  expect([ctrlK(field("input")), heard()]).toEqual([true, ["Ctrl K"]]);
  const dialog = open(MODAL);
  expect([ctrlK(document.body), heard()]).toEqual([true, ["Ctrl K"]]);
  dialog.remove();
  expect([ctrlK(document.body), heard()]).toEqual([true, ["Ctrl K", "Ctrl K"]]);
});

it("acts once while it is held, but for keys that walk", () => {
  for (const key of ["a", "z", "j", "Escape"]) for (const held of [false, true, true]) press(key, { held });
  expect(heard()).toEqual(["Escape", "a", "j", "j", "j", "z"]);
});

it("held, Enter presses nothing that has got the focus by then, and nothing again", () => {
  const [first, then, line, text] = [field("button"), field("button"), field("input"), field("textarea")];
  const pressed = vi.fn();
  for (const one of [first, then, line, text]) one.addEventListener("keydown", pressed);
  press("Enter", { at: first });
  for (const at of [first, then, line, text]) expect(press("Enter", { at, held: true }).defaultPrevented).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(1);
  // A text of several lines takes as many as one likes.
  press("Enter", { at: text });
  expect(press("Enter", { at: text, held: true }).defaultPrevented).toBe(false);
  expect(pressed).toHaveBeenCalledTimes(3);
});

it("held, a letter is typed where it was pressed alone", () => {
  const [reason, other] = [field("textarea"), field("input")];
  press("a");
  expect(press("a", { at: reason, held: true }).defaultPrevented).toBe(true);
  press("a", { at: other });
  expect(press("a", { at: other, held: true }).defaultPrevented).toBe(false);
  // Keys that move go on wherever they lead; those with Ctrl are the browser's.
  for (const key of ["Tab", "ArrowDown", " "]) expect(press(key, { at: reason, held: true }).defaultPrevented).toBe(false);
  expect(press("+", { held: true, ctrlKey: true }).defaultPrevented).toBe(false);
});

it("is the input method's while a word is put together, also where the browser tells of its end first", () => {
  const line = field("input");
  const pressed = vi.fn();
  line.addEventListener("keydown", pressed);
  for (const key of ["Enter", "Escape"]) expect(press(key, { at: line, keyCode: 229 }).defaultPrevented).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
  press("Enter", { at: line, keyCode: 13 });
  expect(pressed).toHaveBeenCalledTimes(1);
});
