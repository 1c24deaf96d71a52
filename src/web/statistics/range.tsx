/** The days that figures are of: stretches that move with the day, and any two days. */
import { type ReactElement, Suspense, useState } from "react";
import type { DatePreset } from "../../contract/time.ts";
import type { CellTools } from "../cell-tools.ts";
import { barCss as bar, DateRange, useMoreMarks } from "../list/bar/index.ts";
import { Anchored } from "../ui/anchored.tsx";
import { dayText } from "../../contract/time.ts";

interface ChipsProps {
  readonly presets: readonly DatePreset[];
  /** Null where days are given. */
  readonly chosen: DatePreset | null;
  readonly onChoose: (preset: DatePreset) => void;
  readonly tools: CellTools;
}

/** A button for each; what has no room scrolls sideways. */
export function RangeChips({ presets, chosen, onChoose, tools: { t } }: ChipsProps): ReactElement {
  const marks = useMoreMarks<HTMLDivElement>();
  return (
    <div ref={marks} className={bar.tabs} role="group" aria-label={t("reconciliation.range.label")}>
      {presets.map((preset) => (
        <button key={preset} type="button" className={bar.tab} aria-pressed={chosen === preset} onClick={() => onChoose(preset)}>
          {t(`list.dates.${preset}`)}
        </button>
      ))}
    </div>
  );
}

interface ButtonProps {
  /** Null where days are given. */
  readonly range: DatePreset | null;
  readonly from: string;
  readonly to: string;
  readonly onApply: (from: string, to: string) => void;
  readonly tools: CellTools;
}

/** First and last day in one button, and the calendar behind it. */
export function RangeButton({ range, from, to, onApply, tools }: ButtonProps): ReactElement {
  const { t } = tools;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const days = [...new Set([from, to])].map(dayText).join(" – ");
  return (
    <>
      <button
        type="button"
        className={bar.button}
        data-on={range === null || undefined}
        aria-haspopup="dialog"
        aria-label={`${t("list.dates.label")} ${days}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="fd-num">{days}</span>
        <span className={bar.caret} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>
        {anchor ? (
          <Anchored anchor={anchor} label={t("list.dates.label")} onClose={() => setAnchor(null)}>
            <DateRange
              from={from}
              to={to}
              tools={tools}
              onApply={(first, last) => {
                setAnchor(null);
                if (first !== null && last !== null) onApply(first, last);
              }}
            />
          </Anchored>
        ) : null}
      </Suspense>
    </>
  );
}
