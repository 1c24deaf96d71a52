/** Copies to the clipboard, with the fallback for pages and browsers where the clipboard API is missing or refused. */

/** True when the text is on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // refused (no permission, no focus): the fallback may still work
  }
  return copyByCommand(text);
}

/** The old way: a selected text area and `execCommand`. The focus goes back to where it was. */
export function copyByCommand(text: string): boolean {
  const active = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  area.style.cssText = "position:fixed;top:0;left:-9999px;opacity:0";
  // Inside an open dialog the focus may not leave it, so the area stands there.
  const host = active?.closest('[role="dialog"]') ?? document.body;
  host.append(area);
  area.focus({ preventScroll: true });
  area.select();
  area.setSelectionRange(0, text.length);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  }
}
