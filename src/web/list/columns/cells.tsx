/** Light cells for tables: plain elements whose copy and tooltip are handled once for the page (`data-copy`, `data-tip`). */
import type { ReactNode } from "react";
import { amountParts, phoneText, shortId } from "../../i18n/format.ts";
import { COVER, isCovered } from "../../covered.ts";
import { StatusDot } from "../../ui/status.tsx";
import { DateTime } from "../../ui/values.tsx";
import type { Tone } from "../../theme.ts";
import css from "./cells.module.css";
import { textWidth } from "./text-width.ts";

/** Texts that some column may cut, in pixels. */
const TIPPED_FROM = 80;

/** Nothing there. */
export const absent: ReactNode = <span className={css.absent}>–</span>;

/** An amount, right-aligned by its column; `signed` marks what comes in. */
export function amountCell(value: string | null, signed = false): ReactNode {
  if (value === null) return absent;
  if (isCovered()) return <span className={css.amount}>{COVER}</span>;
  const { sign, whole, decimals } = amountParts(value);
  const credit = signed && sign === "" && /[1-9]/.test(value);
  return (
    <span className={css.amount} data-credit={credit || undefined}>
      {credit ? "+" : sign}
      {whole}
      <span className={css.decimals}>{decimals}</span>
    </span>
  );
}

/** A text that copies itself whole. `short` cuts it in the middle. */
export function copyCell(value: string | null, short = false): ReactNode {
  if (value === null || value === "") return absent;
  const shown = short ? shortId(value) : value;
  return (
    <span className={css.copy} data-copy={value} data-tip={shown !== value || textWidth(value) > TIPPED_FROM ? value : undefined}>
      {shown}
    </span>
  );
}

/** A phone number: grouped for reading, copied without spaces. */
export function phoneCell(value: string | null): ReactNode {
  if (value === null || value === "") return absent;
  return (
    <span className={css.copy} data-copy={value.replace(/\s/g, "")}>
      {phoneText(value)}
    </span>
  );
}

/** Plain text, cut at the column's edge and whole on hover. */
export function textCell(value: string | null): ReactNode {
  if (value === null || value === "") return absent;
  return (
    <span className={css.text} data-tip={textWidth(value) > TIPPED_FROM ? value : undefined}>
      {value}
    </span>
  );
}

/** A moment, relative within a day. */
export function timeCell(value: string | null): ReactNode {
  return value === null ? absent : <DateTime value={value} />;
}

/** A state: dot and word. */
export function statusCell(tone: Tone, word: string, tip?: string | null): ReactNode {
  return tip ? (
    <StatusDot tone={tone} tip={tip}>
      {word}
    </StatusDot>
  ) : (
    <StatusDot tone={tone}>{word}</StatusDot>
  );
}
