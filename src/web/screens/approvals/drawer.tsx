/** One request: what would change, who asked, and its history. */
import type { ReactElement } from "react";
import type { ApprovalDetail, ApprovalRow } from "../../../contract/approvals.schema.ts";
import { Block, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { Changes } from "./changes.tsx";
import { kindWord, makerWord, noteOf, objectWord, personWord, reasonWord } from "./columns.tsx";

/** What was sent is shown where nothing can be compared. */
export default function ApprovalDrawer({ row, detail, tools }: DrawerBodyProps<ApprovalRow, ApprovalDetail>): ReactElement {
  const { t } = tools;
  const reason = reasonWord(row);
  const note = noteOf(row);
  return (
    <>
      <Block title={t("approvals.change.title")}>
        {row.before === null && row.after === null ? (
          <Changes before={null} after={row.payload} type={row.object.type} tools={tools} />
        ) : (
          <Changes before={row.before} after={row.after} type={row.object.type} tools={tools} />
        )}
      </Block>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("words.field.act"), value: kindWord(row) },
            {
              label: t("words.field.object"),
              value:
                row.object.id === null ? (
                  objectWord(row)
                ) : (
                  <ObjectLink type={row.object.type} id={row.object.id} tools={tools}>
                    {objectWord(row)}
                  </ObjectLink>
                ),
            },
            ...(row.amount === null ? [] : [{ label: t("words.field.amount"), value: <Amount value={row.amount} strong /> }]),
            ...(row.merchant_name === null ? [] : [{ label: t("words.field.merchant_id"), value: row.merchant_name }]),
            { label: t("words.field.maker"), value: makerWord(row, tools) },
            { label: t("words.field.checker"), value: row.checker === null ? "–" : personWord(row.checker) },
            { label: t("approvals.column.created"), value: <DateTime value={row.created_at} exact /> },
            { label: t("approvals.column.expires"), value: <DateTime value={row.expires_at} exact /> },
            ...(row.decided_at === null ? [] : [{ label: t("approvals.column.decided"), value: <DateTime value={row.decided_at} exact /> }]),
            ...(note === null ? [] : [{ label: t("approvals.field.note"), value: note, wide: true }]),
            ...(reason === null ? [] : [{ label: t("words.field.reason"), value: reason, wide: true }]),
          ]}
        />
      </Block>
      <Block title={t("list.drawer.timeline")}>
        {detail === null ? <Placeholder height={96} /> : <ObjectTimeline area="approvals" items={detail.timeline} of={detail.id} tools={tools} />}
      </Block>
    </>
  );
}
