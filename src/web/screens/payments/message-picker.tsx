/** Choosing the message that pays an order: linked ones first, then ranked candidates with their reasons. */
import type { ReactElement } from "react";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { ChoiceCard, ChoiceSet } from "../../forms/choice-set.tsx";
import { useProposed } from "../../forms/first-choice.ts";
import type { CustomFieldProps, Values } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { Reasons } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { choices } from "./best-first.ts";

type Message = PaymentDetail["messages"][number];

/** Radio cards; choosing one also proposes which amount to book. */
export function MessagePicker({ id, label, required, value, subject, error, disabled, onPatch, onPropose }: CustomFieldProps<PaymentRow>): ReactElement {
  const t = useText();
  const read = useRead("GET /api/payments/:id", { params: { id: subject.id } });
  const valuesOf = (message: Message): Values => {
    const differs = message.amount !== subject.amount;
    return { message_id: message.id, amount: differs ? "received" : "ordered", differs: differs ? "true" : "", paid: message.amount ?? "" };
  };
  const messages = read.data ? choices(read.data) : [];
  useProposed(messages, value !== "", (message) => onPropose(valuesOf(message)));
  return (
    <ChoiceSet id={id} label={label} required={required} error={error} disabled={disabled} arrived={messages.length > 0}>
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={96} /> : null}
      {read.data && messages.length === 0 ? <p className="fd-dim">{t("payments.form.noMessages")}</p> : null}
      {messages.map((message) => (
        <ChoiceCard
          key={message.id}
          name={id}
          value={message.id}
          checked={value === message.id}
          onChoose={() => onPatch(valuesOf(message))}
          head={
            <>
              <Amount value={message.amount} strong /> <span className="fd-mono">{message.trx_id}</span> <DateTime value={message.received_at} />
              {message.score === null ? null : <span className="fd-dim">{t("payments.drawer.score", { n: message.score })}</span>}
            </>
          }
          text={message.text}
        >
          {/* Linked ones carry no reasons of their own: that the amount differs is said of every one. */}
          <Reasons
            area="payments"
            path="match"
            codes={message.reasons.length === 0 && message.amount !== subject.amount ? ["amount_differs"] : message.reasons}
            amounts={{ ordered: subject.amount, received: message.amount }}
          />
        </ChoiceCard>
      ))}
    </ChoiceSet>
  );
}
