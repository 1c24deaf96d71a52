/** What arrives when somebody exports. */
import { lazy } from "react";

/** The form of a scheduled export. */
export const loadScheduleForm = (): Promise<typeof import("./schedule-form.ts")> => import("./schedule-form.ts");
export const ExportMenu = lazy(() => import("./export-menu.tsx"));
