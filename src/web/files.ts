/** Files: what the server has fetched and handed to the browser, or why there is none. */
import { businessDay } from "../contract/time.ts";
import { type CallError, download, refusalOf } from "./api.ts";

/** Why there is no file: what the server said in its place, under HTTP's status; null, 0: nothing of it arrived, or not to its end. */
export interface NoFile {
  readonly error: CallError | null;
  readonly status: number;
}
/** A file that the browser has: its name, and what the server said of it. */
export interface Saved {
  readonly file: string;
  readonly headers: Headers;
}
const LOST: NoFile = { error: null, status: 0 };

/** Asks for a file. @returns the answer, whose body is still to be read; or why there is none */
export async function openFile(path: string, signal?: AbortSignal): Promise<{ readonly response: Response } | NoFile> {
  const response = await download(path, signal).catch(() => null);
  if (response === null) return LOST;
  if (response.ok) return { response };
  const error = await refusalOf(response);
  // A proxy's page in the place of an answer says nothing of the file.
  return { error: error.code === "bad_answer" ? null : error, status: response.status };
}

/** File name from `Content-Disposition` (RFC 5987 first), else the one given. A name from outside never carries a path. */
export function fileName(disposition: string | null, otherwise: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  try {
    return (encoded === undefined ? (plain ?? otherwise) : decodeURIComponent(encoded)).replace(/[/\\]/g, "_");
  } catch {
    return otherwise;
  }
}

/** `payments-2026-11-21.csv`: what a file is called where the server does not say. */
export function datedName(what: string, format: string, nowMs: number): string {
  return `${what}-${businessDay(nowMs)}.${format}`;
}

/** @param progress called with the bytes received so far @throws what ends the reading before its end */
async function readAll(response: Response, progress: (bytes: number) => void): Promise<BlobPart[]> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) return parts;
    parts.push(value);
    bytes += value.byteLength;
    progress(bytes);
  }
}

/**
 * Fetches a file and hands it to the browser.
 * @param otherwise what it is called where the server does not say
 * @param progress called with the bytes received so far
 */
export async function saveFile(path: string, otherwise: string, progress: (bytes: number) => void, signal?: AbortSignal): Promise<Saved | NoFile> {
  const opened = await openFile(path, signal);
  if (!("response" in opened)) return opened;
  const { headers } = opened.response;
  const parts = await readAll(opened.response, progress).catch(() => null);
  if (parts === null) return LOST;
  const file = fileName(headers.get("content-disposition"), otherwise);
  saveBlob(new Blob(parts, { type: headers.get("content-type") ?? "application/octet-stream" }), file);
  return { file, headers };
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
