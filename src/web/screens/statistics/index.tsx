/** A merchant's own statistics; plots and their words arrive with the screen. */
import { lazy, type ReactElement, Suspense } from "react";
import { withMessages } from "../../i18n/index.ts";

const Own = lazy(() => withMessages("books", import("./own.tsx")));

/** The screen at /statistics. */
export default function Statistics(): ReactElement {
  return (
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  );
}
