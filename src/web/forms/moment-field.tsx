/** A date and a time in business time: typed in the product's format, or chosen in its calendar. */
import { TextInput } from "@mantine/core";
import { type KeyboardEvent, lazy, type ReactElement, Suspense, useId, useRef, useState } from "react";
import { formatDateTime, readDateTime } from "../../contract/time.ts";
import { Icon } from "../frame/icons.tsx";
import { useText } from "../i18n/keys.ts";
import { Placeholder } from "../ui/blocks.tsx";
import css from "./form.module.css";
import { stepped } from "./moment.ts";
import type { CustomFieldProps } from "./spec.ts";

const MomentCalendar = lazy(() => import("./moment-calendar.tsx"));
const CALENDAR_HEIGHT = 330;

interface MomentInputProps {
  readonly id?: string;
  readonly label: string;
  /** As typed; `readDateTime` says what it means. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly disabled?: boolean;
  readonly withAsterisk?: boolean;
  /** The dialog gives it the focus. */
  readonly takesFocus?: boolean;
  /** Days before or after these moments cannot be chosen in the calendar. */
  readonly earliest?: number;
  readonly latest?: number;
}

/** The field. Arrow keys move the part under the caret, Alt ↓ opens the calendar, leaving it writes the moment as the product does. */
export function MomentInput({ earliest, latest, onChange, takesFocus = false, ...field }: MomentInputProps): ReactElement {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const calendarId = useId();
  const input = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (event.altKey) {
      event.preventDefault();
      return setOpened(event.key === "ArrowDown");
    }
    const next = stepped(field.value, event.currentTarget.selectionStart ?? 0, event.key === "ArrowUp" ? 1 : -1);
    if (next === null) return;
    event.preventDefault();
    onChange(next.text);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.start, next.end));
  };
  const tidy = (): void => {
    const at = readDateTime(field.value);
    if (at !== null && formatDateTime(at) !== field.value) onChange(formatDateTime(at));
  };
  const toggle = (
    <button
      type="button"
      className={css.calendarButton}
      aria-label={t("list.dates.calendar")}
      aria-expanded={opened}
      aria-controls={calendarId}
      disabled={field.disabled}
      onClick={() => setOpened(!opened)}
    >
      <Icon name="calendar" />
    </button>
  );
  return (
    <div className={css.moment}>
      <TextInput
        {...field}
        ref={input}
        data-autofocus={takesFocus || undefined}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        placeholder="YYYY/MM/DD HH:mm"
        rightSection={toggle}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={tidy}
      />
      <div id={calendarId} hidden={!opened}>
        {opened ? (
          <Suspense fallback={<Placeholder height={CALENDAR_HEIGHT} />}>
            <MomentCalendar
              value={field.value}
              onChange={onChange}
              earliest={earliest}
              latest={latest}
              onClose={() => {
                setOpened(false);
                input.current?.focus();
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
}

/** The same as a form's own field, for a moment to come. */
export function MomentField<Subject>({ id, label, value, error, disabled, onChange }: CustomFieldProps<Subject>): ReactElement {
  return <MomentInput id={id} label={label} value={value} error={error} disabled={disabled} onChange={onChange} earliest={Date.now()} withAsterisk />;
}
