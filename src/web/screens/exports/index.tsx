/** Downloads: the files that were made in the background, and the exports that repeat. Each person's own. */
import { lazy, type ReactElement, Suspense } from "react";
import { useCellTools } from "../../cell-tools.ts";
import { useLiveEvents } from "../../events.ts";
import { errorOf, invalidate, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/index.ts";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import css from "./exports.module.css";
import { Files } from "./files.tsx";

const Schedules = lazy(() => import("./schedules.tsx"));
const TABS = ["files", "schedules"] as const;

/** The screen at /exports. */
export default function Exports(): ReactElement {
  const { t } = useCellTools();
  const active = useTab(TABS);
  const read = useRead("GET /api/exports", {});
  useLiveEvents(["exports"], () => invalidate("GET /api/exports"));
  const { data } = read;
  return (
    <div className={css.screen}>
      <ScreenTabs label={t("exports.tabs.label")} active={active} tabs={TABS.map((name) => ({ name, label: t(`exports.tabs.${name}`) }))} />
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {data === undefined && !read.isError ? <Placeholder height={160} /> : null}
      {data === undefined ? null : active === "schedules" ? (
        <Suspense fallback={<Placeholder height={160} />}>
          <Schedules schedules={data.schedules} channels={data.channels} held={data.held} />
        </Suspense>
      ) : (
        <Files files={data.files} more={data.more} held={data.held} />
      )}
    </div>
  );
}
