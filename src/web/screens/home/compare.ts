/** Today's figure against an earlier day's at the same moment. Ratios are for reading only, so floating point is good enough here. */
import { countText } from "../../i18n/format.ts";

export interface Change {
  readonly direction: "up" | "down" | "same" | "none";
  /** Size of the change: `8.0%`, `54,452%`, or points with one decimal. */
  readonly by: string;
}
/** From here on a tenth of a percent says nothing, percent. */
const WHOLE_FROM = 1000;
const NONE: Change = { direction: "none", by: "" };

function changeOf(difference: number, by: string): Change {
  if (!/[1-9]/.test(by)) return { direction: "same", by };
  return { direction: difference > 0 ? "up" : "down", by };
}

/** Relative change of two quantities; nothing to compare with when yesterday was nothing. */
export function relativeChange(today: number, yesterday: number): Change {
  if (yesterday === 0) return NONE;
  const difference = (today - yesterday) / Math.abs(yesterday);
  const percent = Math.abs(difference * 100);
  return changeOf(difference, `${percent < WHOLE_FROM ? percent.toFixed(1) : countText(Math.round(percent))}%`);
}

/** Relative change of two amounts (decimal strings). */
export function amountChange(today: string, yesterday: string): Change {
  return relativeChange(Number(today), Number(yesterday));
}

/** Difference of two shares in percentage points (both in hundredths of a percent). */
export function pointsChange(today: number | null, yesterday: number | null): Change {
  if (today === null || yesterday === null) return NONE;
  return changeOf(today - yesterday, Math.abs((today - yesterday) / 100).toFixed(1));
}
