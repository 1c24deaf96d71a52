/** One record of the audit trail: who, from where, what it was before and after, and its place in the sealed chain. */
import type { ReactElement, ReactNode } from "react";
import { PUBLIC_ID_PATTERN } from "../../../contract/ids.ts";
import type { AuditRow } from "../../../contract/users.schema.ts";
import { Block, ObjectLink, partsCss as list } from "../../list/parts/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { DateTime } from "../../ui/values.tsx";
import { actorWord, fieldWord, valueWord } from "./audit-words.ts";
import { diffOf } from "./diff.ts";
import css from "./users.module.css";
import { TableHead } from "../../ui/table-head.tsx";

/** The row is all there is. */
export default function AuditDrawer({ row, tools }: DrawerBodyProps<AuditRow, AuditRow>): ReactElement {
  const { t } = tools;
  const actor =
    row.actor.id !== null && row.actor.type === "user" ? (
      <ObjectLink type="user" id={row.actor.id} tools={tools}>
        {actorWord(row)}
      </ObjectLink>
    ) : (
      actorWord(row)
    );
  const object =
    row.object.id === null ? (
      named("audit", "object", row.object.type)
    ) : (
      <>
        {named("audit", "object", row.object.type)} <ObjectLink type={row.object.type} id={row.object.id} tools={tools} />
      </>
    );
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("words.field.at"), value: <DateTime value={row.at} exact /> },
            { label: t("audit.column.actor"), value: actor },
            { label: t("words.field.object"), value: object },
            { label: t("audit.column.ip"), value: row.ip === null ? null : <Copy value={row.ip} mono /> },
            ...(row.approval_id === null
              ? []
              : [{ label: t("audit.column.approval"), value: <ObjectLink type="approval" id={row.approval_id} tools={tools} /> }]),
          ]}
        />
      </Block>
      <Block title={t("audit.column.changes")}>
        <Changes row={row} tools={tools} />
      </Block>
      <Block title={t("audit.column.hash")}>
        {row.hash === null ? (
          <p className="fd-dim">{t("audit.unsealed")}</p>
        ) : (
          <div className={css.hash}>
            <Copy value={row.hash} mono />
          </div>
        )}
        <p className="fd-dim">{t("audit.hashHint")}</p>
      </Block>
    </>
  );
}

/** A value in words; another object is a link to it. */
function valueOf(row: AuditRow, field: string, value: unknown, tools: CellTools): ReactNode {
  const type = /(?:^|[._])([a-z]+)_id$/.exec(field)?.[1];
  if (type === undefined || typeof value !== "string" || !PUBLIC_ID_PATTERN.test(value)) return valueWord(field, value, row.object.type, tools);
  return <ObjectLink type={type} id={value} tools={tools} />;
}

function Changes({ row, tools }: { row: AuditRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  const changes = diffOf(row.before, row.after);
  if (changes.length === 0) return <p className="fd-dim">{t("audit.diff.none")}</p>;
  return (
    <div className={list.tableBox} role="region" aria-label={t("audit.column.changes")} tabIndex={0}>
      <table className={list.table}>
        <TableHead titles={[t("audit.diff.field"), t("words.field.before"), t("words.field.after")]} />
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <td>{fieldWord(change.field, row.object.type)}</td>
              <td className={css.before}>{row.before === null ? null : <del>{valueOf(row, change.field, change.before, tools)}</del>}</td>
              <td className={css.value}>{row.after === null ? null : <ins>{valueOf(row, change.field, change.after, tools)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
