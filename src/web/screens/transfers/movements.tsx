/** Messages that moved money of our own: in drawers of transfers and withdrawals. */
import type { ReactElement } from "react";
import type { TransferDetail } from "../../../contract/transfers.schema.ts";
import { amountText } from "../../i18n/format.ts";
import { absent } from "../../list/columns/index.ts";
import { ObjectLink, partsCss as css, RawText } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useMay } from "../../session.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";

/** One item a message, with its wallet, direction and fee. */
export function Movements({ messages, none, tools }: { messages: TransferDetail["messages"]; none: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const may = useMay();
  if (messages.length === 0) return <p className="fd-dim">{none}</p>;
  return (
    <ul>
      {messages.map((message) => (
        <li key={message.id} className={css.item}>
          <div className={css.itemHead}>
            {may("sms.see") ? <ObjectLink type="sms" id={message.id} tools={tools} /> : <span className="fd-mono">{message.id}</span>}
            <span>{t(`transfers.direction.${message.direction}`)}</span>
            {message.amount === null ? absent : <Amount value={message.amount} />}
            {message.fee !== null && /[1-9]/.test(message.fee) ? (
              <span className="fd-dim">{t("transfers.drawer.fee", { amount: amountText(message.fee) })}</span>
            ) : null}
            <span className="fd-dim">{message.wallet_name}</span>
            <span className="fd-dim">
              <DateTime value={message.received_at} />
            </span>
          </div>
          <RawText>{message.text}</RawText>
        </li>
      ))}
    </ul>
  );
}
