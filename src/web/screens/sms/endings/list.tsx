/** Endings that were called harmless: what passes, by whom it was taught, and how it is taken back. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { operatorInfo, type Operator } from "../../../../contract/operators.ts";
import type { SmsEndingRow } from "../../../../contract/sms-endings.schema.ts";
import type { EndingStatus } from "../../../../contract/sms-endings.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { absent } from "../../../list/columns/index.ts";
import { ObjectLink, RawText } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { errorOf, invalidate, useAct, useRead } from "../../../query.ts";
import { confirm, DateTime, EmptyState, ErrorState, IdText, notify, Placeholder, Section, StatusDot } from "../../../ui/index.ts";
import type { Tone } from "../../../theme.ts";
import css from "../rules/rules.module.css";

const TONES = { draft: "ask", on: "done", off: "gone" } as const satisfies Record<EndingStatus, Tone>;
const HEIGHT = 120;

/** @param operator only those of one, or of all */
export function TaughtEndings({ operator, tools }: { operator: Operator | undefined; tools: CellTools }): ReactElement {
  const { t } = tools;
  const read = useRead("GET /api/sms/endings", { query: operator === undefined ? {} : { operator } }, { keepOld: true });
  const { open, dialog } = useFormDialog(tools);
  const switchOn = (row: SmsEndingRow): void =>
    void open(
      async () => (await import("./form.ts")).endingOnForm,
      row,
      t("rules.ending.done.teach"),
      () => invalidate("GET /api/sms/endings"),
    );
  return (
    <Section title={t("rules.ending.title")}>
      <p className={css.intro}>{t("rules.ending.hint")}</p>
      {read.data === undefined && read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {read.data?.items.length === 0 ? <EmptyState text={t("rules.ending.empty")} /> : null}
      {read.data !== undefined && read.data.items.length > 0 ? (
        <ul className={css.cards} aria-label={t("rules.ending.title")}>
          {inOrder(read.data.items).map((row) => (
            <Ending key={row.id} row={row} tools={tools} onSwitchOn={switchOn} />
          ))}
        </ul>
      ) : null}
      {dialog}
    </Section>
  );
}

/** Those that pass first, then what waits, then what was taken back; each newest first, as they come. */
const ORDER: readonly EndingStatus[] = ["on", "draft", "off"];
const inOrder = (rows: readonly SmsEndingRow[]): readonly SmsEndingRow[] =>
  [...rows].sort((left, right) => ORDER.indexOf(left.status) - ORDER.indexOf(right.status));

interface RowProps {
  readonly row: SmsEndingRow;
  readonly tools: CellTools;
  readonly onSwitchOn: (row: SmsEndingRow) => void;
}

function Ending({ row, tools, onSwitchOn }: RowProps): ReactElement {
  const { t } = tools;
  return (
    <li className={css.card} data-id={row.id}>
      <RawText>{row.text}</RawText>
      <dl className={css.cardFacts}>
        <Fact label={t("rules.ending.id")}>
          <IdText id={row.id} />
        </Fact>
        <Fact label={t("words.field.operator")}>{operatorInfo(row.operator).name}</Fact>
        <Fact label={t("words.field.status")}>
          <StatusDot tone={TONES[row.status]}>{t(`rules.ending.status.${row.status}`)}</StatusDot>
        </Fact>
        <Fact label={t("rules.ending.from")}>{row.sms_id === null ? absent : <ObjectLink type="sms" id={row.sms_id} tools={tools} />}</Fact>
        <Fact label={t("rules.column.created")}>
          {row.created_by} <DateTime value={row.created_at} />
        </Fact>
        <Fact label={t("rules.column.switched")}>
          {row.switched_at === null ? (
            absent
          ) : (
            <>
              {row.switched_by} <DateTime value={row.switched_at} />
            </>
          )}
        </Fact>
        {row.note === null ? null : <Fact label={t("words.field.note")}>{row.note}</Fact>}
      </dl>
      <Acts row={row} tools={tools} onSwitchOn={onSwitchOn} />
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Passing again asks in a form of its own, taking back is one question. */
function Acts({ row, tools: { t }, onSwitchOn }: RowProps): ReactElement {
  const { busy, run } = useAct("POST /api/sms/endings/:id/off", { refresh: ["GET /api/sms/endings"] });
  const takeBack = async (): Promise<void> => {
    const sure = await confirm({
      title: t("rules.ending.ask.offTitle", { id: row.id }),
      text: t("rules.ending.ask.offText"),
      action: t("rules.ending.action.off"),
      destructive: true,
    });
    if (!sure) return;
    const answer = await run({ params: { id: row.id }, body: { version: row.version } });
    if (answer.success) notify({ kind: "done", text: t("rules.ending.done.off") });
  };
  return (
    <div className={css.acts}>
      {row.actions.includes("on") ? (
        <Button size="xs" variant="default" onClick={() => onSwitchOn(row)}>
          {t("rules.ending.action.on")}
        </Button>
      ) : null}
      {row.actions.includes("off") ? (
        <Button size="xs" variant="default" loading={busy} onClick={() => void takeBack()}>
          {t("rules.ending.action.off")}
        </Button>
      ) : null}
    </div>
  );
}
