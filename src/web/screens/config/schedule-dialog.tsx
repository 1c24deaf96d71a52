/** Asks from when on a change counts; or, of one that was held or refused, asks anew under today's values. */
import { Button, Modal, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { SCHEDULE_MOST_DAYS } from "../../../contract/config.ts";
import { formatDateTime, readDateTime } from "../../../contract/time.ts";
import { MomentInput } from "../../forms/moment-field.tsx";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { useNarrow } from "../../ui/cover.ts";
import { notify, notifyError } from "../../ui/index.ts";
import css from "./config.module.css";
import { Review, REASON_LENGTH, STALE } from "./save.tsx";
import type { Values } from "./values.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface ScheduleDialogProps {
  readonly config: ConfigOut;
  readonly changes: Values;
  /** One that this takes the place of. */
  readonly replaces?: number;
  readonly onClose: () => void;
  /** It was kept, or waits for its approval. */
  readonly onKept: (changes: Values) => void;
}

export function ScheduleDialog({ config, changes, replaces, onClose, onKept }: ScheduleDialogProps): ReactElement {
  const t = useText();
  const narrow = useNarrow();
  const { busy, run } = useAct("POST /api/config/schedules", { quiet: true, refresh: STALE });
  // The next full hour that is at least half an hour away.
  const [at, setAt] = useState(() => formatDateTime(Math.ceil((Date.now() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS));
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (): Promise<void> => {
    const moment = readDateTime(at);
    if (moment === null) return setProblem(t("config.schedule.atInvalid"));
    const body = { version: config.version, at: new Date(moment).toISOString(), ...changes, ...(replaces === undefined ? {} : { replaces }) };
    const answer = await run({ body: reason.trim() === "" ? body : { ...body, reason: reason.trim() } });
    if (answer.success) {
      if (answer.status === 202) notifyAsked(answer.data);
      else notify({ kind: "done", text: t("config.schedule.kept", { at }) });
      return onKept(changes);
    }
    const { at: refused } = answer.error.fields ?? {};
    if (refused !== undefined) return setProblem(t(refused === "too_large" ? "config.schedule.atFar" : "config.schedule.atPast", { n: SCHEDULE_MOST_DAYS }));
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
        <p className="fd-dim">{t("config.schedule.hint")}</p>
        <Textarea label={t("config.reason")} value={reason} onChange={(event) => setReason(event.currentTarget.value)} maxLength={REASON_LENGTH} autosize />
        <div className={css.foot}>
          <Button variant="default" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={busy}>
            {t("config.schedule.keep")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
