/** What arrives when somebody exports. */
import { lazy } from "react";

/** The form of a scheduled export. */
export const loadScheduleForm = (): Promise<typeof import("./schedule-form.ts")> => import("./schedule-form.ts");
/** A file that is made in the background or again and again, beside what is made at once. */
export const Later = lazy(() => import("./later.tsx"));
export const ExportMenu = lazy(() => import("./export-menu.tsx"));
