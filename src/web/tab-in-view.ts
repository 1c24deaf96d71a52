/** What the tab in view is called, where it is not the screen's first; null: it is, or the screen has none. */
import { createStore } from "./store.ts";

export const tabInView = createStore<string | null>(null);
