/** What a list is described with. */
export { takenBack } from "./back.ts";
export {
  type AmountFilter,
  type ChoiceFilter,
  type DatesFilter,
  type FilterSpec,
  isValueOf,
  keysOf,
  type LookupFilter,
  offeredOptions,
  type TabsFilter,
  type TextFilter,
} from "./filters.ts";
export { choiceOf, operatorFilter, paidAtFilter } from "./own-filters.ts";
export {
  type ActionSpec,
  type BackSpec,
  BULK_REASON_MAX,
  type BulkSpec,
  type CardSpec,
  type ColumnShape,
  type ColumnSpec,
  DECISION_KEYS,
  type DecisionKey,
  type DrawerBodyProps,
  type FileResult,
  type TargetPickProps,
  type HasId,
  type ListSpec,
} from "./spec.ts";
