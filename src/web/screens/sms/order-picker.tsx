/** Choosing the order that a message pays for: ranked candidates with reasons, and a free search. */
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import type { OrderCandidate, SmsRow } from "../../../contract/sms.schema.ts";
import { ChoiceCard, ChoiceSet } from "../../forms/choice-set.tsx";
import { useProposed } from "../../forms/first-choice.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { named } from "../../words/named.ts";
import { Reasons } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";

const TYPED_MS = 250;
const FOUND_MAX = 10;
/** Only orders in these states can still take money. */
const OPEN = "pending,review,expired";
type Choice = Pick<OrderCandidate, "id" | "merchant_name" | "merchant_order_id" | "amount" | "customer" | "status" | "created_at"> & {
  readonly score?: number;
  readonly reasons?: readonly string[];
};

/** Candidates first; what the search finds stands under them. */
export function OrderPicker({ id, label, required, value, subject, error, disabled, onChange, onPropose }: CustomFieldProps<SmsRow>): ReactElement {
  const t = useText();
  // Whoever does not see payments has the candidates alone.
  const finds = useCan("payments.see");
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const read = useRead("GET /api/sms/:id", { params: { id: subject.id } });
  const search = useRead("GET /api/payments", { query: { q: asked, status: OPEN, size: FOUND_MAX } }, { enabled: asked !== "", keepOld: true });
  const candidates: readonly Choice[] = read.data?.candidates ?? [];
  useProposed(candidates, value !== "", (one) => onPropose({ payment_id: one.id }));
  const known = new Set(candidates.map((one) => one.id));
  const found: readonly Choice[] = asked === "" ? [] : (search.data?.items ?? []).filter((one) => !known.has(one.id));
  const choice = (one: Choice): ReactElement => (
    <OrderChoice key={one.id} name={id} choice={one} received={subject.amount} checked={value === one.id} onChoose={() => onChange(one.id)} />
  );
  return (
    <ChoiceSet id={id} label={label} required={required} error={error} disabled={disabled} arrived={candidates.length > 0}>
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={96} /> : null}
      {read.data && candidates.length === 0 ? <p className="fd-dim">{t("sms.form.noOrders")}</p> : null}
      {candidates.map(choice)}
      {finds ? (
        <TextInput
          mt="sm"
          mb="sm"
          type="search"
          label={t("sms.form.orderFind")}
          placeholder={t("sms.form.orderFindHint")}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {search.isError ? <ErrorState error={errorOf(search.error)} onRetry={() => void search.refetch()} /> : null}
      {found.map(choice)}
      {asked !== "" && search.isSuccess && !search.isFetching && found.length === 0 ? <p className="fd-dim">{t("sms.form.noneFound")}</p> : null}
    </ChoiceSet>
  );
}

function OrderChoice({
  name,
  choice,
  received,
  checked,
  onChoose,
}: {
  name: string;
  choice: Choice;
  received: string | null;
  checked: boolean;
  onChoose: () => void;
}): ReactElement {
  const t = useText();
  return (
    <ChoiceCard
      name={name}
      value={choice.id}
      checked={checked}
      onChoose={onChoose}
      head={
        <>
          <Amount value={choice.amount} strong /> <span className="fd-mono">{choice.id}</span> <span>{named("payments", "status", choice.status)}</span>
          {choice.score === undefined ? null : <span className="fd-dim">{t("sms.form.score", { n: choice.score })}</span>}
        </>
      }
      text={
        <>
          {choice.merchant_name} · {choice.merchant_order_id} · {choice.customer ?? "–"} · <DateTime value={choice.created_at} />
        </>
      }
    >
      <Reasons
        area="payments"
        path="match"
        codes={choice.reasons ?? (received !== null && received !== choice.amount ? ["amount_differs"] : [])}
        amounts={{ ordered: choice.amount, received }}
      />
    </ChoiceCard>
  );
}
