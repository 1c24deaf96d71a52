/** The maker's yes to a job that has been checked: what it would do, what is left out and why, a reason and a large sum typed. */
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { bulkAct } from "../../../contract/bulk.ts";
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { call, isLost } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { saysSum, TypedSum } from "../../forms/typed-sum.tsx";
import { tooLong } from "../../forms/too-long.ts";
import { useTypedText } from "../../forms/typed.ts";
import { useUnsavedGuard } from "../../forms/unsaved-guard.ts";
import { countText } from "../../i18n/format.ts";
import { ANSWER_MS } from "../../there.ts";
import { notifyError } from "../../ui/notices.tsx";
import { BULK_REASON_MAX } from "../spec/index.ts";
import css from "./bulk.module.css";
import { JobItems, whyWord } from "./items.tsx";
import { actWord, JobFigures } from "./parts.tsx";

interface Props {
  readonly job: BulkJobDetail;
  readonly tools: CellTools;
  /** What the job was asked for, where that was asked here: another job for the same is about the same. */
  readonly of?: string;
  readonly danger?: boolean;
  /** It arrives in a dialog that has the focus already. */
  readonly takesFocus?: boolean;
  /** It runs now, or it is not what was looked at any more: as the server has it. */
  readonly onChanged: (job: BulkJobDetail) => void;
  /** Hears whether something is typed that leaving would lose. */
  readonly onTyped?: (typed: boolean) => void;
  /** Hears whether the yes is on its way. */
  readonly onBusy?: (busy: boolean) => void;
  /** Left out where there is nothing to leave. */
  readonly onCancel?: () => void;
}

/** Tells whoever wants to hear of it while it stands. */
function useTold(is: boolean, tell: ((is: boolean) => void) | undefined): void {
  useEffect(() => {
    tell?.(is);
    return () => tell?.(false);
  }, [is, tell]);
}

/** Leaving asks first while something is typed, and waits while it is sent: the page by itself, a dialog when it hears of it. */
function useLossTold(typed: boolean, busy: boolean, { onTyped, onBusy }: Pick<Props, "onTyped" | "onBusy">): void {
  useUnsavedGuard(typed || busy);
  useTold(typed, onTyped);
  useTold(busy, onBusy);
}

/** What it would do, then the yes: what is to be filled in takes the focus, else the button. */
export function StartForm({ job, tools, of = job.id, danger = false, takesFocus = false, onChanged, onCancel, ...told }: Props): ReactElement {
  const { t } = tools;
  const [typed, setTyped] = useState("");
  const [reason, setReason, isGivenBack] = useTypedText(`${job.act} of ${of}`);
  const [busy, setBusy] = useState(false);
  const asksReason = bulkAct(job.act).reason === true;
  const long = tooLong(reason, BULK_REASON_MAX, t);
  const sum = job.amount ?? "";
  const ready =
    job.actions.includes("start") && job.over_limit === null && long === null && (!asksReason || reason.trim() !== "") && (!job.typed || saysSum(typed, sum));
  useLossTold(reason.trim() !== "" || typed !== "", busy, told);
  const first = useRef<HTMLElement & HTMLTextAreaElement & HTMLInputElement & HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  const start = async (): Promise<void> => {
    setBusy(true);
    const answer = await call("POST /api/bulk/:id/start", {
      params: { id: job.id },
      body: {
        version: job.version,
        count: job.waiting,
        ...(job.amount === null ? {} : { sum }),
        ...(job.typed ? { typed: sum } : {}),
        ...(asksReason ? { reason: reason.trim().replace(/\s*[\r\n]+\s*/g, " ") } : {}),
      },
    });
    // It may be another one than was looked at, or no answer came: it is shown as it is now. Its maker alone can start it, so one that runs
    // has his yes, whose answer was lost, and nothing was refused.
    const isUnsure = !answer.success && (isLost(answer.error) || answer.error.status === 409);
    const now = isUnsure ? await call("GET /api/bulk/:id", { params: { id: job.id }, signal: AbortSignal.timeout(ANSWER_MS) }) : answer;
    setBusy(false);
    if (!answer.success && (!now.success || now.data.started_at === null)) notifyError(answer.error);
    if (now.success) onChanged(now.data);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !busy) void start();
  };
  return (
    <form onSubmit={submit} className={css.body}>
      <JobFigures job={job} tools={tools} />
      {job.fields === null || job.waiting === 0 ? null : <OneByOne job={job} status="waiting" tools={tools} />}
      <LeftOut job={job} tools={tools} />
      <GivenBack when={isGivenBack} />
      {asksReason ? (
        <Textarea
          label={t("words.field.reason")}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={long}
          required
          autosize
          minRows={2}
          ref={first}
        />
      ) : null}
      {job.typed ? <TypedSum sum={sum} value={typed} tools={tools} onChange={setTyped} ref={asksReason ? null : first} /> : null}
      <div className={css.actions}>
        {onCancel ? (
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {t("common.cancel")}
          </Button>
        ) : null}
        <Button type="submit" color={danger ? "danger" : "accent"} disabled={!ready} loading={busy} ref={asksReason || job.typed ? null : first}>
          {actWord(job.act)}
        </Button>
      </div>
    </form>
  );
}

/** What is left out, by reason; one by one when asked for. */
function LeftOut({ job, tools }: { job: BulkJobDetail; tools: CellTools }): ReactElement | null {
  if (job.blocked === 0) return null;
  return (
    <div className={css.reasons}>
      <ul className={css.reasons} aria-label={tools.t("list.bulk.blocked")}>
        {job.reasons
          .filter(({ status }) => status === "blocked")
          .map(({ code, state, count }) => (
            <li key={`${code} ${state ?? ""}`} className={css.reason}>
              <span>{whyWord(job, code, state, tools)}</span>
              <span className="fd-num">{countText(count)}</span>
            </li>
          ))}
      </ul>
      <OneByOne job={job} status="blocked" tools={tools} />
    </div>
  );
}

/** The items of a status, once they are asked for. */
function OneByOne({ job, status, tools }: { job: BulkJobDetail; status: "waiting" | "blocked"; tools: CellTools }): ReactElement {
  const [open, setOpen] = useState(false);
  if (open) return <JobItems job={job} tools={tools} only={status} />;
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
      {tools.t(status === "waiting" ? "bulk.dialog.showChanges" : "bulk.dialog.show", { n: countText(job[status]) })}
    </Button>
  );
}
