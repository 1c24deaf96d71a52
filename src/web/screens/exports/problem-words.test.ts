/** Words of what went wrong: of a list its filters and columns, of the others what those have. */
import { expect, it } from "vitest";
import { EXPORT_PAUSES, EXPORT_PROBLEMS, EXPORT_SOURCES, isExportList } from "../../../contract/exports.ts";
import type { CellTools } from "../../cell-tools.ts";
import { downloads as en } from "../../i18n/en/exports.ts";
import { downloads as zh } from "../../i18n/zh/exports.ts";
import { pauseWords, problemWords } from "./problem-words.ts";

/** The text as it stands, its places left open. */
const toolsOf = (texts: object): Pick<CellTools, "t"> => ({
  t: ((key: string) =>
    key
      .split(".")
      .slice(1)
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts)) as CellTools["t"],
});
const OF_LISTS = /list|filter|column|列表|筛选|列/;

it.each([
  ["zh", zh],
  ["en", en],
] as const)("speaks of a list only where it is one (%s)", (_locale, texts) => {
  const tools = toolsOf(texts);
  for (const list of EXPORT_SOURCES) {
    const words = [
      ...EXPORT_PROBLEMS.flatMap((problem) =>
        [null, { rows: 2, most: 1 }].map((tooMany) => problemWords({ problem, list, format: "xlsx", too_many: tooMany }, tools)),
      ),
      ...EXPORT_PAUSES.map((reason) => pauseWords({ pause_reason: reason, list }, tools)),
    ];
    for (const text of words) expect(text, list).toMatch(/./);
    expect(
      words.some((text) => OF_LISTS.test(text ?? "")),
      list,
    ).toBe(isExportList(list));
  }
  expect(problemWords({ problem: null, list: "payments", format: "csv", too_many: null }, tools)).toBe(null);
  expect(pauseWords({ pause_reason: null, list: "payments" }, tools)).toBe(null);
});

it("tells nobody who has no lists of wallets of reconciliation", () => {
  for (const { emptySchedules } of [zh, en]) expect(emptySchedules).not.toMatch(/reconciliation|wallet|对账、|钱包/i);
});
