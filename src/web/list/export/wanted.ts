/** What of a list a file in the background holds: its filters with days that move kept as words. */
import { type ExportSourceName, EXPORT_LISTS, isStatement } from "../../../contract/exports.ts";
import { type DatePreset, dayText } from "../../../contract/time.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import type { ApiQuery } from "../state/index.ts";

/** What a file is made from, as the server takes it. */
export interface WantedRows {
  readonly list: ExportSourceName;
  readonly filters: Record<string, string>;
  readonly range: DatePreset | null;
}

/** Days of wallets by the address of their export. */
const DAYS: Readonly<Record<string, ExportSourceName>> = { "statistics/wallets": "wallet_statistics", reconciliation: "reconciliation" };

/** What stands at an address, where files of it can be made in the background; else null. */
export const sourceAt = (address: string): ExportSourceName | null => EXPORT_LISTS.find((one) => one === address) ?? DAYS[address] ?? null;

/** What belongs to a page and not to the rows. */
const OF_A_PAGE = new Set(["size", "cursor", "only"]);

/** The rows of a call. @param preset days that move, which stand in the call as days of now */
export function wantedRows(list: ExportSourceName, query: ApiQuery, preset: DatePreset | null): WantedRows {
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    const moves = preset !== null && (name === "from" || name === "to");
    if (value !== undefined && !moves && !OF_A_PAGE.has(name)) filters[name] = String(value);
  }
  return { list, filters, range: preset };
}

/** The words of columns, in a sentence. */
export const columnWords = (names: readonly string[], { locale }: Pick<CellTools, "locale">): string => names.join(locale === "zh" ? "、" : ", ");

/**
 * The columns in view that a file cannot hold, in words.
 * @param held columns that one can; null: nobody knows
 */
export function leftOutWords(
  inView: readonly { readonly id: string; readonly header: MessageKey }[],
  held: readonly string[] | null,
  { t }: Pick<CellTools, "t">,
): string[] {
  return held === null ? [] : inView.flatMap(({ id, header }) => (held.includes(id) ? [] : [t(header)]));
}

/** What is no filter: dates, order, of what its rows are, and whose statement it is. */
const NO_FILTERS = new Set(["from", "to", "sort", "view", "id"]);
/** How many filters there are beside those. */
export const filterCount = (filters: Readonly<Record<string, string>>): number => Object.keys(filters).filter((name) => !NO_FILTERS.has(name)).length;

/** What it is of: a list's name, or which statement of whom. */
export const sourceWords = ({ list, filters }: Pick<WantedRows, "list" | "filters">, { t }: Pick<CellTools, "t">): string =>
  isStatement(list) ? `${t(`exports.list.${list}`)} ${filters["id"] ?? ""}` : t(`exports.list.${list}`);

/** The days of a file in words. */
export function rangeWords({ filters, range }: Pick<WantedRows, "filters" | "range">, { t }: Pick<CellTools, "t">): string {
  if (range !== null) return t(`list.dates.${range}`);
  const day = (text: string): string => dayText(text.slice(0, 10));
  const { from, to } = filters;
  if (from !== undefined && to !== undefined) return from === to ? day(from) : t("exports.between", { from: day(from), to: day(to) });
  if (from !== undefined) return t("exports.since", { from: day(from) });
  return to === undefined ? t("exports.allTime") : t("exports.until", { to: day(to) });
}
