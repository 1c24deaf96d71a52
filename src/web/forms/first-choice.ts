/** Choices that arrive after the dialog has opened. */
import { type RefObject, useEffect, useRef } from "react";

/** Whether this field was only given the focus: nothing is typed into it. */
function untouched(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.type !== "radio" && element.value === "";
}

/**
 * The choices under `place` come from the server: once they are `ready`, the first takes the focus that the dialog had to give to a later
 * field. Whoever has begun to type keeps it. A dialog that has not given the focus yet finds its mark moved.
 */
export function useFirstChoice(place: RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    const first = ready ? place.current?.querySelector<HTMLInputElement>("input[type=radio]") : null;
    const form = first?.form;
    if (!first || !form || form.querySelector("input[type=radio]:checked") !== null) return;
    form.querySelector("[data-autofocus]")?.removeAttribute("data-autofocus");
    first.setAttribute("data-autofocus", "");
    const focused = document.activeElement;
    if (form.contains(focused) && untouched(focused)) first.focus();
  }, [place, ready]);
}

/**
 * The choice that stands out, of choices that come best first: the only one, or one that scores higher than the next. Where two are
 * alike a person has to look.
 */
export function standsOut<Choice extends { readonly score?: number | null }>(choices: readonly Choice[]): Choice | null {
  const [first, second] = choices;
  if (first === undefined) return null;
  return second === undefined || (first.score ?? 0) > (second.score ?? 0) ? first : null;
}

/** Proposes the choice that stands out, once, while nothing is chosen. */
export function useProposed<Choice extends { readonly score?: number | null }>(
  choices: readonly Choice[],
  chosen: boolean,
  propose: (choice: Choice) => void,
): void {
  const proposed = useRef(false);
  useEffect(() => {
    if (proposed.current || choices.length === 0) return;
    proposed.current = true;
    const best = standsOut(choices);
    if (best !== null && !chosen) propose(best);
  });
}
