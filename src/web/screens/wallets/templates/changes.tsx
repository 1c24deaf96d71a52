/** What is another way, setting by setting. */
import type { ReactElement } from "react";
import type { CellTools } from "../../../cell-tools.ts";
import { settingName, settingValue } from "../../../words/settings.ts";
import type { SettingDifference } from "./values.ts";
import css from "./templates.module.css";

export function Changes({ items, label, tools }: { items: readonly SettingDifference[]; label: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <dl className={css.changes} aria-label={label}>
      {items.map(({ field, before, after }) => (
        <div key={field} data-setting={field}>
          <dt>{settingName(field, tools)}</dt>
          <dd>
            <del>
              <span className="fd-sr">{t("config.before")} </span>
              {settingValue(field, before, tools)}
            </del>{" "}
            <span aria-hidden="true">→</span>{" "}
            <ins>
              <span className="fd-sr">{t("config.after")} </span>
              {settingValue(field, after, tools)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
