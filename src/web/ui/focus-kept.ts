/**
 * What is switched off while it works keeps the keyboard's place. The browser takes the focus from a control that is disabled and gives it to
 * nobody: whoever presses Enter again after a failure would press nothing. Once the control can be used again it has the focus again, unless
 * somebody else took it meanwhile, or the person has gone on: pressed elsewhere, or another key.
 */

const isControl = (node: EventTarget | null): node is HTMLElement & { readonly disabled: boolean } => node instanceof HTMLElement && "disabled" in node;

/** Nobody has the focus, or what stands around this holds it for it: a dialog that another one closed over. */
export function isFreeFor(place: Element): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || (active !== place && active.contains(place));
}

/** Watches the page until the answer is called. */
export function keepFocus(): () => void {
  let focused: EventTarget | null = document.activeElement;
  let working: HTMLElement | null = null;
  const onFocus = ({ target }: FocusEvent): void => {
    focused = target;
  };
  const watch = new MutationObserver((records) => {
    for (const { target } of records) {
      if (!isControl(target)) continue;
      if (target.disabled) {
        if (target === focused) working = target;
      } else if (target === working) {
        working = null;
        if (isFreeFor(target)) target.focus({ preventScroll: true });
      }
    }
  });
  // Whoever has gone on to something else is not fetched back, however late it can be used again. Enter alone asks for it once more.
  const onPointer = ({ target }: Event): void => {
    if (working !== null && !(target instanceof Node && working.contains(target))) working = null;
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key !== "Enter") working = null;
  };
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPointer, true);
  document.addEventListener("keydown", onKey, true);
  watch.observe(document, { subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPointer, true);
    document.removeEventListener("keydown", onKey, true);
    watch.disconnect();
  };
}
