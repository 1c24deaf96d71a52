/** A merchant in full: money, fees, order acceptance, integration, history. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { MerchantDetail, MerchantRow } from "../../../contract/merchants.schema.ts";
import { Block, ObjectTimeline } from "../../list/parts/index.ts";
import { drawerCss as list } from "../../list/drawer/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { pathTo } from "../../paths.ts";
import { useMay } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { StatementButton } from "../../statements/button.tsx";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { feeWords, webhookCell } from "./columns.tsx";
import { FeesBlock } from "./fees/block.tsx";
import css from "./merchants.module.css";

type Props = DrawerBodyProps<MerchantRow, MerchantDetail>;
const TIMELINE_HEIGHT = 160;

/** Everything but the history is there at once. */
export default function MerchantDrawer({ row, detail, tools }: Props): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} detail={detail} tools={tools} />
      </Block>
      <FeesBlock row={row} tools={tools} />
      <Block title={t("merchants.drawer.integration")}>
        <Integration row={row} detail={detail} tools={tools} />
      </Block>
      <Links row={row} detail={detail} tools={tools} />
      <Block title={t("list.drawer.timeline")}>
        {detail === null ? <Placeholder height={TIMELINE_HEIGHT} /> : <ObjectTimeline area="merchants" items={detail.timeline} of={detail.id} tools={tools} />}
      </Block>
    </>
  );
}

function Facts({ row, tools }: Props): ReactElement {
  const { t } = tools;
  const fee = (rule: MerchantRow["payment_fee"]): string => {
    const words = feeWords(rule, tools);
    return words.bounds === "" ? words.rule : `${words.rule} · ${words.bounds}`;
  };
  const day = (amount: string, count: number): ReactElement => (
    <>
      <Amount value={amount} /> <span className="fd-dim">· {t("merchants.count", { n: count })}</span>
    </>
  );
  return (
    <KeyValue
      items={[
        { label: t("merchants.column.name"), value: row.name },
        { label: t("words.field.owner"), value: row.owner || null },
        { label: t("words.field.balance"), value: <Amount value={row.balance} /> },
        { label: t("merchants.column.held"), value: <Amount value={row.held_balance} /> },
        { label: t("words.field.withdrawal_reserve"), value: <Amount value={row.withdrawal_reserve} /> },
        { label: t("merchants.column.today_payments"), value: day(row.today.payments, row.today.payment_count) },
        { label: t("merchants.column.today_disburses"), value: day(row.today.disburses, row.today.disburse_count) },
        { label: t("words.field.payment_fee"), value: fee(row.payment_fee) },
        { label: t("words.field.disburse_fee"), value: fee(row.disburse_fee) },
        { label: t("words.field.payments_open"), value: t(row.payments_open ? "common.open" : "common.closed") },
        { label: t("words.field.disburses_open"), value: t(row.disburses_open ? "common.open" : "common.closed") },
        { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
      ]}
    />
  );
}

function Integration({ row, tools }: Props): ReactElement {
  const { t } = tools;
  const ips =
    row.ip_whitelist.length === 0 ? (
      <span className={css.warning}>{t("merchants.ip.empty")}</span>
    ) : (
      <span className="fd-mono">{row.ip_whitelist.join(", ")}</span>
    );
  return (
    <KeyValue
      items={[
        { label: t("words.field.app_id"), value: <Copy value={row.app_id} mono /> },
        { label: t("common.secretName.app_secret"), value: row.secret_last4 === null ? null : t("merchants.secretEnds", { last4: row.secret_last4 }) },
        { label: t("words.field.notify_url"), value: row.notify_url === null ? null : <Copy value={row.notify_url} mono />, wide: true },
        { label: t("merchants.column.webhook"), value: webhookCell(row, tools) },
        { label: t("words.field.require_ack"), value: t(row.require_ack ? "common.yes" : "common.no") },
        { label: t("words.field.ip_whitelist"), value: ips, wide: true },
      ]}
    />
  );
}

function Links({ row, tools }: Props): ReactElement {
  const { t, locale } = tools;
  const may = useMay();
  return (
    <p className={css.links}>
      <ScreenLink
        to={pathTo(locale, "merchants", { tab: "deliveries", merchant_id: row.id, ...(row.webhook_health.failed_24h > 0 ? { status: "failed" } : {}) })}
        otherwise={null}
      >
        {t("merchants.drawer.openLog")}
      </ScreenLink>
      {may("journals.see") ? <Link to={pathTo(locale, "journals", { merchant_id: row.id })}>{t("merchants.drawer.journals")}</Link> : null}
      <ScreenLink to={pathTo(locale, "payments", { merchant_id: row.id })} otherwise={null}>
        {t("merchants.drawer.payments")}
      </ScreenLink>
      {may("journals.see") ? <StatementButton of={{ type: "merchants", id: row.id }} tools={tools} className={list.act} /> : null}
    </p>
  );
}
