/** Reads the chosen statement as text; what is not UTF-8 is said so, never guessed. */

/** The API takes 1 MiB; the rest is room for the JSON around the text. */
const MAX_FILE_BYTES = 1_000_000;
export type FileRead = { readonly text: string } | { readonly problem: "tooLarge" | "unreadable" };

/** @returns the text without a byte order mark, or why there is none */
export async function readStatementFile(file: Pick<File, "size" | "arrayBuffer">): Promise<FileRead> {
  if (file.size > MAX_FILE_BYTES) return { problem: "tooLarge" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    // Quotes and line ends grow in JSON; the body has to stay within the limit too.
    return JSON.stringify(text).length > MAX_FILE_BYTES * 1.03 ? { problem: "tooLarge" } : text.includes("\u0000") ? { problem: "unreadable" } : { text };
  } catch {
    return { problem: "unreadable" };
  }
}
