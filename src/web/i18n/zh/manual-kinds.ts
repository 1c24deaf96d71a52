import { manualKind } from "../../../contract/words/zh/manual-kinds.ts";

/** Home's queue names a manual operation by its kind; the other words of these come with their screen. */
export const manualKinds = {
  kind: manualKind,
};
