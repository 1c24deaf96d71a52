/** Filters that several lists have. */
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import type { FilterSpec } from "./filters.ts";

/** One operator, among the further filters. */
export function operatorFilter(label: MessageKey): FilterSpec {
  return { kind: "choice", key: "operator", label, more: true, options: OPERATORS.map((value) => ({ value, label: { text: OPERATOR_INFO[value].name } })) };
}
