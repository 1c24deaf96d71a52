/** The calendar for a stretch of days. Loaded only when someone wants one. */
import { Button } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { type ReactElement, useState } from "react";
import { Calendar, calendarProps } from "../../ui/calendar.tsx";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";

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
    <Calendar locale={locale}>
      <DatePicker type="range" allowSingleDateInRange {...calendarProps(locale, t)} value={range} onChange={setRange} />
      <p className={css.note}>{t("list.dates.zone")}</p>
      <div className={css.foot}>
        <Button mt="sm" disabled={range[0] === null} onClick={() => onApply(range[0], range[1] ?? range[0])}>
          {t("list.dates.apply")}
        </Button>
      </div>
    </Calendar>
  );
}
