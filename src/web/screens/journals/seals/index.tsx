/** The tab "sealed days": each business day under one signed root, whether it still holds, and the files that an outsider verifies. */
import { dayText } from "../../../../contract/time.ts";
import { Button } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import { meets } from "../../../../contract/needed.ts";
import { SEALED_TRAIL_NEEDS } from "../../../../contract/seals.ts";
import type { SealRow } from "../../../../contract/seals.schema.ts";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import { countText } from "../../../i18n/format.ts";
import { barCss as bar } from "../../../list/bar/index.ts";
import { errorOf, useAct, useRead } from "../../../query.ts";
import { useMay } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder, Strip } from "../../../ui/blocks.tsx";
import { Copy } from "../../../ui/copy.tsx";
import { notify } from "../../../ui/notices.tsx";
import { StatusDot } from "../../../ui/status.tsx";
import { type Downloads, useDownload } from "../../../ui/use-download.ts";
import { Amount, DateTime } from "../../../ui/values.tsx";
import { type DayColumn, DayTable } from "../../wallets/days/table.tsx";
import { ArchivedMonths } from "./archived.tsx";
import { SealKeys } from "./keys.tsx";
import css from "./seals.module.css";

const POLL_MS = 60_000;
const ROOT_SHOWN = 12;

type Save = Downloads["save"];

/** Whether a day still gives what was signed. */
function Held({ row, tools: { t } }: { row: SealRow; tools: CellTools }): ReactElement {
  if (row.archived) return <StatusDot tone="gone">{t("seals.state.archived")}</StatusDot>;
  if (row.checked === null) return <StatusDot tone="busy">{t("seals.state.sealed")}</StatusDot>;
  return (
    <StatusDot tone={row.checked.ok ? "done" : "bad"} {...(row.checked.fault === null ? {} : { tip: t(`seals.fault.${row.checked.fault}`) })}>
      {t(row.checked.ok ? "seals.state.holds" : "seals.state.broken")}
    </StatusDot>
  );
}

/** What can be done with one day. */
function DayActs({ row, tools, busy, save }: { row: SealRow; tools: CellTools; busy: boolean; save: Save }): ReactElement {
  const { t } = tools;
  const maySeeTrail = meets(useMay(), SEALED_TRAIL_NEEDS);
  const check = useAct("POST /api/seals/:date/check", { refresh: ["GET /api/seals"] });
  const again = async (): Promise<void> => {
    const answer = await check.run({ params: { date: row.day }, body: {} });
    if (!answer.success) return;
    const day = dayText(row.day);
    const { fault } = answer.data;
    notify(
      fault === null ? { kind: "done", text: t("seals.checked", { day }) } : { kind: "bad", text: t("seals.differs", { day, why: t(`seals.fault.${fault}`) }) },
    );
  };
  const files: readonly (readonly [string, string, string])[] = [
    [t("seals.file.seal"), `/api/seals/file?day=${row.day}`, `floatdesk-seal-${row.day}.ndjson`],
    ...(row.archived ? [] : [[t("seals.file.entries"), `/api/seals/${row.day}/entries`, `floatdesk-entries-${row.day}.txt`] as const]),
    ...(maySeeTrail && !row.archived ? [[t("seals.file.audit"), `/api/seals/${row.day}/audit`, `floatdesk-audit-${row.day}.txt`] as const] : []),
  ];
  return (
    <span className={css.acts}>
      {files.map(([label, path, name]) => (
        <button key={name} type="button" className={css.act} disabled={busy} onClick={() => void save(path, name)}>
          {label}
        </button>
      ))}
      {row.archived ? null : (
        <button type="button" className={css.act} disabled={check.busy} onClick={() => void again()}>
          {t("seals.again")}
        </button>
      )}
    </span>
  );
}

function columnsOf(tools: CellTools, busy: boolean, save: Save): DayColumn<SealRow>[] {
  const { t } = tools;
  return [
    { id: "day", header: t("seals.column.day"), render: (row) => <span className="fd-num">{dayText(row.day)}</span> },
    { id: "state", header: t("seals.column.state"), render: (row) => <Held row={row} tools={tools} />, marked: (row) => row.checked?.ok === false },
    { id: "entries", header: t("seals.column.entries"), right: true, render: (row) => countText(row.entries) },
    { id: "turnover", header: t("seals.column.turnover"), right: true, render: (row) => <Amount value={row.debits} /> },
    { id: "rows", header: t("seals.column.rows"), right: true, render: (row) => countText(row.audit_rows) },
    {
      id: "root",
      header: t("seals.column.root"),
      render: (row) => (
        <Copy value={row.root} mono tip={row.root}>
          {row.root.slice(0, ROOT_SHOWN)}…
        </Copy>
      ),
    },
    { id: "sealed", header: t("seals.column.sealed"), render: (row) => <DateTime value={row.sealed_at} /> },
    { id: "files", header: t("seals.column.files"), render: (row) => <DayActs row={row} tools={tools} busy={busy} save={save} /> },
  ];
}

/** The tab. */
export default function SealsTab({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const [before, setBefore] = useState<readonly string[]>([]);
  const read = useRead("GET /api/seals", { query: before.length === 0 ? {} : { before: before.at(-1) } }, { keepOld: true, everyMs: POLL_MS });
  const { busy, save } = useDownload();
  const columns = columnsOf(tools, busy, save);
  const { data } = read;
  return (
    <div className={css.page}>
      {tabs}
      <div className={css.head}>
        <p className={css.hint}>{t("seals.hint")}</p>
        <button type="button" className={bar.button} disabled={busy} onClick={() => void save("/api/seals/file", "floatdesk-seals.ndjson")}>
          {t("seals.file.all")}
        </button>
      </div>
      {data && data.waiting > 1 ? <Strip>{t("seals.waiting", { n: data.waiting })}</Strip> : null}
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {!data && !read.error ? <Placeholder height={240} /> : null}
      {data ? (
        <div className={css.frame} aria-busy={read.isFetching}>
          {data.items.length === 0 ? (
            <EmptyState text={t("seals.empty")} />
          ) : (
            <DayTable label={t("seals.title")} columns={columns} rows={data.items} keyOf={(row) => row.day} totalLabel="" />
          )}
        </div>
      ) : null}
      {data && (data.next !== null || before.length > 0) ? (
        <div className={css.pager}>
          <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            {t("seals.newer")}
          </Button>
          <Button variant="default" disabled={data.next === null} onClick={() => data.next !== null && setBefore([...before, data.next])}>
            {t("seals.older")}
          </Button>
        </div>
      ) : null}
      {data && data.archived.length > 0 ? <ArchivedMonths months={data.archived} tools={tools} /> : null}
      <SealKeys />
    </div>
  );
}
