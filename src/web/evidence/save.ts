/** From an order to its evidence as a file. */
import type { Result } from "../api.ts";
import type { CellTools } from "../cell-tools.ts";
import { saveBlob } from "../files.ts";
import type { FileResult } from "../list/spec/index.ts";

/** `20261126-1147`: the moment within a file's name, Asia/Shanghai. */
const stamp = (shown: string): string => shown.slice(0, 16).replaceAll("/", "").replace(" ", "-").replace(":", "");

/**
 * Hands the evidence to the browser.
 * @param write the page of what was answered
 * @param made the moment of it as people read it
 */
export function saveEvidence<Data>(
  answer: Result<Data>,
  id: string,
  made: (data: Data) => string,
  write: (data: Data) => string,
  { t }: CellTools,
): FileResult {
  if (!answer.success) return { error: answer.error };
  const file = `${t("evidence.name")}-${id}-${stamp(made(answer.data))}.html`;
  saveBlob(new Blob([write(answer.data)], { type: "text/html;charset=utf-8" }), file);
  return { file };
}
