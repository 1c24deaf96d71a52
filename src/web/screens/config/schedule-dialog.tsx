/** Asks from when on a change counts; or, of one that was held or refused, asks anew under today's values. */
import { Button, Checkbox, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { NEVER_SCHEDULED, SCHEDULE_MOST_DAYS } from "../../../contract/config.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { formatDateTime, readDateTime, DAY_MS } from "../../../contract/time.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { useTyped } from "../../forms/typed.ts";
import { useLeaving } from "../../forms/leaving.ts";
import { MomentInput } from "../../forms/moment-field.tsx";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { useNarrow } from "../../ui/cover.ts";
import { CoveredNote } from "../../ui/covered-note.tsx";
import { notify, notifyError, Strip } from "../../ui/index.ts";
import css from "./config.module.css";
import { endToBegin, nextHour } from "./schedule-end.ts";
import { Review, REASON_LENGTH, STALE } from "./save.tsx";
import { keyWords, type Values } from "./values.ts";
import { Dialog } from "../../ui/dialog.tsx";

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

interface BeginProps {
  /** As typed; null: at once. */
  readonly at: string | null;
  readonly problem: string | null;
  readonly onChange: (at: string | null) => void;
}

/** From when on it counts. */
function BeginField({ at, problem, onChange }: BeginProps): ReactElement {
  const t = useText();
  const now = Date.now();
  return (
    <>
      {at === null ? null : (
        <MomentInput
          takesFocus
          label={t("config.schedule.at")}
          value={at}
          onChange={onChange}
          error={problem}
          earliest={now}
          latest={now + SCHEDULE_MOST_DAYS * DAY_MS}
        />
      )}
      <Checkbox
        label={t("config.schedule.atOnce")}
        description={t("config.schedule.atOnceHelp")}
        error={at === null ? problem : null}
        checked={at === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : formatDateTime(nextHour(Date.now())))}
      />
    </>
  );
}

interface EndProps {
  /** Null: at once, and then it has an end. */
  readonly at: string | null;
  /** As typed; null: it does not end. */
  readonly until: string | null;
  readonly problem: string | null;
  readonly onChange: (until: string | null) => void;
}

/** Whether and when what stood before returns; a day later to begin with. */
function EndField({ at, until, problem, onChange }: EndProps): ReactElement {
  const t = useText();
  const from = (at === null ? null : readDateTime(at)) ?? Date.now();
  return (
    <>
      <Checkbox
        label={t("config.schedule.ends")}
        description={t("config.schedule.endsHelp")}
        checked={until !== null}
        disabled={at === null}
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

const keptWords = (at: string | null, until: string | null, t: ReturnType<typeof useText>): string =>
  at === null
    ? t("config.schedule.begun", { until: until ?? "" })
    : until === null
      ? t("config.schedule.kept", { at })
      : t("config.schedule.keptUntil", { at, until });

type Details = Readonly<Record<string, unknown>> | undefined;
const keysIn = (details: Details, t: ReturnType<typeof useText>): string =>
  (Array.isArray(details?.keys) ? details.keys : []).map((key) => keyWords(t, String(key))).join(t("config.schedule.comma"));

/** Why the moment was refused. */
function atWords(code: string, details: Details, t: ReturnType<typeof useText>): string {
  if (code === "not_allowed") return t("config.schedule.atInside", { keys: keysIn(details, t), until: formatDateTime(Date.parse(String(details?.until))) });
  return t(code === "too_large" ? "config.schedule.atFar" : "config.schedule.atPast", { n: SCHEDULE_MOST_DAYS });
}

/** Why settings were refused, each by its name. One that may be scheduled and is not allowed would change nothing at that moment. */
export const settingsWords = (fields: FieldErrors, t: ReturnType<typeof useText>): string =>
  Object.entries(fields)
    .map(([flat, code]) => {
      const key = flat.split(".")[0] ?? flat;
      const isSame = code === "not_allowed" && !NEVER_SCHEDULED.some((one) => one === key);
      return t("config.schedule.refused", { key: keyWords(t, key), why: isSame ? t("config.schedule.same") : t(`errors.field.${code}`) });
    })
    .join(t("config.schedule.also"));

/** What was typed as the server takes it; or which of the two is no moment. */
function momentsOf(at: string | null, until: string | null): { at?: string; until?: string } | "at" | "until" {
  const begin = at === null ? undefined : readDateTime(at);
  const end = until === null ? undefined : readDateTime(until);
  if (begin === null) return "at";
  if (end === null) return "until";
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { ...(begin === undefined ? {} : { at: iso(begin) }), ...(end === undefined ? {} : { until: iso(end) }) };
}

/** Why the end was refused. */
function untilWords(code: string, details: Details, t: ReturnType<typeof useText>): string {
  if (code === "too_small") return t("config.schedule.untilEarly");
  if (code === "too_large") return t("config.schedule.atFar", { n: SCHEDULE_MOST_DAYS });
  return t("config.schedule.untilNot", { keys: keysIn(details, t) });
}

interface Typed {
  /** As typed; null: at once. */
  readonly at: string | null;
  /** As typed; null: it does not end. */
  readonly until: string | null;
  readonly reason: string;
}
const isSame = (one: Typed, other: Typed): boolean => one.at === other.at && one.until === other.until && one.reason.trim() === other.reason.trim();

/** What the dialog begins with: the next full hour. */
function begin(wouldEnd: string | null): Typed {
  const first = nextHour(Date.now());
  return { at: formatDateTime(first), until: endToBegin(wouldEnd, first), reason: "" };
}

/** What stands in the dialog. What was changed in it outlives the end of the session: what was not begins anew, since time goes on. */
function useMoments(key: string, wouldEnd: string | null) {
  const [first] = useState(() => begin(wouldEnd));
  const isNothing = (typed: Partial<Typed>): boolean => isSame({ ...first, ...typed }, first);
  const [typed, setTyped, isGivenBack] = useTyped<Partial<Typed>>(key, () => ({}), isNothing);
  return {
    ...first,
    ...typed,
    type: (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })),
    isGivenBack,
    isDirty: !isNothing(typed),
  };
}

export function ScheduleDialog({ config, changes, replaces, wouldEnd = null, onClose, onKept }: ScheduleDialogProps): ReactElement {
  const t = useText();
  const narrow = useNarrow();
  const { busy, run, act } = useAct("POST /api/config/schedules", { quiet: true, refresh: STALE });
  const { at, until, reason, type, isGivenBack, isDirty } = useMoments(`config schedule ${JSON.stringify([replaces, changes])}`, wouldEnd);
  const [untilProblem, setUntilProblem] = useState<string | null>(null);
  const leaving = useLeaving(isDirty, busy, onClose, act);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const keep = async (): Promise<void> => {
    setRefused(null);
    const moments = momentsOf(at, until);
    if (moments === "at") return setProblem(t("config.schedule.atInvalid"));
    if (moments === "until") return setUntilProblem(t("config.schedule.atInvalid"));
    const why = reason.trim() === "" ? {} : { reason: reason.trim() };
    const answer = await run({ body: { version: config.version, ...moments, ...changes, ...(replaces === undefined ? {} : { replaces }), ...why } });
    if (answer.success) {
      if (answer.status === 202) notifyAsked(answer.data);
      else notify({ kind: "done", text: keptWords(at, until, t) });
      return onKept(changes);
    }
    const { at: atRefused, until: endRefused, ...settings } = answer.error.fields ?? {};
    if (endRefused !== undefined) return setUntilProblem(untilWords(endRefused, answer.error.details, t));
    if (atRefused !== undefined) return setProblem(atWords(atRefused, answer.error.details, t));
    if (Object.keys(settings).length > 0) return setRefused(settingsWords(settings, t));
    // The configuration is loaded anew, and stands as it is now over what was typed.
    if (answer.error.code === "conflict") notify({ kind: "ask", text: t("config.conflict") });
    else notifyError(answer.error);
  };
  return (
    <Dialog {...leaving} opened title={t("config.schedule.title")} fullScreen={narrow} closeButtonProps={{ "aria-label": t("common.close") }}>
      <form
        className={css.review}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <CoveredNote />
        <Review changes={changes} config={config} later={at !== null} />
        <GivenBack when={isGivenBack} />
        <BeginField
          at={at}
          problem={problem}
          onChange={(next) => {
            // What begins at once has an end.
            type({ at: next, ...(next === null && until === null ? { until: formatDateTime(Date.now() + DAY_MS) } : {}) });
            setProblem(null);
          }}
        />
        <EndField
          at={at}
          until={until}
          problem={untilProblem}
          onChange={(next) => {
            type({ until: next });
            setUntilProblem(null);
          }}
        />
        {at === null ? null : <p className="fd-dim">{t("config.schedule.hint")}</p>}
        <Textarea
          label={t("config.reason")}
          value={reason}
          onChange={(event) => type({ reason: event.currentTarget.value })}
          maxLength={REASON_LENGTH}
          autosize
        />
        <Foot word={t(at === null ? "config.schedule.beginNow" : "config.schedule.keep")} busy={busy} refused={refused} onClose={leaving.onClose} />
      </form>
    </Dialog>
  );
}

/** The acts, and over them why settings were refused. */
function Foot({ word, busy, refused, onClose }: { word: string; busy: boolean; refused: string | null; onClose: () => void }): ReactElement {
  const t = useText();
  return (
    <>
      <div role="alert">{refused === null ? null : <Strip tone="bad">{refused}</Strip>}</div>
      <div className={css.foot}>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" loading={busy}>
          {word}
        </Button>
      </div>
    </>
  );
}
