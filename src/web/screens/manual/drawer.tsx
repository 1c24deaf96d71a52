/** One manual operation: what it does to which accounts, who asked and decided, its entries. */
import type { ReactElement } from "react";
import type { ManualDetail, ManualRow } from "../../../contract/manual.schema.ts";
import { named } from "../../words/named.ts";
import { Block, Entries, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder, Strip } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { reasonWord } from "./columns.tsx";
import { PreviewTable } from "./preview.tsx";

type Props = DrawerBodyProps<ManualRow, ManualDetail>;

export default function ManualDrawer({ row, detail, tools }: Props): ReactElement {
  const { t } = tools;
  const moved = detail !== null && detail.now !== null && JSON.stringify(detail.now) !== JSON.stringify(row.preview);
  return (
    <>
      <Block title={t(row.status === "applied" ? "manual.preview.applied" : "manual.preview.requested")}>
        <PreviewTable lines={row.preview} />
      </Block>
      {detail?.problem ? <Strip tone="bad">{t("manual.preview.problem", { why: named("errors", "code", detail.problem) })}</Strip> : null}
      {moved && detail?.now ? (
        <Block title={t("manual.preview.now")}>
          <PreviewTable lines={detail.now} />
        </Block>
      ) : null}
      <Facts row={row} detail={detail} tools={tools} />
      {row.status === "applied" ? (
        <Block title={t("list.drawer.entries")}>
          {detail === null ? <Placeholder height={96} /> : <Entries entries={detail.entries} of={detail.id} tools={tools} />}
        </Block>
      ) : null}
      <Block title={t("list.drawer.timeline")}>
        {detail === null ? <Placeholder height={96} /> : <ObjectTimeline area="manual" items={detail.timeline} of={detail.id} tools={tools} />}
      </Block>
    </>
  );
}

function Facts({ row, tools }: Props): ReactElement {
  const { t } = tools;
  const link = (type: string, label: string, id: string | null, name: string | null = null) =>
    id === null
      ? []
      : [
          {
            label,
            value: (
              <ObjectLink type={type} id={id} tools={tools}>
                {name ?? id}
              </ObjectLink>
            ),
          },
        ];
  const reason = reasonWord(row);
  return (
    <Block title={t("list.drawer.facts")}>
      <KeyValue
        items={[
          { label: t("manual.column.kind"), value: t(`manual.kind.${row.kind}`) },
          ...(row.amount === null ? [] : [{ label: t("words.field.amount"), value: <Amount value={row.amount} strong /> }]),
          ...link("merchant", t("words.field.merchant_id"), row.merchant_id, row.merchant_name),
          ...link("wallet", t("words.field.wallet_id"), row.wallet_id, row.wallet_name),
          ...link("payment", t("words.field.order"), row.payment_id),
          ...link("sms", t("words.field.sms_id"), row.sms_id),
          { label: t("words.field.maker"), value: row.maker },
          { label: t("words.field.checker"), value: row.checker ?? "–" },
          { label: t("manual.column.created"), value: <DateTime value={row.created_at} exact /> },
          { label: t("manual.column.expires"), value: <DateTime value={row.expires_at} exact /> },
          ...(row.decided_at === null ? [] : [{ label: t("manual.column.decided"), value: <DateTime value={row.decided_at} exact /> }]),
          ...(row.approval_id === null
            ? []
            : [
                {
                  label: t("manual.drawer.approval"),
                  value: <ObjectLink type="approval" id={row.approval_id} tools={tools} />,
                },
              ]),
          { label: t("words.field.note"), value: row.note, wide: true },
          ...(reason === null ? [] : [{ label: t("words.field.reason"), value: reason, wide: true }]),
        ]}
      />
    </Block>
  );
}
