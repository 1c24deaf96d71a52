/** Shares of a whole: a table with a bar in each row, so that it reads as it looks. It needs no library, and its data are on the page. */
import type { ReactElement } from "react";
import type { Tone } from "../tokens.ts";
import { ScreenLink } from "../ui/screen-link.tsx";
import css from "./plots.module.css";
import { type BarsSpec, barWidth } from "./spec.ts";
import { SaveData } from "./table.tsx";

export function Bars({ spec }: { spec: BarsSpec }): ReactElement {
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.barsBox} role="group" aria-label={spec.title} tabIndex={0}>
        <table className={css.bars}>
          <thead>
            <tr>
              {spec.head.map((name, at) => (
                <th key={name} scope="col" data-end={at === 0 ? undefined : ""}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spec.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.cells[0]?.to === undefined ? row.cells[0]?.text : <ScreenLink to={row.cells[0].to}>{row.cells[0].text}</ScreenLink>}
                  <Bar share={row.share} tone={row.tone} />
                </th>
                {row.cells.slice(1).map((cell, at) => (
                  <td key={spec.head[at + 1]} data-end="">
                    {cell.to === undefined ? cell.text : <ScreenLink to={cell.to}>{cell.text}</ScreenLink>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={css.behind}>
        <SaveData title={spec.title} rows={[spec.head, ...spec.rows.map((row) => row.cells.map((cell) => cell.plain ?? cell.text))]} file={spec.file} />
      </div>
    </div>
  );
}

function Bar({ share, tone }: { share: number; tone: Tone }): ReactElement {
  return (
    <span className={css.bar} data-tone={tone} aria-hidden="true">
      <span style={{ width: barWidth(share) }} />
    </span>
  );
}
