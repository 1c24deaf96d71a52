/** A merchant's own statistics; plots and their words arrive with the screen. */
import { lazy, type ReactElement, Suspense } from "react";
import { activate } from "../../i18n/index.ts";
import { currentLocale } from "../../i18n/locale.ts";

const Own = lazy(async () => {
  const [module] = await Promise.all([import("./own.tsx"), activate(currentLocale(), "books")]);
  return module;
});

/** The screen at /statistics. */
export default function Statistics(): ReactElement {
  return (
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  );
}
