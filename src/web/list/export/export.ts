/** Export of exactly the filtered rows, read as a stream so that progress shows and it can be stopped. */
import { type CallError, download, refusalOf } from "../../api.ts";
import type { ExportFormat, FileFormat } from "../../../contract/exports.ts";
import { businessDay } from "../../../contract/time.ts";
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

/** File name from `Content-Disposition` (RFC 5987 first), else one made of list and day. */
export function fileName(disposition: string | null, list: string, format: FileFormat, nowMs: number): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  const fallback = `${list}-${businessDay(nowMs)}.${format}`;
  try {
    // A name from outside never carries a path.
    return (encoded === undefined ? (plain ?? fallback) : decodeURIComponent(encoded)).replace(/[/\\]/g, "_");
  } catch {
    return fallback;
  }
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

/** What a refusal comes to: more rows than the format holds are told by number. */
async function refused(response: Response): Promise<ExportResult> {
  const error = await refusalOf(response);
  const { rows, most } = error.details ?? {};
  if (error.code === "too_many_rows" && typeof rows === "number" && typeof most === "number") return { result: "too_many", rows, most };
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
  try {
    const response = await download(`${exportPath(list, query, format, scope)}&lang=${document.documentElement.lang.startsWith("en") ? "en" : "zh"}`, signal);
    if (response.status === 404) return { result: "absent" };
    if (!response.ok) return await refused(response);
    const file = await saveResponse(response, { list, format }, progress);
    if (file === null) return { result: "failed", error: null };
    const leftOut = response.headers.get("x-left-out")?.split(",") ?? [];
    return { result: "done", file, leftOut };
  } catch {
    return signal.aborted ? { result: "cancelled" } : { result: "failed", error: null };
  }
}

/** What a file is called where the server does not say. */
interface Named {
  readonly list: string;
  readonly format: FileFormat;
}

/** Reads an answer to its end and hands it to the browser as a file. @returns its name; null: there is nothing */
async function saveResponse(response: Response, { list, format }: Named, progress: (bytes: number) => void): Promise<string | null> {
  if (response.body === null) return null;
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    progress(bytes);
  }
  const file = fileName(response.headers.get("content-disposition"), list, format, Date.now());
  saveBlob(new Blob(parts, { type: response.headers.get("content-type") ?? "application/octet-stream" }), file);
  return file;
}

/**
 * Fetches a file that is there and hands it to the browser.
 * @param progress called with the bytes received so far
 * @returns its name; or what the server said against it, null: it did not arrive
 */
export async function saveFile(
  path: string,
  named: Named,
  progress: (bytes: number) => void,
): Promise<{ readonly file: string } | { readonly error: CallError | null }> {
  try {
    const response = await download(path);
    if (!response.ok) {
      const error = await refusalOf(response);
      return { error: error.code === "bad_answer" ? null : error };
    }
    const file = await saveResponse(response, named, progress);
    return file === null ? { error: null } : { file };
  } catch {
    return { error: null };
  }
}

/** Hands bytes to the browser as a file. */
export function saveBlob(blob: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  // The browser has taken the address by the next turn; keeping it would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
