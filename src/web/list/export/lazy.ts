/** What arrives when somebody exports. */
import { lazy } from "react";

export const ExportMenu = lazy(() => import("./export-menu.tsx"));
