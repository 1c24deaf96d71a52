/** What arrives when somebody exports. */
import { lazy } from "react";
import { withMessages } from "../../i18n/index.ts";

/** The form of a scheduled export. */
export const loadScheduleForm = (): Promise<typeof import("./schedule-form.ts")> => withMessages("seldom", import("./schedule-form.ts"));
/** A file that is made in the background or again and again, beside what is made at once. */
export const Later = lazy(() => withMessages("seldom", import("./later.tsx")));
export const ExportMenu = lazy(() => withMessages("seldom", import("./export-menu.tsx")));
