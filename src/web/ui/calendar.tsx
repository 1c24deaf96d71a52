/** What every calendar of the product shares: its language, its week, its words. Arrives with whoever opens one. */
import { businessDay } from "../../contract/time.ts";
import { DatesProvider } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import type { ReactElement, ReactNode } from "react";
import type { text } from "../i18n/keys.ts";
import type { Locale } from "../screens.ts";

/** Month and day names in the person's language; weeks begin on Monday. */
export function Calendar({ locale, children }: { locale: Locale; children: ReactNode }): ReactElement {
  return <DatesProvider settings={{ locale: locale === "zh" ? "zh-cn" : "en", firstDayOfWeek: 1 }}>{children}</DatesProvider>;
}

/** Looks and words of a `DatePicker`. */
export function calendarProps(locale: Locale, t: typeof text) {
  const [before, after] = [t("list.dates.before"), t("list.dates.after")];
  return {
    // The business day's, not that of whoever looks: the frame stands where the presets do.
    highlightToday: false,
    getDayProps: (day: string) =>
      day === businessDay(Date.now()) ? { "aria-current": "date" as const, style: { boxShadow: "inset 0 0 0 1px var(--fd-accent)" } } : {},
    hideOutsideDates: true,
    weekendDays: [],
    monthLabelFormat: locale === "zh" ? "YYYY年M月" : "MMMM YYYY",
    ariaLabels: { previousMonth: before, nextMonth: after, previousYear: before, nextYear: after, previousDecade: before, nextDecade: after },
  };
}
