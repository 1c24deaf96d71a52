/** What is done with one row, or with many. */
export { useActIntent } from "./use-act-intent.ts";
export { actionsColumn, actionsWidth, INLINE_FROM } from "./actions-column.tsx";
export { decisionOf, nextToDecide, type WhyNot, whyNotWords } from "./decide.ts";
export type { Matching } from "./bulk.tsx";
export { BulkBar } from "./lazy.ts";
export { blockedMarks, isOffered, offeredActions } from "./offered.ts";
export { isAtOnce, type RowActions, useRowActions } from "./use-actions.tsx";
