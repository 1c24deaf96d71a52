/** Export of exactly the filtered rows, read as a stream so that progress shows and it can be stopped. */
import type { ExportFormat } from "../../../contract/exports.ts";
import type { CallError } from "../../api.ts";
import { datedName, type NoFile, saveFile } from "../../files.ts";
import type { ApiQuery } from "../state/index.ts";

export type ExportResult =
  | { readonly result: "done"; readonly file: string; readonly leftOut: readonly string[] }
  | { readonly result: "cancelled" }
  | { readonly result: "absent" }
  | { readonly result: "too_many"; readonly rows: number; readonly most: number }
  /** `error`: why the server made none; null: it did not arrive. */
  | { readonly result: "failed"; readonly error: CallError | null };

/** What of the list goes into the file, beside its filters and order. */
export interface ExportScope {
  /** Ids of the columns in view, in their order, and the line of totals; null: every column there is. */
  readonly columns: readonly string[] | null;
  /** Ids of the chosen rows; null: all that the filters match. */
  readonly chosen: readonly string[] | null;
}
const EVERYTHING: ExportScope = { columns: null, chosen: null };

/** Address of an export: the list's own filters without page and size. */
export function exportPath(list: string, query: ApiQuery, format: ExportFormat, { columns, chosen }: ExportScope = EVERYTHING): string {
  const params = new URLSearchParams({ format });
  if (columns !== null) {
    params.set("columns", columns.join(","));
    params.set("totals", "1");
  }
  if (chosen !== null) params.set("ids", chosen.join(","));
  for (const [key, value] of Object.entries(query)) if (value !== undefined && key !== "size" && key !== "cursor") params.set(key, String(value));
  return `/api/${list}/export?${params}`;
}

const KIB = 1024;
const UNITS = ["KiB", "MiB", "GiB"] as const;
const upTo = (value: number): string => (value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value)));

/** `1.2 MiB`: bytes as people read them, in the units of the bounds. A begun KiB is one. */
export function sizeText(bytes: number): string {
  let value = Math.ceil(bytes / KIB);
  for (const unit of UNITS) {
    if (value < KIB || unit === "GiB") return `${upTo(value)} ${unit}`;
    value /= KIB;
  }
  throw new RangeError("there is a last unit");
}

/** What a refusal comes to: more rows than the format holds are told by number, a server without this export by itself. */
function refused({ error, status }: NoFile): ExportResult {
  if (status === 404) return { result: "absent" };
  const { rows, most } = error?.details ?? {};
  if (error?.code === "too_many_rows" && typeof rows === "number" && typeof most === "number") return { result: "too_many", rows, most };
  return { result: "failed", error };
}

/**
 * Fetches an export and hands it to the browser as a file.
 * @param progress called with the bytes received so far
 */
export async function exportRows(
  list: string,
  query: ApiQuery,
  format: ExportFormat,
  scope: ExportScope,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const path = `${exportPath(list, query, format, scope)}&lang=${document.documentElement.lang.startsWith("en") ? "en" : "zh"}`;
  const got = await saveFile(path, datedName(list, format, Date.now()), progress, signal);
  if ("file" in got) return { result: "done", file: got.file, leftOut: got.headers.get("x-left-out")?.split(",") ?? [] };
  return signal.aborted ? { result: "cancelled" } : refused(got);
}
