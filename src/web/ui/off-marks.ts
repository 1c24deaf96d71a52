/** What a button of Mantine's carries that cannot be pressed now: it looks switched off, and can still be reached, by keys and by touch, for its reason. */
export function offMarks(why: string): { readonly "aria-disabled": true; readonly "data-disabled": true; readonly "data-tip": string } {
  return { "aria-disabled": true, "data-disabled": true, "data-tip": why };
}
