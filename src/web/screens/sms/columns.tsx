/** Columns of the SMS reports. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import type { ContinuityState, MatchStatus } from "../../../contract/sms.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { shortId } from "../../i18n/format.ts";
import { absent, amountCell, copyCell, idColumn, phoneCell, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import { reasonWord } from "../../words/named.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import type { Tone } from "../../theme.ts";

const SMS_TONES = {
  matched: "done",
  unmatched: "ask",
  ignored: "gone",
  duplicate: "gone",
  unparsed: "ask",
  suspicious: "bad",
  other: "gone",
  held: "ask",
  review: "ask",
} as const satisfies Record<MatchStatus, Tone>;
export const CONTINUITY_TONES = { fits: "done", break: "bad", unknown: "gone" } as const satisfies Record<ContinuityState, Tone>;

/** Match status; the reasons stand on hover. */
export function smsStatus(row: SmsRow, { t }: CellTools): React.ReactNode {
  return statusCell(
    SMS_TONES[row.match_status],
    t(`sms.status.${row.match_status}`),
    row.reasons.length > 0
      ? row.reasons.map((reason) => reasonWord("sms", "reason", reason, { ordered: row.payment_amount, received: row.amount })).join("\n")
      : null,
  );
}

const BELONGS = ["payment", "disburse", "transfer", "withdrawal"] as const;
/** The payment, payout, transfer or withdrawal that a message is about; null when it is about none. */
export function orderOf(row: SmsRow): { type: (typeof BELONGS)[number]; id: string } | null {
  for (const type of BELONGS) {
    const id = row[`${type}_id`];
    if (id !== null) return { type, id };
  }
  return null;
}

/** The order that the message belongs to, as a link. */
function orderCell(row: SmsRow, tools: CellTools): React.ReactNode {
  const order = orderOf(row);
  return order === null ? (
    absent
  ) : (
    <ObjectLink type={order.type} id={order.id} tools={tools}>
      {shortId(order.id)}
    </ObjectLink>
  );
}

/** The wallet's name, and that it was deleted before the message came. */
export function walletWord(row: SmsRow, { t }: CellTools): string | null {
  return row.wallet_deleted ? t("sms.walletDeleted", { wallet: row.wallet_name ?? "" }) : row.wallet_name;
}

/** What moved on the wallet, with its sign; a message that moves nothing (a forgery, a notice) shows the amount it names, in no colour. */
function movedCell(row: SmsRow): React.ReactNode {
  return amountCell(movedAmount(row), row.direction !== "none");
}

/** The amount with the sign of what it does to the wallet. */
export const movedAmount = ({ amount, direction }: SmsRow): string | null => (amount === null || direction !== "debit" ? amount : `-${amount}`);

export const smsColumns: readonly ColumnSpec<SmsRow>[] = [
  idColumn("sms.column.id", 132),
  { id: "received_at", header: "sms.column.received", width: 136, render: (row) => timeCell(row.received_at) },
  { id: "wallet", header: "words.field.wallet_id", width: 118, grow: true, render: (row, tools) => textCell(walletWord(row, tools)) },
  { id: "sender", header: "words.field.sender", width: 92, render: (row) => textCell(row.sender) },
  { id: "kind", header: "sms.column.kind", width: 136, grow: true, render: (row, { t }) => t(`sms.kind.${row.kind}`) },
  {
    id: "amount",
    header: "words.field.amount",
    width: 120,
    align: "right",
    money: true,
    sum: "amount",
    render: (row) => movedCell(row),
  },
  { id: "status", header: "words.field.match_status", width: 116, render: smsStatus },
  { id: "trx_id", header: "words.field.trx_id", width: 128, render: (row) => copyCell(row.trx_id) },
  { id: "counterparty", header: "sms.column.counterparty", width: 128, render: (row) => phoneCell(row.counterparty) },
  { id: "order", header: "words.field.order", width: 128, render: orderCell },
  { id: "chain", header: "words.field.chain", width: 136, render: (row, { t }) => statusCell(CONTINUITY_TONES[row.chain], t(`sms.continuity.${row.chain}`)) },
  { id: "fee", header: "words.field.fee", width: 120, align: "right", money: true, render: (row) => amountCell(row.fee) },
  { id: "balance", header: "words.field.balance", width: 128, align: "right", money: true, render: (row) => amountCell(row.balance) },
  { id: "operator_time", header: "sms.column.operator_time", width: 136, render: (row) => timeCell(row.operator_time) },
  { id: "device", header: "sms.column.device", width: 130, render: (row) => textCell(row.device_name) },
  {
    id: "operator",
    header: "words.field.operator",
    width: 90,
    defaultHidden: true,
    render: (row) => (row.operator === null ? absent : operatorInfo(row.operator).name),
  },
  { id: "reference", header: "sms.column.reference", width: 120, defaultHidden: true, render: (row) => copyCell(row.reference) },
  {
    id: "commission",
    header: "sms.column.commission",
    width: 112,
    align: "right",
    money: true,
    defaultHidden: true,
    render: (row) => amountCell(row.commission),
  },
  { id: "origin", header: "sms.column.origin", width: 100, defaultHidden: true, render: (row, { t }) => t(`sms.origin.${row.origin}`) },
  { id: "text", header: "sms.column.text", width: 320, defaultHidden: true, render: (row) => textCell(row.text) },
];
