/** A payment in full. */
import type { ReactElement } from "react";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { Block, copied, Entries, MerchantLink, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { useIsStaff, useMay } from "../../session.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy, Phone } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { PaymentEvidence } from "./both-sides.tsx";
import { notifyStatus, reasonOf } from "./columns.tsx";
import { orderFacts } from "./order-facts.tsx";
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
  const isStaff = useIsStaff();
  return (
    <KeyValue
      items={[
        { label: t("words.field.merchant_order_id"), value: copied(row.merchant_order_id) },
        {
          label: t("words.field.merchant_id"),
          value: <MerchantLink of={row} tools={tools} />,
        },
        { label: t("words.field.amount"), value: <Amount value={row.amount} /> },
        { label: t("words.field.received_amount"), value: <Amount value={row.received_amount} /> },
        { label: t("words.field.fee"), value: <Amount value={row.fee} /> },
        { label: t("words.field.trx_id"), value: copied(row.trx_id) },
        { label: t("payments.column.customer"), value: <Phone value={row.customer} /> },
        { label: t("words.field.operator"), value: operatorInfo(row.operator).name },
        ...(row.wallet_id !== null && may("wallets.see")
          ? [
              {
                label: t("words.field.wallet_id"),
                value: (
                  <ObjectLink type="wallet" id={row.wallet_id} tools={tools}>
                    {row.wallet_name}
                  </ObjectLink>
                ),
              },
            ]
          : []),
        { label: t("payments.column.receiving"), value: <Phone value={row.receiving_account} /> },
        { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
        { label: t("words.field.paid_at"), value: <DateTime value={row.paid_at} exact /> },
        ...(row.reversed_at === null ? [] : [{ label: t("payments.column.reversed"), value: <DateTime value={row.reversed_at} exact /> }]),
        { label: t("payments.column.expires"), value: <DateTime value={row.expires_at} exact /> },
        { label: t("payments.column.notify"), value: notifyStatus(row, tools) },
        { label: t("words.field.remote_ip"), value: copied(row.remote_ip) },
        { label: t("words.field.payer_id"), value: copied(row.user_id) },
        ...(isStaff ? [{ label: t("words.field.staff"), value: row.operators.length > 0 ? row.operators.join(", ") : null }] : []),
        { label: t("words.field.reason"), value: reasonOf(row) },
        ...orderFacts(
          row,
          detail,
          { label: t("words.field.wallet_type"), value: detail?.wallet_type ? t(`common.walletType.${detail.wallet_type}`) : null },
          tools,
        ),
      ]}
    />
  );
}

function Detail({ detail, tools }: { detail: PaymentDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  // A message that waits with the order has paid nothing: it stands among those that could, with its score.
  const possible = new Set(detail.candidates.map((message) => message.id));
  const linked = detail.messages.filter((message) => !possible.has(message.id));
  return (
    <>
      <Block title={t("list.drawer.timeline")}>
        <ObjectTimeline area="payments" items={detail.timeline} of={detail.id} tools={tools} />
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
        <Entries entries={detail.entries} of={detail.id} tools={tools} />
      </Block>
      <Block title={t("list.drawer.notifications")}>
        <Deliveries area="payments" deliveries={detail.deliveries} tools={tools} />
      </Block>
      {detail.routing ? (
        <Block title={t("orders.routing")}>
          <RoutingTable routing={detail.routing} tools={tools} />
        </Block>
      ) : null}
    </>
  );
}
