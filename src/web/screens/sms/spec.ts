/** The SMS reports as a list. */
import type { SmsDetail, SmsRow } from "../../../contract/sms.schema.ts";
import { CONTINUITY_STATES, MATCH_STATUSES, SMS_KINDS, UNPRINTED } from "../../../contract/sms.ts";
import { choiceOf, type FilterSpec, type ListSpec, operatorFilter } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { smsActions, smsBulk } from "./actions.ts";
import { smsColumns, smsStatus } from "./columns.tsx";

const filters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.match_status",
    options: MATCH_STATUSES.map((value) => ({ value, label: `sms.status.${value}` as const })),
  },
  { kind: "lookup", key: "wallet_id", label: "words.field.wallet_id", source: "wallets", permission: "wallets.see" },
  choiceOf("kind", "sms.column.kind", SMS_KINDS, (value) => `sms.kind.${value}`, { multiple: true }),
  choiceOf("chain", "words.field.chain", CONTINUITY_STATES, (value) => `sms.continuity.${value}`),
  choiceOf("in_suspense", "words.field.in_suspense", ["true", "false"] as const, (value) => `sms.inSuspense.${value}`, { more: true }),
  choiceOf("unexplained", "words.field.unexplained", ["true"] as const, (value) => `sms.unexplained.${value}`, { more: true }),
  operatorFilter("words.field.operator", true),
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see", more: true },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount", more: true },
  { kind: "text", key: "device_id", label: "sms.column.device", maxLength: 40, more: true },
];

export const smsList: ListSpec<SmsRow, SmsDetail> = {
  name: "sms",
  title: "frame.screen.sms",
  endpoint: "GET /api/sms",
  columns: smsColumns,
  filters,
  sortColumn: "received_at",
  searchHint: "sms.searchHint",
  empty: "sms.empty",
  card: { status: "status", amount: "amount", lines: ["kind", "wallet", "trx_id", "counterparty", "received_at"] },
  actions: smsActions,
  bulk: smsBulk,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/sms/:id",
    status: smsStatus,
    amount: (row) => row.amount,
    waiting: (row, _detail, { t }) => {
      const { match_status: status, direction, reasons } = row;
      const waits = status === "review" || status === "held";
      if (waits && reasons.includes(UNPRINTED)) return t(mayNow("sms.decide") ? "sms.waiting.unprinted" : "sms.waiting.others.unprinted");
      // Money that went out is of no order.
      if (status === "review" && direction === "debit" && mayNow("sms.decide")) return t("sms.waiting.reviewOut");
      if (waits) return t(mayNow("sms.decide") ? `sms.waiting.${status}` : `sms.waiting.others.${status}`);
      if (status === "unparsed") return t(mayNow("sms.try") ? "sms.waiting.unparsed" : "sms.waiting.others.unparsed");
      return status === "unmatched" || status === "suspicious" ? t(`sms.waiting.${status}`) : null;
    },
    body: () => import("./drawer.tsx"),
  },
  live: "sms",
  exportable: true,
};
