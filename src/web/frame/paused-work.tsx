/** A strip for work that was begun in one's name and stands still: a bulk job that is paused, a file of payouts that stopped when one was signed out. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import { useLiveEvents } from "../events.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { objectPath, pathTo } from "../paths.ts";
import { invalidate, useRead } from "../query.ts";
import { useCan, useLimited, useProfile } from "../session.tsx";
import css from "./banners.module.css";

const STALE_MS = 60_000;
/** So many are named; the link leads to all. */
const NAMED = 3;

/** What of one kind stands still, and where it is gone on with. */
interface Standing {
  readonly what: "job" | "file";
  readonly ids: readonly string[];
  /** Where all of them are, if there are several. */
  readonly all: string;
}

/** Reads them again when one of them moves; mounted once, in the frame: the strips are asked for in several places. */
export function usePausedWorkEvents(): void {
  useLiveEvents(["bulk"], () => invalidate("GET /api/bulk"));
  useLiveEvents(["batches"], () => invalidate("GET /api/disburses/batches"));
}

/** Work of this person that he alone, or he among others, can set going again. */
export function usePausedWork(): { readonly items: readonly Standing[]; readonly known: boolean } {
  const locale = useLocale();
  const limited = useLimited();
  const { account } = useProfile();
  const [seesJobs, runsJobs, sendsFiles] = [useCan("bulk.see"), useCan("bulk.run"), useCan("disburses.batch")];
  const [hasJobs, hasFiles] = [seesJobs && runsJobs && !limited, sendsFiles && !limited];
  const jobs = useRead("GET /api/bulk", { query: { mine: "true", status: "paused", size: 20 } }, { enabled: hasJobs, staleMs: STALE_MS });
  const files = useRead("GET /api/disburses/batches", { query: { status: "stopped", size: 100 } }, { enabled: hasFiles, staleMs: STALE_MS });
  // A file that its person stopped himself is where he wants it.
  const halted = (files.data?.items ?? []).filter((one) => one.account === account && one.stop_reason !== "by_person" && one.actions.includes("retry"));
  const standing: readonly Standing[] = [
    { what: "job", ids: (jobs.data?.items ?? []).map(({ id }) => id), all: pathTo(locale, "bulk", { mine: "true", status: "paused" }) },
    { what: "file", ids: halted.map(({ id }) => id), all: pathTo(locale, "disburses", { tab: "batches", status: "stopped" }) },
  ];
  return { items: standing.filter(({ ids }) => ids.length > 0), known: !(hasJobs && jobs.isPending) && !(hasFiles && files.isPending) };
}

/** One strip a kind: what stands still, and the one press that leads to it. */
export function PausedWorkStrips({ items }: { items: readonly Standing[] }): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <>
      {items.map(({ what, ids, all }) => {
        const to = ids.length === 1 ? objectPath(locale, what === "job" ? "bulk" : "batch", ids[0] ?? "") : all;
        const which = ids.slice(0, NAMED).join(locale === "zh" ? "、" : ", ") + (ids.length > NAMED ? "…" : "");
        return (
          <p key={what} className={css.strip} data-tone="ask" role="status" data-paused={what}>
            {t(`frame.banner.paused.${what}`, { which })} <Link to={to ?? all}>{t("frame.banner.change")}</Link>
          </p>
        );
      })}
    </>
  );
}
