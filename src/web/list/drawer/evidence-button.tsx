/** The button in a drawer's head that saves what is known of the object as one file. */
import { type ReactElement, useState } from "react";
import type { CellTools } from "../../cell-tools.ts";
import { notify, notifyError, notifyNoFile } from "../../ui/notices.tsx";
import type { FileResult } from "../spec/index.ts";
import css from "./drawer.module.css";

/** While the file is made a second press does nothing. */
export function EvidenceButton({ save, tools: { t } }: { save: () => Promise<FileResult>; tools: CellTools }): ReactElement {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // The words of the page arrive with its program, which may not arrive at all.
    const made = await save().catch(() => null);
    setBusy(false);
    if (made === null) notifyNoFile(t("common.downloadFailed"), null);
    else if ("error" in made) notifyError(made.error);
    else notify({ kind: "done", text: t("evidence.done", { file: made.file }) });
  };
  const name = t(busy ? "evidence.saving" : "evidence.save");
  return (
    <button type="button" className={css.icon} aria-label={name} data-tip={name} aria-busy={busy || undefined} onClick={() => void run()}>
      <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="M8 2v8m0 0L4.5 6.5M8 10l3.5-3.5M3 13.5h10" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
