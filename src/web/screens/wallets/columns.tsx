/** Columns of the wallets list: every field of the specification. */
import type { ReactNode } from "react";
import { operatorInfo } from "../../../contract/operators.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import type { WalletHealth } from "../../../contract/wallets.ts";
import { amountText, countText, formatDateTime } from "../../i18n/format.ts";
import { absent, amountCell, copyCell, idColumn, phoneCell, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";
import { Tag } from "../../ui/status.tsx";
import { Amount } from "../../ui/values.tsx";
import { usageCell } from "./usage-bars.tsx";

export const HEALTH_TONES = { online: "done", late: "ask", offline: "bad", manual: "gone" } as const satisfies Record<WalletHealth, Tone>;

/** Which of the three a wallet is. */
export function stateOf(row: Pick<WalletRow, "deleted" | "enabled">): "deleted" | "enabled" | "disabled" {
  return row.deleted ? "deleted" : row.enabled ? "enabled" : "disabled";
}

/** How many breaks, their sum, and since when. */
function breaksText({ breaks }: WalletRow, { t }: Pick<CellTools, "t">): string | null {
  return breaks === null ? null : t("wallets.breaks.text", { n: breaks.count, amount: amountText(breaks.amount), since: formatDateTime(breaks.since) });
}

/** Enabled, disabled or deleted, with a mark when the balances are not continuous. */
function walletState(row: WalletRow, { t }: CellTools): ReactNode {
  const state = stateOf(row);
  const tip = breaksText(row, { t });
  return (
    <>
      {statusCell(state === "enabled" ? "done" : "gone", t(`wallets.state.${state}`))}
      {tip === null ? null : (
        <>
          {" "}
          <Tag tone="bad" tip={tip}>
            {t("wallets.column.gap")}
          </Tag>
        </>
      )}
    </>
  );
}

/** The state in a table: the mark beside it is short and explains itself on hover. */
function stateInRow(row: WalletRow, { t }: CellTools): ReactNode {
  const state = stateOf(row);
  const tip = breaksText(row, { t });
  return (
    <>
      {statusCell(state === "enabled" ? "done" : "gone", t(`wallets.state.${state}`))}
      {tip === null ? null : (
        <>
          {" "}
          <Tag tone="bad" tip={tip}>
            <span aria-hidden="true">!</span>
            <span className="fd-sr">{tip}</span>
          </Tag>
        </>
      )}
    </>
  );
}

/** Name and state, for the drawer's head. */
export function walletHead(row: WalletRow, tools: CellTools): ReactNode {
  const { t } = tools;
  return (
    <>
      <strong>{row.name}</strong>
      {walletState(row, tools)}
      {statusCell(HEALTH_TONES[row.health], t(`wallets.health.${row.health}`))}
    </>
  );
}

function deviceCell(row: WalletRow): ReactNode {
  const { device } = row;
  if (device === null) return absent;
  const battery = device.battery === null ? "" : ` · ${device.battery}%`;
  const others = row.devices.length > 1 ? ` +${row.devices.length - 1}` : "";
  const refused = device.last_refused ?? null;
  return refused === null ? (
    textCell(`${device.name}${battery}${others}`)
  ) : (
    <Tag tone="ask" tip={named("wallets", "refusal", refused)}>{`${device.name}${others}`}</Tag>
  );
}

function breaksCell(row: WalletRow, tools: CellTools): ReactNode {
  return row.breaks === null ? (
    absent
  ) : (
    <span data-tip={breaksText(row, tools)}>
      <Amount value={row.breaks.amount} difference />
    </span>
  );
}

/** The template that it follows, and in how many settings it is another way. */
function templateCell({ template }: WalletRow, { t }: CellTools): ReactNode {
  if (template === null) return absent;
  if (template.differs.length === 0) return textCell(template.name);
  return <Tag tone="ask" tip={t("templates.differs", { n: template.differs.length })}>{`${template.name} ≠${template.differs.length}`}</Tag>;
}

/** Which of two switches are on. */
export function pairOf(collect: boolean, payout: boolean): "both" | "collect" | "payout" | "none" {
  if (collect) return payout ? "both" : "collect";
  return payout ? "payout" : "none";
}

const limit = (id: "min_amount" | "max_amount" | "daily_max" | "month_max", defaultHidden: boolean): ColumnSpec<WalletRow> => ({
  id,
  header: `wallets.column.${id}`,
  width: 130,
  align: "right",
  money: true,
  defaultHidden,
  render: (row) => amountCell(row[id]),
});
const count = (id: "daily_count_max" | "month_count_max" | "cool_interval"): ColumnSpec<WalletRow> => ({
  id,
  header: `wallets.column.${id}`,
  width: 124,
  align: "right",
  defaultHidden: true,
  render: (row) => (row[id] === null ? absent : countText(row[id])),
});

export const walletColumns: readonly ColumnSpec<WalletRow>[] = [
  idColumn("wallets.column.id", 132),
  { id: "name", header: "wallets.column.name", width: 116, grow: true, render: (row) => textCell(row.name) },
  { id: "account", header: "wallets.column.account", width: 122, render: (row) => phoneCell(row.account) },
  { id: "operator", header: "wallets.column.operator", width: 86, render: (row) => operatorInfo(row.operator).name },
  { id: "state", header: "wallets.column.state", width: 112, render: stateInRow },
  {
    id: "health",
    header: "wallets.column.health",
    width: 136,
    render: (row, { t }) => statusCell(HEALTH_TONES[row.health], t(`wallets.health.${row.health}`)),
  },
  { id: "balance", header: "wallets.column.balance", width: 124, align: "right", money: true, sum: "balance", render: (row) => amountCell(row.balance) },
  { id: "today", header: "wallets.column.today", width: 176, render: (row, tools) => usageCell(row, "today", tools) },
  { id: "month", header: "wallets.column.month", width: 176, render: (row, tools) => usageCell(row, "month", tools) },
  { id: "wallet_type", header: "wallets.column.wallet_type", width: 92, render: (row, { t }) => t(`common.walletType.${row.wallet_type}`) },
  {
    id: "frozen",
    header: "wallets.column.frozen",
    width: 152,
    align: "right",
    money: true,
    sum: "frozen_balance",
    render: (row) => amountCell(row.frozen_balance),
  },
  { id: "real", header: "wallets.column.real", width: 140, align: "right", money: true, render: (row) => amountCell(row.real_balance) },
  { id: "real_at", header: "wallets.column.real_at", width: 140, render: (row) => timeCell(row.real_balance_at) },
  {
    id: "difference",
    header: "wallets.column.difference",
    width: 150,
    align: "right",
    money: true,
    render: (row) => (row.difference === null ? absent : <Amount value={row.difference} difference />),
  },
  { id: "gap", header: "wallets.column.gap", width: 160, align: "right", money: true, render: breaksCell },
  {
    id: "bind_status",
    header: "wallets.column.bind_status",
    width: 112,
    render: (row, { t }) => statusCell(row.bind_status === "bound" ? "done" : "gone", t(`wallets.bound.${row.bind_status}`)),
  },
  { id: "device", header: "wallets.column.device", width: 150, render: deviceCell },
  { id: "app_last_seen", header: "wallets.column.app_last_seen", width: 140, render: (row) => timeCell(row.app_last_seen_at) },
  { id: "direction", header: "wallets.column.direction", width: 144, render: (row, { t }) => t(`wallets.can.${pairOf(row.collect, row.payout)}`) },
  { id: "open", header: "wallets.column.open", width: 140, render: (row, { t }) => t(`wallets.open.${pairOf(row.payments_open, row.disburses_open)}`) },
  { id: "note_name", header: "wallets.column.note_name", width: 120, render: (row) => textCell(row.note_name) },
  { id: "api_type", header: "wallets.column.api_type", width: 100, render: (row, { t }) => t(`common.apiType.${row.api_type}`) },
  limit("min_amount", true),
  limit("max_amount", true),
  limit("daily_max", true),
  limit("month_max", true),
  count("daily_count_max"),
  count("month_count_max"),
  count("cool_interval"),
  { id: "template", header: "templates.one", width: 150, defaultHidden: true, render: templateCell },
  { id: "location", header: "wallets.column.location", width: 120, render: (row) => textCell(row.location) },
  { id: "proxy", header: "wallets.column.proxy", width: 180, defaultHidden: true, render: (row) => copyCell(row.proxy) },
  { id: "ip_whitelist", header: "words.field.ip_whitelist", width: 150, defaultHidden: true, render: (row) => textCell(row.ip_whitelist.join(", ")) },
  { id: "created_at", header: "wallets.column.created", width: 140, render: (row) => timeCell(row.created_at) },
];
