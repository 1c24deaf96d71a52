/** The emergency stops that are engaged: by whom, why, until when, and opening them again. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { useCellTools } from "../cell-tools.ts";
import { formatDateTime } from "../i18n/format.ts";
import { StatusDot } from "../ui/status.tsx";
import { resume } from "./resume.ts";
import css from "./stop.module.css";
import { switchWords, useSwitches } from "./switches.ts";

/** All that are engaged, or that none is. */
export function EngagedList(): ReactElement | null {
  const { t } = useCellTools();
  const rows = useSwitches();
  if (rows === undefined) return null;
  if (rows.length === 0) return <StatusDot tone="done">{t("switches.none")}</StatusDot>;
  return (
    <ul className={css.list}>
      {rows.map((row) => (
        <EngagedRow key={row.id} row={row} />
      ))}
    </ul>
  );
}

function EngagedRow({ row }: { row: SwitchRow }): ReactElement {
  const { t } = useCellTools();
  const [busy, setBusy] = useState(false);
  const what = switchWords(row, t);
  const time = formatDateTime(row.closed_at);
  const open = async (): Promise<void> => {
    setBusy(true);
    await resume(row, t);
    setBusy(false);
  };
  return (
    <li className={css.item}>
      <div>
        <StatusDot tone="bad">{what}</StatusDot>
        {row.reason === null ? null : <p>{row.reason}</p>}
        <p className="fd-dim">{row.closed_by === null ? t("switches.sinceAlone", { time }) : t("switches.since", { account: row.closed_by, time })}</p>
        {row.reopen_at === null ? null : <p className="fd-dim">{t("switches.reopens", { time: formatDateTime(row.reopen_at) })}</p>}
      </div>
      <span data-tip={row.actions.includes("open") ? undefined : t("switches.mayNotOpen")}>
        <Button size="xs" variant="default" loading={busy} disabled={!row.actions.includes("open")} onClick={() => void open()}>
          {t("switches.open")}
        </Button>
      </span>
    </li>
  );
}
