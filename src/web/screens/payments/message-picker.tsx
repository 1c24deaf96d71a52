/** Choosing the message that pays an order: linked ones first, then ranked candidates with their reasons. */
import { type ReactElement, useRef } from "react";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { useFirstChoice, useProposed } from "../../forms/first-choice.ts";
import type { CustomFieldProps, Values } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { Reasons } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { choices } from "./best-first.ts";
import css from "./message-picker.module.css";

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
  const place = useRef<HTMLFieldSetElement>(null);
  useFirstChoice(place, messages.length > 0);
  useProposed(messages, value !== "", (message) => onPropose(valuesOf(message)));
  return (
    <fieldset
      ref={place}
      id={id}
      className={css.set}
      disabled={disabled}
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? undefined : `${id}-error`}
      tabIndex={-1}
    >
      <legend className={css.legend} data-required={required || undefined}>
        {label}
      </legend>
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={96} /> : null}
      {read.data && messages.length === 0 ? <p className="fd-dim">{t("payments.form.noMessages")}</p> : null}
      {messages.map((message) => (
        <label key={message.id} className={css.choice}>
          <input type="radio" name={id} value={message.id} checked={value === message.id} onChange={() => onPatch(valuesOf(message))} />
          <span className={css.words}>
            <span className={css.head}>
              <Amount value={message.amount} strong /> <span className="fd-mono">{message.trx_id}</span> <DateTime value={message.received_at} />
              {message.score === null ? null : <span className="fd-dim">{t("payments.drawer.score", { n: message.score })}</span>}
            </span>
            <span className={css.text}>{message.text}</span>
            {/* Linked ones carry no reasons of their own: that the amount differs is said of every one. */}
            <Reasons
              area="payments"
              path="match"
              codes={message.reasons.length === 0 && message.amount !== subject.amount ? ["amount_differs"] : message.reasons}
              amounts={{ ordered: subject.amount, received: message.amount }}
            />
          </span>
        </label>
      ))}
      {error === null ? null : (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
