/** What a timeline item says, and who did it, in words. */
import i18next from "i18next";
import type { TimelineItem } from "../../contract/schema.ts";
import type { Area } from "../i18n/index.ts";
import { named, reasonWord } from "./named.ts";
import type { CellTools } from "../cell-tools.ts";

/** What an item says: its own key where this build knows it, else its kind or what the audit trail calls it, else as it came. */
export function timelineWord(area: Area, item: TimelineItem): string {
  const last = item.text_key.slice(item.text_key.lastIndexOf(".") + 1);
  const word = named(area, "timeline", last);
  if (word !== last) return word;
  const kind = named(area, "timeline", item.kind);
  return kind !== item.kind ? kind : named("audit", "action", item.kind);
}

/** A person by account; the platform's people to a merchant, a merchant's program and the system by what they are, never by the id of a key. */
export function actorWord(actor: TimelineItem["actor"], { t }: Pick<CellTools, "t">): string {
  if (actor?.type === "merchant" || actor?.type === "staff") return t(`audit.actor.${actor.type}`);
  return actor?.account ?? t("common.system");
}

/** A reason with both values, where the item has them: amounts, or our two wallets. */
function reason(area: Area, { params }: TimelineItem, plain: string): string {
  const text = (key: string): string | null => (typeof params[key] === "string" ? (params[key] as string) : null);
  const code = text("reason");
  if (code === "other_wallet" && text("ordered_wallet") && text("received_wallet"))
    return i18next.t("drawer.walletsDiffer", { ns: "list", ordered: text("ordered_wallet"), received: text("received_wallet") });
  return code === "amount_differs" ? reasonWord(area, "reason", code, { ordered: text("ordered"), received: text("received") }) : plain;
}

/** Texts among an item's values: a notification's kind and end, reasons in words where they are codes, notes that people wrote. */
export function timelineDetail(area: Area, item: TimelineItem): string | null {
  const param = (key: string, path?: string): string => {
    const value = item.params[key];
    if (typeof value !== "string" || value === "") return "";
    // What people wrote is no code; a dot in it would be read as a path.
    return path !== undefined && /^[a-z_]+(\.[a-z_]+)?$/.test(value) ? named(area, path, value.replace(".", "_")) : value;
  };
  const texts =
    item.kind === "notification"
      ? [param("type", "deliveryType"), named("payments", "notify", param("status"))]
      : [reason(area, item, param("reason", "reason")), param("note"), param("text"), param("trx_id")];
  return texts.filter((text) => text !== "").join(" · ") || null;
}
