/** Fetching a statement: as a page for a new window, or as a file. */
import { type CallError, download, refusalOf } from "../api.ts";
import { fileName, saveBlob } from "../list/export/index.ts";

/** Whose statement. */
export interface StatementOf {
  readonly type: "merchants" | "wallets";
  /** Null: the panel asks which merchant. */
  readonly id: string | null;
}

export interface StatementAsked {
  readonly type: StatementOf["type"];
  readonly id: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly locale: "zh" | "en";
}
type StatementFormat = "html" | "pdf" | "csv" | "xlsx";
/** `error`: why the server made none; null: no answer came. */
export type StatementResult =
  | { readonly result: "done"; readonly file: string }
  | { readonly result: "failed"; readonly error: CallError | null }
  | { readonly result: "blocked" };

/** Address of a statement. */
function statementPath({ type, id, month, locale }: StatementAsked, format: StatementFormat): string {
  return `/api/${type}/${encodeURIComponent(id)}/statement?${new URLSearchParams({ month, format, locale })}`;
}

async function read(path: string): Promise<Response | Extract<StatementResult, { result: "failed" }>> {
  const response = await download(path).catch(() => null);
  if (response?.ok) return response;
  return { result: "failed", error: response && (await refusalOf(response)) };
}

/** Saves what was read as a file. */
async function save(path: string, fallback: string, format: "pdf" | "csv" | "xlsx"): Promise<StatementResult> {
  const response = await read(path);
  if ("result" in response) return response;
  const file = fileName(response.headers.get("content-disposition"), fallback, format, Date.now());
  const bytes = await response.blob().catch(() => null);
  if (bytes === null) return { result: "failed", error: null };
  saveBlob(bytes, file);
  return { result: "done", file };
}

/** The printable page in a window of its own; the window is opened at once, while the press still counts as one. */
export async function openStatement(asked: StatementAsked): Promise<StatementResult> {
  const target = window.open("", "_blank");
  if (target === null) return { result: "blocked" };
  const response = await read(statementPath(asked, "html"));
  const bytes = "result" in response ? null : await response.blob().catch(() => null);
  if (bytes === null) {
    target.close();
    return "result" in response ? response : { result: "failed", error: null };
  }
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/html; charset=utf-8" }));
  target.location.replace(address);
  // The window has read it by then; keeping it would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { result: "done", file: "" };
}

/** Saves the merchant's proof of the month: its entries on sealed days, each with its way to the signed root. */
export function downloadProof({ id, month }: StatementAsked): Promise<StatementResult> {
  return save(`/api/merchants/${encodeURIComponent(id)}/proof?${new URLSearchParams({ month })}`, `proof-${month}`, "csv");
}

/** Saves the statement as a file. */
export function downloadStatement(asked: StatementAsked, format: "pdf" | "csv" | "xlsx"): Promise<StatementResult> {
  return save(statementPath(asked, format), `${asked.type}-${asked.month}`, format);
}
