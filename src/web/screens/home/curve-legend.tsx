/** Under the curve: the figures of one hour. The hour is under the pointer, or chosen by keys; else it is the present one. */
import type { KeyboardEvent, ReactElement } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import { amountText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import css from "./home.module.css";

type Hourly = Home["hourly"];
const LAST = 23;
export const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
/** Today's figures reach to the hour that has begun. */
const presentHour = (hourly: Hourly): number => hourly.today.at(-1)?.hour ?? 0;

/** The hour that a key goes to from `hour`; null when the key means nothing here. */
export function hourAfter(key: string, hour: number): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, hour - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(LAST, hour + 1);
    case "Home":
      return 0;
    case "End":
      return LAST;
    default:
      return null;
  }
}

interface Props {
  readonly hourly: Hourly;
  readonly chosen: number | null;
  readonly onChoose: (hour: number | null) => void;
}

/** A slider over the hours for keys; the pointer has the curve itself. */
export function CurveLegend({ hourly, chosen, onChoose }: Props): ReactElement {
  const t = useText();
  const present = presentHour(hourly);
  const hour = chosen ?? present;
  const said = (rows: Hourly["today"]): string => {
    const row = rows.find((one) => one.hour === hour);
    return row === undefined ? "–" : amountText(row.collected);
  };
  const shown = [
    { key: "hour", what: t("home.hour"), value: hour === present ? t("home.hourNow", { hour: clock(hour) }) : clock(hour) },
    { key: "yesterday", what: t("common.yesterday"), value: said(hourly.yesterday) },
    { key: "today", what: t("common.today"), value: said(hourly.today) },
  ];
  const words = shown.map(({ key, what, value }) => ({ key, text: t("list.filters.pair", { what, value }) }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : hourAfter(event.key, hour);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
  };
  return (
    <div
      role="slider"
      className={css.legend}
      tabIndex={0}
      aria-label={t("home.hourly")}
      aria-valuemin={0}
      aria-valuemax={LAST}
      aria-valuenow={hour}
      aria-valuetext={words.map((one) => one.text).join(", ")}
      onKeyDown={onKeyDown}
      onBlur={() => onChoose(null)}
    >
      {words.map(({ key, text }) => (
        <span key={key} data-line={key}>
          {text}
        </span>
      ))}
    </div>
  );
}
