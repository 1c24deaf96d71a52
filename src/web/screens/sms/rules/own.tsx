/** The rules that the platform's own people wrote: a table, cards on a phone, each with its template and its acts. */
import { Fragment, type ReactElement, type ReactNode } from "react";
import { operatorInfo } from "../../../../contract/operators.ts";
import type { SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { absent } from "../../../list/columns/index.ts";
import { RawText } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { useNarrow } from "../../../ui/cover.ts";
import { DateTime, IdText, StatusDot } from "../../../ui/index.ts";
import { RuleActs } from "./acts.tsx";
import css from "./rules.module.css";
import { ShadowRun } from "./shadow.tsx";
import { type ClassMeanings, classWords, RULE_TONES } from "./words.ts";

interface Props {
  readonly rows: readonly SmsRuleRow[];
  readonly meanings: ClassMeanings;
  readonly tools: CellTools;
  /** Opens the question that switches one on. */
  readonly onSwitchOn: (row: SmsRuleRow) => void;
  /** Opens the form of a new edition; null for who may only read. */
  readonly onEdit: ((row: SmsRuleRow) => void) | null;
  /** Opens the question that goes back to the edition before. */
  readonly onBack: (row: SmsRuleRow) => void;
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
    { id: "promoted", header: t("rules.column.promoted"), render: (row) => <Who name={row.promoted_by} at={row.promoted_at} /> },
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
                  <RuleActs row={row} {...props} />
                </td>
              </tr>
              <tr className={css.second}>
                <td colSpan={columns.length + 1}>
                  <Template row={row} tools={props.tools} />
                  <ShadowRun row={row} tools={props.tools} />
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
          <ShadowRun row={row} tools={props.tools} />
          <RuleActs row={row} {...props} />
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
