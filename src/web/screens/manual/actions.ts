/** What can be done with a manual operation; the server's `actions` say when. */
import type { ManualRow } from "../../../contract/manual.schema.ts";
import type { ManualAction } from "../../../contract/manual.ts";
import type { ActionSpec } from "../../list/spec/index.ts";

const ACTIONS = {
  apply: {
    id: "apply",
    label: "manual.action.apply",
    inline: () => true,
    form: async () => (await import("./forms.ts")).applyForm,
    done: "manual.done.apply",
  },
  reject: {
    id: "reject",
    label: "manual.action.reject",
    danger: true,
    form: async () => (await import("./forms.ts")).rejectForm,
    done: "manual.done.reject",
  },
} as const satisfies Record<ManualAction, ActionSpec<ManualRow>>;

export const manualActions: readonly ActionSpec<ManualRow>[] = Object.values(ACTIONS);
