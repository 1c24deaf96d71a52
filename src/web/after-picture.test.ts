// @vitest-environment happy-dom
/** The focus comes to what is about to stand there: also where the page holds it back at first, and not over somebody who has gone elsewhere. */
import { afterEach, expect, it, vi } from "vitest";
import { afterPicture, focusAfterPicture } from "./after-picture.ts";

/** Cannot have the focus while it is held back, as what is not visible. */
function held(): { readonly element: HTMLElement; readonly tries: () => number; readonly release: () => void } {
  const element = document.body.appendChild(document.createElement("div"));
  element.tabIndex = -1;
  const focus = element.focus.bind(element);
  let [isHeld, count] = [true, 0];
  element.focus = (options) => {
    count += 1;
    if (!isHeld) focus(options);
  };
  return { element, tries: () => count, release: () => void (isHeld = false) };
}
const picture = (): Promise<void> => new Promise((seen) => afterPicture(seen)());
const PATIENCE_MS = 60_000;
afterEach(() => document.body.replaceChildren());

it("comes once the page lets it, not at the first picture alone", async () => {
  const { element, tries, release } = held();
  focusAfterPicture(element);
  await vi.waitFor(() => expect(tries()).toBeGreaterThan(1), PATIENCE_MS);
  expect(document.activeElement).toBe(document.body);
  release();
  await vi.waitFor(() => expect(document.activeElement).toBe(element), PATIENCE_MS);
  const done = tries();
  for (let pictures = 0; pictures < 3; pictures += 1) await picture();
  expect(tries()).toBe(done);
});

it("stays with whoever has gone elsewhere meanwhile, and is called off with what it was for", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  for (const leave of [(_callOff: () => void) => field.focus(), (callOff: () => void) => callOff()]) {
    field.blur();
    const { element, tries, release } = held();
    const callOff = focusAfterPicture(element);
    await vi.waitFor(() => expect(tries()).toBeGreaterThan(0), PATIENCE_MS);
    leave(callOff);
    release();
    for (let pictures = 0; pictures < 3; pictures += 1) await picture();
    expect(document.activeElement).not.toBe(element);
  }
});
