/** What hangs on an order: its messages and its notifications. Payments and disburses show both, withdrawals their notifications. */
import type { ReactElement } from "react";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import { absent } from "../../list/columns/index.ts";
import { ObjectLink, partsCss as css, RawText, Reasons } from "../../list/parts/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { NOTIFY_TONES } from "./columns.tsx";

type Area = "payments" | "disburses";

/** Messages with their raw text, and why each may belong to the order. */
export function Messages({
  area,
  messages,
  ordered,
  none,
  tools,
}: {
  area: Area;
  messages: PaymentDetail["messages"];
  /** What was asked for, said beside another amount. */
  ordered?: string;
  none: string;
  tools: CellTools;
}): ReactElement {
  const { t } = tools;
  if (messages.length === 0) return <p className="fd-dim">{none}</p>;
  return (
    <ul>
      {messages.map((message) => (
        <li key={message.id} className={css.item}>
          <div className={css.itemHead}>
            <ObjectLink type="sms" id={message.id} tools={tools} />
            {message.amount === null ? absent : <Amount value={message.amount} />}
            <span className="fd-dim">{message.sender}</span>
            <span className="fd-dim">
              <DateTime value={message.received_at} />
            </span>
            {message.score === null ? null : <span className="fd-dim">{t("payments.drawer.score", { n: message.score })}</span>}
          </div>
          <RawText>{message.text}</RawText>
          <Reasons area={area} path="match" codes={message.reasons} amounts={{ ordered, received: message.amount }} />
        </li>
      ))}
    </ul>
  );
}

/** Notifications of the order, newest state each. */
export function Deliveries({
  area,
  deliveries,
  tools,
}: {
  area: Area | "withdrawal";
  deliveries: PaymentDetail["deliveries"];
  tools: CellTools;
}): ReactElement {
  const { t } = tools;
  if (deliveries.length === 0) return <p className="fd-dim">{t("payments.drawer.noDeliveries")}</p>;
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={css.itemHead}>
          <StatusDot tone={NOTIFY_TONES[delivery.status as keyof typeof NOTIFY_TONES] ?? "busy"}>{named("payments", "notify", delivery.status)}</StatusDot>
          <span>{named(area, "deliveryType", delivery.type.replaceAll(".", "_"))}</span>
          <span className="fd-dim">{t("payments.drawer.attempts", { n: delivery.attempts })}</span>
          {delivery.last_code === null ? null : <span className="fd-dim">{t("payments.drawer.code", { code: delivery.last_code })}</span>}
          <span className="fd-dim">
            <DateTime value={delivery.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
