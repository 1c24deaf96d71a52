/** What a screen says where entries or activity of archived months would stand. */
import { dayText } from "../../../contract/time.ts";
import type { ReactElement } from "react";
import type { CellTools } from "../../cell-tools.ts";
import { useSession } from "../../session.tsx";
import css from "./parts.module.css";

/** The first day whose entries and activity are here; null: all of them are. */
function useArchivedBefore(): string | null {
  const session = useSession();
  return session.state === "in" ? (session.profile.archived_before ?? null) : null;
}

/** `P260831…` was made on a day before this one. */
const isBefore = (id: string, day: string): boolean => `20${id.slice(1, 7)}` < day.replaceAll("-", "");

/** True where what was written of an object, by its public id, may be in files. */
export function useIsArchived(of: string): boolean {
  const before = useArchivedBefore();
  return before !== null && isBefore(of, before);
}

/** Lists of what leaves with a month, and what of it they show: their files lack it too. */
const LEAVES: Partial<Record<string, "entries" | "acts">> = { journals: "entries", audit: "acts" };

/** The same line for a file of a list; nothing where none of its rows leaves. */
export function ArchivedFromFile({ list, tools }: { list: string; tools: CellTools }): ReactElement | null {
  const what = LEAVES[list];
  return what === undefined ? null : <ArchivedNote what={what} tools={tools} />;
}

/** A line for a list, or for an object that is older than what is here; nothing else. */
export function ArchivedNote({ what, of, tools: { t } }: { what: "entries" | "acts"; of?: string; tools: CellTools }): ReactElement | null {
  const before = useArchivedBefore();
  if (before === null || (of !== undefined && !isBefore(of, before))) return null;
  const day = dayText(before);
  return <p className={css.archived}>{what === "entries" ? t("list.drawer.archivedEntries", { day }) : t("list.drawer.archivedActs", { day })}</p>;
}
