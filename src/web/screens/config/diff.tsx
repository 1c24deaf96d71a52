/** Before and after, key by key. */
import { useText } from "../../i18n/keys.ts";
import css from "./config.module.css";
import { keyWords, valueWords } from "./values.ts";

export interface ConfigChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

export function Diff({ changes }: { changes: readonly ConfigChange[] }) {
  const t = useText();
  return (
    <dl className={css.diff}>
      {changes.map((change) => (
        <div key={change.key}>
          <dt>{keyWords(t, change.key)}</dt>
          <dd>
            <del>
              <span className="fd-sr">{t("config.before")} </span>
              {valueWords(t, change.key, change.before)}
            </del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>
              <span className="fd-sr">{t("config.after")} </span>
              {valueWords(t, change.key, change.after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
