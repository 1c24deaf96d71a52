/** Choosing the wallet's message that proves a payout: it fills in the TrxID, which can also be typed. */
import type { ReactElement } from "react";
import type { DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import { ChoiceCard, ChoiceSet } from "../../forms/choice-set.tsx";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { Reasons } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";

type Message = DisburseDetail["messages"][number];

/** Messages that name a TrxID, each once: those of the order first, then by how well they fit. */
export function provingMessages(detail: Pick<DisburseDetail, "messages" | "candidates">): readonly Message[] {
  const linked = new Set(detail.messages.map((message) => message.id));
  const others = detail.candidates.filter((message) => !linked.has(message.id));
  return [...detail.messages, ...[...others].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))].filter((message) => message.trx_id !== null);
}

/** Radio cards over the TrxID's field. */
export function TrxPicker({ id, label, value, subject, disabled, onPatch }: CustomFieldProps<DisburseRow>): ReactElement {
  const t = useText();
  const read = useRead("GET /api/disburses/:id", { params: { id: subject.id } });
  const messages = read.data ? provingMessages(read.data) : [];
  return (
    <ChoiceSet id={id} label={label} disabled={disabled}>
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={64} /> : null}
      {read.data && messages.length === 0 ? <p className="fd-dim">{t("disburses.form.noMessages")}</p> : null}
      {messages.map((message) => (
        <ChoiceCard
          key={message.id}
          name={id}
          value={message.id}
          checked={value === message.id}
          onChoose={() => onPatch({ picked: message.id, trx_id: message.trx_id ?? "" })}
          head={
            <>
              <Amount value={message.amount} strong /> <span className="fd-mono">{message.trx_id}</span> <DateTime value={message.received_at} />
            </>
          }
          text={message.text}
        >
          <Reasons area="disburses" path="match" codes={message.reasons} />
        </ChoiceCard>
      ))}
    </ChoiceSet>
  );
}
