/** What a job that wrote a file for the bank offers: the file itself, and its end where the bank will not pay it. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { BulkJobRow } from "../../../contract/bulk.schema.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { useMay } from "../../session.tsx";
import { confirm } from "../../ui/confirm.ts";
import { notify, notifyError } from "../../ui/notices.tsx";
import { offMarks } from "../../ui/off-marks.ts";
import { useDownload } from "../../ui/use-download.ts";
import { neverBy } from "./never.ts";
import css from "./bulk.module.css";

/** True of a job that wrote a file. */
export const isBankFile = (job: BulkJobRow): boolean => job.act === "withdrawal.export" && job.done > 0 && job.ended_at !== null;

/** @param isNext the file is what its reader waits for: its button is the filled one */
export function BankFile({ job, tools, isNext = false }: { job: BulkJobRow; tools: CellTools; isNext?: boolean }): ReactElement | null {
  const { t, locale } = tools;
  const may = useMay();
  const { busy, save } = useDownload();
  if (!isBankFile(job) || !may("withdrawal.decide")) return null;
  const never = neverBy(job.act);
  const download = (): Promise<void> => save(`/api/withdrawal/files/${encodeURIComponent(job.id)}?lang=${locale}`, `${job.id}-bank.csv`);
  const cancel = async (): Promise<void> => {
    const question = {
      title: t("withdrawal.bankFile.cancelAsk", { id: job.id }),
      text: t("withdrawal.bankFile.cancelBody"),
      action: t("withdrawal.bankFile.cancel"),
      destructive: true,
    };
    if (!(await confirm(question))) return;
    const answer = await call("POST /api/withdrawal/files/:id/cancel", { params: { id: job.id }, body: {} });
    if (answer.success) notify({ kind: "done", text: t("withdrawal.bankFile.cancelled", { n: countText(answer.data.count) }) });
    else notifyError(answer.error);
  };
  return (
    <div className={css.chips}>
      <Button
        {...(never === null ? {} : offMarks(t(never)))}
        size="xs"
        variant={isNext ? "filled" : "light"}
        data-next={isNext ? "" : undefined}
        loading={busy}
        onClick={() => void (never === null ? download() : notify({ kind: "ask", text: t(never) }))}
      >
        {t("withdrawal.bankFile.download")}
      </Button>
      <Button size="xs" variant="default" onClick={() => void cancel()}>
        {t("withdrawal.bankFile.cancel")}
      </Button>
    </div>
  );
}
