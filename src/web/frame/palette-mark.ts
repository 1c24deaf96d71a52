/** The palette's store, and which of its entries Enter means: the first, until its person has moved the mark. */
import { createSpotlight } from "@mantine/spotlight";
import type { KeyboardEvent as ReactKeyboardEvent } from "react";

export const [store, palette] = createSpotlight();
const mark = { moved: false };

/** Another text: the mark stands on the first again. */
export function typedAnew(): void {
  mark.moved = false;
}

/** A key in the palette's field. */
export function pressed(event: ReactKeyboardEvent): void {
  if (event.nativeEvent.isTrusted && (event.code === "ArrowDown" || event.code === "ArrowUp")) mark.moved = true;
}

/** Marks the first entry. Spotlight does so as one types, but not for what comes later, nor for a text that it is given. */
export function markFirst(): void {
  setTimeout(() => {
    const field = document.activeElement;
    if (mark.moved || !(field instanceof HTMLInputElement)) return;
    store.updateState((state) => ({ ...state, selected: -1 }));
    field.dispatchEvent(new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true, cancelable: true }));
  });
}
