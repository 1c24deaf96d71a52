/** Asks how often what a list shows is to be made into a file. */
import { type ReactElement, useState } from "react";
import type { AlertChannel } from "../../../contract/exceptions.ts";
import type { ExportLanguage } from "../../../contract/exports.ts";
import type { ExportScheduleOut } from "../../../contract/exports.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import FormDialog from "../../forms/form-dialog.tsx";
import type { FormSpec } from "../../forms/spec.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { pathTo } from "../../paths.ts";
import { invalidate } from "../../query.ts";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { notify } from "../../ui/notices.tsx";
import { scheduleForm, type ScheduleSubject } from "./schedule-form.ts";
import type { WantedRows } from "./wanted.ts";

interface Props {
  readonly rows: WantedRows;
  /** Null: every column there is. */
  readonly columns: readonly string[] | null;
  /** Columns in view that a file cannot hold, in words. */
  readonly leftOut: readonly string[];
  /** Rows were chosen, which a schedule cannot hold. */
  readonly chosen: boolean;
  /** Channels that may be told. */
  readonly channels: readonly AlertChannel[];
  /** Language of the files to begin with; the page's, where none was chosen. */
  readonly lang: ExportLanguage | null;
  readonly tools: CellTools;
  readonly onClose: () => void;
}

export default function Schedule({ rows, columns, leftOut, chosen, channels, lang, tools, onClose }: Props): ReactElement {
  const { t, locale } = tools;
  // What the list showed when the form was asked for: a live change behind it is not what was meant.
  const [subject] = useState<ScheduleSubject>(() => ({
    ...rows,
    schedule: null,
    columns,
    leftOut,
    chosen,
    totals: columns !== null,
    channels,
    lang: lang ?? locale,
  }));
  const done = ({ next_at: next }: ExportScheduleOut): void => {
    notify({
      kind: "done",
      text: t("exports.done.schedule"),
      ...(next === null ? {} : { detail: t("exports.next", { at: formatDateTime(next) }) }),
      link: { to: pathTo(locale, "exports", { tab: "schedules" }), text: t("list.export.openDownloads") },
    });
    invalidate("GET /api/exports");
    onClose();
  };
  return (
    <DialogPlace>
      <FormDialog
        spec={scheduleForm(subject, tools) as unknown as FormSpec<unknown>}
        subject={subject as unknown}
        tools={tools}
        stillOffered={() => true}
        onClose={onClose}
        onDone={(data) => done(data as ExportScheduleOut)}
      />
    </DialogPlace>
  );
}
