/** Of a group of choices the chosen one can have the focus, else the first that can be chosen; the group itself cannot. */
function focusable(marked: HTMLElement): HTMLElement {
  if (!marked.matches("[role=radiogroup], fieldset")) return marked;
  return marked.querySelector<HTMLElement>("input:checked:not(:disabled)") ?? marked.querySelector<HTMLElement>("input:not(:disabled)") ?? marked;
}

/** Brings the first field under `place` that is marked as wrong into view and gives it the focus; nothing happens when none is. */
export function focusWrong(place: ParentNode | null): void {
  const marked = place?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (marked) focusable(marked).focus();
}
