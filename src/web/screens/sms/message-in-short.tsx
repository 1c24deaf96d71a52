/** A message over what is asked about it: its text as it came, and what was read from it. */
import type { ReactElement } from "react";
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { copied, RawText } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { Phone } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { movedAmount, walletWord } from "./columns.tsx";
import css from "./sms.module.css";

/** Draws it. */
export function MessageInShort({ row, tools }: { row: SmsRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <section className={css.short} aria-label={t("sms.column.text")}>
      <RawText>{row.text}</RawText>
      <KeyValue
        items={[
          { label: t("sms.column.kind"), value: t(`sms.kind.${row.kind}`) },
          { label: t("words.field.wallet_id"), value: walletWord(row, tools) ?? "–" },
          { label: t("words.field.amount"), value: <Amount value={movedAmount(row)} signed={row.direction !== "none"} strong /> },
          { label: t("words.field.fee"), value: <Amount value={row.fee} /> },
          { label: t("words.field.trx_id"), value: copied(row.trx_id) },
          { label: t("words.field.sender"), value: copied(row.sender) },
          { label: t("sms.column.counterparty"), value: <Phone value={row.counterparty} /> },
          { label: t("sms.column.operator_time"), value: <DateTime value={row.operator_time} exact /> },
          { label: t("sms.column.received"), value: <DateTime value={row.received_at} exact /> },
        ]}
      />
    </section>
  );
}
