/** An order beside the message that may pay it: what each says, and where they differ. */
import type { ReactElement, ReactNode } from "react";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { absent } from "../../list/columns/index.ts";
import { RawText, Reasons } from "../../list/parts/index.ts";
import { difference } from "../../list/state/index.ts";
import { Copy, Phone } from "../../ui/copy.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { choices } from "./best-first.ts";
import css from "./both-sides.module.css";

/** What is compared, of the order or of the message. */
export interface Side {
  readonly amount: string | null;
  readonly payer: string | null;
  readonly trx: string | null;
  readonly at: string;
}
type Verdict = "same" | "differs" | null;

/** Whether two texts that were both read are the same; null: one is missing, or masked. */
export function verdictOf(ordered: string | null, received: string | null): Verdict {
  if (!ordered || !received || received.includes("*") || ordered.includes("*")) return null;
  return ordered.trim().toUpperCase() === received.trim().toUpperCase() ? "same" : "differs";
}

/** The two beside each other, a line for what can be compared. */
export function BothSides({ order, message, tools }: { order: Side; message: Side; tools: CellTools }): ReactElement {
  const { t } = tools;
  const apart = order.amount !== null && message.amount !== null && order.amount !== message.amount;
  return (
    <table className={css.sides}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("payments.evidence.order")}</th>
          <th scope="col">{t("payments.evidence.message")}</th>
          <th scope="col">{t("payments.evidence.difference")}</th>
        </tr>
      </thead>
      <tbody>
        <Line
          name={t("payments.evidence.amount")}
          order={<Amount value={order.amount} strong />}
          message={<Amount value={message.amount} strong />}
          differs={apart}
          end={
            apart ? (
              <Amount value={difference(message.amount ?? "0", order.amount ?? "0")} signed strong />
            ) : (
              verdict(verdictOf(order.amount, message.amount), tools)
            )
          }
        />
        <Line
          name={t("payments.evidence.payer")}
          order={order.payer === null ? absent : <Phone value={order.payer} />}
          message={message.payer === null ? absent : <Phone value={message.payer} />}
          end={verdict(verdictOf(order.payer, message.payer), tools)}
        />
        <Line
          name={t("payments.evidence.trx")}
          order={order.trx === null ? absent : <Copy value={order.trx} mono />}
          message={message.trx === null ? absent : <Copy value={message.trx} mono />}
          end={verdict(verdictOf(order.trx, message.trx), tools)}
        />
        <Line name={t("payments.evidence.time")} order={<DateTime value={order.at} />} message={<DateTime value={message.at} />} end={null} />
      </tbody>
    </table>
  );
}

function Line(line: { name: string; order: ReactNode; message: ReactNode; end: ReactNode; differs?: boolean }): ReactElement {
  return (
    <tr data-differs={line.differs || undefined}>
      <th scope="row">{line.name}</th>
      <td>{line.order}</td>
      <td>{line.message}</td>
      <td>{line.end}</td>
    </tr>
  );
}

const verdict = (of: Verdict, { t }: CellTools): ReactNode =>
  of === null ? null : <StatusDot tone={of === "same" ? "done" : "bad"}>{t(`payments.evidence.${of}`)}</StatusDot>;

/** What an order in review has to be judged by: the best message against it, in its own words. */
export function PaymentEvidence({ row, detail, tools }: { row: PaymentRow; detail: PaymentDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  const messages = choices(detail);
  const [best] = messages;
  if (best === undefined) return <p className="fd-dim">{t("payments.evidence.none")}</p>;
  return (
    <div className={css.evidence}>
      <BothSides
        order={{ amount: row.amount, payer: row.customer, trx: row.claimed_trx ?? detail.submitted_trx[0] ?? null, at: row.created_at }}
        message={{ amount: best.amount, payer: best.counterparty, trx: best.trx_id, at: best.received_at }}
        tools={tools}
      />
      <RawText>{best.text}</RawText>
      <Reasons area="payments" path="match" codes={best.reasons} amounts={{ ordered: row.amount, received: best.amount }} />
      {messages.length > 1 ? <p className="fd-dim">{t("payments.evidence.others", { n: messages.length - 1 })}</p> : null}
    </div>
  );
}
