/** A payment in full. */
import type { ReactElement } from "react";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { Block, copied, Entries, MerchantLink, ObjectLink, ObjectTimeline, RawText } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { useMay } from "../../session.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy, Phone } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { feeLine } from "../merchants/columns.tsx";
import { PaymentEvidence } from "./both-sides.tsx";
import { notifyStatus, reasonOf } from "./columns.tsx";
import { Deliveries, Messages } from "./linked.tsx";
import { RoutingTable } from "./routing.tsx";

const DETAIL_HEIGHT = 320;
const EVIDENCE_HEIGHT = 220;

/** First what a decision needs, then the facts; what has to be fetched when it has come. */
export default function PaymentDrawer({ row, detail, tools }: DrawerBodyProps<PaymentRow, PaymentDetail>): ReactElement {
  const { t } = tools;
  const judged = row.actions.includes("approve");
  return (
    <>
      {judged ? (
        <Block title={t("payments.evidence.title")}>
          {detail === null ? <Placeholder height={EVIDENCE_HEIGHT} /> : <PaymentEvidence row={row} detail={detail} tools={tools} />}
        </Block>
      ) : null}
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} detail={detail} tools={tools} />
      </Block>
      {detail === null ? <Placeholder height={DETAIL_HEIGHT} /> : <Detail detail={detail} tools={tools} />}
    </>
  );
}

function Facts({ row, detail, tools }: DrawerBodyProps<PaymentRow, PaymentDetail>): ReactElement {
  const { t } = tools;
  const may = useMay();
  return (
    <KeyValue
      items={[
        { label: t("payments.column.merchant_order_id"), value: copied(row.merchant_order_id) },
        {
          label: t("payments.column.merchant"),
          value: <MerchantLink of={row} tools={tools} />,
        },
        { label: t("payments.column.amount"), value: <Amount value={row.amount} /> },
        { label: t("payments.column.received"), value: <Amount value={row.received_amount} /> },
        { label: t("payments.column.fee"), value: <Amount value={row.fee} /> },
        { label: t("payments.column.trx_id"), value: copied(row.trx_id) },
        { label: t("payments.column.customer"), value: <Phone value={row.customer} /> },
        { label: t("payments.column.operator"), value: operatorInfo(row.operator).name },
        ...(row.wallet_id !== null && may("wallets.see")
          ? [
              {
                label: t("payments.column.wallet"),
                value: (
                  <ObjectLink type="wallet" id={row.wallet_id} tools={tools}>
                    {row.wallet_name}
                  </ObjectLink>
                ),
              },
            ]
          : []),
        { label: t("payments.column.receiving"), value: <Phone value={row.receiving_account} /> },
        { label: t("payments.column.created"), value: <DateTime value={row.created_at} exact /> },
        { label: t("payments.column.paid"), value: <DateTime value={row.paid_at} exact /> },
        { label: t("payments.column.expires"), value: <DateTime value={row.expires_at} exact /> },
        { label: t("payments.column.notify"), value: notifyStatus(row, tools) },
        { label: t("payments.column.remote_ip"), value: copied(row.remote_ip) },
        { label: t("payments.column.user_id"), value: copied(row.user_id) },
        { label: t("payments.column.staff"), value: row.operators.length > 0 ? row.operators.join(", ") : null },
        { label: t("payments.column.reason"), value: reasonOf(row) },
        ...moreFacts({ row, detail, tools }),
      ]}
    />
  );
}

/** What only the whole object knows, and the notes. */
function moreFacts({ row, detail, tools }: DrawerBodyProps<PaymentRow, PaymentDetail>): Parameters<typeof KeyValue>[0]["items"] {
  const { t } = tools;
  return [
    ...(detail
      ? [
          {
            label: t("payments.column.fee_rule"),
            value: feeLine(detail.fee_rule, tools),
          },
        ]
      : []),
    ...(detail?.wallet_type ? [{ label: t("payments.column.wallet_type"), value: t(`common.walletType.${detail.wallet_type}`) }] : []),
    ...(detail?.notify_url ? [{ label: t("payments.column.notify_url"), value: copied(detail.notify_url), wide: true }] : []),
    ...(detail?.metadata && Object.keys(detail.metadata).length > 0
      ? [{ label: t("payments.column.metadata"), value: <RawText>{JSON.stringify(detail.metadata, null, 2)}</RawText>, wide: true }]
      : []),
    ...row.notes.map((note) => ({
      label: (
        <>
          {t("payments.column.notes")} · {note.account ?? t("common.system")} · <DateTime value={note.at} />
        </>
      ),
      value: note.text,
      wide: true,
    })),
  ];
}

function Detail({ detail, tools }: { detail: PaymentDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  // A message that waits with the order has paid nothing: it stands among those that could, with its score.
  const possible = new Set(detail.candidates.map((message) => message.id));
  const linked = detail.messages.filter((message) => !possible.has(message.id));
  return (
    <>
      <Block title={t("list.drawer.timeline")}>
        <ObjectTimeline area="payments" items={detail.timeline} tools={tools} />
      </Block>
      {detail.submitted_trx.length > 0 ? (
        <Block title={t("payments.drawer.submitted")}>
          <p>
            {detail.submitted_trx.map((trx) => (
              <span key={trx}>
                <Copy value={trx} mono />{" "}
              </span>
            ))}
          </p>
        </Block>
      ) : null}
      <Block title={t("list.drawer.messages")}>
        <Messages area="payments" messages={linked} ordered={detail.amount} none={t("payments.drawer.noMessages")} tools={tools} />
      </Block>
      {possible.size > 0 || detail.status === "review" ? (
        <Block title={t("list.drawer.candidates")}>
          <Messages area="payments" messages={detail.candidates} ordered={detail.amount} none={t("payments.drawer.noCandidates")} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("list.drawer.entries")}>
        <Entries entries={detail.entries} tools={tools} />
      </Block>
      <Block title={t("list.drawer.notifications")}>
        <Deliveries area="payments" deliveries={detail.deliveries} tools={tools} />
      </Block>
      {detail.routing ? (
        <Block title={t("payments.drawer.routing")}>
          <RoutingTable routing={detail.routing} tools={tools} />
        </Block>
      ) : null}
    </>
  );
}
