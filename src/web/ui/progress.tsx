/** How far something of many parts is: one bar, light enough for a table's cell, and its figures. */
import type { ReactElement } from "react";
import { countText } from "../i18n/format.ts";
import type { Tone } from "../theme.ts";
import css from "./progress.module.css";

/** A stretch of the bar: how many of all have come to this. */
export interface ProgressPart {
  readonly key: string;
  readonly tone: Tone;
  readonly count: number;
}

/** @param words what the bar says to who does not see it; `done` of `all` stands behind it */
export function Progress({
  parts,
  done,
  all,
  words,
}: {
  readonly parts: readonly ProgressPart[];
  readonly done: number;
  readonly all: number;
  readonly words: string;
}): ReactElement {
  return (
    <span className={css.progress}>
      <span className={css.bar} role="img" aria-label={words}>
        {parts
          .filter(({ count }) => count > 0)
          .map(({ key, tone, count }) => (
            <span key={key} data-tone={tone} style={{ width: `${(count / Math.max(1, all)) * 100}%` }} />
          ))}
      </span>
      <span className="fd-num">{`${countText(done)}/${countText(all)}`}</span>
    </span>
  );
}
