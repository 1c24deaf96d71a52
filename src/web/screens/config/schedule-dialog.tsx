/** Asks from when on a change counts; or, of one that was held or refused, asks anew under today's values. */
import { Button, Checkbox, Modal, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { SCHEDULE_MOST_DAYS } from "../../../contract/config.ts";
import { formatDateTime, readDateTime } from "../../../contract/time.ts";
import { MomentInput } from "../../forms/moment-field.tsx";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { useNarrow } from "../../ui/cover.ts";
import { CoveredNote } from "../../ui/covered-note.tsx";
import { notify, notifyError } from "../../ui/index.ts";
import css from "./config.module.css";
import { DAY_MS, endToBegin, nextHour } from "./schedule-end.ts";
import { Review, REASON_LENGTH, STALE } from "./save.tsx";
import { keyWords, type Values } from "./values.ts";

export interface ScheduleDialogProps {
  readonly config: ConfigOut;
  readonly changes: Values;
  /** One that this takes the place of. */
  readonly replaces?: number;
  /** When that one would have ended. */
  readonly wouldEnd?: string | null;
  readonly onClose: () => void;
  /** It was kept, or waits for its approval. */
  readonly onKept: (changes: Values) => void;
}

interface EndProps {
  readonly at: string;
  /** As typed; null: it does not end. */
  readonly until: string | null;
  readonly problem: string | null;
  readonly onChange: (until: string | null) => void;
}

/** Whether and when what stood before returns; a day later to begin with. */
function EndField({ at, until, problem, onChange }: EndProps): ReactElement {
  const t = useText();
  const from = readDateTime(at) ?? Date.now();
  return (
    <>
      <Checkbox
        label={t("config.schedule.ends")}
        description={t("config.schedule.endsHelp")}
        checked={until !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? formatDateTime(from + DAY_MS) : null)}
      />
      {until === null ? null : (
        <MomentInput
          label={t("config.schedule.until")}
          value={until}
          onChange={onChange}
          error={problem}
          earliest={from}
          latest={Date.now() + SCHEDULE_MOST_DAYS * DAY_MS}
        />
      )}
    </>
  );
}

const keptWords = (at: string, until: string | null, t: ReturnType<typeof useText>): string =>
  until === null ? t("config.schedule.kept", { at }) : t("config.schedule.keptUntil", { at, until });

type Details = Readonly<Record<string, unknown>> | undefined;
const keysIn = (details: Details, t: ReturnType<typeof useText>): string =>
  (Array.isArray(details?.keys) ? details.keys : []).map((key) => keyWords(t, String(key))).join(t("config.schedule.comma"));

/** Why the moment was refused. */
function atWords(code: string, details: Details, t: ReturnType<typeof useText>): string {
  if (code === "not_allowed") return t("config.schedule.atInside", { keys: keysIn(details, t), until: formatDateTime(Date.parse(String(details?.until))) });
  return t(code === "too_large" ? "config.schedule.atFar" : "config.schedule.atPast", { n: SCHEDULE_MOST_DAYS });
}

/** Why the end was refused. */
function untilWords(code: string, details: Details, t: ReturnType<typeof useText>): string {
  if (code === "too_small") return t("config.schedule.untilEarly");
  if (code === "too_large") return t("config.schedule.atFar", { n: SCHEDULE_MOST_DAYS });
  return t("config.schedule.untilNot", { keys: keysIn(details, t) });
}

export function ScheduleDialog({ config, changes, replaces, wouldEnd = null, onClose, onKept }: ScheduleDialogProps): ReactElement {
  const t = useText();
  const narrow = useNarrow();
  const { busy, run } = useAct("POST /api/config/schedules", { quiet: true, refresh: STALE });
  const [first] = useState(() => nextHour(Date.now()));
  const [at, setAt] = useState(() => formatDateTime(first));
  const [until, setUntil] = useState<string | null>(() => endToBegin(wouldEnd, first));
  const [untilProblem, setUntilProblem] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (): Promise<void> => {
    const moment = readDateTime(at);
    if (moment === null) return setProblem(t("config.schedule.atInvalid"));
    const end = until === null ? null : readDateTime(until);
    if (until !== null && end === null) return setUntilProblem(t("config.schedule.atInvalid"));
    const moments = { at: new Date(moment).toISOString(), ...(end === null ? {} : { until: new Date(end).toISOString() }) };
    const why = reason.trim() === "" ? {} : { reason: reason.trim() };
    const answer = await run({ body: { version: config.version, ...moments, ...changes, ...(replaces === undefined ? {} : { replaces }), ...why } });
    if (answer.success) {
      if (answer.status === 202) notifyAsked(answer.data);
      else notify({ kind: "done", text: keptWords(at, until, t) });
      return onKept(changes);
    }
    const { at: refused, until: endRefused } = answer.error.fields ?? {};
    if (endRefused !== undefined) return setUntilProblem(untilWords(endRefused, answer.error.details, t));
    if (refused !== undefined) return setProblem(atWords(refused, answer.error.details, t));
    if (answer.error.code === "conflict") notify({ kind: "ask", text: t("config.conflict") });
    else notifyError(answer.error);
    if (answer.error.code === "conflict") onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t("config.schedule.title")} fullScreen={narrow} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form
        className={css.review}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <CoveredNote />
        <Review changes={changes} config={config} later />
        <MomentInput
          label={t("config.schedule.at")}
          value={at}
          onChange={(next) => {
            setAt(next);
            setProblem(null);
          }}
          error={problem}
          earliest={Date.now()}
          latest={Date.now() + SCHEDULE_MOST_DAYS * DAY_MS}
        />
        <EndField
          at={at}
          until={until}
          problem={untilProblem}
          onChange={(next) => {
            setUntil(next);
            setUntilProblem(null);
          }}
        />
        <p className="fd-dim">{t("config.schedule.hint")}</p>
        <Textarea label={t("config.reason")} value={reason} onChange={(event) => setReason(event.currentTarget.value)} maxLength={REASON_LENGTH} autosize />
        <Foot busy={busy} onClose={onClose} />
      </form>
    </Modal>
  );
}

function Foot({ busy, onClose }: { busy: boolean; onClose: () => void }): ReactElement {
  const t = useText();
  return (
    <div className={css.foot}>
      <Button variant="default" onClick={onClose}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" loading={busy}>
        {t("config.schedule.keep")}
      </Button>
    </div>
  );
}
