/** Choosing the format of an export, seeing how far it is, stopping it. */
import { Button } from "@mantine/core";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { notify } from "../../ui/notices.tsx";
import type { ApiQuery } from "../state/index.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { EXPORT_FORMATS, exportRows, type ExportFormat, sizeText } from "./export.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";

interface Props {
  readonly anchor: HTMLElement;
  readonly list: string;
  readonly query: ApiQuery;
  readonly tools: CellTools;
  readonly onClose: () => void;
  /** This server has no export of this list: the button goes away. */
  readonly onAbsent: () => void;
}

/** Stays open while an export runs; closing it stops the export. */
export default function ExportMenu({ anchor, list, query, tools, onClose, onAbsent }: Props): ReactElement {
  const { t } = tools;
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: ExportFormat): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    const answer = await exportRows(list, query, format, setBytes, stop.signal);
    if (answer.result === "done") notify({ kind: "done", text: t("list.export.done", { file: answer.file }) });
    if (answer.result === "cancelled") notify({ kind: "info", text: t("list.export.cancelled") });
    if (answer.result === "too_many") {
      const counted = { found: answer.rows.toLocaleString("en"), most: answer.most.toLocaleString("en") };
      notify({ kind: "bad", text: t("list.export.tooMany", counted) });
    }
    if (answer.result === "failed" || answer.result === "absent") notify({ kind: "bad", text: t("list.export.failed") });
    if (answer.result === "absent") onAbsent();
    onClose();
  };
  return (
    <Anchored anchor={anchor} label={t("list.tools.export")} onClose={onClose}>
      <div className={css.panel}>
        <p className={css.note}>{t("list.export.scope")}</p>
        {bytes === null ? (
          <div className={css.choices}>
            {EXPORT_FORMATS.map((format) => (
              <button key={format} type="button" className={css.choice} onClick={() => void start(format)}>
                {t(`list.export.${format}`)}
              </button>
            ))}
          </div>
        ) : (
          <>
            <p role="status">{t("list.export.running", { size: sizeText(bytes) })}</p>
            <Button variant="default" onClick={() => running.current?.abort()}>
              {t("list.export.cancel")}
            </Button>
          </>
        )}
      </div>
    </Anchored>
  );
}
