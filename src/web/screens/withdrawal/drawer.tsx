/** A withdrawal in full. */
import type { ReactElement } from "react";
import type { WithdrawalDetail, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { Block, Entries, MerchantLink, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { useIsStaff, useMay } from "../../session.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { Deliveries } from "../payments/linked.tsx";
import { Movements } from "../transfers/movements.tsx";
import { submitterWord } from "./columns.tsx";
import { WithdrawalEvidence } from "./evidence.tsx";

type Props = DrawerBodyProps<WithdrawalRow, WithdrawalDetail>;
const DETAIL_HEIGHT = 320;

/** First what a decision needs, then the facts; what has to be fetched when it has come. */
export default function WithdrawalDrawer({ row, detail, tools }: Props): ReactElement {
  const { t } = tools;
  const may = useMay();
  return (
    <>
      {row.actions.includes("approve") ? (
        <Block title={t("withdrawal.evidence.title")}>
          <WithdrawalEvidence row={row} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} tools={tools} />
      </Block>
      {detail === null ? (
        <Placeholder height={DETAIL_HEIGHT} />
      ) : (
        <>
          <Block title={t("list.drawer.timeline")}>
            <ObjectTimeline area="withdrawal" items={detail.timeline} of={detail.id} tools={tools} />
          </Block>
          <Block title={t("list.drawer.entries")}>
            <Entries entries={detail.entries} of={detail.id} tools={tools} />
          </Block>
          {may("sms.see") && row.wallet_id !== null ? (
            <Block title={t("list.drawer.messages")}>
              <Movements messages={detail.messages} none={t("withdrawal.drawer.noMessages")} tools={tools} />
            </Block>
          ) : null}
          <Block title={t("list.drawer.notifications")}>
            <Deliveries area="withdrawal" deliveries={detail.deliveries} tools={tools} />
          </Block>
        </>
      )}
    </>
  );
}

function Facts({ row, tools }: Pick<Props, "row" | "tools">): ReactElement {
  const { t } = tools;
  const staff = useIsStaff();
  const merchant = <MerchantLink of={row} tools={tools} />;
  return (
    <KeyValue
      items={[
        { label: t("words.field.merchant_id"), value: merchant },
        { label: t("words.field.amount"), value: <Amount value={row.amount} strong /> },
        { label: t("withdrawal.column.receiving"), value: <Copy value={row.receiving_account} />, wide: true },
        { label: t("withdrawal.column.max_available"), value: <Amount value={row.max_available} /> },
        { label: t("withdrawal.column.paid"), value: t(row.paid ? "common.yes" : "common.no") },
        { label: t("withdrawal.column.reference"), value: row.reference === null ? null : <Copy value={row.reference} mono /> },
        { label: t("withdrawal.column.submitter"), value: submitterWord(row, tools) },
        ...(staff ? staffFacts(row, tools) : []),
        { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
        { label: t("withdrawal.column.approved"), value: <DateTime value={row.approved_at} exact /> },
        { label: t("withdrawal.column.paid_at"), value: <DateTime value={row.paid_at} exact /> },
        ...(row.reason === null ? [] : [{ label: t("words.field.reason"), value: row.reason, wide: true }]),
        ...(row.note === "" ? [] : [{ label: t("words.field.note"), value: row.note, wide: true }]),
      ]}
    />
  );
}

/** Who decided and paid, and from where: the platform's people only. */
function staffFacts(row: WithdrawalRow, tools: CellTools): Parameters<typeof KeyValue>[0]["items"] {
  const { t } = tools;
  const wallet =
    row.wallet_id === null ? (
      row.paid ? (
        t("withdrawal.outside")
      ) : null
    ) : (
      <ObjectLink type="wallet" id={row.wallet_id} tools={tools}>
        {row.wallet_name}
      </ObjectLink>
    );
  return [
    { label: t("withdrawal.column.approver"), value: row.approver },
    { label: t("withdrawal.column.payer"), value: row.payer },
    { label: t("withdrawal.column.wallet"), value: wallet },
    { label: t("words.field.cost"), value: <Amount value={row.cost} /> },
  ];
}
