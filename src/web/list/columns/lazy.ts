/** What arrives when somebody chooses columns. */
import { lazy } from "react";

export const ColumnChooser = lazy(() => import("./column-chooser.tsx")) as unknown as typeof import("./column-chooser.tsx").default; // lazy() would drop the type parameter
