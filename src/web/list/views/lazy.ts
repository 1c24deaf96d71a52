/** The menu of views arrives with the first wish for it. */
import { lazy } from "react";

export const Views = lazy(() => import("./menu.tsx"));
