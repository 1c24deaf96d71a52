/** Choosing what goes into a file and its format, seeing how far it is, stopping it. */
import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { EXPORT_FORMATS, type ExportFormat } from "../../../contract/exports.ts";
import type { ExportsOut } from "../../../contract/exports.schema.ts";
import type { DatePreset } from "../../../contract/time.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { call } from "../../api.ts";
import { pathTo } from "../../paths.ts";
import { notify, notifyError } from "../../ui/notices.tsx";
import type { ApiQuery } from "../state/index.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { exportRows, type ExportResult, sizeText } from "./export.ts";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";
import { columnWords, exportListOf, leftOutWords, wantedRows } from "./wanted.ts";

const Schedule = lazy(() => import("./schedule.tsx"));

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
  } else notify({ kind: "bad", text: t("list.export.failed") });
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

/** A file that is made without waiting for it: once, or again and again. */
function Later({
  background,
  onBackground,
  onSchedule,
  tools: { t },
}: {
  background: boolean;
  onBackground: (background: boolean) => void;
  onSchedule: () => void;
  tools: CellTools;
}): ReactElement {
  return (
    <>
      <Checkbox size="xs" label={t("list.export.background")} checked={background} onChange={(event) => onBackground(event.currentTarget.checked)} />
      <button type="button" className={css.choice} onClick={onSchedule}>
        {t("list.export.schedule")}
      </button>
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

/** Asks for a file that is made while the person goes on. */
async function queue(body: Parameters<typeof call<"POST /api/exports/files">>[1]["body"], { t, locale }: CellTools): Promise<void> {
  const answer = await call("POST /api/exports/files", { body });
  if (!answer.success) return notifyError(answer.error);
  notify({
    kind: "done",
    text: t("list.export.queued"),
    detail: t("list.export.queuedDetail"),
    link: { to: pathTo(locale, "exports"), text: t("list.export.openDownloads") },
  });
}

/** Stays open while an export runs; closing it stops the export. */
export default function ExportMenu({ anchor, list, query, preset = null, inView, tools, onClose, onAbsent }: Props): ReactElement {
  const { t } = tools;
  const repeats = inView === undefined ? null : exportListOf(list);
  const [plan, setPlan] = useState<Pick<ExportsOut, "channels" | "held"> | null>(null);
  const [background, setBackground] = useState(false);
  const chosen = inView?.chosen.length ?? 0;
  const [choice, setChoice] = useState<Choice>({ rows: chosen > 0 ? "chosen" : "all", columns: inView ? "shown" : "whole" });
  const [bytes, setBytes] = useState<number | null>(null);
  // A second click while the first is under way would ask for a second file.
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const columns = inView && choice.columns === "shown" ? inView.columns.map(({ id }) => id) : null;
  const chosenIds = inView && choice.rows === "chosen" ? [...inView.chosen] : null;
  const start = async (format: ExportFormat): Promise<void> => {
    if (background && repeats !== null) {
      const rows = wantedRows(repeats, query, preset);
      setAsking(true);
      await queue({ ...rows, columns, ids: chosenIds, totals: columns !== null, format, lang: tools.locale }, tools);
      return onClose();
    }
    const stop = new AbortController();
    running.current = stop;
    setBytes(0);
    const answer = await exportRows(list, query, format, { columns, chosen: chosenIds }, setBytes, stop.signal);
    tell(answer, inView, tools);
    if (answer.result === "absent") onAbsent();
    onClose();
  };
  const schedule = async (): Promise<void> => {
    const answer = await call("GET /api/exports");
    if (answer.success) setPlan(answer.data);
    else notifyError(answer.error);
  };
  if (plan !== null && repeats !== null)
    return (
      <Suspense fallback={null}>
        <Schedule
          rows={wantedRows(repeats, query, preset)}
          columns={columns}
          leftOut={leftOutWords(columns === null ? [] : (inView?.columns ?? []), plan.held[repeats] ?? null, tools)}
          chosen={chosenIds !== null}
          channels={plan.channels}
          tools={tools}
          onClose={onClose}
        />
      </Suspense>
    );
  return (
    <Anchored anchor={anchor} label={t("list.tools.export")} onClose={onClose}>
      <div className={css.panel}>
        {bytes === null ? (
          <>
            {inView ? <Scope chosen={chosen} choice={choice} onChoice={setChoice} tools={tools} /> : <p className={css.note}>{t("list.export.scope")}</p>}
            <div className={css.choices}>
              {EXPORT_FORMATS.map((format) => (
                <button key={format} type="button" className={css.choice} disabled={asking} onClick={() => void start(format)}>
                  {t(`list.export.${format}`)}
                </button>
              ))}
            </div>
            {repeats === null ? null : <Later background={background} onBackground={setBackground} onSchedule={() => void schedule()} tools={tools} />}
          </>
        ) : (
          <Running bytes={bytes} onStop={() => running.current?.abort()} tools={tools} />
        )}
      </div>
    </Anchored>
  );
}
