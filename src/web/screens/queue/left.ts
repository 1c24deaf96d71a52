/** An exception that is over leaves the screen at once; its lists are read again behind it. */
import type { ExceptionLine, ExceptionLines, ExceptionPage, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { call } from "../../api.ts";
import { invalidate, keyOf, queryClient } from "../../query.ts";
import type { Entry } from "./entries.ts";
import type { QueueFilters } from "./query.ts";

/** Whether an exception no longer stands in the list of these filters, as the server fills it. Pure. */
export function hasLeft({ status }: Pick<ExceptionRow, "status">, filters: Pick<QueueFilters, "status" | "assignee">): boolean {
  if (filters.status !== "") return status !== filters.status;
  return status === "resolved" || (status === "muted" && filters.assignee !== "mentioned");
}

/**
 * Lines without one exception. Sums are left to the next reading. Pure.
 * @param line key of its line
 * @param others the other members of that line; none: they are not known, and a line of several stays as it is
 */
export function linesWithout(lines: readonly ExceptionLine[], line: string, id: string, others: readonly ExceptionRow[]): ExceptionLine[] {
  return lines.flatMap((one): ExceptionLine[] => {
    if (one.key !== line) return [one];
    if (one.count === 1) return one.first.id === id ? [] : [one];
    const first = one.first.id === id ? others[0] : one.first;
    return others.length === 0 || first === undefined ? [one] : [{ ...one, count: one.count - 1, first }];
  });
}

function drop(line: string, id: string, others: readonly ExceptionRow[]): void {
  queryClient.setQueriesData<ExceptionLines>({ queryKey: ["GET /api/exceptions/lines"] }, (page) =>
    page === undefined ? page : { ...page, items: linesWithout(page.items, line, id, others) },
  );
  queryClient.setQueriesData<ExceptionPage>({ queryKey: ["GET /api/exceptions"] }, (page) =>
    page === undefined ? page : { ...page, items: page.items.filter((one) => one.id !== id) },
  );
}

/**
 * Asks for one exception after something was done about it. Where it is over, it leaves the lists on the screen before they are read again:
 * reading them takes many times as long.
 * @param entries the list with the exception in it
 */
export async function leave(id: string, entries: readonly Entry[], filters: QueueFilters): Promise<void> {
  const init = { params: { id } };
  // An answer that is still on its way is from before.
  await queryClient.cancelQueries({ queryKey: keyOf("GET /api/exceptions/:id", init) });
  const answer = await call("GET /api/exceptions/:id", init);
  if (answer.success) queryClient.setQueryData(keyOf("GET /api/exceptions/:id", init), answer.data);
  else invalidate("GET /api/exceptions/:id");
  const entry = entries.findLast((one) => one.row.id === id);
  if (answer.success && entry !== undefined && hasLeft(answer.data, filters)) {
    const others = entries.filter((one) => one.member && one.line === entry.line && one.row.id !== id);
    drop(
      entry.line,
      id,
      others.map(({ row }) => row),
    );
  }
  invalidate("GET /api/exceptions/lines", "GET /api/exceptions", "GET /api/statistics/home");
}
