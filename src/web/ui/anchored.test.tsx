// @vitest-environment happy-dom
/** A panel under its button and the key Escape: a list that is open in it closes first, and the panel hears the key wherever one is in it. */
import { Select } from "@mantine/core";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { Anchored } from "./anchored.tsx";

const closed = vi.fn<() => void>();
beforeEach(async () => {
  await preparePage("zh");
  const anchor = document.body.appendChild(document.createElement("button"));
  await mount(
    <Anchored anchor={anchor} label="panel" onClose={closed}>
      <p>text</p>
      <Select label="wallet" data={["a", "b"]} comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }} />
    </Anchored>,
  );
  await seen(() => expect(panel() === null).toBe(false));
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
  closed.mockClear();
});

const panel = () => document.querySelector<HTMLElement>('[role="dialog"]');
const escape = (at: Element | null | undefined): Promise<void> =>
  act(async () => void at?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true, cancelable: true })));

it("is as high as the larger side of its button has room for, where it opens", async () => {
  unmount();
  const anchor = document.body.appendChild(document.createElement("button"));
  const height = window.innerHeight;
  anchor.getBoundingClientRect = () => new DOMRect(0, height - 60, 80, 30);
  await mount(
    <Anchored anchor={anchor} label="panel" onClose={closed}>
      <p>text</p>
    </Anchored>,
  );
  await seen(() => expect(panel()?.style.maxHeight).toBe(`${height - 60 - 24}px`));
});

it("closes the list first, then the panel", async () => {
  const field = panel()?.querySelector<HTMLInputElement>("input:not([type=hidden])");
  await act(async () => field?.click());
  await seen(() => expect(field?.getAttribute("aria-expanded")).toBe("true"));
  await escape(field);
  await seen(() => expect(field?.getAttribute("aria-expanded")).toBe("false"));
  expect(closed).not.toHaveBeenCalled();
  await escape(field);
  expect(closed).toHaveBeenCalledTimes(1);
});

it("takes the focus itself where its text is pressed, so that it hears Escape", async () => {
  expect(panel()?.getAttribute("tabindex")).toBe("-1");
  await escape(panel());
  expect(closed).toHaveBeenCalledTimes(1);
});
