/** Amounts, counts and times in one way everywhere. */
import { ABSENT, amountParts, countText, formatDate, formatDateTime, isOff, relativeText } from "../i18n/format.ts";
import { useLocale } from "../i18n/locale.ts";
import { countedFrom, useClockText } from "../clock.ts";
import { COVER, useCovered } from "../covered.ts";
import css from "./values.module.css";

/**
 * An amount (the contract's decimal string): grouped, decimals dimmed, real minus, `–` when absent. `signed` colours and marks credits and debits;
 * `difference` marks both and asks for a person whichever way it goes.
 */
export function Amount({
  value,
  signed = false,
  currency,
  strong = false,
  difference = false,
}: {
  value: string | null | undefined;
  signed?: boolean;
  currency?: string;
  strong?: boolean;
  difference?: boolean;
}) {
  const covered = useCovered();
  if (value === null || value === undefined) return <span className={css.absent}>{ABSENT}</span>;
  // Neither its colour nor its sign: both say something of it.
  if (covered) return <span className={css.amount}>{COVER}</span>;
  const { sign, whole, decimals } = amountParts(value);
  const isZero = !isOff(value);
  const isMore = (signed || difference) && sign === "" && !isZero;
  return (
    <span
      className={css.amount}
      data-credit={(isMore && !difference) || undefined}
      data-off={(difference && !isZero) || undefined}
      data-strong={strong || undefined}
    >
      {currency === undefined ? null : <span className={css.unit}>{currency} </span>}
      {isMore ? "+" : sign}
      {whole}
      <span className={css.decimals}>{decimals}</span>
    </span>
  );
}

/** A whole number, grouped; `–` when absent. */
export function Count({ value }: { value: number | null | undefined }) {
  return <span className={value === null || value === undefined ? css.absent : css.amount}>{countText(value)}</span>;
}

/** A moment: relative within 24 hours (exact on hover), else `YYYY/MM/DD HH:mm`, Asia/Shanghai. `exact` never shows it relative. */
export function DateTime({ value, exact = false }: { value: string | null | undefined; exact?: boolean }) {
  const locale = useLocale();
  const relative = useClockText((now) =>
    exact || value === null || value === undefined ? null : relativeText(value, countedFrom(Date.parse(value), now), locale),
  );
  if (value === null || value === undefined) return <span className={css.absent}>{ABSENT}</span>;
  const full = formatDateTime(value);
  return (
    <time dateTime={value} className={css.time} data-tip={relative === null ? undefined : full}>
      {relative ?? full}
    </time>
  );
}

/** A date alone, `YYYY/MM/DD` in UTC. */
export function DateOnly({ value }: { value: string | null | undefined }) {
  if (value === null || value === undefined) return <span className={css.absent}>{ABSENT}</span>;
  return (
    <time dateTime={value} className={css.time}>
      {formatDate(value)}
    </time>
  );
}
