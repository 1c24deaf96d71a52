/** Everything that a list shows, under a name: opened, compared, saved. */
export { Views } from "./lazy.ts";
export type { ViewMenu } from "./menu.tsx";
export { type ListViews, useListViews } from "./use-views.ts";
export { ViewStrip } from "./strip.tsx";
