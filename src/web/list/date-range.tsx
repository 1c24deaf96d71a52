/** The calendar for a stretch of days. Loaded only when someone wants one. */
import { Button } from "@mantine/core";
import { DatePicker, DatesProvider } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/zh-cn";
import { type ReactElement, useState } from "react";
import css from "./overlays.module.css";
import type { CellTools } from "./spec.ts";

interface Props {
  readonly from: string | null;
  readonly to: string | null;
  readonly tools: CellTools;
  readonly onApply: (from: string | null, to: string | null) => void;
}

/** Two clicks choose the first and the last day; both are included. */
export default function DateRange({ from, to, tools, onApply }: Props): ReactElement {
  const { t, locale } = tools;
  const [range, setRange] = useState<[string | null, string | null]>([from, to]);
  return (
    <DatesProvider settings={{ locale: locale === "zh" ? "zh-cn" : "en", firstDayOfWeek: 1 }}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        highlightToday
        hideOutsideDates
        weekendDays={[]}
        value={range}
        onChange={setRange}
        monthLabelFormat={locale === "zh" ? "YYYY年M月" : "MMMM YYYY"}
        ariaLabels={{
          previousMonth: t("list.dates.before"),
          nextMonth: t("list.dates.after"),
          previousYear: t("list.dates.before"),
          nextYear: t("list.dates.after"),
          previousDecade: t("list.dates.before"),
          nextDecade: t("list.dates.after"),
        }}
      />
      <p className={css.note}>{t("list.dates.zone")}</p>
      <div className={css.foot}>
        <Button mt="sm" disabled={range[0] === null} onClick={() => onApply(range[0], range[1] ?? range[0])}>
          {t("list.dates.apply")}
        </Button>
      </div>
    </DatesProvider>
  );
}
