/** Files that nobody waits for, where something is exported: asked for once, or scheduled. */
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { ExportFileIn, ExportsOut } from "../../../contract/exports.schema.ts";
import { type ExportLanguage, isExportList } from "../../../contract/exports.ts";
import { call } from "../../api.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { pathTo } from "../../paths.ts";
import { notify, notifyError } from "../../ui/notices.tsx";
import { leftOutWords, type WantedRows } from "./wanted.ts";

const Schedule = lazy(() => import("./schedule.tsx"));

/** What of a list is in view; nothing of what is no list. */
export interface OfList {
  /** The columns that the file is to hold. */
  readonly columns: readonly { readonly id: string; readonly header: MessageKey }[];
  /** It holds every column instead. */
  readonly whole: boolean;
  /** Rows were chosen, which a schedule cannot hold. */
  readonly chosen: boolean;
}
const NO_LIST: OfList = { columns: [], whole: true, chosen: false };

export interface Later {
  /** The file is to be made in the background. */
  readonly background: boolean;
  readonly setBackground: (background: boolean) => void;
  /** One is being asked for: a second click would ask for a second file. */
  readonly asking: boolean;
  readonly queue: (how: Pick<ExportFileIn, "format" | "lang"> & Partial<Pick<ExportFileIn, "columns" | "ids" | "totals">>) => Promise<void>;
  /** @param lang language of the files to begin with; the page's, where none was chosen */
  readonly schedule: (lang?: ExportLanguage) => Promise<void>;
  /** The form of a schedule, once it is asked for. */
  readonly dialog: ReactElement | null;
}

/** @param rows null: there are no such files of it */
export function useLater(rows: WantedRows | null, tools: CellTools, onClose: () => void, of: OfList = NO_LIST): Later {
  const { t, locale } = tools;
  const [background, setBackground] = useState(false);
  const [asking, setAsking] = useState(false);
  const [plan, setPlan] = useState<(Pick<ExportsOut, "channels" | "held"> & { readonly lang: ExportLanguage | null }) | null>(null);
  const queue: Later["queue"] = async (how) => {
    if (rows === null) return;
    setAsking(true);
    const answer = await call("POST /api/exports/files", { body: { ...rows, ...how } });
    setAsking(false);
    if (!answer.success) notifyError(answer.error);
    else
      notify({
        kind: "done",
        text: t("list.export.queued"),
        detail: t("list.export.queuedDetail"),
        link: { to: pathTo(locale, "exports"), text: t("list.export.openDownloads") },
      });
    onClose();
  };
  const schedule: Later["schedule"] = async (lang) => {
    const answer = await call("GET /api/exports");
    if (answer.success) setPlan({ ...answer.data, lang: lang ?? null });
    else notifyError(answer.error);
  };
  const dialog =
    plan === null || rows === null ? null : (
      <Suspense fallback={null}>
        <Schedule
          rows={rows}
          columns={of.whole ? null : of.columns.map(({ id }) => id)}
          leftOut={leftOutWords(of.columns, isExportList(rows.list) ? (plan.held[rows.list] ?? null) : null, tools)}
          chosen={of.chosen}
          channels={plan.channels}
          lang={plan.lang}
          tools={tools}
          onClose={onClose}
        />
      </Suspense>
    );
  return { background, setBackground, asking, queue, schedule, dialog };
}
