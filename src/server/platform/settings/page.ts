/** The settings as docs/operate.md shows them. */
import { type Setting, SETTINGS } from "./table.ts";

/** Between these two lines stands the table. */
export const TABLE_MARKS = ["<!-- settings: written by npm run settings -->", "<!-- settings end -->"] as const;

const cell = (words: string): string => words.replaceAll("|", "\\|");

function readers(row: Setting): string {
  return row.readBy.join(", ");
}

/** The rows of the table in Markdown. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, row]) => {
    const at = row.without ?? (row.initial ? `\`${row.initial}\`` : "–");
    return `| \`${name}\` | ${[row.about, row.allowed, at, readers(row)].map(cell).join(" | ")} |`;
  });
  return ["| name | what | allowed | without it | read by |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** A page with its table as the settings are now. @throws Error when the marks are missing */
export function withSettings(page: string): string {
  const [from, to] = TABLE_MARKS.map((mark) => page.indexOf(mark)) as [number, number];
  if (from < 0 || to < from) throw new Error("docs/operate.md has lost the marks around its table of settings.");
  return `${page.slice(0, from + TABLE_MARKS[0].length)}\n${settingsTable()}\n${page.slice(to)}`;
}
