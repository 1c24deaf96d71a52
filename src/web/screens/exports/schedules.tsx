/** Exports that repeat: what, when, what came of it; edit, pause, resume, run now, delete with undo. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { ExportScheduleOut, ExportsOut } from "../../../contract/exports.schema.ts";
import { isMerchantType } from "../../../contract/permissions.ts";
import { call } from "../../api.ts";
import { type CellTools, useCellTools } from "../../cell-tools.ts";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { filterCount, loadScheduleForm, rangeWords, sourceWords } from "../../list/export/index.ts";
import { invalidate, useAct } from "../../query.ts";
import { useProfile } from "../../session.tsx";
import { EmptyState, notify, StatusDot, Strip } from "../../ui/index.ts";
import { offerUndo } from "../../ui/undo.ts";
import css from "./exports.module.css";
import { LeftOut, namesLeftOut } from "./left-out.tsx";
import { OpenList } from "./open-list.tsx";
import { pauseWords } from "./problem-words.ts";

const refresh = (): void => invalidate("GET /api/exports");
const REFRESH = { refresh: ["GET /api/exports"] } as const;

export default function Schedules({ schedules, channels, held }: Pick<ExportsOut, "schedules" | "channels" | "held">): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const form = useFormDialog(tools);
  const platform = !isMerchantType(useProfile().user_type);
  const edit = async (schedule: ExportScheduleOut): Promise<void> => {
    const [{ scheduleForm, scheduleSubject }, leftOut] = await Promise.all([
      loadScheduleForm(),
      namesLeftOut({ ...schedule, held }, platform, tools).catch(() => []),
    ]);
    const subject = scheduleSubject(schedule, channels, leftOut);
    await form.open(async () => scheduleForm(subject, tools), subject, t("exports.done.edit"), refresh);
  };
  return (
    <>
      {schedules.length === 0 ? (
        <EmptyState text={t("exports.emptySchedules")} />
      ) : (
        <>
          <p className="fd-dim">{t("exports.scheduleHint")}</p>
          <ul className={css.rows} aria-label={t("exports.tabs.schedules")}>
            {schedules.map((schedule) => (
              <Schedule key={schedule.id} schedule={schedule} held={held} onEdit={() => void edit(schedule)} />
            ))}
          </ul>
        </>
      )}
      {form.dialog}
    </>
  );
}

/** `Every Monday at 08:00`. */
function whenWords({ frequency, on, time: at }: ExportScheduleOut, { t }: CellTools): string {
  if (frequency === "daily") return t("exports.every.daily", { at });
  const day = (["d1", "d2", "d3", "d4", "d5", "d6", "d7"] as const)[(on ?? 1) - 1] ?? "d1";
  return frequency === "weekly" ? t("exports.every.weekly", { on: t(`exports.weekday.${day}`), at }) : t("exports.every.monthly", { on: on ?? 1, at });
}

function factsOf(schedule: ExportScheduleOut, tools: CellTools): string {
  const { t } = tools;
  const { filters, next_at: next, last, channel } = schedule;
  return [
    whenWords(schedule, tools),
    sourceWords(schedule, tools),
    rangeWords(schedule, tools),
    ...(filterCount(filters) === 0 ? [] : [t("exports.filters", { n: filterCount(filters) })]),
    schedule.format.toUpperCase(),
    ...(next === null ? [] : [t("exports.next", { at: formatDateTime(next) })]),
    ...(last === null ? [] : [`${t("exports.last", { at: formatDateTime(last.at) })} ${t(`exports.status.${last.status}`)}`]),
    ...(channel === null ? [] : [t("exports.channel", { name: t(`channels.name.${channel}`) })]),
  ].join(t("exports.join"));
}

function Schedule({ schedule, held, onEdit }: { schedule: ExportScheduleOut; held: ExportsOut["held"]; onEdit: () => void }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const { name, status, pause_reason: reason } = schedule;
  const paused = pauseWords(schedule, tools);
  return (
    <li className={css.row} data-id={schedule.id} data-status={status}>
      <div className={css.head}>
        <h2 className={css.title}>{name}</h2>
        <StatusDot tone={status === "active" ? "done" : "ask"}>{t(`exports.state.${status}`)}</StatusDot>
      </div>
      <p className={css.facts}>{factsOf(schedule, tools)}</p>
      <LeftOut list={schedule.list} columns={schedule.columns} held={held} />
      {paused === null ? null : <Strip tone={reason === "by_person" ? "ask" : "bad"}>{paused}</Strip>}
      <div className={css.acts}>
        <Acts schedule={schedule} onEdit={onEdit} />
        <OpenList list={schedule.list} filters={schedule.filters} range={schedule.range} />
      </div>
    </li>
  );
}

function Acts({ schedule, onEdit }: { schedule: ExportScheduleOut; onEdit: () => void }): ReactElement {
  const { t } = useCellTools();
  const of = { params: { id: String(schedule.id) }, body: { version: schedule.version } };
  const pause = useAct("POST /api/exports/schedules/:id/pause", REFRESH);
  const resume = useAct("POST /api/exports/schedules/:id/resume", REFRESH);
  const run = useAct("POST /api/exports/schedules/:id/run", REFRESH);
  const remove = useAct("POST /api/exports/schedules/:id/delete", REFRESH);
  const done = async (act: "pause" | "resume" | "run", answer: Promise<{ readonly success: boolean }>): Promise<void> => {
    if ((await answer).success) notify({ kind: "done", text: t(`exports.done.${act}`), detail: schedule.name });
  };
  const takeAway = async (): Promise<void> => {
    const answer = await remove.run(of);
    if (!answer.success) return;
    const { version } = answer.data;
    offerUndo({
      done: t("exports.done.delete"),
      detail: schedule.name,
      back: (idempotencyKey) => call("POST /api/exports/schedules/:id/restore", { params: of.params, body: { version }, idempotencyKey }),
      onBack: refresh,
    });
  };
  const name = (act: "edit" | "pause" | "resume" | "run" | "delete") => ({ "aria-label": `${t(`exports.action.${act}`)} ${schedule.name}` });
  return (
    <>
      {schedule.status === "active" ? (
        <>
          <Button size="xs" variant="default" loading={run.busy} {...name("run")} onClick={() => void done("run", run.run(of))}>
            {t("exports.action.run")}
          </Button>
          <Button size="xs" variant="default" loading={pause.busy} {...name("pause")} onClick={() => void done("pause", pause.run(of))}>
            {t("exports.action.pause")}
          </Button>
        </>
      ) : (
        <Button size="xs" loading={resume.busy} {...name("resume")} onClick={() => void done("resume", resume.run(of))}>
          {t("exports.action.resume")}
        </Button>
      )}
      <Button size="xs" variant="default" {...name("edit")} onClick={onEdit}>
        {t("exports.action.edit")}
      </Button>
      <Button size="xs" variant="default" color="danger" loading={remove.busy} {...name("delete")} onClick={() => void takeAway()}>
        {t("exports.action.delete")}
      </Button>
    </>
  );
}
