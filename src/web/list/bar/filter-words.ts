/** Filters in words: for the bar's buttons, the removable tags and the "nothing found" sentence. */
import { dayText, isDay, spanEnds } from "../../../contract/time.ts";
import { amountText, formatDateTime } from "../../i18n/format.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { optionWord } from "../../forms/option.ts";
import type { Tag } from "../state/index.ts";
import type { FilterSpec } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";

/** A preset, or a stretch of days. */
export function datesWord(values: readonly string[], { t }: CellTools): string {
  const [from = "", to = ""] = values;
  if (values.length === 1) return t(`list.dates.${from}` as MessageKey); // activeTags puts a preset here, and each preset has a message
  if (from !== "" && to !== "") return from === to ? dayText(from) : t("list.dates.between", { from: dayText(from), to: dayText(to) });
  return from !== "" ? t("list.dates.since", { from: dayText(from) }) : t("list.dates.until", { to: dayText(to) });
}

/** One end of a stretch: a day, or an instant to its minute. */
const endText = (end: string): string => (end === "" || isDay(end) ? end : formatDateTime(end));

/** A stretch of time that is one value. */
function spanWord(value: string, tools: CellTools): string {
  const ends = spanEnds(value);
  return ends === null ? datesWord([value], tools) : datesWord([endText(ends.from), endText(ends.to)], tools);
}

/** The chosen value of a filter; a lookup shows its id until the name is known. */
export function valueWord(filter: FilterSpec, values: readonly string[], tools: CellTools): string {
  const [first = "", second = ""] = values;
  switch (filter.kind) {
    case "tabs":
    case "choice": {
      const parts = filter.kind === "choice" && filter.multiple ? first.split(",") : [first];
      return parts
        .map((part) => filter.options.find((option) => option.value === part))
        .map((option) => (option ? optionWord(option, tools) : ""))
        .join(", ");
    }
    case "amount":
      return first !== "" && second !== ""
        ? `${amountText(first)} – ${amountText(second)}`
        : first !== ""
          ? `≥ ${amountText(first)}`
          : `≤ ${amountText(second)}`;
    case "dates":
      return spanWord(first, tools);
    case "lookup":
    case "text":
      return first;
  }
}

/** A tag as one phrase. `name` is the looked-up name of a lookup's id. */
export function tagWord(tag: Tag, tools: CellTools, name?: string): string {
  const { t } = tools;
  if (tag.filter === "q") return t("list.filters.pair", { what: t("list.search"), value: tag.values[0] ?? "" });
  if (tag.filter === "dates") return datesWord(tag.values, tools);
  return t("list.filters.pair", { what: t(tag.filter.label), value: name ?? valueWord(tag.filter, tag.values, tools) });
}
