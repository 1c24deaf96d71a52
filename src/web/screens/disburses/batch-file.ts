/** A file of payouts before it is sent: its text, a template, and the words for what is wrong with it. Pure but for reading. */
import { BATCH_CHARACTERS_MAX, BATCH_COLUMNS, BATCH_ROWS_MAX } from "../../../contract/disburse-batches.ts";
import type { CallError } from "../../api.ts";
import { countText } from "../../i18n/format.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";

/** Text of a file: UTF-8, or what Chinese spreadsheets still save. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gbk").decode(bytes);
  }
}

/** True when a text is longer than the server takes. */
export function isTooBig(text: string): boolean {
  return text.length > BATCH_CHARACTERS_MAX;
}

/** A file that can be filled in: heads in the person's language, one row as an example. */
export function templateText({ t }: CellTools): string {
  const heads = BATCH_COLUMNS.map((column) => t(`batches.field.${column}`));
  return `\uFEFF${heads.join(",")}\r\nPO-1001,bkash,500.00,01712345678,user-1\r\n`;
}

/** Why a file was refused as a whole, in words; null when the answer says nothing about the file. */
export function fileProblem(error: CallError, { t, locale }: CellTools): string | null {
  const details = error.details ?? {};
  const columns = Array.isArray(details.columns)
    ? details.columns.map((column) => named("batches", "field", String(column))).join(locale === "zh" ? "、" : ", ")
    : "";
  switch (details.reason) {
    case "open_quote":
      return t("batches.dialog.problem.open_quote", { line: String(details.line ?? "") });
    case "no_rows":
      return t("batches.dialog.problem.no_rows");
    case "missing_columns":
      return t("batches.dialog.problem.missing_columns", { columns });
    case "doubled_column":
      return t("batches.dialog.problem.doubled_column", { columns });
    case "too_many_rows":
      return t("batches.dialog.problem.too_many_rows", { rows: countText(Number(details.rows)), max: countText(BATCH_ROWS_MAX) });
    default:
      return null;
  }
}

/** Why a row is wrong: field and reason in words. */
export function rowProblem(field: string | null, code: string | null): string {
  if (code === null) return "";
  const own = named("batches", "code", code);
  const word = own !== code ? own : named("errors", "code", code) !== code ? named("errors", "code", code) : named("errors", "field", code);
  return field === null || own !== code ? word : `${named("batches", "field", field)} · ${word}`;
}
