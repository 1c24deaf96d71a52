/** Before and after, key by key. */
import type { ReactNode } from "react";
import { useText } from "../../i18n/keys.ts";
import css from "./config.module.css";
import { keyWords, valueWords } from "./values.ts";

export interface ConfigChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface DiffProps {
  readonly changes: readonly ConfigChange[];
  /** Unit of amounts. */
  readonly currency: string;
  /** What stands behind a line. */
  readonly beside?: (change: ConfigChange) => ReactNode;
}

export function Diff({ changes, currency, beside }: DiffProps) {
  const t = useText();
  return (
    <dl className={css.diff}>
      {changes.map((change) => (
        <div key={change.key} data-setting={change.key}>
          <dt>{keyWords(t, change.key)}</dt>
          <dd>
            <del>
              <span className="fd-sr">{t("config.before")} </span>
              {valueWords(t, change.key, change.before, currency)}
            </del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>
              <span className="fd-sr">{t("config.after")} </span>
              {valueWords(t, change.key, change.after, currency)}
            </ins>
            {beside?.(change)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
