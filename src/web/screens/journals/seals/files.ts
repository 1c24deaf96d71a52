/** Downloads of sealed days. */
import { download } from "../../../api.ts";
import { fileName, saveBlob } from "../../../list/export/index.ts";

/** Fetches a file and saves it under the server's name; null: it could not be had. */
export async function saveFile(path: string, fallback: string): Promise<string | null> {
  try {
    const response = await download(path);
    if (!response.ok) return null;
    const file = fileName(response.headers.get("content-disposition"), fallback, "csv", Date.now());
    saveBlob(await response.blob(), file);
    return file;
  } catch {
    return null;
  }
}
