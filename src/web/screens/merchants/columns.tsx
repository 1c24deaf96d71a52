/** Columns of the merchants list. */
import type { ReactNode } from "react";
import type { MerchantRow } from "../../../contract/merchants.schema.ts";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import { amountText, rateText } from "../../i18n/format.ts";
import { absent, amountCell, copyCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";
import { Tag } from "../../ui/status.tsx";
import css from "./merchants.module.css";

/** Enabled, disabled or deleted. */
function merchantState(row: MerchantRow, { t }: CellTools): ReactNode {
  const state = row.deleted ? "deleted" : row.enabled ? "enabled" : "disabled";
  return statusCell(state === "enabled" ? "done" : "gone", t(`merchants.state.${state}`));
}

/** Name and state, for the drawer's head. */
export function merchantHead(row: MerchantRow, tools: CellTools): ReactNode {
  return (
    <>
      <strong>{row.name}</strong>
      {merchantState(row, tools)}
    </>
  );
}

/** A fee rule in words: `1.5% + 2.00`, with its bounds. */
export function feeWords(fee: FeeRuleJson, { t, locale }: CellTools): { rule: string; bounds: string } {
  const isFree = fee.rate_bps === 0 && !/[1-9]/.test(fee.fixed) && fee.min === null;
  const [rate, fixed] = [rateText(fee.rate_bps), amountText(fee.fixed)];
  const both = /[1-9]/.test(fee.fixed) ? t(fee.rate_bps === 0 ? "merchants.fee.fixed" : "merchants.fee.rule", { rate, fixed }) : rate;
  const rule = isFree ? t("merchants.fee.none") : both;
  const bounds = [
    ...(fee.min === null ? [] : [t("merchants.fee.min", { min: amountText(fee.min) })]),
    ...(fee.max === null ? [] : [t("merchants.fee.max", { max: amountText(fee.max) })]),
  ];
  return { rule, bounds: bounds.join(locale === "zh" ? "，" : ", ") };
}

/** The whole rule on one line, bounds included. */
export function feeLine(fee: FeeRuleJson, tools: CellTools): string {
  const { rule, bounds } = feeWords(fee, tools);
  return bounds === "" ? rule : `${rule}${tools.locale === "zh" ? "，" : ", "}${bounds}`;
}

function feeCell(fee: FeeRuleJson, tools: CellTools): ReactNode {
  const { rule, bounds } = feeWords(fee, tools);
  return <span data-tip={bounds === "" ? undefined : bounds}>{rule}</span>;
}

/** How the merchant's notifications go, the worst first. */
export function webhookHealth(row: MerchantRow): { tone: Tone; word: "failed" | "none" | "waiting" | "idle" | "good"; n: number } {
  const { failed_24h: failed, waiting, last_at } = row.webhook_health;
  if (failed > 0) return { tone: "bad", word: "failed", n: failed };
  if (row.notify_url === null) return { tone: "gone", word: "none", n: 0 };
  if (waiting > 0) return { tone: "busy", word: "waiting", n: waiting };
  return last_at === null ? { tone: "gone", word: "idle", n: 0 } : { tone: "done", word: "good", n: 0 };
}

/** As dot and word, figures on hover. */
export function webhookCell(row: MerchantRow, { t }: CellTools): ReactNode {
  const { tone, word, n } = webhookHealth(row);
  const { delivered_24h: delivered, failed_24h: failed, waiting, last_code: code } = row.webhook_health;
  return statusCell(tone, t(`merchants.webhook.${word}`, { n }), t("merchants.webhook.tip", { delivered, failed, waiting, code: code ?? "–" }));
}

function ipCell(row: MerchantRow, { t }: CellTools): ReactNode {
  if (row.ip_whitelist.length > 0) return textCell(row.ip_whitelist.join(", "));
  return (
    <Tag tone="ask" tip={t("merchants.ip.warning")}>
      {t("merchants.ip.empty")}
    </Tag>
  );
}

function todayCell(amount: string, count: number, { t }: CellTools): ReactNode {
  return (
    <>
      {amountCell(amount)} <span className={css.count}>{t("merchants.count", { n: count })}</span>
    </>
  );
}

const acceptanceCell = (open: boolean, { t }: CellTools): ReactNode => statusCell(open ? "done" : "gone", t(open ? "common.open" : "common.closed"));

export const merchantColumns: readonly ColumnSpec<MerchantRow>[] = [
  idColumn("merchants.column.id", 132),
  { id: "name", header: "merchants.column.name", width: 170, grow: true, render: (row) => textCell(row.name) },
  { id: "owner", header: "words.field.owner", width: 100, grow: true, render: (row) => textCell(row.owner) },
  { id: "state", header: "merchants.column.state", width: 100, render: merchantState },
  { id: "webhook", header: "merchants.column.webhook", width: 112, render: webhookCell },
  { id: "balance", header: "words.field.balance", width: 124, align: "right", money: true, sum: "balance", render: (row) => amountCell(row.balance) },
  { id: "held", header: "merchants.column.held", width: 140, align: "right", money: true, sum: "held_balance", render: (row) => amountCell(row.held_balance) },
  {
    id: "withdrawal_reserve",
    header: "words.field.withdrawal_reserve",
    width: 132,
    align: "right",
    money: true,
    defaultHidden: true,
    render: (row) => amountCell(row.withdrawal_reserve),
  },
  {
    id: "today_payments",
    header: "merchants.column.today_payments",
    width: 158,
    align: "right",
    money: true,
    render: (row, tools) => todayCell(row.today.payments, row.today.payment_count, tools),
  },
  {
    id: "today_disburses",
    header: "merchants.column.today_disburses",
    width: 158,
    align: "right",
    money: true,
    render: (row, tools) => todayCell(row.today.disburses, row.today.disburse_count, tools),
  },
  { id: "ip_whitelist", header: "words.field.ip_whitelist", width: 130, render: ipCell },
  { id: "payment_fee", header: "words.field.payment_fee", width: 110, align: "right", render: (row, tools) => feeCell(row.payment_fee, tools) },
  { id: "disburse_fee", header: "words.field.disburse_fee", width: 110, align: "right", render: (row, tools) => feeCell(row.disburse_fee, tools) },
  { id: "payments_open", header: "words.field.payments_open", width: 120, render: (row, tools) => acceptanceCell(row.payments_open, tools) },
  { id: "disburses_open", header: "words.field.disburses_open", width: 120, render: (row, tools) => acceptanceCell(row.disburses_open, tools) },
  { id: "app_id", header: "words.field.app_id", width: 150, render: (row) => copyCell(row.app_id) },
  { id: "notify_url", header: "words.field.notify_url", width: 220, defaultHidden: true, render: (row) => copyCell(row.notify_url) },
  {
    id: "require_ack",
    header: "words.field.require_ack",
    width: 110,
    defaultHidden: true,
    render: (row, { t }) => t(row.require_ack ? "common.yes" : "common.no"),
  },
  {
    id: "secret",
    header: "common.secretName.app_secret",
    width: 120,
    defaultHidden: true,
    permission: "merchants.secret",
    render: (row, { t }) => (row.secret_last4 === null ? absent : t("merchants.secretEnds", { last4: row.secret_last4 })),
  },
  { id: "created_at", header: "words.field.created_at", width: 140, render: (row) => timeCell(row.created_at) },
];
