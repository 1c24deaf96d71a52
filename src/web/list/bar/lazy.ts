/** What arrives when somebody chooses days of their own. */
import { lazy } from "react";

export const DateRange = lazy(() => import("./date-range.tsx"));
