/** What of a list its viewer may see at all. */
import type { Permission } from "../../contract/permissions.ts";
import type { BulkSpec, ColumnSpec, FilterSpec, HasId, ListSpec } from "./spec/index.ts";

export interface Allowed<Row> {
  readonly columns: readonly ColumnSpec<Row>[];
  readonly filters: readonly FilterSpec[];
  readonly bulk: readonly BulkSpec<Row>[];
}
const NO_BULK: never[] = [];

/** The spec without what this person may not see, and without columns of which a merchant's people are never told. */
export function allowedOf<Row extends HasId, Detail extends Row>(
  spec: Pick<ListSpec<Row, Detail>, "columns" | "filters" | "bulk">,
  permissions: readonly Permission[],
  isStaff: boolean,
): Allowed<Row> {
  const holds = ({ permission }: { readonly permission?: Permission }): boolean => permission === undefined || permissions.includes(permission);
  return {
    columns: spec.columns.filter((column) => holds(column) && (isStaff || column.staff !== true)),
    filters: spec.filters.filter(holds),
    bulk: spec.bulk?.filter(holds) ?? NO_BULK,
  };
}
