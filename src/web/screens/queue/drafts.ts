/** Comments that are begun and not sent, by exception: they outlive that another one is looked at, or the screen left. */
import { onTypedForgotten } from "../../forms/typed.ts";
import { createStore, useStore } from "../../store.ts";

const drafts = createStore<Readonly<Record<string, string>>>({});
// What one person began is not for the next.
onTypedForgotten(() => drafts.set({}));

/** Keeps what is typed about an exception; nothing: it is done with. */
export function keepDraft(id: string, text: string): void {
  const { [id]: _before, ...others } = drafts.get();
  drafts.set(text === "" ? others : { ...others, [id]: text });
}

/** What is typed about an exception, as it is outside a component. */
export const draftOf = (id: string): string => drafts.get()[id] ?? "";

/** As {@link draftOf}; renders again when it changes. */
export const useDraft = (id: string): string => useStore(drafts)[id] ?? "";
