/** A batch once it is sent. */
import { Button } from "@mantine/core";
import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import type { CellTools } from "../../cell-tools.ts";
import { useLiveEvents } from "../../events.ts";
import { invalidate, useRead } from "../../query.ts";
import { Strip } from "../../ui/blocks.tsx";
import { BatchProgress, DownloadResult } from "./batch-progress.tsx";
import css from "./batches.module.css";

/** How often progress is asked for where live events do not come, ms. */
const POLL_MS = 3000;

/** Has the focus from its first picture on: what had it has gone. */
export function useFirst<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}

/** The batch as it goes on. */
export function Sent({ id, again, tools, onClose }: { id: string; again: boolean; tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const [ended, setEnded] = useState(false);
  const first = useFirst<HTMLButtonElement>();
  const read = useRead("GET /api/disburses/batches/:id", { params: { id } }, { everyMs: ended ? false : POLL_MS, staleMs: 0 });
  useLiveEvents(["batches"], (message) => {
    if (message.type === "reset" || message.event.id === id) invalidate("GET /api/disburses/batches/:id");
  });
  const batch = read.data;
  const isOver = batch !== undefined && batch.status !== "running";
  if (isOver !== ended) setEnded(isOver);
  return (
    <>
      {again ? <Strip tone="ask">{t("batches.dialog.again")}</Strip> : null}
      <p role="status">{isOver ? t(batch.status === "stopped" ? "batches.done.stop" : "batches.dialog.finished") : t("batches.dialog.sent")}</p>
      {batch === undefined ? null : <BatchProgress batch={batch} tools={tools} />}
      <div className={css.actions}>
        {isOver ? <DownloadResult id={id} tools={tools} /> : null}
        <Button size="xs" onClick={onClose} ref={first}>
          {t("common.close")}
        </Button>
      </div>
    </>
  );
}
