/** Collected hour by hour, today over yesterday and the week before, as a plot. */
import type { Home } from "../../../contract/home.schema.ts";
import { businessDay } from "../../../contract/time.ts";
import type { Locale } from "../../screens.ts";
import { amountText } from "../../i18n/format.ts";
import type { text } from "../../i18n/keys.ts";
import { pathTo } from "../../paths.ts";
import { amountLine, hourText, type PlotLine, type PlotSpec } from "../../plots/index.ts";
import { hourBehind } from "./behind.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface HourTools {
  readonly t: typeof text;
  readonly locale: Locale;
}

/** Today's figures reach to the hour that has begun; each of today's hours opens what completed in it. */
export function hourlySpec(home: Pick<Home, "hourly" | "at" | "today" | "yesterday">, { t, locale }: HourTools): PlotSpec {
  const { hourly, at, today, yesterday } = home;
  const line = (key: keyof Home["hourly"], name: string, look: PlotLine["look"]): PlotLine =>
    amountLine(
      key,
      name,
      look,
      HOURS.map((hour) => hourly[key].find((row) => row.hour === hour)?.collected ?? null),
    );
  const present = hourly.today.at(-1)?.hour ?? 0;
  return {
    title: t("home.hourly"),
    alt: t("home.hourlyAlt", { today: amountText(today.collected), yesterday: amountText(yesterday.collected) }),
    along: t("home.hour"),
    points: HOURS.map((hour) => ({ x: hour, label: hourText(hour) })),
    lines: [line("today", t("common.today"), "main"), line("yesterday", t("common.yesterday"), "before"), line("last_week", t("home.lastWeek"), "earlier")],
    present,
    presentLabel: t("home.hourNow", { hour: hourText(present) }),
    range: [0, 23],
    tick: hourText,
    steps: [1, 2, 3, 4, 6],
    opens: {
      to: (hour) => {
        const behind = hourBehind(home, hour);
        return behind === null ? null : pathTo(locale, behind.screen, behind.query);
      },
      text: (hour) => t("home.openHour", { hour: hourText(hour) }),
    },
    file: `${t("home.hourly")}-${businessDay(Date.parse(at))}`,
  };
}
