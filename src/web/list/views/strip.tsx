/** Which view is open, and what can be done where the list shows something else by now. */
import { type ReactElement, Suspense, useState } from "react";
import { useText } from "../../i18n/keys.ts";
import { viewQuery } from "../state/index.ts";
import { Views } from "./lazy.ts";
import type { ViewMenu } from "./menu.tsx";
import { saveInto } from "./use-view-acts.ts";
import css from "./views.module.css";

/** Nothing without an open view. */
export function ViewStrip(props: ViewMenu): ReactElement | null {
  const { views, state, tools } = props;
  const t = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { open, changed, show } = views;
  if (open === null) return null;
  const act = (label: string, run: () => void): ReactElement => (
    <button type="button" className={css.act} onClick={run}>
      {label}
    </button>
  );
  return (
    <span className={css.strip} data-changed={changed || undefined}>
      <span className={css.name} data-tip={open.own ? undefined : t("list.views.by", { who: open.owner })}>
        {t("list.views.is", { name: open.name })}
      </span>
      {changed ? (
        <>
          <span className="fd-dim">{t("list.views.changed")}</span>
          {open.own
            ? act(t("common.save"), () => void saveInto(open, { query: viewQuery(state), layout: views.layout, shared: open.shared }, views, tools))
            : null}
          <button type="button" className={css.act} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
            {t("list.views.saveAs")}
          </button>
          {act(t("list.views.reset"), () => show(open))}
        </>
      ) : null}
      <button type="button" className={css.act} aria-label={t("list.views.leave")} data-tip={t("list.views.leave")} onClick={() => show(null)}>
        ×
      </button>
      <Suspense fallback={null}>{anchor ? <Views {...props} anchor={anchor} onClose={() => setAnchor(null)} /> : null}</Suspense>
    </span>
  );
}
