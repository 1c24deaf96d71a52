/** Brings the first field under `place` that is marked as wrong into view and gives it the focus; nothing happens when none is. */
export function focusWrong(place: ParentNode | null): void {
  place?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
