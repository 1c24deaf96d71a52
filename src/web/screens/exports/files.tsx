/** Files: which list, which days, how many rows, how far it is or why there is none; to download and to delete. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { ExportFileOut, ExportsOut } from "../../../contract/exports.schema.ts";
import { EXPORT_FILE_DAYS, type ExportFileStatus } from "../../../contract/exports.ts";
import { call } from "../../api.ts";
import { datedName } from "../../files.ts";
import { type CellTools, useCellTools } from "../../cell-tools.ts";
import { countText, formatDateTime } from "../../i18n/format.ts";
import { filterCount, rangeWords, sizeText, sourceWords } from "../../list/export/index.ts";
import { invalidate, useAct } from "../../query.ts";
import type { Tone } from "../../tokens.ts";
import { EmptyState, notify, StatusDot, Strip } from "../../ui/index.ts";
import { offerUndo } from "../../ui/undo.ts";
import { useDownload } from "../../ui/use-download.ts";
import css from "./exports.module.css";
import { LeftOut } from "./left-out.tsx";
import { OpenList } from "./open-list.tsx";
import { problemWords } from "./problem-words.ts";

const TONES = { waiting: "busy", running: "busy", ready: "done", failed: "bad", expired: "gone" } as const satisfies Record<ExportFileStatus, Tone>;
const refresh = (): void => invalidate("GET /api/exports");

export function Files({ files, more, held }: Pick<ExportsOut, "files" | "more" | "held">): ReactElement {
  const { t } = useCellTools();
  if (files.length === 0) return <EmptyState text={t("exports.empty")} />;
  return (
    <>
      <p className="fd-dim">{t("exports.hint", { days: EXPORT_FILE_DAYS })}</p>
      <ul className={css.rows} aria-label={t("exports.tabs.files")}>
        {files.map((file) => (
          <File key={file.id} file={file} held={held} />
        ))}
      </ul>
      {more ? <p className="fd-dim">{t("exports.more")}</p> : null}
    </>
  );
}

/** The days that it holds: those of its moment, where they move. */
const daysOf = ({ from, to }: ExportFileOut): Record<string, string> => ({ ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) });

/** What is known of it in a line: list, days, rows, size, when, by whom. */
function factsOf(file: ExportFileOut, tools: CellTools): string {
  const { t } = tools;
  return [
    sourceWords(file, tools),
    rangeWords({ filters: daysOf(file), range: null }, tools),
    ...(filterCount(file.filters) === 0 ? [] : [t("exports.filters", { n: filterCount(file.filters) })]),
    ...(file.chosen === null ? [] : [t("exports.chosen", { n: file.chosen })]),
    ...(file.rows === null ? [] : [t("exports.rows", { n: countText(file.rows) })]),
    ...(file.status === "ready" ? [sizeText(file.bytes)] : []),
    ...(file.status === "running" && file.bytes > 0 ? [t("exports.size", { size: sizeText(file.bytes) })] : []),
    formatDateTime(file.ended_at ?? file.created_at),
    file.name === null ? t("exports.byHand") : t(file.by_hand ? "exports.byHandOf" : "exports.bySchedule", { name: file.name }),
  ].join(t("exports.join"));
}

function File({ file, held }: { file: ExportFileOut; held: ExportsOut["held"] }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const problem = problemWords(file, tools);
  const title = file.file ?? file.name ?? sourceWords(file, tools);
  return (
    <li className={css.row} data-id={file.id} data-file={file.id} data-status={file.status}>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <StatusDot tone={TONES[file.status]}>{t(`exports.status.${file.status}`)}</StatusDot>
      </div>
      <p className={css.facts}>{factsOf(file, tools)}</p>
      {file.missed > 0 ? <p className={css.facts}>{t("exports.missed", { n: file.missed })}</p> : null}
      {file.status === "ready" && file.expires_at !== null ? (
        <p className={css.facts}>{t("exports.expires", { at: formatDateTime(file.expires_at) })}</p>
      ) : null}
      <LeftOut list={file.list} columns={file.columns} held={held} />
      {problem === null ? null : <Strip tone="bad">{problem}</Strip>}
      <div className={css.acts}>
        {file.status === "ready" ? <Download file={file} title={title} /> : null}
        {file.again ? <Again file={file} title={title} /> : null}
        <OpenList list={file.list} filters={{ ...file.filters, ...(file.range === null ? {} : daysOf(file)) }} range={null} all={file.chosen !== null} />
        <Delete file={file} title={title} />
      </div>
    </li>
  );
}

function Again({ file, title }: { file: ExportFileOut; title: string }): ReactElement {
  const { t } = useCellTools();
  const { busy, run } = useAct("POST /api/exports/files/:id/again", { refresh: ["GET /api/exports"] });
  const again = async (): Promise<void> => {
    const answer = await run({ params: { id: String(file.id) }, body: {} });
    if (answer.success) notify({ kind: "done", text: t("exports.done.run"), detail: title });
  };
  return (
    <Button size="xs" loading={busy} aria-label={`${t("exports.again")} ${title}`} onClick={() => void again()}>
      {t("exports.again")}
    </Button>
  );
}

function Download({ file, title }: { file: ExportFileOut; title: string }): ReactElement {
  const { t } = useCellTools();
  const { busy, bytes, save } = useDownload();
  const download = async (): Promise<void> => {
    await save(`/api/exports/files/${file.id}/content`, datedName(file.list, file.format, Date.now()));
    // One that could not be had may have expired, or been deleted elsewhere.
    refresh();
  };
  return (
    <Button size="xs" variant="light" disabled={busy} aria-label={`${t("exports.download")} ${title}`} onClick={() => void download()}>
      {bytes === null || bytes === 0 ? t("exports.download") : t("exports.downloading", { size: sizeText(bytes) })}
    </Button>
  );
}

function Delete({ file, title }: { file: ExportFileOut; title: string }): ReactElement {
  const { t } = useCellTools();
  const { busy, run } = useAct("POST /api/exports/files/:id/delete", { refresh: ["GET /api/exports"] });
  const id = String(file.id);
  const isOpen = file.status === "waiting" || file.status === "running";
  const label = t(isOpen ? "exports.cancel" : "exports.delete");
  const remove = async (): Promise<void> => {
    const answer = await run({ params: { id }, body: {} });
    if (!answer.success) return;
    offerUndo({
      done: t(isOpen ? "exports.done.cancel" : "exports.done.file"),
      detail: title,
      back: (idempotencyKey) => call("POST /api/exports/files/:id/restore", { params: { id }, body: {}, idempotencyKey }),
      onBack: refresh,
    });
  };
  return (
    <Button size="xs" variant="default" color="danger" loading={busy} aria-label={`${label} ${title}`} onClick={() => void remove()}>
      {label}
    </Button>
  );
}
