/** Fetching a statement: as a page for a new window, or as a file. */
import type { CallError } from "../api.ts";
import { openFile, saveFile } from "../files.ts";

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

/** Saves what is read as a file. */
async function save(path: string, otherwise: string): Promise<StatementResult> {
  const got = await saveFile(path, otherwise, () => undefined);
  return "file" in got ? { result: "done", file: got.file } : { result: "failed", error: got.error };
}

/** The printable page in a window of its own; the window is opened at once, while the press still counts as one. */
export async function openStatement(asked: StatementAsked): Promise<StatementResult> {
  const target = window.open("", "_blank");
  if (target === null) return { result: "blocked" };
  const opened = await openFile(statementPath(asked, "html"));
  const bytes = "response" in opened ? await opened.response.blob().catch(() => null) : null;
  if (bytes === null) {
    target.close();
    return { result: "failed", error: "response" in opened ? null : opened.error };
  }
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/html; charset=utf-8" }));
  target.location.replace(address);
  // The window has read it by then; keeping it would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { result: "done", file: "" };
}

/** Saves the merchant's proof of the month: its entries on sealed days, each with its way to the signed root. */
export function downloadProof({ id, month }: StatementAsked): Promise<StatementResult> {
  return save(`/api/merchants/${encodeURIComponent(id)}/proof?${new URLSearchParams({ month })}`, `floatdesk-proof-${month}.ndjson`);
}

/** Saves the statement as a file. */
export function downloadStatement(asked: StatementAsked, format: "pdf" | "csv" | "xlsx"): Promise<StatementResult> {
  return save(statementPath(asked, format), `${asked.type}-${asked.month}.${format}`);
}
