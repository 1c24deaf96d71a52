/** The calendar under a moment's field: the day, and the time in two lists. Loaded only when someone opens it. */
import { NativeSelect } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { type ReactElement, useEffect, useRef } from "react";
import { dayText, businessDay, formatDateTime, readDateTime } from "../../contract/time.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { Calendar, calendarProps } from "../ui/calendar.tsx";
import css from "./form.module.css";

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly earliest: number | undefined;
  readonly latest: number | undefined;
  readonly onClose: () => void;
}

const twoDigits = (count: number): string[] => Array.from({ length: count }, (_one, index) => String(index).padStart(2, "0"));
const HOURS = twoDigits(24);
const MINUTES = twoDigits(60);

/** Writes every choice into the field at once; what the field cannot read counts as now. */
export default function MomentCalendar({ value, onChange, earliest, latest, onClose }: Props): ReactElement {
  const t = useText();
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  const at = readDateTime(value) ?? Date.now();
  const text = formatDateTime(at);
  const bounded = Math.min(Math.max(at, earliest ?? 0), latest ?? Number.MAX_SAFE_INTEGER);
  const [day, hour, minute] = [text.slice(0, 10), text.slice(11, 13), text.slice(14)];
  useEffect(() => place.current?.querySelector<HTMLElement>("table [tabindex='0']")?.focus(), []);
  return (
    <Calendar locale={locale}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: two keys for all that is inside */}
      <div
        ref={place}
        className={css.calendar}
        // A dialog of the library hears Escape before the calendar does; it asks the element with the focus whether to close.
        onFocusCapture={(event) => event.target.setAttribute("data-mantine-stop-propagation", "true")}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && !(event.key === "ArrowUp" && event.altKey)) return;
          event.preventDefault();
          onClose();
        }}
      >
        <DatePicker
          {...calendarProps(locale, t)}
          value={day.replaceAll("/", "-")}
          defaultDate={businessDay(bounded)}
          fullWidth
          {...(earliest === undefined ? {} : { minDate: businessDay(earliest) })}
          {...(latest === undefined ? {} : { maxDate: businessDay(latest) })}
          onChange={(chosen) => (chosen === null ? undefined : onChange(`${dayText(chosen)} ${hour}:${minute}`))}
        />
        <div className={css.time}>
          <NativeSelect
            label={t("list.dates.hour")}
            data={HOURS}
            value={hour}
            onChange={(event) => onChange(`${day} ${event.currentTarget.value}:${minute}`)}
          />
          <NativeSelect
            label={t("list.dates.minute")}
            data={MINUTES}
            value={minute}
            onChange={(event) => onChange(`${day} ${hour}:${event.currentTarget.value}`)}
          />
        </div>
      </div>
    </Calendar>
  );
}
