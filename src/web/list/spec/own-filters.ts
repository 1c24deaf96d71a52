/** Filters that several lists have. */
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { operatorsKnown } from "../../operators.ts";
import type { ChoiceFilter, DatesFilter } from "./filters.ts";

/** A choice among the contract's values, each with its word. */
export function choiceOf<Value extends string>(
  key: string,
  label: MessageKey,
  values: readonly Value[],
  word: (value: Value) => MessageKey,
  more: Partial<Pick<ChoiceFilter, "multiple" | "more" | "permission">> = {},
): ChoiceFilter {
  return { kind: "choice", key, label, ...more, options: values.map((value) => ({ value, label: word(value) })) };
}

/** When an order completed, whenever it was created. */
export const paidAtFilter: DatesFilter = { kind: "dates", key: "paid_at", label: "words.field.paid_at" };

/** One operator; `more`: among the further filters. */
export function operatorFilter(label: MessageKey, more: boolean): ChoiceFilter {
  const options = OPERATORS.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } }));
  return { kind: "choice", key: "operator", label, more, options, offers: operatorsKnown };
}
