/** The rules that the platform's own people wrote: a table, cards on a phone, each with its template and its acts. */
import { Button } from "@mantine/core";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { operatorInfo } from "../../../../contract/operators.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { absent } from "../../../list/columns/index.ts";
import { RawText } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { useAct } from "../../../query.ts";
import { useNarrow } from "../../../ui/cover.ts";
import { confirm, DateTime, IdText, notify, StatusDot } from "../../../ui/index.ts";
import css from "./rules.module.css";
import { type ClassMeanings, classWords, RULE_TONES } from "./words.ts";

interface Props {
  readonly rows: readonly SmsRuleRow[];
  readonly meanings: ClassMeanings;
  readonly tools: CellTools;
  /** Opens the question that switches one on. */
  readonly onSwitchOn: (row: SmsRuleRow) => void;
  /** Opens the form of a new edition; null for who may only read. */
  readonly onEdit: ((row: SmsRuleRow) => void) | null;
}
interface Column {
  readonly id: string;
  readonly header: string;
  readonly render: (row: SmsRuleRow) => ReactNode;
}

/** Rows with their acts. */
export function OwnRules(props: Props): ReactElement {
  const narrow = useNarrow();
  const columns = columnsOf(props);
  return narrow ? <Cards columns={columns} {...props} /> : <Table columns={columns} {...props} />;
}

function columnsOf({ meanings, tools: { t } }: Props): readonly Column[] {
  return [
    { id: "id", header: t("rules.column.id"), render: (row) => <IdText id={row.id} /> },
    { id: "operator", header: t("words.field.operator"), render: (row) => operatorInfo(row.operator).name },
    { id: "class", header: t("words.field.class"), render: (row) => classWords(row.class, meanings, t) },
    { id: "edition", header: t("words.field.edition"), render: (row) => <Edition row={row} t={t} /> },
    {
      id: "status",
      header: t("words.field.status"),
      render: (row) => <StatusDot tone={RULE_TONES[row.status]}>{t(`rules.status.${row.status}`)}</StatusDot>,
    },
    { id: "note", header: t("words.field.note"), render: (row) => <span className={css.note}>{row.note}</span> },
    { id: "created", header: t("rules.column.created"), render: (row) => <Who name={row.created_by} at={row.created_at} /> },
    { id: "switched", header: t("rules.column.switched"), render: (row) => <Who name={row.switched_by} at={row.switched_at} /> },
  ];
}

function Edition({ row, t }: { row: SmsRuleRow; t: CellTools["t"] }): ReactElement {
  return (
    <>
      <span className="fd-num">{row.edition}</span>
      {row.replaces === null ? null : <div className="fd-dim">{t("rules.replaces", { id: row.replaces })}</div>}
    </>
  );
}

function Who({ name, at }: { name: string | null; at: string | null }): ReactNode {
  if (at === null) return absent;
  return (
    <>
      {name === null ? null : <div>{name}</div>}
      <DateTime value={at} />
    </>
  );
}

function Table({ columns, ...props }: Props & { columns: readonly Column[] }): ReactElement {
  const { t } = props.tools;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.scroller} role="group" aria-label={t("rules.own")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.header}
              </th>
            ))}
            <th scope="col">{t("rules.column.acts")}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <Fragment key={row.id}>
              <tr data-id={row.id}>
                {columns.map((column) => (
                  <td key={column.id}>{column.render(row)}</td>
                ))}
                <td>
                  <Acts row={row} {...props} />
                </td>
              </tr>
              <tr className={css.second}>
                <td colSpan={columns.length + 1}>
                  <Template row={row} tools={props.tools} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ columns, ...props }: Props & { columns: readonly Column[] }): ReactElement {
  const { t } = props.tools;
  return (
    <ul className={css.cards} aria-label={t("rules.own")}>
      {props.rows.map((row) => (
        <li key={row.id} className={css.card} data-id={row.id}>
          <dl className={css.cardFacts}>
            {columns.map((column) => (
              <div key={column.id} data-wide={column.id === "class" || column.id === "note" || undefined}>
                <dt>{column.header}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          <Template row={row} tools={props.tools} />
          <Acts row={row} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Template({ row, tools: { t } }: { row: SmsRuleRow; tools: CellTools }): ReactElement {
  return (
    <details className={css.more}>
      <summary>{t("words.field.template")}</summary>
      <RawText>{row.template}</RawText>
    </details>
  );
}

/** What the server lets this person do with the rule now; on asks in a form of its own, off is one question. */
function Acts({ row, tools: { t }, onSwitchOn, onEdit }: Props & { row: SmsRuleRow }): ReactElement {
  const { busy, run } = useAct("POST /api/sms/rules/:id/off", { refresh: ["GET /api/sms/rules"] });
  const switchOff = async (): Promise<void> => {
    const sure = await confirm({
      title: t("rules.ask.offTitle", { id: row.id }),
      text: t("rules.ask.offText"),
      action: t("rules.action.off"),
      destructive: true,
    });
    if (!sure) return;
    const answer = await run({ params: { id: row.id }, body: { version: row.version } });
    if (answer.success) notify({ kind: "done", text: t("rules.done.off") });
  };
  return (
    <div className={css.acts}>
      {row.actions.includes("on") ? (
        <Button size="xs" variant="default" onClick={() => onSwitchOn(row)}>
          {t("rules.action.on")}
        </Button>
      ) : null}
      {row.actions.includes("off") ? (
        <Button size="xs" variant="default" loading={busy} onClick={() => void switchOff()}>
          {t("rules.action.off")}
        </Button>
      ) : null}
      {onEdit === null ? null : (
        <Button size="xs" variant="default" onClick={() => onEdit(row)}>
          {t("rules.edit")}
        </Button>
      )}
    </div>
  );
}
