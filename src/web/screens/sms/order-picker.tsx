/** Choosing the order that a message pays for: ranked candidates with reasons, and a free search. */
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useRef, useState } from "react";
import type { OrderCandidate, SmsRow } from "../../../contract/sms.schema.ts";
import { useFirstChoice, useProposed } from "../../forms/first-choice.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { named } from "../../words/named.ts";
import { Reasons } from "../../list/parts/index.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import css from "../payments/message-picker.module.css";

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
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const read = useRead("GET /api/sms/:id", { params: { id: subject.id } });
  const search = useRead("GET /api/payments", { query: { q: asked, status: OPEN, size: FOUND_MAX } }, { enabled: asked !== "", keepOld: true });
  const candidates: readonly Choice[] = read.data?.candidates ?? [];
  const place = useRef<HTMLFieldSetElement>(null);
  useFirstChoice(place, candidates.length > 0);
  useProposed(candidates, value !== "", (one) => onPropose({ payment_id: one.id }));
  const known = new Set(candidates.map((one) => one.id));
  const found: readonly Choice[] = asked === "" ? [] : (search.data?.items ?? []).filter((one) => !known.has(one.id));
  const choice = (one: Choice): ReactElement => (
    <OrderChoice key={one.id} name={id} choice={one} received={subject.amount} checked={value === one.id} onChoose={() => onChange(one.id)} />
  );
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
      {read.data && candidates.length === 0 ? <p className="fd-dim">{t("sms.form.noOrders")}</p> : null}
      {candidates.map(choice)}
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
      {found.map(choice)}
      {asked !== "" && search.isSuccess && !search.isFetching && found.length === 0 ? <p className="fd-dim">{t("sms.form.noneFound")}</p> : null}
      {error === null ? null : (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
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
    <label className={css.choice}>
      <input type="radio" name={name} value={choice.id} checked={checked} onChange={onChoose} />
      <span className={css.words}>
        <span className={css.head}>
          <Amount value={choice.amount} strong /> <span className="fd-mono">{choice.id}</span> <span>{named("payments", "status", choice.status)}</span>
          {choice.score === undefined ? null : <span className="fd-dim">{t("sms.form.score", { n: choice.score })}</span>}
        </span>
        <span className={css.text}>
          {choice.merchant_name} · {choice.merchant_order_id} · {choice.customer ?? "–"} · <DateTime value={choice.created_at} />
        </span>
        <Reasons
          area="payments"
          path="match"
          codes={choice.reasons ?? (received !== null && received !== choice.amount ? ["amount_differs"] : [])}
          amounts={{ ordered: choice.amount, received }}
        />
      </span>
    </label>
  );
}
