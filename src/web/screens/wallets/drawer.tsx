/** A wallet in full: where its books and its operator differ, what is used, its phones, its settings, its history. */
import type { ReactElement } from "react";
import { CREDENTIAL_NAMES } from "../../../contract/official.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { WalletDetail, WalletRow } from "../../../contract/wallets.schema.ts";
import { countText, durationText } from "../../i18n/format.ts";
import { Block, ObjectTimeline, partsCss as list } from "../../list/parts/index.ts";
import { drawerCss } from "../../list/drawer/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { StatementButton } from "../../statements/button.tsx";
import { KeyValue, Placeholder, Strip } from "../../ui/blocks.tsx";
import { Copy, Phone } from "../../ui/copy.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { pairOf } from "./columns.tsx";
import { Books } from "./books.tsx";
import { Measures } from "./measures.tsx";
import { FollowedTemplate } from "./templates/followed.tsx";
import { UsageBlock } from "./usage-bars.tsx";

type Part = { row: WalletRow; tools: CellTools };
const TIMELINE_HEIGHT = 160;
/** A phone's clock further off than this is worth a word. */
const SKEW_SHOWN_MS = 5000;

/** Everything but the history is there at once. */
export default function WalletDrawer({ row, detail, tools }: DrawerBodyProps<WalletRow, WalletDetail>): ReactElement {
  const { t } = tools;
  return (
    <>
      <Measures row={row} tools={tools} />
      {detail === null ? null : <Books detail={detail} tools={tools} />}
      <p>
        <StatementButton of={{ type: "wallets", id: row.id }} tools={tools} className={drawerCss.act} />
      </p>
      <Block title={t("wallets.drawer.usage")}>
        <UsageBlock row={row} tools={tools} />
      </Block>
      <Block title={t("wallets.drawer.devices")}>
        <Devices row={row} tools={tools} />
      </Block>
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} tools={tools} />
      </Block>
      <Block title={t("wallets.drawer.limits")}>
        <FollowedTemplate row={row} tools={tools} />
        <Limits row={row} tools={tools} />
      </Block>
      {row.official === null ? null : (
        <Block title={t("wallets.official.section")}>
          <Official official={row.official} tools={tools} />
        </Block>
      )}
      <Block title={t("wallets.drawer.settings")}>
        <Settings row={row} tools={tools} />
      </Block>
      <Block title={t("list.drawer.timeline")}>
        {detail === null ? <Placeholder height={TIMELINE_HEIGHT} /> : <ObjectTimeline area="wallets" items={detail.timeline} of={detail.id} tools={tools} />}
      </Block>
    </>
  );
}

function Facts({ row, tools }: Part): ReactElement {
  const { t } = tools;
  return (
    <KeyValue
      items={[
        { label: t("wallets.column.name"), value: row.name },
        { label: t("wallets.column.note_name"), value: row.note_name || null },
        { label: t("wallets.column.operator"), value: operatorInfo(row.operator).name },
        { label: t("wallets.column.account"), value: <Phone value={row.account} /> },
        { label: t("wallets.column.wallet_type"), value: t(`common.walletType.${row.wallet_type}`) },
        { label: t("wallets.column.api_type"), value: t(`common.apiType.${row.api_type}`) },
        { label: t("wallets.column.balance"), value: <Amount value={row.balance} /> },
        { label: t("wallets.column.frozen"), value: <Amount value={row.frozen_balance} /> },
        { label: t("wallets.column.available"), value: <Amount value={row.available} /> },
        { label: t("wallets.column.unreported_in"), value: <Amount value={row.unreported.incoming} /> },
        { label: t("wallets.column.unreported_out"), value: <Amount value={row.unreported.outgoing} /> },
        { label: t("wallets.column.real"), value: <Amount value={row.real_balance} /> },
        { label: t("wallets.column.real_at"), value: <DateTime value={row.real_balance_at} exact /> },
        { label: t("wallets.column.direction"), value: t(`wallets.can.${pairOf(row.collect, row.payout)}`) },
        { label: t("wallets.column.open"), value: t(`wallets.open.${pairOf(row.payments_open, row.disburses_open)}`) },
        { label: t("wallets.column.bind_status"), value: t(`wallets.bound.${row.bind_status}`) },
        { label: t("wallets.column.app_last_seen"), value: <DateTime value={row.app_last_seen_at} /> },
        { label: t("wallets.column.created"), value: <DateTime value={row.created_at} exact /> },
      ]}
    />
  );
}

function Limits({ row, tools }: Part): ReactElement {
  const { t } = tools;
  const none = <span className="fd-dim">{t("wallets.drawer.none")}</span>;
  return (
    <KeyValue
      items={[
        ...(["min_amount", "max_amount", "daily_max", "month_max"] as const).map((name) => ({
          label: t(`wallets.column.${name}`),
          value: row[name] === null ? none : <Amount value={row[name]} />,
        })),
        ...(["daily_count_max", "month_count_max", "cool_interval"] as const).map((name) => ({
          label: t(`wallets.column.${name}`),
          value: row[name] === null ? none : countText(row[name]),
        })),
        { label: t("wallets.column.phone_trust_limit"), value: row.phone_trust_limit === null ? none : <Amount value={row.phone_trust_limit} /> },
      ]}
    />
  );
}

function Settings({ row, tools }: Part): ReactElement {
  const { t } = tools;
  return (
    <KeyValue
      items={[
        { label: t("wallets.column.location"), value: row.location },
        { label: t("wallets.column.proxy"), value: row.proxy === null ? null : <Copy value={row.proxy} mono /> },
        {
          label: t("words.field.ip_whitelist"),
          value:
            row.ip_whitelist.length === 0 ? (
              <span className="fd-dim">{t("wallets.drawer.none")}</span>
            ) : (
              <span className="fd-mono">{row.ip_whitelist.join(", ")}</span>
            ),
          wide: true,
        },
      ]}
    />
  );
}

/** What is there, never what it is. */
function Official({ official, tools }: { official: NonNullable<WalletRow["official"]>; tools: CellTools }): ReactElement {
  const { t } = tools;
  const ready = (yes: boolean): ReactElement => (
    <StatusDot tone={yes ? "done" : "ask"}>{t(yes ? "wallets.official.ready" : "wallets.official.incomplete")}</StatusDot>
  );
  return (
    <KeyValue
      items={[
        { label: t("wallets.official.collects"), value: ready(official.collects) },
        { label: t("wallets.official.pays"), value: ready(official.pays) },
        { label: t("words.field.api_base"), value: <Copy value={official.base_url} mono />, wide: true },
        { label: t("words.field.payout_base_url"), value: <Copy value={official.payout_base_url} mono />, wide: true },
        ...CREDENTIAL_NAMES.flatMap((name) => {
          const shown = official.credentials[name];
          return shown === undefined ? [] : [{ label: t(`wallets.official.field.${name}`), value: <span className="fd-mono">{shown}</span> }];
        }),
        { label: t("wallets.official.changedAt"), value: <DateTime value={official.changed_at} exact /> },
      ]}
    />
  );
}

function Devices({ row, tools }: Part): ReactElement {
  const { t } = tools;
  if (row.devices.length === 0) return <p className="fd-dim">{t("wallets.device.none")}</p>;
  return (
    <ul>
      {row.devices.map((device) => (
        <DeviceItem key={device.id} device={device} tools={tools} />
      ))}
    </ul>
  );
}

function DeviceItem({ device, tools }: { device: WalletRow["devices"][number]; tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const skew = device.clock_skew_ms ?? null;
  const queue = device.queue_length ?? 0;
  const facts = [
    t(`wallets.app.${device.app}`),
    ...(device.model === null ? [] : [device.model]),
    ...(device.sim === null ? [] : [device.sim.toUpperCase()]),
    ...(device.battery === null ? [] : [t("wallets.device.battery", { n: device.battery })]),
    ...(device.app_version === null ? [] : [t("wallets.device.version", { version: device.app_version })]),
    ...(queue > 0 ? [t("wallets.device.queue", { n: queue })] : []),
    ...(skew !== null && Math.abs(skew) >= SKEW_SHOWN_MS ? [t("wallets.device.skew", { time: durationText(Math.abs(skew), locale) })] : []),
  ];
  const refused = device.last_refused ?? null;
  return (
    <li className={list.item}>
      <div className={list.itemHead}>
        <strong>{device.name}</strong>
        <Copy value={device.id} mono />
        {device.bound_at === null ? (
          <StatusDot tone="busy">{t("wallets.device.pending")}</StatusDot>
        ) : (
          <span className="fd-dim">
            {t("wallets.device.seen")} <DateTime value={device.last_seen_at} />
          </span>
        )}
        {device.payout ? <StatusDot tone="done">{t("wallets.device.payout")}</StatusDot> : null}
      </div>
      <div className="fd-dim">{facts.join(" · ")}</div>
      {device.bound_at === null ? null : (
        <div className="fd-dim">
          {t("wallets.device.boundAt")} <DateTime value={device.bound_at} exact />
        </div>
      )}
      {refused === null ? null : (
        <Strip tone="ask">
          {t("wallets.device.refused", { reason: named("wallets", "refusal", refused) })} <DateTime value={device.last_refused_at} />
        </Strip>
      )}
    </li>
  );
}
