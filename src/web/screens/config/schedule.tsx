/** Scheduled changes: what waits for its moment, what was held or refused and needs somebody, and what is over. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigOut, ConfigScheduleItem } from "../../../contract/config.schema.ts";
import type { ScheduleStatus } from "../../../contract/config.ts";
import { call } from "../../api.ts";
import { useLiveEvents } from "../../events.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { errorOf, invalidate, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import type { Tone } from "../../tokens.ts";
import { ErrorState, Placeholder, Section, StatusDot, Strip, Tag } from "../../ui/index.ts";
import { offerUndo } from "../../ui/undo.ts";
import css from "./config.module.css";
import { Diff } from "./diff.tsx";
import { mayBeScheduled } from "./keys.ts";
import { STALE } from "./save.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { keyWords } from "./values.ts";

const TONES = { waiting: "ask", applied: "done", held: "bad", refused: "bad", cancelled: "gone" } as const satisfies Record<ScheduleStatus, Tone>;
const READ = "GET /api/config/schedules";

/** Scheduled changes of the configuration; empty until they are known. */
export function useSchedules(): readonly ConfigScheduleItem[] {
  return useRead(READ, {}).data?.items ?? [];
}

export function Schedules({ config }: { config: ConfigOut }): ReactElement {
  const t = useText();
  const read = useRead(READ, {});
  useLiveEvents(["config"], () => invalidate(...STALE));
  const [again, setAgain] = useState<ConfigScheduleItem | null>(null);
  const items = read.data?.items;
  return (
    <Section title={t("config.schedule.section")} hint={t("config.schedule.sectionHint")} id="schedule">
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {items === undefined && !read.isError ? <Placeholder height={64} /> : null}
      {items?.length === 0 ? <p className="fd-dim">{t("config.schedule.empty")}</p> : null}
      {items?.map((item) => (
        <Scheduled key={item.id} item={item} config={config} onAgain={() => setAgain(item)} />
      ))}
      {again === null ? null : (
        <ScheduleDialog
          config={config}
          changes={Object.fromEntries(again.changes.map(({ key, after }) => [key, after]))}
          replaces={again.id}
          wouldEnd={again.would_end}
          onClose={() => setAgain(null)}
          onKept={() => setAgain(null)}
        />
      )}
    </Section>
  );
}

function Scheduled({ item, config, onAgain }: { item: ConfigScheduleItem; config: ConfigOut; onAgain: () => void }): ReactElement {
  const t = useText();
  const mayEdit = useCan("config.edit");
  const { busy, run } = useAct("POST /api/config/schedules/:id/cancel", { refresh: STALE });
  const isOver = item.status === "applied" || item.status === "cancelled";
  const at = formatDateTime(item.at);
  const cancel = async (): Promise<void> => {
    const params = { id: String(item.id) };
    const answer = await run({ params, body: { version: item.version } });
    if (!answer.success) return;
    const { version } = answer.data;
    offerUndo({
      done: t("config.schedule.cancelled"),
      detail: t(item.ends === null ? "config.schedule.cancelText" : "config.schedule.cancelEnd", { n: item.ends ?? item.id, at }),
      back: (idempotencyKey) => call("POST /api/config/schedules/:id/restore", { params, body: { version }, idempotencyKey }),
      onBack: () => invalidate(...STALE),
    });
  };
  return (
    <article className={css.plan} data-schedule={item.id} data-status={item.status}>
      <div className={css.planHead}>
        <StatusDot tone={TONES[item.status]}>{t(`config.schedule.status.${item.status}`)}</StatusDot>
        <strong className="fd-num">
          {item.until === null ? t("config.schedule.atZone", { at }) : t("config.schedule.atUntil", { at, until: formatDateTime(item.until) })}
        </strong>
        {item.ends === null ? null : <Tag tone="busy">{t("config.schedule.endOf", { n: item.ends })}</Tag>}
        <span className="fd-dim">
          {item.checker === null
            ? t("config.schedule.by", { n: item.id, who: item.maker })
            : t("config.schedule.approved", { n: item.id, who: item.maker, checker: item.checker })}
        </span>
      </div>
      {item.reason === null ? null : <p>{t("config.history.reason", { reason: item.reason })}</p>}
      <Diff changes={item.changes} currency={String(config.values.currency)} />
      {item.problem === null ? null : (
        <Strip tone={isOver ? "gone" : "bad"}>
          {t(`config.schedule.problem.${item.problem.code}`, { keys: item.problem.keys.map((key) => keyWords(t, key)).join(t("config.schedule.comma")) })}
        </Strip>
      )}
      {mayEdit && !isOver ? (
        <div className={css.buttons}>
          {item.status === "waiting" || !mayBeScheduled(item.changes.map(({ key }) => key)) ? null : (
            <Button size="xs" variant="default" onClick={onAgain}>
              {t("config.schedule.again")}
            </Button>
          )}
          <Button size="xs" variant="default" loading={busy} onClick={() => void cancel()}>
            {t(item.status !== "waiting" ? "config.schedule.dismiss" : item.ends === null ? "config.schedule.cancel" : "config.schedule.stay")}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
