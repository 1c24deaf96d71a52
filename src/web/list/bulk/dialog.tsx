/** One act on many rows from the list: it is prepared, looked at, started and followed in one dialog. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { BulkActName } from "../../../contract/bulk.ts";
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { call, type BodyOf, type CallError } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useLiveEvents } from "../../events.ts";
import { objectOf } from "../../forms/keepable.ts";
import { askDiscard } from "../../forms/unsaved-guard.ts";
import { countText } from "../../i18n/format.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { objectPath } from "../../paths.ts";
import { invalidate, useRead } from "../../query.ts";
import { StaleNote } from "../../stale-note.tsx";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { BankFile, isBankFile } from "./bank-file.tsx";
import { CoveredNote } from "../../ui/covered-note.tsx";
import { notify } from "../../ui/notices.tsx";
import { isFreeFor } from "../../ui/focus-kept.ts";
import css from "./bulk.module.css";
import { JobItems } from "./items.tsx";
import { useJobAct } from "./job-act.ts";
import { actWord, JobProgress } from "./parts.tsx";
import { StartForm } from "./start-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** How often a job is asked for where live events do not come, ms. */
const POLL_MS = 2000;

/** What is asked for: an act, on chosen objects or on everything that matches. */
export interface BulkAsk {
  readonly act: BulkActName;
  readonly what: Pick<BodyOf<"POST /api/bulk">, "items" | "filter" | "target">;
  readonly danger?: boolean;
  /** What will happen to each of them. */
  readonly intro?: MessageKey;
}

interface Props extends BulkAsk {
  readonly tools: CellTools;
  /** It runs: what was chosen or pasted for it has done its work. */
  readonly onStarted?: () => void;
  /** `ran`: something has been started, rows may have changed. */
  readonly onClose: (ran: boolean) => void;
}

/**
 * A draft that nobody will start says so; whether that arrives changes nothing. Its maker alone can start it: one that runs all the same has
 * his yes, whose answer was lost, and he is told.
 */
async function giveUp(job: BulkJobDetail, { t, locale }: CellTools): Promise<void> {
  if (job.started_at !== null || !job.actions.includes("cancel")) return;
  const answer = await call("POST /api/bulk/:id/cancel", { params: { id: job.id }, body: { version: job.version } });
  if (answer.success || answer.error.status !== 409) return;
  const now = await call("GET /api/bulk/:id", { params: { id: job.id } });
  if (!now.success || now.data.started_at === null) return;
  const path = objectPath(locale, "bulk", job.id);
  notify({
    kind: "ask",
    text: `${actWord(job.act)} · ${t(`bulk.status.${now.data.status}`)}`,
    ...(path === null ? {} : { link: { to: path, text: t("bulk.dialog.page") } }),
  });
}

/** Makes the job once; asks again for one whose check is still under way, and while it runs. */
function useJob(act: BulkActName, what: BulkAsk["what"], tools: CellTools) {
  const [made, setMade] = useState<BulkJobDetail | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [round, setRound] = useState(0);
  const asked = useRef(-1);
  const left = useRef(false);
  useEffect(() => {
    // A second run of the effect makes no second job.
    if (asked.current === round) return;
    asked.current = round;
    setError(null);
    void call("POST /api/bulk", { body: { act, ...what } }).then((answer) => {
      if (!answer.success) setError(answer.error);
      // Nobody waits for it any more.
      else if (left.current) void giveUp(answer.data, tools);
      else setMade(answer.data);
    });
  }, [act, what, round, tools]);
  const moving = made !== null && (made.status === "checking" || made.status === "running" || made.status === "paused");
  useLiveEvents(["bulk"], () => invalidate("GET /api/bulk/:id", "GET /api/bulk/:id/items"));
  const read = useRead("GET /api/bulk/:id", { params: { id: made?.id ?? "" } }, { enabled: moving, everyMs: POLL_MS, staleMs: 0 });
  const latest = moving && read.data && read.data.version >= made.version ? read.data : made;
  useEffect(() => {
    if (latest !== null && latest !== made) setMade(latest);
  }, [latest, made]);
  const leave = (): void => {
    left.current = true;
    if (latest !== null) void giveUp(latest, tools);
  };
  // Of a job that does not move nothing newer is asked for.
  const newest = { ...read, data: latest ?? undefined, isError: moving && read.isError };
  return { job: latest, newest, error, again: () => setRound(round + 1), setJob: setMade, leave };
}

export default function BulkDialog({ act, what, danger = false, intro, tools, onStarted, onClose }: Props): ReactElement {
  const { t } = tools;
  const { job, newest, error, again, setJob, leave: leaveJob } = useJob(act, what, tools);
  const started = job !== null && job.started_at !== null;
  const of = useMemo(() => objectOf(what), [what]);
  useEffect(() => {
    if (started) onStarted?.();
  }, [started, onStarted]);
  const [typed, setTyped] = useState(false);
  const [starting, setStarting] = useState(false);
  const leave = async (): Promise<void> => {
    // Whoever left now would not hear that it runs.
    if (starting || (typed && !(await askDiscard(t)))) return;
    leaveJob();
    onClose(started);
  };
  const close = (): void => void leave();
  return (
    <Dialog opened onClose={close} title={actWord(act)} size="lg" closeButtonProps={{ "aria-label": t("common.close") }} closeOnClickOutside={started}>
      <div className={css.body}>
        <CoveredNote />
        <StaleNote read={newest} />
        {error === null ? null : <ErrorState error={error} onRetry={again} />}
        {job === null && error === null ? <Preparing tools={tools} /> : null}
        {job?.status === "checking" ? <Checking job={job} tools={tools} /> : null}
        {job === null || (job.status === "checking" && !started) ? (
          <div className={css.actions}>
            <Button variant="default" onClick={close}>
              {t("common.cancel")}
            </Button>
          </div>
        ) : null}
        {job?.status === "draft" && intro !== undefined ? <p>{t(intro)}</p> : null}
        {job?.status === "draft" ? (
          <StartForm job={job} tools={tools} of={of} danger={danger} takesFocus onChanged={setJob} onTyped={setTyped} onBusy={setStarting} onCancel={close} />
        ) : null}
        {job !== null && started ? <Following job={job} tools={tools} onChanged={setJob} onClose={close} /> : null}
      </div>
    </Dialog>
  );
}

/** The server collects what matches before it answers: a dialog that says nothing meanwhile looks as if it had not heard. */
function Preparing({ tools: { t } }: { tools: CellTools }): ReactElement {
  return (
    <div role="status">
      <p>{t("bulk.dialog.preparing")}</p>
      <Placeholder height={96} />
    </div>
  );
}

function Checking({ job, tools }: { job: BulkJobDetail; tools: CellTools }): ReactElement {
  return (
    <div role="status">
      <p>{tools.t("bulk.dialog.checking", { done: countText(job.items - job.unchecked), all: countText(job.items) })}</p>
      <JobProgress job={job} tools={tools} />
    </div>
  );
}

interface FollowingProps {
  readonly job: BulkJobDetail;
  readonly tools: CellTools;
  readonly onChanged: (job: BulkJobDetail) => void;
  readonly onClose: () => void;
}

function Following({ job, tools, onChanged, onClose }: FollowingProps): ReactElement {
  const { t, locale } = tools;
  const { busy, run } = useJobAct(job, tools, onChanged);
  const path = objectPath(locale, "bulk", job.id);
  const ended = job.status === "done" || job.status === "cancelled";
  const hasFile = ended && isBankFile(job);
  const foot = useRef<HTMLDivElement>(null);
  const given = useRef<Element | null>(null);
  // The button that started it is gone: the focus goes to what is done next, the file or the close. Whoever moved it himself keeps it.
  useEffect(() => {
    const place = foot.current;
    if (place === null || !(isFreeFor(place) || document.activeElement === given.current)) return;
    place.querySelector<HTMLElement>("[data-next]")?.focus();
    given.current = document.activeElement;
  }, [ended]);
  return (
    <div ref={foot} className={css.body}>
      <JobProgress job={job} tools={tools} />
      {ended ? <BankFile job={job} tools={tools} isNext /> : null}
      {ended ? (
        job.failed + job.asked > 0 ? (
          <JobItems job={job} tools={tools} {...(job.failed > 0 ? { only: "failed" as const } : {})} />
        ) : null
      ) : (
        <p className="fd-dim">{t("bulk.dialog.running")}</p>
      )}
      <div className={css.actions}>
        {path === null ? null : (
          <Button variant="subtle" component={Link} to={path}>
            {t("bulk.dialog.page")}
          </Button>
        )}
        {(["pause", "resume", "cancel"] as const)
          .filter((action) => job.actions.includes(action))
          .map((action) => (
            <Button key={action} variant="default" disabled={busy} onClick={() => void run(action)}>
              {t(`bulk.action.${action}`)}
            </Button>
          ))}
        <Button variant={hasFile ? "default" : "filled"} onClick={onClose} data-next={hasFile ? undefined : ""}>
          {t("common.close")}
        </Button>
      </div>
    </div>
  );
}
