/** What a timeline item says, and who did it, in words. */
import type { TimelineItem } from "../../contract/schema.ts";
import type { Area } from "../i18n/index.ts";
import { named } from "./named.ts";
import type { CellTools } from "../cell-tools.ts";

/** What an item says: its own key where this build knows it, else its kind or what the audit trail calls it, else as it came. */
export function timelineWord(area: Area, item: TimelineItem): string {
  const last = item.text_key.slice(item.text_key.lastIndexOf(".") + 1);
  const word = named(area, "timeline", last);
  if (word !== last) return word;
  const kind = named(area, "timeline", item.kind);
  return kind !== item.kind ? kind : named("audit", "action", item.kind);
}

/** A person by account; a merchant's program and the system by what they are, never by the id of a key. */
export function actorWord(actor: TimelineItem["actor"], { t }: Pick<CellTools, "t">): string {
  if (actor?.type === "merchant") return t("audit.actor.merchant");
  return actor?.account ?? t("common.system");
}
