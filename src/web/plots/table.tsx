/** The table behind a plot, and its file. */
import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { useText } from "../i18n/keys.ts";
import { saveBlob } from "../files.ts";
import css from "./plots.module.css";
import { csvOf } from "./spec.ts";

interface Props {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** As the file has them; left out: as they are shown. */
  readonly plain?: readonly (readonly string[])[];
  readonly file: string;
  /** Address of what a row stands for. */
  readonly linkOf?: ((row: number) => string | null) | undefined;
}

/** The button that saves rows, the head among them, as a file. */
export function SaveData({ title, rows, file }: { title: string; rows: readonly (readonly string[])[]; file: string }): ReactElement {
  const t = useText();
  const save = (): void => saveBlob(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }), `${file}.csv`);
  return (
    <button type="button" className={css.tool} aria-label={t("plots.csvOf", { title })} onClick={save}>
      {t("plots.csv")}
    </button>
  );
}

/** Shown when it is asked for: most people look at the plot. */
export function DataBehind({ title, head, rows, plain = rows, file, linkOf }: Props): ReactElement {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <div className={css.behind}>
      <button type="button" className={css.tool} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("plots.table")}
      </button>
      <SaveData title={title} rows={[head, ...plain]} file={file} />
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        <div className={css.tableBox} role="group" aria-label={title} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: points of a plot have no id, and their order is the time's
                <tr key={at}>
                  {row.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns stand still
                    <td key={column}>{column === 0 ? <Opening to={linkOf?.(at) ?? null}>{text}</Opening> : text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}

function Opening({ to, children }: { to: string | null; children: string }): ReactElement {
  return to === null ? <>{children}</> : <Link to={to}>{children}</Link>;
}
