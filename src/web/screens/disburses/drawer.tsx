/** A payout in full: first what a decision needs, then the facts. */
import type { ReactElement } from "react";
import type { DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import type { DisburseStatus } from "../../../contract/disburses.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { Block, copied, Entries, MerchantLink, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { useIsStaff } from "../../session.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Phone } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { orderFacts } from "../payments/order-facts.tsx";
import { Deliveries, Messages } from "../payments/linked.tsx";
import { RoutingTable } from "../payments/routing.tsx";
import { Attempts } from "./attempts.tsx";
import { notifyStatus } from "./columns.tsx";
import { Evidence } from "./evidence.tsx";
import { reasonWords } from "./reason-words.ts";

const DETAIL_HEIGHT = 320;
/** States in which somebody has to judge what became of an attempt. */
const JUDGED: ReadonlySet<DisburseStatus> = new Set(["unknown", "attempt_failed", "processing"]);
/** States in which the wallet is still to be chosen. */
const QUEUED: ReadonlySet<DisburseStatus> = new Set(["pending", "approved"]);

/** Facts at once, the rest when it has come. */
export default function DisburseDrawer({ row, detail, tools }: DrawerBodyProps<DisburseRow, DisburseDetail>): ReactElement {
  const { t } = tools;
  const isStaff = useIsStaff();
  const judged = isStaff && JUDGED.has(row.status) && row.attempts.length > 0;
  const routing = detail?.routing ? (
    <Block title={t("orders.routing")}>
      <RoutingTable routing={detail.routing} tools={tools} />
    </Block>
  ) : null;
  const isQueued = QUEUED.has(row.status);
  return (
    <>
      {judged ? (
        <Block title={t("disburses.evidence.title")}>
          {detail === null ? <Placeholder height={DETAIL_HEIGHT} /> : <Evidence detail={detail} tools={tools} />}
        </Block>
      ) : null}
      {isQueued ? routing : null}
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} detail={detail} tools={tools} />
      </Block>
      {isStaff ? (
        <Block title={t("disburses.drawer.attempts")}>
          <Attempts attempts={row.attempts} cost={row.cost} tools={tools} />
        </Block>
      ) : null}
      {detail === null ? <Placeholder height={DETAIL_HEIGHT} /> : <Detail detail={detail} withMessages={isStaff && !judged} tools={tools} />}
      {isQueued ? null : routing}
    </>
  );
}

function Facts({ row, detail, tools }: DrawerBodyProps<DisburseRow, DisburseDetail>): ReactElement {
  const { t } = tools;
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
        { label: t("disburses.column.customer"), value: <Phone value={row.customer} /> },
        { label: t("words.field.fee"), value: <Amount value={row.fee} /> },
        ...(isStaff ? [{ label: t("words.field.operator_cost"), value: <Amount value={row.cost} /> }] : []),
        { label: t("words.field.trx_id"), value: copied(row.trx_id) },
        { label: t("words.field.operator"), value: operatorInfo(row.operator).name },
        ...(isStaff ? payingFacts(row, tools) : []),
        { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
        { label: t("words.field.paid_at"), value: <DateTime value={row.paid_at} exact /> },
        ...(row.returned_at === null ? [] : [{ label: t("disburses.column.returned"), value: <DateTime value={row.returned_at} exact /> }]),
        { label: t("disburses.column.notify"), value: notifyStatus(row, tools) },
        { label: t("words.field.remote_ip"), value: copied(row.remote_ip) },
        { label: t("words.field.payer_id"), value: copied(row.user_id) },
        ...(isStaff ? [{ label: t("words.field.staff"), value: row.operators.length > 0 ? row.operators.join(", ") : null }] : []),
        { label: t("words.field.reason"), value: row.reason === null ? null : reasonWords(row.reason) },
        ...orderFacts(
          row,
          detail,
          { label: t("disburses.column.queued_since"), value: detail?.queued_since ? <DateTime value={detail.queued_since} exact /> : null },
          tools,
        ),
      ]}
    />
  );
}

/** Where the money leaves from; not for merchants. */
function payingFacts(row: DisburseRow, tools: CellTools): Parameters<typeof KeyValue>[0]["items"] {
  const { t } = tools;
  return [
    {
      label: t("disburses.column.wallet"),
      value:
        row.wallet_id === null ? null : (
          <ObjectLink type="wallet" id={row.wallet_id} tools={tools}>
            {row.wallet_name}
          </ObjectLink>
        ),
    },
    { label: t("disburses.column.way"), value: row.way === null ? null : t(`common.apiType.${row.way}`) },
  ];
}

function Detail({ detail, withMessages, tools }: { detail: DisburseDetail; withMessages: boolean; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("list.drawer.timeline")}>
        <ObjectTimeline area="disburses" items={detail.timeline} of={detail.id} tools={tools} />
      </Block>
      {withMessages ? (
        <Block title={t("list.drawer.messages")}>
          <Messages area="disburses" messages={detail.messages} none={t("payments.drawer.noMessages")} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("list.drawer.entries")}>
        <Entries entries={detail.entries} of={detail.id} tools={tools} />
      </Block>
      <Block title={t("list.drawer.notifications")}>
        <Deliveries area="disburses" deliveries={detail.deliveries} tools={tools} />
      </Block>
    </>
  );
}
