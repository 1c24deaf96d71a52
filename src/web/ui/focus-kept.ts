/**
 * What is switched off while it works keeps the keyboard's place. The browser takes the focus from a control that is disabled and gives it to
 * nobody: whoever presses Enter again after a failure would press nothing. Once the control can be used again it has the focus again, unless
 * somebody else took it meanwhile.
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
  document.addEventListener("focusin", onFocus);
  watch.observe(document, { subtree: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onFocus);
    watch.disconnect();
  };
}
