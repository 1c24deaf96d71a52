/** The queue's filters as they stand in the address, as the call takes them, and as views keep them. Pure. */
import { EXCEPTION_KINDS, EXCEPTION_STATUSES, isExceptionKind, SEVERITIES } from "../../../contract/exceptions.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { choiceOf, type FilterSpec, operatorFilter } from "../../list/spec/index.ts";

export interface QueueFilters {
  readonly kind: string;
  readonly severity: string;
  readonly status: string;
  readonly assignee: string;
  readonly operator: string;
  readonly cursor: string;
  /** The exception whose evidence is open. */
  readonly open: string;
  /** The line that is opened to its members. */
  readonly line: string;
  /** The saved view that it began with; what the address asks for beside it counts. */
  readonly view: string;
}
export const NO_FILTERS: QueueFilters = { kind: "", severity: "", status: "", assignee: "", operator: "", cursor: "", open: "", line: "", view: "" };
const ASSIGNEES = ["me", "none", "mentioned"] as const;

/** The filters as lists describe theirs: what a saved view may hold. */
export const QUEUE_FILTERS: readonly FilterSpec[] = [
  choiceOf("kind", "exceptions.filter.kinds", EXCEPTION_KINDS, (value) => `exceptions.kind.${value}`),
  choiceOf("severity", "exceptions.filter.severity", SEVERITIES, (value) => `exceptions.severity.${value}`),
  choiceOf("status", "exceptions.filter.status", EXCEPTION_STATUSES, (value) => `exceptions.status.${value}`),
  choiceOf("assignee", "exceptions.filter.assignee", ASSIGNEES, (value) => `exceptions.filter.${value}`),
  operatorFilter("exceptions.filter.operator", false),
];

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
    operator: oneOf(OPERATORS, asked.get("operator")),
    cursor: asked.get("cursor") ?? "",
    open: asked.get("open") ?? "",
    line: asked.get("line") ?? "",
    view: asked.get("view") ?? "",
  };
}

/** The address of filters; what is as usual is left out. */
export function writeFilters(filters: QueueFilters): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) if (value !== "") written.set(name, value);
  // As in lists: a view from which everything was taken, which alone would ask for what it holds.
  if (filters.view !== "" && !isFiltered(filters)) written.set("all", "1");
  return written.size === 0 ? "" : `?${written.toString()}`;
}

/** What the call takes of them. */
export function lineQuery({ kind, severity, status, assignee, operator, cursor }: QueueFilters): Record<string, string> {
  return Object.fromEntries(Object.entries({ kind, severity, status, assignee, operator, cursor }).filter(([, value]) => value !== ""));
}

/** Changed filters begin at the first page; what was opened stays open. */
export function changeFilters(filters: QueueFilters, part: Partial<QueueFilters>): QueueFilters {
  return { ...filters, cursor: "", line: "", ...part };
}

/** True when rows may be missing because of a filter. */
export function isFiltered(filters: QueueFilters): boolean {
  return filters.kind !== "" || filters.severity !== "" || filters.status !== "" || filters.assignee !== "" || filters.operator !== "";
}
