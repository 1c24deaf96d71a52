/** The queue's filters as they stand in the address, and as the call takes them. Pure. */
import { EXCEPTION_SORTS, EXCEPTION_STATUSES, isExceptionKind, SEVERITIES, type ExceptionSort } from "../../../contract/exceptions.ts";

export interface QueueFilters {
  readonly kind: string;
  readonly severity: string;
  readonly status: string;
  readonly assignee: string;
  readonly sort: ExceptionSort;
  readonly cursor: string;
}
export const NO_FILTERS: QueueFilters = { kind: "", severity: "", status: "", assignee: "", sort: "-amount", cursor: "" };
const ASSIGNEES = ["me", "none"];

const oneOf = (values: readonly string[], unchecked: string | null): string => (unchecked !== null && values.includes(unchecked) ? unchecked : "");

/** Reads an address; what it cannot read is left out. */
export function readFilters(search: string): QueueFilters {
  const asked = new URLSearchParams(search);
  const kind = asked.get("kind") ?? "";
  return {
    kind: isExceptionKind(kind) ? kind : "",
    severity: oneOf(SEVERITIES, asked.get("severity")),
    status: oneOf(EXCEPTION_STATUSES, asked.get("status")),
    assignee: oneOf(ASSIGNEES, asked.get("assignee")),
    sort: EXCEPTION_SORTS.find((sort) => sort === asked.get("sort")) ?? NO_FILTERS.sort,
    cursor: asked.get("cursor") ?? "",
  };
}

/** The address of filters; what is as usual is left out. */
export function writeFilters(filters: QueueFilters): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== NO_FILTERS[name as keyof QueueFilters]) written.set(name, value); // keys of the object itself
  return written.size === 0 ? "" : `?${written.toString()}`;
}

/** Changed filters begin at the first page. */
export function changeFilters(filters: QueueFilters, part: Partial<QueueFilters>): QueueFilters {
  return { ...filters, cursor: "", ...part };
}

/** True when rows may be missing because of a filter. */
export function isFiltered(filters: QueueFilters): boolean {
  return filters.kind !== "" || filters.severity !== "" || filters.status !== "" || filters.assignee !== "";
}
