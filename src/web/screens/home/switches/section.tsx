/** The kill-switches that are engaged, by whom and why; engaging another and releasing one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { SwitchRow } from "../../../../contract/switches.schema.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { useAcceptance } from "../../../frame/banners.tsx";
import { switchWords, useSwitches } from "../../../frame/switches.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useCellTools } from "../../../cell-tools.ts";
import { invalidate, useAct } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, notify, Section, StatusDot } from "../../../ui/index.ts";
import css from "./switches.module.css";

/** Hidden from who may not close; the banner tells the others what concerns them. */
export function Switches(): ReactElement | null {
  const tools = useCellTools();
  const { t } = tools;
  const rows = useSwitches();
  const mayClose = useCan("intake.close");
  const operators = useAcceptance()?.operators.map((one) => one.operator) ?? [];
  const { open, dialog } = useFormDialog(tools);
  if (!mayClose || rows === undefined) return null;
  const close = (): void =>
    void open(
      async () => (await import("./form.ts")).closeForm(operators),
      null,
      t("switches.done.close"),
      () => invalidate("GET /api/switches"),
    );
  return (
    <Section
      title={t("switches.title")}
      hint={t("switches.hint")}
      id="switches"
      actions={
        <Button size="xs" variant="default" onClick={close}>
          {t("switches.close")}
        </Button>
      }
    >
      {rows.length === 0 ? <StatusDot tone="done">{t("switches.none")}</StatusDot> : null}
      <ul className={css.list}>
        {rows.map((row) => (
          <EngagedRow key={row.id} row={row} />
        ))}
      </ul>
      {dialog}
    </Section>
  );
}

function EngagedRow({ row }: { row: SwitchRow }): ReactElement {
  const { t } = useCellTools();
  const { busy, run } = useAct("POST /api/switches/:id/open", { refresh: ["GET /api/switches"] });
  const what = switchWords(row, t);
  const time = formatDateTime(row.closed_at);
  const open = async (): Promise<void> => {
    if (!(await confirm({ text: t("switches.openQuestion", { what }), action: t("switches.open") }))) return;
    const answer = await run({ params: { id: row.id }, body: { version: row.version } });
    if (answer.success) notify({ kind: "done", text: t("switches.done.open") });
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
