/** Why there is no file, and why a schedule stands still: a list's words speak of filters and columns, which the others do not have. */
import type { ExportFileOut, ExportScheduleOut } from "../../../contract/exports.schema.ts";
import { EXPORT_FILE_BYTES, EXPORT_OWNER_BYTES, isExportList } from "../../../contract/exports.ts";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { sizeText } from "../../list/export/index.ts";

/** Why there is no file; null: nothing stands against it. */
export function problemWords(
  { problem, list, format, too_many: tooMany }: Pick<ExportFileOut, "problem" | "list" | "format" | "too_many">,
  { t }: Pick<CellTools, "t">,
): string | null {
  if (problem === null) return null;
  if (problem === "too_many_rows" && tooMany !== null) {
    const words = isExportList(list) ? (format === "csv" ? "exports.tooManyCsv" : "exports.tooMany") : "exports.tooManyLines";
    return t(words, { found: countText(tooMany.rows), most: countText(tooMany.most) });
  }
  const size = sizeText(problem === "no_room" ? EXPORT_OWNER_BYTES : EXPORT_FILE_BYTES);
  if (isExportList(list)) return t(`exports.problem.${problem}`, { size });
  switch (problem) {
    case "permission_lost":
    case "invalid":
    case "too_many_rows":
    case "too_large":
    case "too_slow":
      return t(`exports.fileProblem.${problem}`, { size });
    default:
      return t(`exports.problem.${problem}`, { size });
  }
}

/** Why a schedule stands still; null: it does not. */
export function pauseWords({ pause_reason: reason, list }: Pick<ExportScheduleOut, "pause_reason" | "list">, { t }: Pick<CellTools, "t">): string | null {
  if (reason === null) return null;
  const isOfFile = !isExportList(list) && (reason === "permission_lost" || reason === "invalid");
  return isOfFile ? t(`exports.filePaused.${reason}`) : t(`exports.paused.${reason}`);
}
