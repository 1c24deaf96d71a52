import { manualKind } from "../../../contract/words/en/manual-kinds.ts";
import type { Shape } from "../shape.ts";
import type { manualKinds as zhKinds } from "../zh/manual-kinds.ts";

/** Home's queue names a manual operation by its kind; the other words of these come with their screen. */
export const manualKinds = {
  kind: manualKind,
} satisfies Shape<typeof zhKinds>;
