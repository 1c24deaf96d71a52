/** How much of each kind needs a person. */
import { EXCEPTION_INFO, EXCEPTION_KINDS } from "../../../contract/exceptions.ts";
import type { Figure } from "../../platform/http/figures.ts";

export const EXCEPTIONS_FIGURE: Figure = {
  name: "exceptions",
  gauges: { floatdesk_exceptions_open: { help: "Exceptions that are open or claimed, by kind", labels: ["kind", "severity"] } },
  async read(_app, tx) {
    const rows = await tx.rows<{ kind: string; count: bigint }>("select kind, count(*) as count from alerts where status in ('open', 'claimed') group by kind");
    const counts = new Map(rows.map((row) => [row.kind, Number(row.count)]));
    // Each kind always has its line: what was never seen could not be told from what cannot be read.
    return {
      floatdesk_exceptions_open: EXCEPTION_KINDS.map((kind) => ({ labels: { kind, severity: EXCEPTION_INFO[kind].severity }, value: counts.get(kind) ?? 0 })),
    };
  },
};
