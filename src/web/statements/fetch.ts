/** Fetching a statement: as a page for a new window, or as a file. */
import { download } from "../api.ts";
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
export type StatementResult = { readonly result: "done"; readonly file: string } | { readonly result: "failed" | "blocked" };

/** Address of a statement. */
function statementPath({ type, id, month, locale }: StatementAsked, format: StatementFormat): string {
  return `/api/${type}/${encodeURIComponent(id)}/statement?${new URLSearchParams({ month, format, locale })}`;
}

async function read(asked: StatementAsked, format: StatementFormat): Promise<Response | null> {
  try {
    const response = await download(statementPath(asked, format));
    return response.ok ? response : null;
  } catch {
    return null;
  }
}

/** The printable page in a window of its own; the window is opened at once, while the press still counts as one. */
export async function openStatement(asked: StatementAsked): Promise<StatementResult> {
  const target = window.open("", "_blank");
  if (target === null) return { result: "blocked" };
  const response = await read(asked, "html");
  if (response === null) {
    target.close();
    return { result: "failed" };
  }
  const address = URL.createObjectURL(new Blob([await response.blob()], { type: "text/html; charset=utf-8" }));
  target.location.replace(address);
  // The window has read it by then; keeping it would keep the bytes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return { result: "done", file: "" };
}

/** Saves the merchant's proof of the month: its entries on sealed days, each with its way to the signed root. */
export async function downloadProof({ id, month }: StatementAsked): Promise<StatementResult> {
  try {
    const response = await download(`/api/merchants/${encodeURIComponent(id)}/proof?${new URLSearchParams({ month })}`);
    if (!response.ok) return { result: "failed" };
    const file = fileName(response.headers.get("content-disposition"), `proof-${month}`, "csv", Date.now());
    saveBlob(await response.blob(), file);
    return { result: "done", file };
  } catch {
    return { result: "failed" };
  }
}

/** Saves the statement as a file. */
export async function downloadStatement(asked: StatementAsked, format: "pdf" | "csv" | "xlsx"): Promise<StatementResult> {
  const response = await read(asked, format);
  if (response === null) return { result: "failed" };
  const file = fileName(response.headers.get("content-disposition"), `${asked.type}-${asked.month}`, format, Date.now());
  saveBlob(await response.blob(), file);
  return { result: "done", file };
}
