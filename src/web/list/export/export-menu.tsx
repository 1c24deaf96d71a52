/** Choosing what goes into a file and its format, seeing how far it is, stopping it. */
import { Button, SegmentedControl } from "@mantine/core";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { EXPORT_FORMATS, type ExportFormat } from "../../../contract/exports.ts";
import type { DatePreset } from "../../../contract/time.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { notify, notifyNoFile } from "../../ui/notices.tsx";
import type { ApiQuery } from "../state/index.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { ArchivedFromFile } from "../parts/index.ts";
import { exportRows, type ExportResult, sizeText } from "./export.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";
import Later from "./later.tsx";
import { useLater } from "./use-later.tsx";
import { columnWords, sourceAt, wantedRows } from "./wanted.ts";

/** What is in view while the file is asked for. */
export interface InView {
  /** The columns in their order. */
  readonly columns: readonly { readonly id: string; readonly header: MessageKey }[];
  /** Ids of the chosen rows. */
  readonly chosen: readonly string[];
}
interface Props {
  readonly anchor: HTMLElement;
  readonly list: string;
  readonly query: ApiQuery;
  /** Days that move, which stand in the query as days of now; left out: they stand still. */
  readonly preset?: DatePreset | null;
  /** Left out where the file has its own columns. */
  readonly inView?: InView;
  readonly tools: CellTools;
  readonly onClose: () => void;
  /** This server has no export of this list: the button goes away. */
  readonly onAbsent: () => void;
}
interface Choice {
  readonly rows: "chosen" | "all";
  readonly columns: "shown" | "whole";
}

/** Says what came of it: the file with the columns in view that it could not hold, or why there is none. */
function tell(answer: ExportResult, inView: InView | undefined, tools: CellTools): void {
  const { t } = tools;
  if (answer.result === "done") {
    const names = (inView?.columns ?? []).filter(({ id }) => answer.leftOut.includes(id)).map(({ header }) => t(header));
    const detail = names.length === 0 ? {} : { detail: t("list.export.leftOut", { columns: columnWords(names, tools) }) };
    notify({ kind: "done", text: t("list.export.done", { file: answer.file }), ...detail });
  } else if (answer.result === "cancelled") notify({ kind: "info", text: t("list.export.cancelled") });
  else if (answer.result === "too_many") {
    const counted = { found: answer.rows.toLocaleString("en"), most: answer.most.toLocaleString("en") };
    notify({ kind: "bad", text: t("list.export.tooMany", counted) });
  } else notifyNoFile(t("list.export.failed"), answer.result === "failed" ? answer.error : null);
}

/** Which rows, and as on the screen or with every field. */
function Scope({
  chosen,
  choice,
  onChoice,
  tools: { t },
}: {
  chosen: number;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  tools: CellTools;
}): ReactElement {
  return (
    <>
      {chosen > 0 ? (
        <SegmentedControl
          aria-label={t("list.export.rows")}
          value={choice.rows}
          onChange={(value) => onChoice({ ...choice, rows: value === "chosen" ? "chosen" : "all" })}
          data={[
            { value: "chosen", label: t("list.export.chosen", { n: chosen }) },
            { value: "all", label: t("list.export.allRows") },
          ]}
        />
      ) : (
        <p className={css.note}>{t("list.export.scope")}</p>
      )}
      <SegmentedControl
        aria-label={t("list.export.columns")}
        value={choice.columns}
        onChange={(value) => onChoice({ ...choice, columns: value === "whole" ? "whole" : "shown" })}
        data={[
          { value: "shown", label: t("list.export.shown") },
          { value: "whole", label: t("list.export.whole") },
        ]}
      />
      <p className={css.note}>{t(choice.columns === "shown" ? "list.export.shownHint" : "list.export.wholeHint")}</p>
    </>
  );
}

/** How far a file is, and how it is stopped. */
function Running({ bytes, onStop, tools: { t } }: { bytes: number; onStop: () => void; tools: CellTools }): ReactElement {
  return (
    <>
      <p role="status">{t("list.export.running", { size: sizeText(bytes) })}</p>
      <Button variant="default" onClick={onStop}>
        {t("list.export.cancel")}
      </Button>
    </>
  );
}

/** Stays open while an export runs; closing it stops the export. */
export default function ExportMenu({ anchor, list, query, preset = null, inView, tools, onClose, onAbsent }: Props): ReactElement {
  const { t } = tools;
  const repeats = sourceAt(list);
  const chosen = inView?.chosen.length ?? 0;
  const [choice, setChoice] = useState<Choice>({ rows: chosen > 0 ? "chosen" : "all", columns: inView ? "shown" : "whole" });
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const columns = inView && choice.columns === "shown" ? inView.columns.map(({ id }) => id) : null;
  const chosenIds = inView && choice.rows === "chosen" ? [...inView.chosen] : null;
  const later = useLater(repeats === null ? null : wantedRows(repeats, query, preset), tools, onClose, {
    columns: columns === null ? [] : (inView?.columns ?? []),
    whole: columns === null,
    chosen: chosenIds !== null,
  });
  const start = async (format: ExportFormat): Promise<void> => {
    if (later.background) return later.queue({ columns, ids: chosenIds, totals: columns !== null, format, lang: tools.locale });
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    const answer = await exportRows(list, query, format, { columns, chosen: chosenIds }, setBytes, stop.signal);
    tell(answer, inView, tools);
    if (answer.result === "absent") onAbsent();
    onClose();
  };
  if (later.dialog) return later.dialog;
  return (
    <Anchored anchor={anchor} label={t("list.tools.export")} onClose={onClose}>
      <div className={css.panel}>
        {bytes === null ? (
          <>
            {inView ? <Scope chosen={chosen} choice={choice} onChoice={setChoice} tools={tools} /> : <p className={css.note}>{t("list.export.scope")}</p>}
            <ArchivedFromFile list={list} tools={tools} />
            <div className={css.choices}>
              {EXPORT_FORMATS.map((format) => (
                <button key={format} type="button" className={css.choice} disabled={later.asking} onClick={() => void start(format)}>
                  {t(`list.export.${format}`)}
                </button>
              ))}
            </div>
            {repeats === null ? null : <Later later={later} tools={tools} />}
          </>
        ) : (
          <Running bytes={bytes} onStop={() => running.current?.abort()} tools={tools} />
        )}
      </div>
    </Anchored>
  );
}
