/** What arrives when rows are chosen. */
import { lazy } from "react";

export const BulkBar = lazy(() => import("./bulk.tsx")) as unknown as typeof import("./bulk.tsx").default; // lazy() would drop the type parameter
