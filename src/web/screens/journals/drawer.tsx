/** One journal entry in full: before → amount → after, and what it belongs to. */
import type { ReactElement } from "react";
import type { JournalRow } from "../../../contract/journals.schema.ts";
import { Block, ObjectLink } from "../../list/parts/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { MomentBalance } from "./balance.tsx";

/** A balance holds before its moment: one that counts what was booked in this millisecond is asked for the next. */
const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

/** The row is all there is; the merchant's balance at that moment is asked for when wanted. */
export default function JournalDrawer({ row, tools }: DrawerBodyProps<JournalRow, JournalRow>): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            {
              label: t("words.field.merchant_id"),
              value: (
                <ObjectLink type="merchant" id={row.merchant_id} tools={tools}>
                  {row.merchant_name}
                </ObjectLink>
              ),
            },
            { label: t("journals.column.kind"), value: t(`journals.kind.${row.kind}`) },
            { label: t("journals.column.before"), value: <Amount value={row.before_balance} /> },
            { label: t("journals.column.after"), value: <Amount value={row.after_balance} /> },
            { label: t("words.field.amount"), value: <Amount value={row.amount} signed /> },
            { label: t("words.field.at"), value: <DateTime value={row.created_at} exact /> },
            { label: t("journals.column.reference"), value: <ObjectLink type={row.reference.type} id={row.reference.id} tools={tools} />, wide: true },
            ...(row.note === null ? [] : [{ label: t("words.field.note"), value: row.note, wide: true }]),
          ]}
        />
      </Block>
      <Block title={t("journals.balance.title")}>
        <MomentBalance merchantId={row.merchant_id} at={justAfter(row.created_at)} tools={tools} />
      </Block>
    </>
  );
}
