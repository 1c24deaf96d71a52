/** How far a batch is: one bar, and its parts in words. */
import type { ReactElement } from "react";
import { Button } from "@mantine/core";
import type { BatchRow } from "../../../contract/disburse-batches.schema.ts";
import type { BatchRowStatus } from "../../../contract/disburse-batches.ts";
import { countText } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Tone } from "../../theme.ts";
import { Strip } from "../../ui/blocks.tsx";
import { Progress } from "../../ui/progress.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useDownload } from "../../ui/use-download.ts";
import css from "./batches.module.css";

export const ROW_TONES = { created: "done", existing: "gone", failed: "bad", stopped: "ask", waiting: "busy" } as const satisfies Record<BatchRowStatus, Tone>;
const PARTS = Object.keys(ROW_TONES) as BatchRowStatus[]; // keys of a literal: exactly its names

/** Rows that have come to an end. */
function doneOf(batch: BatchRow): number {
  return batch.rows - batch.waiting;
}

/** The bar alone, light enough for a table's cell. */
export function ProgressBar({ batch, tools }: { batch: BatchRow; tools: CellTools }): ReactElement {
  const words = tools.t("batches.progressOf", { done: countText(doneOf(batch)), all: countText(batch.rows) });
  const parts = PARTS.filter((part) => part !== "waiting").map((part) => ({ key: part, tone: ROW_TONES[part], count: batch[part] }));
  return <Progress parts={parts} done={doneOf(batch)} all={batch.rows} words={words} />;
}

/** The bar with its parts, and why it was stopped. */
export function BatchProgress({ batch, tools }: { batch: BatchRow; tools: CellTools }): ReactElement {
  return (
    <div>
      <ProgressBar batch={batch} tools={tools} />
      <p className={css.parts}>
        {PARTS.filter((part) => batch[part] > 0).map((part) => (
          <StatusDot key={part} tone={ROW_TONES[part]}>
            {tools.t(`batches.rowStatus.${part}`)} {countText(batch[part])}
          </StatusDot>
        ))}
      </p>
      {batch.stop_reason === null ? null : <Strip tone="ask">{tools.t(`batches.stopped.${batch.stop_reason}`)}</Strip>}
    </div>
  );
}

/** The result as a file, in the person's language. */
export function DownloadResult({ id, tools }: { id: string; tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const { busy, save } = useDownload();
  const download = (): Promise<void> => save(`/api/disburses/batches/${encodeURIComponent(id)}/result?lang=${locale}`, `${id}-result.csv`);
  return (
    <Button size="xs" variant="default" loading={busy} onClick={() => void download()}>
      {t("batches.action.download")}
    </Button>
  );
}
